"""The recipe of an image: what it puts in can be installed, and the first start installs that."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.pi import versions
from companion.app.pi.system_files import LOCKED_DOWN
from tests.support.places import ROOT

IMAGE = ROOT / "companion/app/pi/image"
STEP = IMAGE / "stage-dragonbag/00-dragonbag"
SCRIPTS = (IMAGE / "stage-dragonbag/prerun.sh", STEP / "01-run.sh", STEP / "02-run-chroot.sh")
UNIT = "etc/systemd/system/dragonbag-first-boot.service"


@pytest.fixture
def rootfs(tmp_path: Path) -> Path:
    """An image's files after the step that copies the program."""
    subprocess.run(
        STEP / "01-run.sh", cwd=STEP, env=os.environ | {"ROOTFS_DIR": str(tmp_path)}, check=True
    )
    return tmp_path


def test_pi_gen_runs_the_scripts() -> None:
    assert all(os.access(script, os.X_OK) for script in SCRIPTS)
    for script in (*SCRIPTS, IMAGE / "config"):
        subprocess.run(("bash", "-n", script), check=True)


def test_the_copied_program_is_this_one(rootfs: Path) -> None:
    source = rootfs / "usr/local/src/dragonbag"
    assert versions.is_source(source)
    assert versions.name_of(source) == versions.name_of(ROOT)


def test_the_first_start_gives_a_command_that_there_is(
    rootfs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unit = (rootfs / UNIT).read_text().replace("\\\n", " ")
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    words = shlex.split(command.replace("/usr/local/src", f"{rootfs}/usr/local/src"))
    assert words[1:3] == ["-m", "companion.app.cli"]
    assert main([*words[3:], "--root", str(tmp_path / "pi"), "--dry-run"]) == 0
    assert "would run systemctl enable dragonbag.service" in capsys.readouterr().out
    (card,) = re.findall(r"^ExecStartPost=-/usr/local/bin/dragonbag (.*)$", unit, re.MULTILINE)
    words = shlex.split(card.replace("/boot/firmware", str(tmp_path)))
    assert main([*words, "--data-dir", str(tmp_path)]) == 0
    assert "10.42.0.1" in (tmp_path / "dragonbag-card.svg").read_text()


def test_the_first_start_is_locked_down_as_the_other_units_are() -> None:
    unit = STEP / "files" / Path(UNIT).name
    assert LOCKED_DOWN in unit.read_text()
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    judged = {
        bound: subprocess.run(
            ["systemd-analyze", "security", "--offline=true", f"--threshold={bound}", unit],
            capture_output=True,
            check=False,
        ).returncode
        for bound in (20, 1)
    }
    assert judged[20] == 0, "an exposure of at most 2.0, although it is root"
    assert judged[1] != 0, "the check can fail"


def test_the_first_start_may_write_what_is_installed(rootfs: Path, tmp_path: Path) -> None:
    (allowed,) = re.findall(r"^ReadWritePaths=(.*)$", (rootfs / UNIT).read_text(), re.MULTILINE)
    folders = [path.removeprefix("-") for path in allowed.split()]
    pi = tmp_path / "pi"
    source = rootfs / "usr/local/src/dragonbag"
    assert main(["install", "--source", str(source), "--root", str(pi)]) == 0
    written = {f"/{path.relative_to(pi)}" for path in pi.rglob("*") if not path.is_dir()}
    assert len(written) > 20
    assert not [path for path in written if not path.startswith(tuple(folders))]


def test_a_table_that_was_uninstalled_does_not_come_back_at_the_next_start() -> None:
    unit = (STEP / "files" / Path(UNIT).name).read_text()
    assert f"\nExecStartPost=-systemctl disable {Path(UNIT).name}\n" in unit
