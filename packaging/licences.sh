#!/bin/sh
# Writes the licences of all that a program of a release is built from: each text once, after the names of the crates
# that have it.
#
#     packaging/licences.sh
#
# They are read where cargo has unpacked the crates, which it is made to do first. A crate without any text has one in
# packaging/licences/, under its name. Fails if a crate has none there either, or does not need the one that it has.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build dependencies are here because some of their tables end up in the program
cargo tree --locked --target all --edges normal,build,no-proc-macro --prefix none --no-dedupe --format '{p} {l}' |
    sed -n 's/ (\*)$//; s/^\([^ ]*\) v\([^ ]*\) /\1-\2 /p' | grep -v '^escaque-' | sort -u >"$work/crates"

for sources in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
    while read -r crate _; do
        [ ! -d "$sources$crate" ] || find "$sources$crate" -type f \( -iname 'licen[cs]e*' -o -iname 'unlicense*' \
            -o -iname 'copying*' -o -iname 'copyright*' -o -iname 'notice*' \) ! -name '*.rs' |
            while read -r text; do
                printf '%s %s %s\n' "$(tr -d '\r' <"$text" | cksum | tr ' ' -)" "$crate" "$text"
            done
    done <"$work/crates"
done | sort -u >"$work/unpacked"
[ -s "$work/unpacked" ] || { echo "$0: no crate is unpacked where cargo keeps them" >&2; exit 1; }

cut -d ' ' -f 2 "$work/unpacked" | sort -u >"$work/with-text"
cut -d ' ' -f 1 "$work/crates" | comm -23 - "$work/with-text" | while read -r crate; do
    # the name without its version
    text=packaging/licences/${crate%-[0-9]*}.txt
    [ -f "$text" ] || { echo "$0: $crate has no text of its licence, and $text is not there" >&2; exit 1; }
    printf '%s %s %s\n' "$(cksum <"$text" | tr ' ' -)" "$crate" "$text"
done >"$work/supplied"
for text in packaging/licences/*.txt; do
    grep -q " $text\$" "$work/supplied" || { echo "$0: no crate needs $text" >&2; exit 1; }
done
sort -u "$work/unpacked" "$work/supplied" >"$work/texts"

authors=$(sed -n 's/^authors = \["\(.*\)"\]$/\1/p' Cargo.toml)
cat <<END
escaque: Copyright © 2026 $authors. It is under the GPL, version 3 or later (LICENSE), and
holds a table of openings under CC0-1.0 and a font under Bitstream-Vera (LICENSES). A program that is built from it also
holds the following crates and the standard library of Rust (MIT OR Apache-2.0), and one for Linux also musl (MIT,
Copyright © 2005-2020 Rich Felker, et al.).

END
cat "$work/crates"
cut -d ' ' -f 1 "$work/texts" | uniq | while read -r sum; do
    grep "^$sum " "$work/texts" >"$work/same"
    printf '\n%s\n\n' '----------------------------------------------------------------------'
    cut -d ' ' -f 2 "$work/same" | uniq
    echo
    tr -d '\r' <"$(head -n 1 "$work/same" | cut -d ' ' -f 3-)"
done
