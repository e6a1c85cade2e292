#!/bin/sh
# Installs the other browsers that `npm run test:deep` walks the product in (Firefox, and WebKit with a display) from
# Debian's packages (tests only, never shipped). It does nothing where they are there already, and never fails: what
# cannot be had is said here, and left out by the tests, which say so as well.
set -u

missing=''
want() { command -v "$1" >/dev/null || missing="$missing $2"; }
want firefox-esr firefox-esr
want WebKitWebDriver webkit2gtk-driver
want Xvfb xvfb
[ -n "$missing" ] || exit 0

leave_out() {
  echo "The walk through other browsers goes without$missing: $1." >&2
  exit 0
}
command -v apt-get >/dev/null || leave_out "Debian's packages cannot be had here"
[ "$(id -u)" = 0 ] || leave_out 'only root can install them'

# A mirror that does not answer is not waited for.
apt() {
  seconds=$1
  shift
  DEBIAN_FRONTEND=noninteractive timeout --kill-after=10 "$seconds" apt-get --quiet=2 \
    --option Acquire::Retries=2 --option Acquire::http::Timeout=20 --option DPkg::Lock::Timeout=60 "$@" >/dev/null 2>&1
}

apt 90 update
# Each by itself: one that cannot be had takes no other one along.
for package in $missing; do
  apt 240 install --yes --no-install-recommends "$package" ||
    echo "The walk through other browsers goes without $package, which could not be installed." >&2
done
exit 0
