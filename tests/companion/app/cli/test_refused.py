"""What a command says of files that its user may not see: on an installed Pi, without sudo."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.settings import Settings
from companion.app.upkeep.choices import surely_kept
from companion.table.table import Table
from tests.support.places import ROOT

# Root without its right to look into every folder is like anybody else.
AS_ANYBODY = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search,-chown,-fowner")
NOBODY = 65534
COMMANDS = (
    "doctor",
    "doctor panel --panel mock --only red",
    "games",
    "log",
    "replay",
    "export",
    "fairness",
    "report --ask-nothing",
    "host",
    "https",
    "https on",
    "serve --port 0 --panel none",
)


@dataclass(frozen=True)
class Closed:
    """A folder of another user, and how to run a command that may not look into it."""

    folder: Path
    prefix: tuple[str, ...]

    def told(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self.prefix, sys.executable, "-m", "companion.app.cli", *arguments],
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 1, done
        return done.stderr


@pytest.fixture
def closed(tmp_path: Path) -> Closed:
    if os.geteuid() != 0:
        root = Path("/root")
        if os.access(root, os.X_OK):
            pytest.skip("no folder here is closed to this user")
        return Closed(root / "dragonbag", ())
    if shutil.which(AS_ANYBODY[0]) is None:
        pytest.skip("root may look into every folder, and there is no setpriv")
    folder = tmp_path / "dragonbag"
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")
    (folder / "dragonbag.toml").write_text("port = 80\n")
    folder.chmod(0o700)
    for file in (folder, *folder.iterdir()):
        os.chown(file, NOBODY, NOBODY)
    return Closed(folder, AS_ANYBODY)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_of_another_user_is_told_with_the_way_into_it(
    command: str, closed: Closed
) -> None:
    said = closed.told(*command.split(), "--data-dir", str(closed.folder))
    assert said.splitlines()[-1].endswith("; put sudo in front.")
    assert " belongs to the user " in said.splitlines()[-1]
    assert "Traceback" not in said


def test_so_is_a_settings_file_in_such_a_folder(closed: Closed) -> None:
    said = closed.told("games", "--settings", str(closed.folder / "dragonbag.toml"))
    assert said.startswith("dragonbag: ")
    assert said.endswith("; put sudo in front.\n")
    assert said.count("\n") == 1


def test_no_panel_is_tested_on_other_pins_than_the_tables(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert surely_kept(settings) == settings
    (tmp_path / "chosen.json").mkdir()  # as a disk that cannot read the file
    with pytest.raises(IsADirectoryError):
        surely_kept(settings)
