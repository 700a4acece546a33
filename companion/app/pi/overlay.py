"""A system that is read-only, with all that is written laid over it in memory (overlayroot)."""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.sentence import Sentence

MARKS = (
    "overlayroot=",
    "boot=overlay",
)  # in the kernel's command line, as raspi-config writes them
SWITCH_OFF = Sentence(
    "This Pi's system is read-only, so whatever is installed now is gone when it restarts. First "
    "run sudo raspi-config nonint disable_overlayfs and restart it."
)


def is_read_only(root: Path = Path("/")) -> bool:
    """Is the system under `root` read-only, with changes in memory?"""
    told = _read(root / "proc/cmdline").split()
    return any(word.startswith(MARKS) for word in told) and _kind_of(root, Path("/")) == "overlay"


def is_forgotten(root: Path, folder: Path) -> bool:
    """Is what is written into this folder gone when the computer is switched off?"""
    return is_read_only(root) and _kind_of(root, folder) == "overlay"


def _kind_of(root: Path, folder: Path) -> str:
    """Return the kind of file system that a folder lies on, "" if nobody knows."""
    mounts = {place: kind for place, kind in _mounts(root) if folder.is_relative_to(place)}
    return mounts[max(mounts, key=lambda place: len(place.parts))] if mounts else ""


def _mounts(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield where something is mounted, and its kind; of two at one place the later is seen."""
    for line in _read(root / "proc/mounts").splitlines():
        _, place, kind, *_ = line.split()
        yield Path(place), kind


def _read(file: Path) -> str:
    return file.read_text() if file.exists() else ""
