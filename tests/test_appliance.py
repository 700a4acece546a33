"""Installing, updating and removing in a scratch root; commands are recorded, programs are real."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import pytest

from companion.appliance import versions
from companion.appliance.backup import check
from companion.appliance.install import install, uninstall
from companion.appliance.place import Place, StepFailed, run_for_real, succeeds
from companion.appliance.texts import (
    CURRENT,
    FILES,
    SETTINGS,
    SETTINGS_TEXT,
    STATE,
    UNIT,
    UNIT_TEXT,
)
from companion.appliance.update import BACKUPS, roll_back, update
from companion.cli import main
from companion.table import Table

ROOT = Path(__file__).parent.parent
RUN_FROM_SOURCE = """#!/bin/sh
PYTHONPATH={source} exec {python} -m companion.cli "$@"
"""
RESTART = ("systemctl", "restart", "dragonbag.service")


@dataclass
class Pi:
    """A scratch root whose commands are noted; making a venv makes a program that really runs."""

    root: Path
    has: set[str] = field(default_factory=set)  # questions that are answered with yes
    ran: list[tuple[str, ...]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    on_restart: Callable[[], None] = lambda: None

    def run(self, words: tuple[str, ...]) -> bool:
        self.ran.append(words)
        if words[:3] == ("python3", "-m", "venv"):
            venv = self.root / words[-1].lstrip("/")
            (venv / "bin").mkdir(parents=True)
            program = venv / "bin/dragonbag"
            program.write_text(
                RUN_FROM_SOURCE.format(source=venv.parent / "source", python=sys.executable)
            )
            program.chmod(0o755)
        if words == RESTART:
            self.on_restart()
        return True

    def place(self, *, is_dry: bool = False) -> Place:
        return Place(
            self.root, self.run, lambda words: " ".join(words) in self.has, self.told.append, is_dry
        )

    def files(self) -> dict[str, str]:
        """Return every file and link below the root with what is in it."""
        return {
            str(path.relative_to(self.root)): str(path.readlink())
            if path.is_symlink()
            else path.read_bytes().hex()
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }

    def running(self) -> None:
        """Answer questions as a Pi does on which everything runs."""
        service = "dragonbag.service"
        self.has |= {f"systemctl is-{what} --quiet {service}" for what in ("enabled", "active")}
        self.has |= {"id dragonbag"}


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    pi = Pi(tmp_path / "pi")
    (pi.root / "etc").mkdir(parents=True)
    (pi.root / "etc/hostname").write_text("raspberrypi\n")
    return pi


@pytest.fixture
def journal(pi: Pi) -> Path:
    path = pi.root / "var/lib/dragonbag/journal.sqlite"
    with Table.open(path) as table:
        table.open_game("cli")
    return path


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A later version's clone: the same program under another number."""
    folder = tmp_path / "newer"
    for path in versions.source_files(ROOT):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, folder / path)
    (folder / "companion/__init__.py").write_text('"""Newer."""\n\n__version__ = "9.9.9"\n')
    return folder


def test_a_new_pi_gets_files_program_name_and_a_running_service(pi: Pi) -> None:
    install(pi.place(), ROOT)
    for path, text in FILES.items():
        assert (pi.root / path.relative_to("/")).read_text() == text
    assert (pi.root / "etc/dragonbag/dragonbag.toml").read_text() == SETTINGS_TEXT
    name = versions.name_of(ROOT)
    assert versions.current(pi.place()) == name
    assert (pi.root / "usr/local/bin/dragonbag").readlink() == Path(
        "/opt/dragonbag/current/venv/bin/dragonbag"
    )
    commands = [" ".join(words) for words in pi.ran]
    assert commands[0] == "systemd-sysusers"
    assert any("--require-hashes" in command for command in commands)
    assert "raspi-config nonint do_hostname dragonbag" in commands
    assert commands[-3:] == [
        "systemctl daemon-reload",
        "systemctl enable dragonbag.service",
        "systemctl restart dragonbag.service",
    ]


def test_the_copied_program_really_runs(pi: Pi) -> None:
    install(pi.place(), ROOT)
    program = pi.root / "opt/dragonbag/versions" / versions.name_of(ROOT) / "venv/bin/dragonbag"
    done = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
    assert "Keep the books of a table" in done.stdout


def test_installing_twice_changes_nothing_the_second_time_and_says_so(pi: Pi) -> None:
    install(pi.place(), ROOT)
    pi.running()
    (pi.root / "etc/hostname").write_text("dragonbag\n")
    before = pi.files()
    pi.ran.clear()
    pi.told.clear()
    install(pi.place(), ROOT)
    assert pi.files() == before
    assert pi.ran == []
    assert pi.told == ["Nothing to do: everything is as it should be."]


def test_a_dry_run_tells_everything_and_does_nothing(pi: Pi) -> None:
    before = pi.files()
    install(pi.place(is_dry=True), ROOT)
    assert pi.files() == before
    assert pi.ran == []
    assert f"would write {UNIT}" in pi.told
    assert "would run systemctl restart dragonbag.service" in pi.told
    assert all(line.startswith("would ") for line in pi.told)


def test_settings_that_are_there_are_left_alone(pi: Pi) -> None:
    settings = pi.root / "etc/dragonbag/dragonbag.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("port = 8080\n")
    install(pi.place(), ROOT)
    assert settings.read_text() == "port = 8080\n"


def test_an_installation_that_stopped_half_way_is_finished(pi: Pi) -> None:
    half = pi.root / "opt/dragonbag/versions" / versions.name_of(ROOT)
    (half / "venv").mkdir(parents=True)
    install(pi.place(), ROOT)
    assert (half / versions.COMPLETE).exists()


@pytest.mark.parametrize(
    ("now", "wished", "given"),
    [("raspberrypi", None, "dragonbag"), ("tower", None, ""), ("tower", "cafe-3", "cafe-3")],
)
def test_a_pi_that_has_a_name_keeps_it_unless_asked(
    pi: Pi, now: str, wished: str | None, given: str
) -> None:
    (pi.root / "etc/hostname").write_text(f"{now}\n")
    install(pi.place(), ROOT, host_name=wished)
    named = [words[-1] for words in pi.ran if words[0] == "raspi-config"]
    assert named == ([given] if given else [])


def test_wheels_install_without_a_network(pi: Pi) -> None:
    install(pi.place(), ROOT, wheels=Path("/media/stick"))
    pips = [words for words in pi.ran if "pip" in words]
    assert pips
    assert all("--no-index" in words and "/media/stick" in words for words in pips)


def test_network_manager_is_told_of_the_new_wifi_settings(pi: Pi) -> None:
    pi.has.add("nmcli general")
    install(pi.place(), ROOT)
    assert ("nmcli", "general", "reload") in pi.ran


def test_a_folder_without_a_dragonbag_is_a_sentence(pi: Pi, tmp_path: Path) -> None:
    with pytest.raises(StepFailed, match="holds no Dragonbag to install"):
        install(pi.place(), tmp_path)


def test_uninstalling_leaves_nothing_but_the_journal(pi: Pi, journal: Path) -> None:
    before = pi.files()
    install(pi.place(), ROOT)
    pi.running()
    uninstall(pi.place())
    assert pi.files() == before
    assert ("systemctl", "disable", "--now", "dragonbag.service") in pi.ran
    assert pi.ran[-1] == ("userdel", "dragonbag")
    assert "journal stays" in pi.told[-1]


def test_uninstalling_keeps_edited_settings_beside_the_journal(pi: Pi, journal: Path) -> None:
    install(pi.place(), ROOT)
    (pi.root / SETTINGS.relative_to("/")).write_text("[pins.buttons]\nundo = 4\n")
    uninstall(pi.place())
    kept = pi.root / STATE.relative_to("/") / "dragonbag.toml"
    assert kept.read_text() == "[pins.buttons]\nundo = 4\n"
    assert not (pi.root / "etc/dragonbag").exists()


def test_purging_leaves_nothing_at_all(pi: Pi, journal: Path) -> None:
    install(pi.place(), ROOT)
    uninstall(pi.place(), purge=True)
    assert list(pi.files()) == ["etc/hostname"]


def test_uninstalling_what_is_not_there_says_so(pi: Pi) -> None:
    uninstall(pi.place())
    assert pi.told == ["Nothing to do: Dragonbag is not installed."]
    assert pi.ran == []


def test_an_update_is_tried_backed_up_and_used(pi: Pi, journal: Path, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    update(pi.place(), newer)
    assert versions.current(pi.place()).startswith("9.9.9-")
    assert versions.previous(pi.place()) == old
    (backup,) = (pi.root / BACKUPS.relative_to("/")).iterdir()
    assert backup.name.startswith("before-9.9.9-")
    assert pi.ran[-1] == RESTART
    assert check(journal) == 1  # the trial played on a copy


def test_an_update_to_the_very_same_version_does_nothing(pi: Pi) -> None:
    install(pi.place(), ROOT)
    pi.ran.clear()
    update(pi.place(), ROOT)
    assert pi.ran == []
    assert "this very version" in pi.told[-1]


def test_a_version_that_does_not_start_is_never_used(pi: Pi, journal: Path, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    (newer / "companion/serving.py").write_text('raise ImportError("a broken release")\n')
    pi.ran.clear()
    with pytest.raises(StepFailed, match=r"9\.9\.9-\w+ does not start: .*a broken release"):
        update(pi.place(), newer)
    assert versions.current(pi.place()) == old
    assert RESTART not in pi.ran


def test_a_version_whose_service_does_not_come_up_is_taken_back(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())

    def fail() -> None:
        if versions.current(pi.place()) != old:
            raise StepFailed("timeout")

    pi.on_restart = fail
    with pytest.raises(StepFailed, match=rf"did not come up \(timeout\); {old} is in use again"):
        update(pi.place(), newer)
    assert versions.current(pi.place()) == old
    assert pi.ran[-2:] == [RESTART, RESTART]


def test_a_rollback_goes_back_and_another_one_forth_again(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    update(pi.place(), newer)
    roll_back(pi.place())
    assert versions.current(pi.place()) == old
    roll_back(pi.place())
    assert versions.current(pi.place()).startswith("9.9.9-")


def test_a_rollback_without_a_version_before_is_a_sentence(pi: Pi) -> None:
    install(pi.place(), ROOT)
    with pytest.raises(StepFailed, match="no version before"):
        roll_back(pi.place())


def test_only_two_versions_are_kept(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    for number in ("9.9.9", "9.9.10"):
        (newer / "companion/__init__.py").write_text(f'__version__ = "{number}"\n')
        update(pi.place(), newer)
    kept = {path.name.partition("-")[0] for path in (pi.root / "opt/dragonbag/versions").iterdir()}
    assert kept == {"9.9.9", "9.9.10"}


def test_a_release_archive_is_a_version_too(pi: Pi, newer: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "release"), "gztar", tmp_path, newer.name)
    install(pi.place(), ROOT)
    update(pi.place(), Path(archive))
    assert versions.current(pi.place()).startswith("9.9.9-")


def test_what_is_no_version_is_a_sentence(pi: Pi, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(StepFailed, match="neither a folder nor an archive"):
        update(pi.place(), tmp_path / "notes.txt")
    with pytest.raises(StepFailed, match="holds no Dragonbag"):
        update(pi.place(), tmp_path)


def test_a_dry_update_tries_and_changes_nothing(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    before = pi.files()
    update(pi.place(is_dry=True), newer)
    assert pi.files() == before


def test_a_command_that_fails_says_its_last_line() -> None:
    with pytest.raises(StepFailed, match=r"sh -c .*: no luck"):
        run_for_real(("sh", "-c", "echo no luck >&2; exit 3"))
    with pytest.raises(StepFailed, match="no-such-program: No such file"):
        run_for_real(("no-such-program",))
    assert run_for_real(("true",))


def test_questions_are_answered_by_exit_codes() -> None:
    answers = [succeeds(words) for words in (("true",), ("false",), ("no-such-program",))]
    assert answers == [True, False, False]


def test_the_service_is_hardened(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        if sys.platform == "linux" and os.environ.get("CI"):
            pytest.fail("systemd-analyze is missing")
        pytest.skip("no systemd here")
    unit = tmp_path / "dragonbag.service"
    unit.write_text(UNIT_TEXT)
    done = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=25", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-200:]  # 25 is an exposure of 2.5
    assert subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=1", unit],
        capture_output=True,
        check=False,
    ).returncode  # the check can fail


def test_the_service_runs_what_is_installed() -> None:
    assert f"ExecStart={CURRENT}/venv/bin/dragonbag serve --settings {SETTINGS}" in UNIT_TEXT
    assert PurePosixPath("/etc/systemd/system/dragonbag.service") == UNIT


def test_the_command_lists_what_it_would_do_in_a_scratch_root(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--root", str(tmp_path), "--dry-run"]) == 0
    assert "would run systemctl enable dragonbag.service" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert (tmp_path / "etc/systemd/system/dragonbag.service").exists()
    assert main(["rollback", "--root", str(tmp_path)]) == 1
    assert "no version before" in capsys.readouterr().err
    assert main(["update", str(ROOT), "--root", str(tmp_path)]) == 0
    assert main(["uninstall", "--root", str(tmp_path), "--purge"]) == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_computer_without_systemd_is_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if Path("/run/systemd/system").is_dir():
        pytest.skip("this computer has systemd")
    assert main(["install"]) == 1
    assert "no systemd; --root FOLDER" in capsys.readouterr().err
