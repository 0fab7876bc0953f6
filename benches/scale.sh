#!/bin/bash
# Measures whether the time for a megabyte and the memory stay the same as files and threads grow, and
# prints tables.
#
#     benches/scale.sh [MEGABYTES...]
#
# FILE (by default ../shared/data/pgn/varied.pgn) is repeated, each time under other names of events, until
# it has each of the given sizes (by default 4 to 20000 MB, for which TMPDIR must have room).
set -eu
cd "$(dirname "$0")/.."
file=${FILE:-../shared/data/pgn/varied.pgn}
[ $# -gt 0 ] || set -- 4 40 400 4000 20000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -r "$file" ]; then
    echo "NOT MEASURED: $file is not here" >&2
    exit 1
fi
command -v /usr/bin/time >/dev/null || apt-get install -y time >&2
escaque=${ESCAQUE:-target/release/escaque}
[ -n "${ESCAQUE:-}" ] || cargo build --release --quiet --bin escaque

# makes the file longer until it has about a number of megabytes; of the last copy it takes as many games as
# that needs, spread over all of it, so that the mix of games is the same at each size
grow() {
    bytes=$(($1 * 1000000))
    whole=$(stat -c %s "$file")
    while missing=$((bytes - $(stat -c %s "$work/games.pgn" 2>/dev/null || echo 0))) && [ "$missing" -gt 100000 ]; do
        copy=$((${copy:-0} + 1))
        LC_ALL=C sed "s/^\[Event \"/&$copy /" "$file" | if [ "$missing" -ge "$whole" ]; then
            cat
        else
            LC_ALL=C awk -v part="$(awk "BEGIN { print $missing / $whole }")" '
                /^\[Event / { due += part; kept = due >= 1; due -= kept }
                kept'
        fi >>"$work/games.pgn"
        echo >>"$work/games.pgn"
    done
}

# prints the seconds of the processors and those of the clock, the least of some turns, and the peak memory in KiB
turns() {
    count=$1
    shift
    TIMEFORMAT='%3U %3S %3R'
    for _ in $(seq "$count"); do
        { time "$@" >/dev/null 2>&1; } 2>&1 || true
    done | awk '{ cpu = $1 + $2
        if (NR == 1 || cpu < least) least = cpu
        if (NR == 1 || $3 < clock) clock = $3 }
        END { printf "%s %s ", least, clock }'
    /usr/bin/time -q -f %M -o "$work/memory" "$@" >/dev/null 2>&1 || true
    cat "$work/memory"
}

echo '| work | MB | clock | ns of the processors a byte | beside the first | memory |'
echo '|---|---|---|---|---|---|'
for size; do
    grow "$size"
    real=$(stat -c %s "$work/games.pgn")
    count=$((size >= 4000 ? 1 : size >= 400 ? 3 : size >= 40 ? 9 : 31))
    for arguments in '--check --threads 1' '--check' '-k --format fen'; do
        name=$(echo "$arguments" | tr -d ' -')
        turns "$count" "$escaque" $arguments "$work/games.pgn" >"$work/least"
        awk -v work="$arguments" -v bytes="$real" -v first="$(cat "$work/$name" 2>/dev/null)" -v keep="$work/$name" '{
            each = $1 * 1e9 / bytes
            if (first == "") { first = each; print each > keep }
            printf "| `%s` | %.0f | %.2f s | %.1f | %.2f | %.1f MB |\n", work, bytes / 1e6, $2, each, each / first, $3 / 1024
        }' "$work/least"
    done
    [ "$size" -gt 400 ] || cp "$work/games.pgn" "$work/threads.pgn"
done

echo
echo '| `--check --threads` | clock | processors | memory |'
echo '|---|---|---|---|'
for threads in 1 2 4 8 16; do
    turns 3 "$escaque" --check --threads $threads "$work/threads.pgn" >"$work/least"
    awk -v threads=$threads '{ printf "| %d | %.2f s | %.2f s | %.1f MB |\n", threads, $2, $1, $3 / 1024 }' "$work/least"
done
