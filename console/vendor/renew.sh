#!/usr/bin/env bash
# Fetches the two libraries of the page again with npm, and compares them with SHA256SUMS.
# Another version: change it here, run 'renew.sh --accept', which writes SHA256SUMS anew, and read THIRD-PARTY-NOTICES.md.
set -eu

charts=lightweight-charts@5.2.1
htm=htm@3.1.1

here=$(CDPATH='' cd -P "$(dirname "$0")" && pwd)
page=$here/../src/main/resources/io/daybook/console
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch PACKAGE FILE NAME: a file of a package, under its name in the page.
fetch() {
    mkdir "$work/${1%@*}"
    (cd "$work/${1%@*}" && npm pack --silent "$1" >/dev/null && tar -xzf ./*.tgz)
    cp "$work/${1%@*}/package/$2" "$page/$3"
    cp "$work/${1%@*}/package/LICENSE" "$here/LICENSE-${1%@*}"
}

fetch "$charts" dist/lightweight-charts.standalone.production.mjs lightweight-charts.js
fetch "$htm" preact/standalone.module.js preact.js

cd "$page"
if [ "${1:-}" = --accept ]; then
    sha256sum lightweight-charts.js preact.js >"$here/SHA256SUMS"
fi
sha256sum -c "$here/SHA256SUMS"
