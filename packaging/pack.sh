#!/bin/sh
# Packs programs for those who have no Rust: an archive for each target, a package of Debian for each static program
# for Linux, and their checksums.
#
#     cargo run --locked --example assets -- target/share
#     packaging/pack.sh PROGRAMS
#
# PROGRAMS has a folder for each target, named after it, with the program in it. What is packed is left in target/dist.
# An archive holds bin/ and share/, so it can be unpacked into /usr/local or ~/.local. Needs GNU tar, zip for Windows,
# dpkg-deb for Debian and, for the list of all crates (SBOM), cargo-cyclonedx.
set -eu
programs=$(CDPATH='' cd "$1" && pwd)
cd "$(dirname "$0")/.."
version=$(cargo pkgid | sed 's/.*[#@]//')
# the same sources make the same archives
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

export SOURCE_DATE_EPOCH="$epoch"

documents=target/share/doc/escaque
rm -rf target/dist "$documents"
mkdir -p target/dist
packaging/documents.sh "$documents"
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
        packaging/deb.sh "$work/$name/bin/escaque" "$target" target/share target/dist
        ;;
    esac
    rm -rf "$work"
done
if command -v cargo-cyclonedx >/dev/null; then
    cargo cyclonedx --quiet --format json --all-features --target all --override-filename "escaque-$version.cdx"
    mv "escaque-$version.cdx.json" target/dist
else
    echo 'SKIPPED: no list of crates, since cargo-cyclonedx is not here' >&2
fi
(cd target/dist && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
