"""Does a lock file name every package that is needed? `pip` is told to ask for no others.

Ask in the venv that was made of the lock, since only there the packages say what they need:

    python -m tests.companion.app.pi.packages.locks requirements-release.lock
"""

import re
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def locked(lock: Path) -> set[str]:
    """Return the packages of a lock that this Python on this computer needs."""
    lines = re.findall(r"^([a-z].*?) ?\\$", lock.read_text(), re.MULTILINE)
    wanted = [Requirement(line) for line in lines]
    return {
        canonicalize_name(each.name)
        for each in wanted
        if each.marker is None or each.marker.evaluate()
    }


def missing(lock: Path) -> set[str]:
    """Return what the packages of a lock need, directly or not, and the lock does not name."""
    names = locked(lock)
    left = {(name, frozenset[str]()) for name in names}
    seen: set[tuple[str, frozenset[str]]] = set()
    while left:
        each = left.pop()
        seen.add(each)
        left |= _needed(*each) - seen
    return {name for name, _ in seen} - names


def _needed(name: str, extras: frozenset[str]) -> set[tuple[str, frozenset[str]]]:
    """Return what one installed package needs, with the extras that it asks for."""
    wanted = [Requirement(each) for each in metadata.requires(name) or ()]
    return {
        (canonicalize_name(each.name), frozenset(each.extras))
        for each in wanted
        if each.marker is None
        or any(each.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    }


if __name__ == "__main__":
    for lock in map(Path, sys.argv[1:]):
        if forgotten := missing(lock):
            sys.exit(f"{lock} does not name: {', '.join(sorted(forgotten))}")
