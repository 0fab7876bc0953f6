#!/bin/sh
# Compares how fast pictures are made with python-chess's chess.svg, and with cairosvg for PNG, in one
# run, and prints a table. The processor time of one thread counts; that of escaque includes reading the
# games and writing a file for each picture, that of Python only the pictures.
#
#     benches/pictures.sh [GAMES [FILE]]
#
# FILE is ../shared/data/pgn/masters.pgn by default, of which the first GAMES (100) are taken.
set -eu
cd "$(dirname "$0")/.."
games=${1:-100}
file=${2:-../shared/data/pgn/masters.pgn}
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -r "$file" ]; then
    echo "NOT COMPARED: $file is not here" >&2
    exit 1
fi
cargo build --release --quiet --bin escaque
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet chess cairosvg
"$work/python/bin/python" benches/pictures.py "$games" "$file" "$work" target/release/escaque
