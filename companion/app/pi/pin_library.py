"""Installs lgpio, the library of the pins, if this Pi does not have it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath

from companion.app.pi.place import Place
from companion.app.pi.system_files import OPT
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence
from hardware.panel.board import read_board

PACKAGE = "python3-lgpio"
# Holds PACKAGE if apt installed it for Dragonbag, for the removal.
FETCHED = OPT / "packages"
# Looked for and not imported: lgpio makes a file where it is imported. From PyPI Python 3.13 gets
# an old package without the compiled part, which is not enough.
PROBE = (
    "from importlib.util import find_spec; "
    "raise SystemExit(not all(map(find_spec, ('lgpio', '_lgpio'))))"
)
MISSING = Sentence(
    "The buttons and lamps will not work, because their library lgpio could not be installed "
    "({why}). When the Pi has a network, run sudo apt install python3-lgpio and restart it."
)
NO_PACKAGE = Sentence("there is no package for this Python")
Way = Callable[[], None]


def fit(place: Place, folder: PurePosixPath, pip: Sequence[str], *, is_offline: bool) -> None:
    """Give the version in this folder lgpio on a Raspberry Pi: from apt, else from its extra `pi`.

    apt has it for Debian 12 and 13, with 64 and 32 bits. pip has it for Debian 12, also from a
    folder of wheels. If there is none that is told and no error: phones need no pins.
    pip: the command that installs packages for this version.
    """
    if not read_board(place.root).is_pi or _is_there(place, folder):
        return
    extra = partial(place.do, *pip, "--no-build-isolation", f"{folder / 'source'}[pi]")
    ways: tuple[Way, ...] = (extra,) if is_offline else (partial(_from_apt, place), extra)
    failures = []
    for way in ways:
        try:
            way()
        except StepFailed as error:
            failures.append(error.told)
        if place.is_dry or _is_there(place, folder):
            return
    place.note(MISSING.about(why=next(iter(failures), NO_PACKAGE)))


def forget(place: Place) -> None:
    """Let `apt autoremove` take what apt installed for Dragonbag, if nothing else needs it."""
    if place.has(FETCHED):
        place.do("apt-mark", "auto", PACKAGE)


def _is_there(place: Place, folder: PurePosixPath) -> bool:
    own = folder / "venv/bin/python"  # it sees the system's packages too
    return place.asks((str(own) if place.has(own) else "python3", "-c", PROBE))


def _from_apt(place: Place) -> None:
    place.do("apt-get", "--quiet", "update")
    place.do("apt-get", "--quiet", "--yes", "install", "--no-install-recommends", PACKAGE)
    place.write(FETCHED, PACKAGE + "\n")
