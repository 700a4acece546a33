#!/bin/bash
# Try Dragonbag on Debian's own ARM packages: wheels, cube reader, install, a game, a Pi's lamps. One line
# for each step; the first that fails ends it. Root only, on Debian x86_64; 5 GB.
#
#   try.sh CACHE PYTHON [PART]...     PART: bookworm, trixie, armhf (default: all three)
#
# STEADY=1 (environment): the booted machines count instructions in place of seconds. Theirs are then no longer
# those of the clock, and on a computer with much other work nothing in them runs out of time.
#
# CACHE keeps the roots for the next time. PYTHON: one with Dragonbag's packages and OpenCV.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$1" && cache=$(cd "$1" && pwd) python=$(cd "$(dirname "$2")" && pwd)/$(basename "$2"); shift 2
. "$here/steps.sh"
photos=4

clone() { # the working tree, as it is now
    rm -rf "$1/srv/dragonbag" && mkdir -p "$1/srv/dragonbag"
    (cd "$root" && git ls-files -z | tar c --null --files-from -) | tar x -C "$1/srv/dragonbag"
    cp "$here/reading.py" "$1/srv/dragonbag/"
}
inside() { # inside ROOT COMMAND: in the clone
    "$here/chroot.sh" "$1" -- sh -ec "cd /srv/dragonbag && $2"
}
# What pip in the machine would take, pip here finds by its tags, without an emulated processor.
tags() { # tags SUITE: what the Python of this Debian takes
    case $1 in bookworm) echo --python-version 3.11 ;; *) echo --python-version 3.13 ;; esac
    echo --implementation cp --only-binary :all:
    for glibc in 2_17 2_27 2_28 2_31 2_34 2_35 2_36; do echo --platform "manylinux_${glibc}_aarch64"; done
    echo --platform manylinux2014_aarch64
}
wheels() { # wheels SUITE FOLDER WHAT...: fetch wheels for 64 bits
    "$python" -m pip --disable-pip-version-check download -q $(tags "$1") --dest "$cache/$1-arm64/srv/$2" "${@:3}"
}
lay() { # lay SUITE FROM TO WHAT...: lay out what these wheels hold
    "$python" -m pip --disable-pip-version-check install -q $(tags "$1") --no-index --find-links "$cache/$1-arm64/srv/$2" \
        --upgrade --target "$cache/$1-arm64/srv/$3" "${@:4}"
}
machine() { # machine NAME BOARD SCRIPT FILE...: its own steps are told line by line
    local files=()
    for each in steps.sh "${@:4}"; do files+=(-f "$here/$each"); done
    LIMIT=${LIMIT:-3600} "$here/boot.sh" "$cache" "$1" "$2" "${files[@]}" -a iomem=relaxed "$here/$3" | sed -u "/^\(ok\|WRONG\) /s/\$/ ($2)/"
}
read_here() { (cd "$root" && "$python" "$here/reading.py" tests/data/photos $photos) > "$cache/read-here"; }
read_there() {
    inside "$1" "PYTHONPATH=.:/srv/packages:/srv/camera python3 reading.py tests/data/photos $photos" > "$cache/read-there"
}

whole() { # whole SUITE: 64 bits
    local name=$1-arm64
    echo "# $name"
    step "Debian $1 laid out, its kernel" "$here/setup.sh" "$cache" "$1"
    clone "$cache/$name"
    step "all packages are wheels" wheels "$1" wheels --require-hashes --no-deps -r "$root/requirements.lock"
    step "they are laid out" lay "$1" wheels packages --require-hashes --no-deps -r "$root/requirements.lock"
    machine "$name" virt installed.sh game.py
    test "$1" != bookworm || lamps "$1"
    step "OpenCV is a wheel" wheels "$1" eyes --require-hashes --no-deps -r "$root/requirements-camera.lock"
    step "it is laid out" lay "$1" eyes camera --require-hashes --no-deps -r "$root/requirements-camera.lock"
    step "$photos photographs, here" read_here
    step "$photos photographs, there" read_there "$cache/$name"
    step "the readings are equal" diff "$cache/read-here" "$cache/read-there"
}
lamps() { # PyPI has lgpio for the Python of Debian 12 alone; RPi.GPIO is Debian's
    step "lgpio is a wheel" wheels "$1" lamps lgpio
    step "it is laid out" lay "$1" lamps pins lgpio
    machine "$1-arm64" raspi3b lamps.sh lamps.py
}
half() { # 32 bits, as far as the packages go: laid out and not set up, so without a boot
    local name=bookworm-armhf
    echo "# $name"
    step "Debian bookworm" "$here/setup.sh" "$cache" bookworm armhf
    clone "$cache/$name"
    step "a virtual environment" inside "$cache/$name" "python3 -m venv --clear .venv"
    step "msgspec is compiled" inside "$cache/$name" "CC=gcc .venv/bin/pip install --require-hashes --no-deps -r requirements.lock"
    step "the program" inside "$cache/$name" ".venv/bin/pip install --no-deps --no-build-isolation -e ."
    cp "$here/game.py" "$cache/$name/srv/"
    step "a game over the API" inside "$cache/$name" '
        .venv/bin/dragonbag serve --host 127.0.0.1 --port 18123 --panel mock --data-dir /tmp/data > /tmp/told &
        until key=$(sed -n "s|^Host:.*/join/||p" /tmp/told) && test -n "$key"; do kill -0 $! && sleep 1; done
        python3 /srv/game.py "$key" 18123; kill $!'
}

test $# != 0 || set -- bookworm trixie armhf
for part; do
    case $part in armhf) half ;; *) whole "$part" ;; esac
done
echo "every step held"
