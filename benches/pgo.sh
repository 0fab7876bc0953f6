#!/bin/sh
# Builds escaque with profile-guided optimisation: a first build counts what is done often, and a second one
# is laid out for it.
#
#     benches/pgo.sh [FILE...]
#
# The work is the usual one on each FILE, by default on the examples and on ../shared/data/pgn/varied.pgn if
# it is here. The program is left in target/pgo/release/escaque. Needs rustup, or llvm-profdata of the LLVM
# that rustc comes with.
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    set -- examples/*.pgn examples/*.ctl-pgn
    [ ! -r ../shared/data/pgn/varied.pgn ] || set -- "$@" ../shared/data/pgn/varied.pgn
fi
tools=$(rustc --print target-libdir)/../bin
if ! [ -x "$tools/llvm-profdata" ]; then
    rustup component add llvm-tools
fi
profiles=$(mktemp -d)
trap 'rm -rf "$profiles"' EXIT

build() {
    RUSTFLAGS="${RUSTFLAGS:-} $1" cargo build --release --locked --bin escaque --target-dir "$2"
}

build "-Cprofile-generate=$profiles" target/pgo/counting
for arguments in '--check --threads 1' '--check' '-k --format fen' '-k --no-pause' '-k --format pgn' \
    '-k --format json' '--count --where player~"a"'; do
    target/pgo/counting/release/escaque $arguments "$@" >/dev/null 2>&1 || true
done
"$tools/llvm-profdata" merge -o "$profiles/all.profdata" "$profiles"/*.profraw
build "-Cprofile-use=$profiles/all.profdata" target/pgo
