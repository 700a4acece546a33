"""Locks name every package that is needed: `pip` is told to ask for no others."""

import re
from pathlib import Path

import pytest

from tests.companion.app.pi.packages.locks import locked, missing
from tests.support.places import ROOT

IN_THIS_VENV = ("requirements.lock", "requirements-camera.lock", "requirements-venue.lock",
                "requirements-dev.lock")  # fmt: skip


@pytest.mark.parametrize("lock", IN_THIS_VENV)
def test_a_lock_holds_all_that_its_packages_need(lock: str) -> None:
    assert "gpiozero" in locked(ROOT / lock)
    assert missing(ROOT / lock) == set()


def test_a_package_that_a_lock_forgets_is_found_also_behind_others_and_extras(
    tmp_path: Path,
) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text("flask==3 \\\n    --hash=sha256:0\npytest-cov==6 \\\n    --hash=sha256:0\n")
    found = missing(lock)
    assert {"werkzeug", "jinja2", "markupsafe"} <= found, "what flask needs, and what jinja2 needs"
    assert {"coverage", "pytest"} <= found
    assert "flask" not in found


def test_a_lock_whose_packages_are_not_here_is_checked_where_they_are_installed() -> None:
    made = (ROOT / "Makefile").read_text()
    made = made.replace("$(MUTANTS_LOCK)", "tests/bench/mutants/requirements.lock")
    checked = set(re.findall(r"python -m tests\.companion\.app\.pi\.packages\.locks (\S+)", made))
    locks = {str(path.relative_to(ROOT)) for path in ROOT.glob("requirements*.lock")}
    locks |= {"tests/bench/mutants/requirements.lock"}
    assert checked == locks - set(IN_THIS_VENV)
    for lock in checked:
        assert f"--no-deps --requirement {lock}\n" in made


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
