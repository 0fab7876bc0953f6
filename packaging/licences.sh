#!/bin/sh
# Writes the licences of all that a program of a release is built from: each text once, after the names of the crates
# that have it.
#
#     packaging/licences.sh
#
# They are read where cargo has unpacked the crates, which it is made to do first.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat <<'END'
escaque is under the GPL, version 3 or later (LICENSE), and holds a table of openings under CC0-1.0 and a font under
Bitstream-Vera (LICENSES). A program that is built from it also holds the following crates and the standard library of
Rust (MIT OR Apache-2.0), and one for Linux also musl (MIT, Copyright © 2005-2020 Rich Felker, et al.).

END
# build dependencies are here because some of their tables end up in the program
cargo tree --locked --target all --edges normal,build,no-proc-macro --prefix none --no-dedupe --format '{p} {l}' |
    sed -n 's/ (\*)$//; s/^\([^ ]*\) v\([^ ]*\) /\1-\2 /p' | grep -v '^escaque-' | sort -u >"$work/crates"
cat "$work/crates"

for sources in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
    while read -r crate _; do
        for text in "$sources$crate"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]* "$sources$crate"/COPYING* "$sources$crate"/NOTICE* \
            "$sources$crate"/*/LICENSE; do
            [ ! -f "$text" ] || printf '%s %s %s\n' "$(tr -d '\r' <"$text" | cksum | tr ' ' -)" "$crate" "$text"
        done
    done <"$work/crates"
done | sort -u >"$work/texts"
[ -s "$work/texts" ] || { echo "$0: no crate is unpacked where cargo keeps them" >&2; exit 1; }

cut -d ' ' -f 1 "$work/texts" | uniq | while read -r sum; do
    grep "^$sum " "$work/texts" >"$work/same"
    printf '\n%s\n\n' '----------------------------------------------------------------------'
    cut -d ' ' -f 2 "$work/same" | uniq
    echo
    tr -d '\r' <"$(head -n 1 "$work/same" | cut -d ' ' -f 3-)"
done
