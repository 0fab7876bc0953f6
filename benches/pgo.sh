#!/bin/sh
# Builds escaque with profile-guided optimisation: a first build counts what is done often, and a second one
# is laid out for it.
#
#     benches/pgo.sh [FILE...]
#
# The work is the usual one on each FILE, by default on the examples, on the games of the tests and on
# ../shared/data/pgn/varied.pgn if it is here. The program is left in target/pgo/escaque. CARGO_BUILD_TARGET names
# another target, whose programs must run here. Needs rustup, or llvm-profdata of the LLVM that rustc comes with.
set -eu
root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd)
if [ $# -eq 0 ]; then
    set -- "$root"/examples/*.pgn "$root"/examples/*.ctl-pgn "$root"/tests/games/*.pgn
    [ ! -r "$root/../shared/data/pgn/varied.pgn" ] || set -- "$@" "$root/../shared/data/pgn/varied.pgn"
fi
for file; do
    if ! { [ -f "$file" ] && [ -r "$file" ]; }; then
        echo "$0: cannot read $file" >&2
        exit 1
    fi
done
# what a start costs would count as much as a few games do
while [ $# -lt 1000 ] && [ "$(cat "$@" | wc -c)" -lt 4000000 ]; do
    set -- "$@" "$@"
done
tools=$(rustc --print target-libdir)/../bin
if ! [ -x "$tools/llvm-profdata" ]; then
    rustup component add llvm-tools
fi
target=${CARGO_BUILD_TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
profiles=$(mktemp -d)
trap 'rm -rf "$profiles"' EXIT
# a hundredth of the time; both builds need the same, for names depend on it, and counts are kept by names
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1

# a target that is named keeps the flags from build scripts, whose counts are of no use
build() {
    (cd "$root" && RUSTFLAGS="${RUSTFLAGS:-} $1" cargo build --release --locked --bin escaque --target "$target" \
        --target-dir "target/pgo/$2")
}

build "-Cprofile-generate=$profiles" counting
# shellcheck disable=SC2089
for arguments in '--check --threads 1' '--check' '-k --format fen' '-k --no-pause' '-k --format pgn' \
    '-k --format json' '--count --where player~"a"'; do
    # games may have errors, which is status 1; the quotes are escaque's
    # shellcheck disable=SC2086,SC2090
    "$root/target/pgo/counting/$target/release/escaque" --no-config $arguments -- "$@" \
        >/dev/null 2>"$profiles/messages" || [ $? -eq 1 ] || { cat "$profiles/messages" >&2; exit 1; }
done
"$tools/llvm-profdata" merge -o "$profiles/all.profdata" "$profiles"/*.profraw
build "-Cprofile-use=$profiles/all.profdata" guided
cp "$root/target/pgo/guided/$target/release/escaque" "$root/target/pgo/escaque"
echo "$root/target/pgo/escaque"
