"""Locks name every package that is needed: `pip` is told to ask for no others."""

import re
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.places import ROOT


def locked(name: str) -> set[str]:
    """Return the packages of a lock that this Python on this computer needs."""
    lines = re.findall(r"^([a-z].*?) ?\\$", (ROOT / name).read_text(), re.MULTILINE)
    wanted = [Requirement(line) for line in lines]
    return {
        canonicalize_name(each.name)
        for each in wanted
        if each.marker is None or each.marker.evaluate()
    }


def needed(name: str, extras: frozenset[str] = frozenset()) -> set[tuple[str, frozenset[str]]]:
    """Return what one installed package needs, with the extras that it asks for."""
    wanted = [Requirement(each) for each in metadata.requires(name) or ()]
    return {
        (canonicalize_name(each.name), frozenset(each.extras))
        for each in wanted
        if each.marker is None
        or any(each.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    }


@pytest.mark.parametrize(
    "lock", ["requirements.lock", "requirements-camera.lock", "requirements-venue.lock",
             "requirements-dev.lock"]
)  # fmt: skip
def test_a_lock_holds_all_that_its_packages_need(lock: str) -> None:
    names = locked(lock)
    assert "gpiozero" in names
    left = {(name, frozenset[str]()) for name in names}
    seen: set[tuple[str, frozenset[str]]] = set()
    while left:
        each = left.pop()
        seen.add(each)
        left |= needed(*each) - seen
    assert {name for name, _ in seen} <= names


def test_pip_takes_only_what_a_lock_names() -> None:
    """A newer release, wanted with an extra, would be refused as one without a hash."""
    told = [
        line
        for path in ("Makefile", "companion/app/pi/versions.py")
        for line in (ROOT / path).read_text().splitlines()
        if "--require-hashes" in line and "audit" not in line
    ]
    assert len(told) == 8
    assert [line for line in told if "--no-deps" not in line] == []
