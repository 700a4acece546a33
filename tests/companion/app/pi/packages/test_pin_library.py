"""Installing on a Pi brings the library of the pins, from wherever this Pi can have it."""

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import pytest

from companion.app.pi import versions
from companion.app.pi.install import install, uninstall
from companion.app.pi.pin_library import PACKAGE, PROBE
from companion.app.pi.place import NOT_RUN, Place, succeeds
from companion.engine.errors import StepFailed
from tests.support.places import ROOT
from tests.support.scratch_pi import Pi, new_pi

PYTHON = str(versions.folder_of(versions.name_of(ROOT)) / "venv/bin/python")
ASKS = {f"{python} -c {PROBE}" for python in ("python3", PYTHON)}
APT, EXTRA = f"apt-get --quiet --yes install --no-install-recommends {PACKAGE}", "source[pi]"


@dataclass
class Shop:
    """A Pi, and whether apt and pip have lgpio for it."""

    pi: Pi
    apt: bool = True
    pip: bool = True

    def run(self, words: tuple[str, ...]) -> bool:
        self.pi.run(words)
        line = " ".join(words)
        if line.startswith("apt-get") and not self.apt:
            raise StepFailed(NOT_RUN.about(command=line, why="no network"))
        if line == APT or (line.endswith(EXTRA) and self.pip):
            self.pi.has |= ASKS
        return True

    def place(self, *, is_dry: bool = False) -> Place:
        return replace(self.pi.place(is_dry=is_dry), run=self.run)

    def fetched(self) -> list[str]:
        """Return how lgpio was asked for."""
        lines = (" ".join(words) for words in self.pi.ran)
        return ["apt" if line == APT else "pip" for line in lines if line.endswith((APT, EXTRA))]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    pi = new_pi(tmp_path)
    (pi.root / "proc/device-tree").mkdir(parents=True)
    (pi.root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    return Shop(pi)


def test_a_pi_without_lgpio_gets_it_from_apt_before_the_table_starts(shop: Shop) -> None:
    install(shop.place(), ROOT)
    commands = [" ".join(words) for words in shop.pi.ran]
    assert shop.fetched() == ["apt"]
    assert commands.index("apt-get --quiet update") + 1 == commands.index(APT)
    assert commands.index(APT) < commands.index("systemctl restart dragonbag.service")
    assert not any("could not be installed" in line for line in shop.pi.told)


def test_a_pi_that_has_it_asks_nobody(shop: Shop) -> None:
    shop.pi.has |= ASKS
    install(shop.place(), ROOT)
    assert shop.fetched() == []


def test_a_computer_that_is_no_pi_gets_none(tmp_path: Path) -> None:
    pi = new_pi(tmp_path)
    install(pi.place(), ROOT)
    assert Shop(pi).fetched() == []


def test_an_installation_from_before_gets_it_when_installed_again(shop: Shop) -> None:
    shop.pi.has |= ASKS
    install(shop.place(), ROOT)
    shop.pi.has.clear()
    install(shop.place(), ROOT)
    assert shop.fetched() == ["apt"]


def test_where_apt_has_none_pip_is_asked(shop: Shop) -> None:
    shop.apt = False
    install(shop.place(), ROOT)
    assert shop.fetched() == ["pip"]  # the list of packages could not be had
    assert not any("could not be installed" in line for line in shop.pi.told)


def test_without_a_network_it_comes_from_the_wheels(shop: Shop) -> None:
    install(shop.place(), ROOT, wheels=Path("/media/stick"))
    assert shop.fetched() == ["pip"]
    (asked,) = (words for words in shop.pi.ran if words[-1].endswith(EXTRA))
    assert asked[0] == PYTHON
    assert asked[asked.index("--find-links") + 1] == "/media/stick"


@pytest.mark.parametrize(("apt", "why"), [(False, "no network"), (True, "no package for this")])
def test_a_table_without_it_is_served_and_the_cure_is_said(shop: Shop, apt: bool, why: str) -> None:
    shop.apt = shop.pip = False
    install(shop.place(), ROOT, wheels=Path("/media/stick") if apt else None)
    (told,) = (line for line in shop.pi.told if "lgpio could not be installed" in line)
    assert why in told
    assert "sudo apt install python3-lgpio" in told
    assert shop.pi.ran[-1] == ("systemctl", "restart", "dragonbag.service")


def test_a_dry_run_says_that_apt_would_be_asked(shop: Shop) -> None:
    before = shop.pi.files()
    install(shop.place(is_dry=True), ROOT)
    assert f"would run {APT}" in shop.pi.told
    assert shop.pi.ran == []
    assert shop.pi.files() == before


def test_removing_leaves_the_library_to_apt_only_if_apt_brought_it(shop: Shop) -> None:
    install(shop.place(), ROOT)
    uninstall(shop.place())
    assert ("apt-mark", "auto", PACKAGE) in shop.pi.ran
    shop.pi.ran.clear()
    install(shop.place(), ROOT)  # it is there by now
    uninstall(shop.place())
    assert ("apt-mark", "auto", PACKAGE) not in shop.pi.ran


def test_the_question_is_answered_by_a_real_python(tmp_path: Path) -> None:
    python = PurePosixPath("/usr/bin/python3")
    for name in ("lgpio", "_lgpio"):
        assert not succeeds(("env", f"PYTHONPATH={tmp_path}", str(python), "-S", "-c", PROBE))
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n")
    assert succeeds(("env", f"PYTHONPATH={tmp_path}", str(python), "-S", "-c", PROBE))
