_escaque() {
    local IFS=$'\013' parts words=() last= part index
    parts=("${COMP_WORDS[@]:0:$COMP_CWORD}")
    # with the cursor after `=`, the word to complete is empty
    [[ ${COMP_WORDS[COMP_CWORD]} == = ]] && parts+=(= '') || parts+=("${2-}")
    for part in "${parts[@]}"; do
        index=$((${#words[@]} - 1))
        # bash divides --option=value into three words
        if [[ $index -ge 0 && ( $part == = && ${words[index]} == --* || $last == = && ${words[index]} == --*= ) ]]; then
            words[index]+=$part
        else
            words+=("$part")
        fi
        last=$part
    done
    index=$((${#words[@]} - 1))
    COMPREPLY=()
    while IFS= read -r -d $'\013' part || [[ -n $part ]]; do
        # bash completes the value alone
        [[ $last != "${words[index]}" ]] && part=${part#"${words[index]%%=*}="}
        COMPREPLY+=("$part")
    done < <(_CLAP_IFS=$'\013' _CLAP_COMPLETE_INDEX=$index ESCAQUE_COMPLETE=bash escaque -- "${words[@]}" 2>/dev/null)
    # names of files with spaces are quoted
    compopt -o filenames 2>/dev/null
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _escaque escaque
