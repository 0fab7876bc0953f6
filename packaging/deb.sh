#!/bin/sh
# Makes a package of Debian of a program and of what is installed with it.
#
#     packaging/deb.sh PROGRAM TARGET SHARE FOLDER
#
# PROGRAM is for the TARGET of Rust, and SHARE is laid out as /usr/share is. The package is left in FOLDER. Needs
# dpkg-deb.
set -eu
program=$1 target=$2 share=$3 folder=$4
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
version=$(cd "$here" && cargo pkgid | sed 's/.*[#@]//')
# the same sources make the same package
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(cd "$here" && git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
maintainer=${MAINTAINER:-$(cd "$here" && git log -1 --format='%an <%ae>')}
case $target in
x86_64-*) architecture=amd64 ;;
aarch64-*) architecture=arm64 ;;
*) echo "$0: no architecture of Debian for $target" >&2 && exit 1 ;;
esac
case $target in
*-musl) depends='' is_static=true ;;
*) depends='Depends: libc6, libgcc-s1' is_static=false ;;
esac

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
documents=$root/usr/share/doc/escaque
install -D -m 755 "$program" "$root/usr/bin/escaque"
cp -R "$share" "$root/usr/share"
# where Debian has them; PowerShell looks nowhere by itself
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
rm -rf "$root/usr/share/powershell"
# Debian has the text of the licence, and a copyright file of its own
ln -sf ../../common-licenses/GPL-3 "$documents/LICENSE"
cp "$here/copyright" "$documents/copyright"
printf 'escaque (%s) unstable; urgency=medium\n\n  * %s\n\n -- %s  %s\n' "$version" \
    "CHANGELOG.md says what is new in this version." "$maintainer" "$(date -uRd "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$documents/changelog.gz"
find "$root/usr/share/man" -type f -exec gzip -9n {} +
if $is_static; then
    mkdir -p "$root/usr/share/lintian/overrides"
    # so that it runs on any Linux; with an address that may differ each time, it is taken for a library
    printf 'escaque: %s\n' statically-linked-binary shared-library-lacks-prerequisites \
        >"$root/usr/share/lintian/overrides/escaque"
fi
size=$(du -sk "$root" | cut -f 1)
mkdir "$root/DEBIAN"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: escaque
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
${depends:+$depends
}Section: utils
Priority: optional
Description: show, check, fix and convert games of chess and C'escacs
 Reads games of chess in PGN, and games of C'escacs (chess on hexes) in CTL-PGN,
 checks every move and shows the board after each one: in a terminal, as
 pictures, as a page for the browser, as FEN, JSON, CSV or PGN. Fixes broken
 files, answers questions about games and positions, and serves editors.
END
chmod -R u=rwX,go=rX "$root"
find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group ${DEB_COMPRESSION:--Zxz} --build "$root" "$folder/escaque_${version}_$architecture.deb" >/dev/null
