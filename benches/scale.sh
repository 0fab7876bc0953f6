#!/bin/bash
# Measures whether a megabyte costs the same time and memory as files and threads grow, and prints tables.
#
#     benches/scale.sh [MEGABYTES...]
#
# FILE (by default ../shared/data/pgn/varied.pgn) is repeated, each time under other names of events, until
# there is a file of each of the given sizes (by default 4, 40 and 400 MB; TMPDIR must have room for all). In
# each of TURNS turns (5) every size has its turn, and small files are read several times. The least of all
# runs counts: other programs on the machine only ever add to a run. INSTRUCTIONS=1 also counts instructions
# of the files up to 400 MB with valgrind, which takes five minutes for the largest.
set -eu
cd "$(dirname "$0")/.."
file=${FILE:-../shared/data/pgn/varied.pgn}
[ $# -gt 0 ] || set -- 4 40 400
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -r "$file" ]; then
    echo "NOT MEASURED: $file is not here" >&2
    exit 1
fi
command -v /usr/bin/time >/dev/null || apt-get install -y time >&2
escaque=${ESCAQUE:-target/release/escaque}
[ -n "${ESCAQUE:-}" ] || cargo build --release --quiet --bin escaque

# makes a file of about a number of megabytes; of the last copy it takes as many games as that needs, spread
# over all of it, so that the mix of games is the same at each size
make_file() {
    bytes=$(($1 * 1000000))
    whole=$(stat -c %s "$file")
    made=$work/$1.pgn
    copy=0
    : >"$made"
    while missing=$((bytes - $(stat -c %s "$made"))) && [ "$missing" -gt 100000 ]; do
        copy=$((copy + 1))
        LC_ALL=C sed "s/^\[Event \"/&$copy /" "$file" | if [ "$missing" -ge "$whole" ]; then
            cat
        else
            LC_ALL=C awk -v part="$(awk "BEGIN { print $missing / $whole }")" '
                /^\[Event / { due += part; kept = due >= 1; due -= kept }
                kept'
        fi >>"$made"
        echo >>"$made"
    done
}

# prints the nanoseconds of the processors that a byte of a file costs, for each of as many runs as read 400 MB
each_run() {
    made=$1
    shift
    bytes=$(stat -c %s "$made")
    count=$(((400000000 + bytes / 2) / bytes))
    [ "$count" -ge 1 ] || count=1
    TIMEFORMAT='%3U %3S'
    for _ in $(seq "$count"); do
        { time "$escaque" "$@" "$made" >/dev/null 2>&1 || true; } 2>&1
    done | awk -v bytes="$bytes" '{ print ($1 + $2) * 1e9 / bytes }'
}

for size; do
    make_file "$size"
done
first=$1

echo '| work | MB | ns of the processors a byte | beside the first | memory | instructions a byte |'
echo '|---|---|---|---|---|---|'
for arguments in '--check --threads 1' '--check' '-k --format fen'; do
    for _ in $(seq "${TURNS:-5}"); do
        for size; do
            each_run "$work/$size.pgn" $arguments >>"$work/costs.$size"
        done
    done
    least_of_first=$(sort -n "$work/costs.$first" | head -1)
    for size; do
        made=$work/$size.pgn
        least=$(sort -n "$work/costs.$size" | head -1)
        /usr/bin/time -q -f %M -o "$work/memory" "$escaque" $arguments "$made" >/dev/null 2>&1 || true
        instructions=-
        if [ -n "${INSTRUCTIONS:-}" ] && [ "$size" -le 400 ] && [ "$arguments" = '--check --threads 1' ]; then
            instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$escaque" $arguments "$made" 2>&1 |
                awk -v bytes="$(stat -c %s "$made")" '/Collected/ { printf "%.1f", $NF / bytes }')
        fi
        printf '| `%s` | %s | %.1f | %.2f | %.1f MB | %s |\n' "$arguments" "$size" "$least" \
            "$(awk "BEGIN { print $least / $least_of_first }")" "$(awk '{ print $1 / 1024 }' "$work/memory")" "$instructions"
    done
    rm "$work"/costs.*
done

echo
echo '| `--check --threads` | clock | processors | memory |'
echo '|---|---|---|---|'
for threads in 1 2 4 8 16; do
    TIMEFORMAT='%3R %3U %3S'
    for _ in 1 2 3; do
        { time "$escaque" --check --threads "$threads" "$made" >/dev/null 2>&1 || true; } 2>&1
    done >"$work/least"
    /usr/bin/time -q -f %M -o "$work/memory" "$escaque" --check --threads "$threads" "$made" >/dev/null 2>&1 || true
    awk -v threads="$threads" -v memory="$(cat "$work/memory")" '
        NR == 1 || $1 < clock { clock = $1 }
        NR == 1 || $2 + $3 < processors { processors = $2 + $3 }
        END { printf "| %d | %.2f s | %.2f s | %.1f MB |\n", threads, clock, processors, memory / 1024 }' "$work/least"
done
