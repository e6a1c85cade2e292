#!/bin/sh
# Installs the server that speaks MongoDB's protocol, which the MongoDB contract suites run against (tests only, never shipped).
# It goes into a virtual environment of the checkout and does nothing where the right version is there already.
set -eu
cd "$(dirname "$0")/.."

version=0.7.0b3
mark=".venv/secantusdb-$version"

if [ -e "$mark" ] && .venv/bin/python -c '' 2>/dev/null; then exit 0; fi
python=$(command -v python3) || {
  echo 'python3 (with venv) is needed for the server of the MongoDB suites.' >&2
  exit 1
}
"$python" -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check "secantusdb==$version"
touch "$mark"
