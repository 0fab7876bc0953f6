#!/bin/bash
# Counts the instructions of the usual works, and compares them with the rows of benches/instructions.tsv. Unlike a
# time, a count does not depend on what else runs, so it shows that a change costs a few hundredths.
#
#     benches/instructions.sh [--write]
#
# Prints a table, and ends with status 1 if a count is more than 3 % above its row. Where the processor, the compiler,
# the C library or valgrind is not that of the rows, it prints and does not fail. --write writes the rows anew.
# Counts the program that the tests of .ci/run build, because that is there: another build, a release above all, takes
# minutes, and what creeps in shows in either. It is built as one unit, because a change anywhere divides several anew,
# which makes a count jump by a sixth. ESCAQUE may name another program to look at. Needs valgrind and a C compiler.
set -eu -o pipefail
cd "$(dirname "$0")/.."
# awk counts bytes, and programs write in one language
export LC_ALL=C
rows=$PWD/benches/instructions.tsv
if [ $# -gt 1 ] || [ "${1:---write}" != --write ]; then
    echo "usage: $0 [--write]" >&2
    exit 2
fi
valgrind=$(command -v valgrind) || { echo 'NOT COUNTED: valgrind is not here' >&2 && exit 1; }
escaque=${ESCAQUE:-${CARGO_TARGET_DIR:-target}/debug/escaque}
[ -n "${ESCAQUE:-}" ] || CARGO_PROFILE_DEV_CODEGEN_UNITS=1 cargo test --locked --quiet --all-features --test escaque --no-run
# longer paths cost instructions, so neither TMPDIR nor the folder of the project is part of any
folder=$(mktemp -d /tmp/escaque-XXXXXXXX)
trap 'rm -rf "$folder"' EXIT
cp "$escaque" "$folder/escaque"

# Makes a file of each kind. The games are those of tests and examples, so the counts change with these, too.
make_files() {
    local bytes=1000000 copy=0 file cescacs=(
        tests/questions/cescacs.ctl-pgn examples/{analysis,both-castlings,letters,pawns,promotions}.ctl-pgn
    )
    make_games() {
        awk -v bytes=$bytes -v annotated="$2" -f benches/games.awk \
            tests/questions/games.pgn tests/games/varied.pgn >"$1"
    }
    make_games "$folder/plain.pgn" 0
    make_games "$folder/annotated.pgn" 1
    until [ "$(stat -c %s "$folder/cescacs.ctl-pgn" 2>/dev/null || echo 0)" -ge $bytes ]; do
        copy=$((copy + 1))
        for file in "${cescacs[@]}"; do
            sed "s/^\[Id \"/&Copy$copy-/" "$file"
            echo # between the games of two files
        done >>"$folder/cescacs.ctl-pgn"
    done
}

# The seeds of hashes are random. With others, other entries share a place in a table.
make_seeds() {
    cc -shared -fPIC -o "$folder/seeds.so" -x c - <<'END'
#include <string.h>
#include <sys/types.h>
ssize_t getrandom(void *bytes, size_t length, unsigned flags) {
    memset(bytes, 0, length);
    return length;
}
END
}

# prints what counts depend on besides the program and the games, as the head of the rows has it
machine() {
    printf '# processor: %s\n' "$(lscpu | sed -n 's/^Model name: *//p' | head -n 1)"
    printf '# compiler: %s\n' "$(rustc -vV | sed -n 's/^release: /rustc /p; s/^LLVM version: /LLVM /p' | paste -sd ' ')"
    printf '# C library: %s\n' "$(getconf GNU_LIBC_VERSION)"
    printf '# valgrind: %s\n' "$("$valgrind" --version)"
}

# makes the row of a work on a file, which takes some arguments
count() {
    local name=$1.$2 status=0
    # variables lie on the stack, and some are read, so there are no others
    (cd "$folder" && env -i LD_PRELOAD=./seeds.so "$valgrind" --tool=cachegrind --cache-sim=no \
        --cachegrind-out-file=/dev/null --log-file="$name.log" \
        ./escaque --no-config --lang en --threads 1 "${@:3}" "$2" >/dev/null 2>"$name.messages") || status=$?
    if [ $status -ne 0 ]; then
        echo "$1 of $2 ended with status $status" >&2
        cat "$folder/$name.messages" "$folder/$name.log" >&2
        return 1
    fi
    printf '%s\t%s\t%s\n' "$1" "$2" "$(sed -n 's/.* I *refs: *//p' "$folder/$name.log" | tr -d ,)" >"$folder/$name.row"
}

# makes the row of a work on a file
count_work() {
    # one for each board
    local positions='position "*/pp?ppppp/*/2p5/4P3/*/PPPP?PPP/*" or position "/28:_/27:?a/*"'
    case $1 in
        check) count "$@" --check -q ;;
        fen | pgn | json | moves) count "$@" -k --format "$1" ;;
        boards) count "$@" -k --no-pause ;;
        tags) count "$@" --count --where 'player ~ "carlsen" and year >= 2016' ;;
        positions) count "$@" --count --where "$positions" ;;
    esac
}

# prints the rows of all works, which are counted on all cores
count_all() {
    local work file running=0 made=()
    for file in plain.pgn annotated.pgn cescacs.ctl-pgn; do
        for work in check boards pgn fen json moves tags positions; do
            # what writes positions or moves of C'escacs would take as long as everything else
            [[ $file == cescacs.ctl-pgn && $work == @(fen|json|moves) ]] && continue
            if [ $running -eq "$(nproc)" ]; then
                wait -n
                running=$((running - 1))
            fi
            count_work $work $file &
            running=$((running + 1))
            made+=("$folder/$work.$file.row")
        done
    done
    while [ $running -gt 0 ]; do
        wait -n
        running=$((running - 1))
    done
    cat "${made[@]}"
}

# Prints a table of counts, their rows and the ratios, and then what is far from its row. Fails if a count is above its
# row or has none.
compare() {
    awk -F '\t' '
        /^#/ { next }
        NR == FNR { row[$1, $2] = $3; next }
        FNR == 1 { print "| work | file | instructions | row | ratio |\n|---|---|---|---|---|" }
        {
            name = $1 " of " $2
            if (($1, $2) in row) {
                ratio = $3 / row[$1, $2]
                printf "| %s | %s | %s | %s | %.4f |\n", $1, $2, $3, row[$1, $2], ratio
                if (ratio > 1.03)
                    above = above sprintf("ABOVE its row by %.1f %%: %s\n", 100 * ratio - 100, name)
                if (ratio < 0.97)
                    below = below sprintf("BELOW its row by %.1f %%, so lower the row: %s\n", 100 - 100 * ratio, name)
            } else {
                printf "| %s | %s | %s | | |\n", $1, $2, $3
                above = above "WITHOUT a row: " name "\n"
            }
        }
        END {
            if (below above != "")
                printf "\n%s%s", below, above
            exit above != ""
        }
    ' "$rows" "$folder/counted"
}

make_files
make_seeds
count_all >"$folder/counted"
machine >"$folder/machine"
if [ $# -eq 1 ]; then
    {
        echo '# what benches/instructions.sh --write has counted here:'
        cat "$folder/machine"
        printf '# work\tfile\tinstructions\n'
        cat "$folder/counted"
    } >"$rows"
fi
status=0
compare || status=$?
if ! difference=$(diff <(grep -E '^# [A-Za-z ]+: ' "$rows") "$folder/machine"); then
    printf '\nNothing fails, because the rows were not counted with what is here (<: the rows, >: here):\n'
    grep '^[<>]' <<<"$difference"
    status=0
fi
exit $status
