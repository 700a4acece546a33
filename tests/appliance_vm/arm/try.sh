#!/bin/bash
# Try Dragonbag on Debian's own ARM packages: wheels, cube reader, install, a game, a Pi's lamps. One line
# for each step; the first that fails ends it. Root only, on Debian x86_64; an hour or more, 5 GB.
#
#   try.sh CACHE PYTHON [PART]...     PART: bookworm, trixie, armhf (default: all three)
#
# CACHE keeps the roots for the next time. PYTHON: one with Dragonbag's packages and OpenCV.
set -eu
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
pip='.venv/bin/pip install --require-hashes'
machine() { # machine NAME BOARD SCRIPT FILE...: its own steps are told line by line
    local files=()
    for each in steps.sh "${@:4}"; do files+=(-f "$here/$each"); done
    LIMIT=1800 "$here/boot.sh" "$cache" "$1" "$2" "${files[@]}" -a iomem=relaxed "$here/$3" | sed -u "/^\(ok\|WRONG\) /s/\$/ ($2)/"
}
read_here() { (cd "$root" && "$python" "$here/reading.py" tests/data/photos $photos) > "$cache/read-here"; }
read_there() { inside "$1" ".venv/bin/python reading.py tests/data/photos $photos" > "$cache/read-there"; }

whole() { # whole SUITE: 64 bits
    local name=$1-arm64
    echo "# $name"
    step "Debian $1, its kernel" "$here/setup.sh" "$cache" "$1"
    clone "$cache/$name"
    step "a virtual environment" inside "$cache/$name" "python3 -m venv --clear .venv"
    step "all packages are wheels" inside "$cache/$name" "$pip --only-binary :all: -r requirements.lock"
    step "the program" inside "$cache/$name" ".venv/bin/pip install --no-deps --no-build-isolation -e ."
    step "wheels to install from" inside "$cache/$name" \
        ".venv/bin/pip download --require-hashes --only-binary :all: -r requirements.lock -d /srv/wheels"
    machine "$name" virt installed.sh game.py
    test "$1" != bookworm || lamps "$name"
    step "OpenCV is a wheel" inside "$cache/$name" "$pip --only-binary :all: -r requirements-camera.lock"
    step "$photos photographs, here" read_here
    step "$photos photographs, there" read_there "$cache/$name"
    step "the readings are equal" diff "$cache/read-here" "$cache/read-there"
}
lamps() { # PyPI has lgpio for the Python of Debian 12 alone
    step "lgpio and RPi.GPIO" inside "$cache/$1" ".venv/bin/pip install --no-build-isolation --target /srv/pins lgpio RPi.GPIO"
    machine "$1" raspi3b lamps.sh lamps.py
}
half() { # 32 bits, as far as the packages go: laid out and not set up, so without a boot
    local name=bookworm-armhf
    echo "# $name"
    step "Debian bookworm" "$here/setup.sh" "$cache" bookworm armhf
    clone "$cache/$name"
    step "a virtual environment" inside "$cache/$name" "python3 -m venv --clear .venv"
    step "msgspec is compiled" inside "$cache/$name" "CC=gcc $pip -r requirements.lock"
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
