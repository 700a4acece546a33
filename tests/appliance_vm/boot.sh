#!/bin/bash
# Boot this Debian's own systemd in a throw-away user-mode Linux and try the appliance there; return
# 0 if every step of evening.sh held. Nothing outside FOLDER is written: the machine works on a layer
# of memory. Needs the packages user-mode-linux, systemd, dbus, polkitd, python3-venv and haproxy; on a
# CPU with AMX those of tests/kernel/build.sh instead of the first.
#
#   boot.sh FOLDER PYTHON      FOLDER: for wheels and clones; PYTHON: one with Dragonbag's packages
#
# LIMIT (environment): seconds until the machine is stopped, 1500; a busy computer needs more.
# PARTS: which of life,journal,versions,phone,https,overlay,image; "phone" needs "journal". All without it.
set -eu
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1" && folder=$(cd "$1" && pwd) python=$2 limit=${LIMIT:-1500} ended=0
case $folder in /tmp/*) echo "not in /tmp: the machine has one of its own" >&2; exit 1 ;; esac
kernel=linux.uml
if grep -qw amx_tile /proc/cpuinfo; then # Debian's has no room for their registers, and dies at once
    "$root/tests/kernel/build.sh" "$folder/kernel" "$here/uml.config"
    kernel=$folder/kernel/linux
fi
command -v "$kernel" > /dev/null || { echo "try: sudo apt install user-mode-linux polkitd" >&2; exit 1; }
test -x /usr/lib/systemd/systemd || { echo "try: sudo apt install systemd dbus" >&2; exit 1; }
test -x /usr/sbin/haproxy || { echo "try: sudo apt install haproxy" >&2; exit 1; }

# The machine's Python is the system's, as on a Pi: the wheels are for that one.
mkdir -p "$folder/wheels" "$folder/out" && rm -f "$folder"/out/*
/usr/bin/python3 -c 'import ensurepip' || { echo "try: sudo apt install python3-venv" >&2; exit 1; }
tag=$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
"$python" -m pip --disable-pip-version-check --quiet download --require-hashes --no-deps --only-binary :all: \
    --python-version "$tag" --requirement "$root/requirements.lock" --dest "$folder/wheels"
for version in now newer broken; do
    rm -rf "${folder:?}/$version" && mkdir "$folder/$version"
    (cd "$root" && tar c --exclude=__pycache__ companion hardware web_ui pyproject.toml \
        requirements.lock README.md LICENSE wiring/dragonbag.service) | tar x -C "$folder/$version"
done
sed -i 's/^__version__ = .*/__version__ = "9.9.9"/' "$folder/newer/companion/__init__.py"
sed -i 's/^__version__ = .*/__version__ = "9.9.10"/' "$folder/broken/companion/__init__.py"
# It starts when it is tried, and ends when systemd starts it.
sed -i '0,/^import /s//import os\nif os.environ.get("NOTIFY_SOCKET"):\n    raise SystemExit("broken")\nimport /' \
    "$folder/broken/companion/app/serve/__init__.py"

# A release as its makers publish it, signed, with a number between the two: the caretaker installs it.
rm -rf "${folder:?}/release" "$folder/dragonbag-9.9.8" "$folder"/key* && mkdir "$folder/release"
cp -r "$folder/now" "$folder/dragonbag-9.9.8"
sed -i 's/^__version__ = .*/__version__ = "9.9.8"/' "$folder/dragonbag-9.9.8/companion/__init__.py"
cp "$root/CHANGELOG.md" "$folder/dragonbag-9.9.8/"
tar czf "$folder/release/dragonbag-9.9.8.tar.gz" -C "$folder" dragonbag-9.9.8
(cd "$folder/release" && sha256sum dragonbag-9.9.8.tar.gz > SHA256SUMS)
ssh-keygen -q -t ed25519 -N "" -f "$folder/key"
ssh-keygen -q -Y sign -f "$folder/key" -n dragonbag-release "$folder/release/SHA256SUMS"

timeout -k 5 "$limit" "$kernel" mem=2G root=/dev/root rootfstype=hostfs hostfs=/ ro quiet loglevel=3 \
    panic=-1 "init=$here/stage1.sh" "VM_FOLDER=$folder" "VM_HOME=$here" "VM_PARTS=${PARTS:-all}" \
    con=null con0=null,fd:1 con1=null,fd:1 console=tty1 > "$folder/out/console" 2>&1 < /dev/null || ended=$?
touch "$folder/out/log" && cat "$folder/out/log"
test "$ended" != 124 && test "$ended" != 137 || echo "WRONG stopped after $limit s, in the step after the last; LIMIT=3600 waits longer" >&2
tail -n 1 "$folder/out/log" | grep -qx "every step held"
