#!/bin/sh
# Packs programs for those who have no Rust: an archive for each target, a package of Debian for each static program
# for Linux, and their checksums.
#
#     cargo run --locked --example assets -- target/share
#     packaging/pack.sh PROGRAMS
#
# PROGRAMS has a folder for each target, named after it, with the program in it. What is packed is left in target/dist.
# An archive holds bin/ and share/, so it can be unpacked into /usr/local or ~/.local. Needs GNU tar, zip for Windows
# and cargo-deb for Debian.
set -eu
programs=$(CDPATH='' cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(cargo pkgid | sed 's/.*[#@]//')
# the same sources make the same archives
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# of the packages of Debian
maintainer=${MAINTAINER:-$(git log -1 --format='%an <%ae>')}

documents=target/share/doc/escaque
rm -rf target/dist "$documents"
mkdir -p target/dist "$documents/examples"
cp README.md CHANGELOG.md LICENSE "$documents"
cp -r LICENSES "$documents"
cp examples/*.pgn examples/*.ctl-pgn "$documents/examples"
packaging/licences.sh >"$documents/THIRD-PARTY.txt"

for folder in "$programs"/*/; do
    target=$(basename "$folder")
    name=escaque-$version-$target
    work=$(mktemp -d)
    mkdir -p "$work/$name/bin"
    cp "$folder"escaque* "$work/$name/bin"
    cp -r target/share "$work/$name"
    chmod -R u=rwX,go=rX "$work/$name"
    chmod 755 "$work/$name"/bin/*
    case $target in
    *-windows-*)
        find "$work" -exec touch -d "@$epoch" {} +
        (cd "$work" && find "$name" | LC_ALL=C sort | zip -qX9 "$OLDPWD/target/dist/$name.zip" -@)
        ;;
    *)
        tar -C "$work" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner -cf - "$name" |
            gzip -9n >"target/dist/$name.tar.gz"
        ;;
    esac
    case $target in
    *-linux-musl)
        # where cargo-deb looks for a program that cargo has built
        install -D "$work/$name/bin/escaque" "target/$target/release/escaque"
        SOURCE_DATE_EPOCH=$epoch cargo deb --no-build --no-strip --locked --target "$target" \
            --maintainer "$maintainer" --output target/dist/
        ;;
    esac
    rm -rf "$work"
done
(cd target/dist && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
