"""A fourth game, Nim (tests/contract/toy), is added to a copy of the repository and tested there.

It touches the files that CONTRIBUTING.md lists under "Adding a game", and no others.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

pytestmark = pytest.mark.slow

TOY = ROOT / "tests" / "contract" / "toy"
BULLET = re.compile(r"^- `([^`]*/[^`]*)`(.*)$", re.MULTILINE)
OPTIONAL = ("(optional)", "(only with")
SKIPPED = shutil.ignore_patterns("__pycache__", "photos", "toy", "training", "weights")
# Registry -> (what to find, what to write instead): an import and an entry.
THE_GAMES = "from companion.games.the_game import THE_GAME\n"
REGISTRIES: dict[str, tuple[tuple[str, str], ...]] = {
    "companion/games/__init__.py": (
        (THE_GAMES, "from companion.games.nim import NIM\n" + THE_GAMES),
        (r"GRAVE_ROBBERS\)", "GRAVE_ROBBERS, NIM)"),
    ),
    "web_ui/views.py": (
        ("\nfrom", "\nfrom web_ui.games.nim.view import VIEW as NIM\nfrom"),
        (r'("grave_robbers": \w+),\n', r'\1,\n    "nim": NIM,\n'),
    ),
}
OPTIONAL_REGISTRIES: dict[str, tuple[tuple[str, str], ...]] = {
    "hardware/panel/faces/__init__.py": (
        ("\nfrom", "\nfrom hardware.panel.faces.nim import NIM_FACE\nfrom"),
        (r'("grave_robbers": \w+),\n', r'\1,\n    "nim": NIM_FACE,\n'),
    ),
    "companion/app/demo.py": (
        ("\nfrom", "\nfrom companion.games.nim.bot import BOT as NIM\nfrom"),
        (r'("grave_robbers": \w+),\n', r'\1,\n    "nim": NIM,\n'),
    ),
}

REPORT = "from tests.support.contract import lacking; print(*lacking.report())"
OPTIONAL_FILES = ("companion/games/nim/bot.py", "hardware/panel/faces/nim.py")


def copied(target: Path) -> Path:
    """Copy what the contract needs of the repository."""
    for folder in ("companion", "hardware", "web_ui", "tests"):
        shutil.copytree(ROOT / folder, target / folder, ignore=SKIPPED)
    for file in ("pyproject.toml", "babel.cfg"):
        shutil.copy(ROOT / file, target)
    return target


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def add_the_game(repository: Path, *, is_whole: bool) -> set[str]:
    """Add Nim as a contributor would, and return the files that were made or changed."""
    before = contents(repository)
    shutil.copytree(TOY, repository, dirs_exist_ok=True, ignore=SKIPPED)
    registries = REGISTRIES | (OPTIONAL_REGISTRIES if is_whole else {})
    for path, changes in registries.items():
        text = (repository / path).read_text()
        for found, written in changes:
            text, times = re.subn(found, written, text, count=1)
            assert times == 1, f"{path} has no {found}"
        (repository / path).write_text(text)
    for path in () if is_whole else OPTIONAL_FILES:
        (repository / path).unlink()
    return {path for path, text in contents(repository).items() if before.get(path) != text}


def listed(*, is_whole: bool) -> set[str]:
    """Return the files and folders that CONTRIBUTING.md lists for a new game."""
    section = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Adding a game\n")[2]
    bullets = BULLET.findall(section.partition("\n## ")[0])
    return {
        path.replace("<name>", "nim")
        for path, what in bullets
        if is_whole or not any(word in what for word in OPTIONAL)
    }


def place_of(file: str, places: set[str]) -> str:
    """Return the listed file or folder that a file is or lies in, or the file itself."""
    return next((each for each in places if each == file or file.startswith(each)), file)


def run_tests(repository: Path) -> subprocess.CompletedProcess[str]:
    """Run the contract for Nim, its own tests and the import table in the copy."""
    tests = ("tests/contract", "tests/test_architecture.py", "tests/companion/games/nim")
    chosen = ("-k", "nim or architecture", "-p", "no:cacheprovider", "-p", "no:xdist")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", *chosen, *tests],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.mark.parametrize("is_whole", [True, False], ids=["with bot and face", "bare"])
def test_a_fourth_game_touches_only_what_contributing_lists(tmp_path: Path, is_whole: bool) -> None:
    repository = copied(tmp_path)
    touched, places = add_the_game(repository, is_whole=is_whole), listed(is_whole=is_whole)
    assert {place_of(file, places) for file in touched} == places
    ran = run_tests(repository)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert "deselected" in ran.stdout


def test_what_the_fourth_game_lacks_is_told(tmp_path: Path) -> None:
    repository = copied(tmp_path)
    add_the_game(repository, is_whole=False)
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.support.contract.lacking import report; print(*report())",
        ],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    assert "nim does without a face on the panel, a bot, a translation (ja)" in told
