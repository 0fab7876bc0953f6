#!/bin/sh
# Compares the speed of escaque with that of pgn-extract, and of pgn-reader with shakmaty, on
# the same file, and prints a table of ratios.
#
#     benches/compare.sh [MEGABYTES [FILE]]
#
# FILE (by default ../shared/data/pgn/varied.pgn, games of 28 collections) is repeated, each time
# under other names of events, until it has the given size (by default 56 MB). PGN_EXTRACT may name
# another pgn-extract than that of the system.
set -eu
cd "$(dirname "$0")/.."
size=${1:-56}
file=${2:-../shared/data/pgn/varied.pgn}
PATH=$PATH:/usr/games # Debian installs pgn-extract there
extract=${PGN_EXTRACT:-pgn-extract}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -r "$file" ]; then
    echo "NOT COMPARED: $file is not here" >&2
    exit 1
fi
for tool in "$extract" hyperfine; do
    command -v "$tool" >/dev/null || apt-get install -y "$tool" >&2
done
cargo build --release --quiet --bin escaque --example peer
escaque=target/release/escaque
peer=target/release/examples/peer

bytes=$((size * 1000000))
while [ "$(stat -c %s "$work/games.pgn" 2>/dev/null || echo 0)" -lt "$bytes" ]; do
    copy=$((${copy:-0} + 1))
    LC_ALL=C sed "s/^\[Event \"/&$copy /" "$file" >>"$work/games.pgn"
    echo >>"$work/games.pgn"
done

$escaque --format fen -k "$file" 2>/dev/null >"$work/ours"
$peer fen "$file" >"$work/theirs"
cmp "$work/ours" "$work/theirs" >&2 && echo "All $(wc -l <"$work/ours") FENs are those of shakmaty." >&2

# EPD has no clocks; pgn-extract's also has an en passant square after every double step, and
# the position before the first move
positions() {
    awk 'NF >= 4 && $1 " " $3 != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq" { print $1, $2, $3 }'
}
$escaque --format fen -k "$file" 2>/dev/null | positions >"$work/ours"
"$extract" -s -Wepd "$file" 2>/dev/null | positions >"$work/theirs"
cmp "$work/ours" "$work/theirs" >&2 && echo "All positions are those of pgn-extract." >&2

# the shortest of several runs is the most reliable time on a machine with other load
runs=5
least() {
    sort -n "$work/$1.times" | head -n 1
}
time_of() {
    name=$1
    shift
    hyperfine -N --ignore-failure --runs 1 --export-csv "$work/run.csv" "$*" >/dev/null 2>&1
    awk -F, 'NR == 2 { print $2 }' "$work/run.csv" >>"$work/$name.times"
}
for _ in $(seq $runs); do
    time_of validate "$extract" -r -s "$work/games.pgn"
    time_of epd "$extract" -s -Wepd "$work/games.pgn"
    time_of replay $peer replay "$work/games.pgn"
    time_of replay_fen $peer fen "$work/games.pgn"
    time_of check $escaque --check "$work/games.pgn"
    time_of check_one $escaque --check --threads 1 "$work/games.pgn"
    time_of fen $escaque --format fen "$work/games.pgn"
    time_of fen_at_once $escaque --format fen -k "$work/games.pgn"
    time_of fen_one $escaque --format fen -k --threads 1 "$work/games.pgn"
    time_of boards $escaque -k --no-pause "$work/games.pgn"
    time_of pgn $escaque -k --format pgn "$work/games.pgn"
    time_of json $escaque -k --format json "$work/games.pgn"
done

row() {
    awk -v work="$1" -v ours="$(least "$2")" -v theirs="$(least "$3")" -v other="$4" 'BEGIN {
        printf "| %s | %.2f s | %s: %.2f s | %.1f |\n", work, ours, other, theirs, theirs / ours }'
}
echo "$(stat -c %s "$work/games.pgn") bytes, $(nproc) cores, $("$extract" --version 2>&1 | head -n 1)"
echo
echo '| work | escaque | beside | times faster |'
echo '|---|---|---|---|'
row '`--check`' check validate '`pgn-extract -r`'
row '`--check`' check replay 'pgn-reader and shakmaty, one thread'
row '`--check --threads 1`' check_one replay 'pgn-reader and shakmaty, one thread'
row '`--format fen`' fen epd '`pgn-extract -Wepd`'
row '`--format fen -k --threads 1`' fen_one replay_fen 'pgn-reader and shakmaty, FEN, one thread'
row '`--format fen -k`' fen_at_once epd '`pgn-extract -Wepd`'
row 'boards, `-k --no-pause`' boards epd '`pgn-extract -Wepd`'

# writers are compared by what they write in a second
speed() {
    bytes=$($escaque -k $2 "$work/games.pgn" 2>/dev/null | wc -c)
    awk -v work="$1" -v bytes="$bytes" -v time="$(least "$3")" 'BEGIN {
        printf "| %s | %.2f s | %.0f MB | %.2f |\n", work, time, bytes / 1e6, time * 1e9 / bytes }'
}
echo
echo '| writing, `-k` | time | written | ns a byte |'
echo '|---|---|---|---|'
speed '`--format fen`' '--format fen' fen_at_once
speed 'boards' '--no-pause' boards
speed '`--format pgn`' '--format pgn' pgn
speed '`--format json`' '--format json' json
