#!/bin/bash
# Measures what no program of this kind can be faster than, and how far escaque is from it, and prints a table:
# bytes through memory, unpacking, and writing to a pipe.
#
#     benches/limits.sh [FILE]
#
# FILE (by default ../shared/data/pgn/varied.pgn six times) is read warm. Each row is the median of TURNS turns
# (11), in each of which every row has its turn. ESCAQUE may name a program that has been built.
set -eu -o pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in zstd pigz; do
    command -v "$tool" >/dev/null || apt-get install -y "$tool" >&2
done
escaque=${ESCAQUE:-target/release/escaque}
[ -n "${ESCAQUE:-}" ] || cargo build --release --quiet --bin escaque
games=${1:-$work/games.pgn}
if [ $# -eq 0 ]; then
    file=../shared/data/pgn/varied.pgn
    [ -r "$file" ] || { echo "NOT MEASURED: $file is not here" >&2 && exit 1; }
    for copy in 1 2 3 4 5 6; do
        LC_ALL=C sed "s/^\[Event \"/&$copy /" "$file" && echo
    done >"$games"
fi
zstd -q "$games" -o "$work/games.zst"
pigz -c "$games" >"$work/games.gz"
"$escaque" -k --format fen "$games" >"$work/fen" 2>/dev/null || true
"$escaque" -k --no-pause "$games" >"$work/boards" 2>/dev/null || true

# each row: a name, the file whose bytes count, and a command
ask="--count --where 'player~\"carlsen\"'"
rows=(
    "bytes through memory, searched for line ends (\`wc -l\`)|$games|wc -l '$games'"
    "a question about tags|$games|$escaque $ask '$games'"
    "a check, one thread|$games|$escaque --check --threads 1 '$games'"
    "a check|$games|$escaque --check '$games'"
    "unpacking Zstandard (\`zstdcat\`)|$games|zstdcat '$work/games.zst'"
    "a question about tags of it|$games|$escaque $ask '$work/games.zst'"
    "unpacking gzip (\`pigz -dc\`)|$games|pigz -dc '$work/games.gz'"
    "a question about tags of it|$games|$escaque $ask '$work/games.gz'"
    "FEN from a file through a pipe (\`cat\`)|$work/fen|cat '$work/fen' | cat"
    "FEN into a pipe|$work/fen|$escaque -k --format fen '$games' | cat"
    "boards from a file through a pipe|$work/boards|cat '$work/boards' | cat"
    "boards into a pipe|$work/boards|$escaque -k --no-pause '$games' | cat"
)
TIMEFORMAT=%3R
for _ in $(seq "${TURNS:-11}"); do
    for at in "${!rows[@]}"; do
        IFS='|' read -r _ _ command <<<"${rows[$at]}"
        { time bash -c "$command" >/dev/null 2>&1 || true; } 2>>"$work/times.$at"
    done
done
echo '| work | GB a second |'
echo '|---|---|'
for at in "${!rows[@]}"; do
    IFS='|' read -r name counted _ <<<"${rows[$at]}"
    sort -n "$work/times.$at" | awk -v name="$name" -v bytes="$(stat -c %s "$counted")" '
        { time[NR] = $1 } END { printf "| %s | %.2f |\n", name, bytes / time[int((NR + 1) / 2)] / 1e9 }'
done
