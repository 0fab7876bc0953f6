#!/bin/sh
# Lays out the documents of a package: those for users, with the pictures and examples that they show. A link to what
# is only in the repository becomes plain text.
#
#     packaging/documents.sh FOLDER
#
# FOLDER is such as /usr/share/doc/escaque.
set -eu
mkdir -p "$1"
folder=$(CDPATH='' cd "$1" && pwd)
cd "$(dirname "$0")/.."
cp README.md CHANGELOG.md SECURITY.md LICENSE "$folder"
cp -R LICENSES docs editors examples "$folder"
# what builds pictures, and programs in Rust
rm -rf "$folder/docs/pictures/make" "$folder/examples/assets" "$folder/examples/glinski"
text=$(mktemp)
trap 'rm -f "$text"' EXIT
absent='(\.\./)*(\.github|benches|grammar|packaging|tests|CONTRIBUTING\.md|examples/(assets|glinski))'
find "$folder" -name '*.md' | while read -r page; do
    sed -E "s,\[([^]]*)\]\(($absent)[^)]*\),\1,g" "$page" >"$text"
    cat "$text" >"$page"
done
find "$folder" -type d -exec chmod 755 {} +
find "$folder" -type f -exec chmod 644 {} +
