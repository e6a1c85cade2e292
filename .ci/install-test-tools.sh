#!/bin/sh
# Installs what tests alone need and nobody ships: the server that speaks MongoDB's protocol, which the MongoDB contract suites
# run against, and a verifier of transparency logs that others wrote, which checks our proofs.
# They go into a virtual environment of the checkout; nothing is done where the right versions are there already.
set -eu
cd "$(dirname "$0")/.."

server=0.7.0b3
verifier=0.2.1
mark=".venv/secantusdb-$server-aics-tlog-$verifier"

if [ -e "$mark" ] && .venv/bin/python -c '' 2>/dev/null; then exit 0; fi
python=$(command -v python3) || {
  echo 'python3 (with venv) is needed for the server of the MongoDB suites and for the verifier of proofs.' >&2
  exit 1
}
"$python" -m venv --clear .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check "secantusdb==$server"
# It asks for a newer Python than what it does takes.
.venv/bin/python -m pip install --quiet --disable-pip-version-check --ignore-requires-python "aics-tlog==$verifier"
touch "$mark"
