"""Updates and rollbacks in a scratch root; the versions that are tried really run."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.pi import versions
from companion.app.pi.backup import check
from companion.app.pi.install import install
from companion.app.pi.place import Place
from companion.app.pi.system_files import SETTINGS
from companion.app.pi.update import BACKUPS, MOST_BACKUPS, roll_back, try_out, update
from companion.engine.errors import StepFailed
from companion.table.journal import Journal
from companion.table.line import Kind
from companion.table.table import Table
from tests.companion.app.pi.releases import new_key, sign, tell_sums
from tests.support.places import ROOT
from tests.support.scratch_pi import RESTART, Pi, copy_source

pytestmark = pytest.mark.slow


@pytest.fixture
def journal(pi: Pi) -> Path:
    path = pi.root / "var/lib/dragonbag/journal.sqlite"
    with Table.open(path) as table:
        table.open_game("cli", "clank")
    return path


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A later version's clone: the same program under another number."""
    folder = copy_source(tmp_path / "newer")
    (folder / "companion/__init__.py").write_text('"""Newer."""\n\n__version__ = "9.9.9"\n')
    return folder


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


def test_only_the_newest_backups_of_updates_are_kept(pi: Pi, journal: Path, newer: Path) -> None:
    install(pi.place(), ROOT)
    folder = pi.root / BACKUPS.relative_to("/")
    folder.mkdir()
    days = [f"202601{day:02}T200000" for day in range(1, 9)]
    for number, day in enumerate(days):  # the later the day, the smaller the version's name
        (folder / f"before-{9 - number}.0.0-0123abcd-{day}.zip").touch()
    (folder / "evening.zip").touch()  # somebody's own
    update(pi.place(), newer)
    kept = {path.name for path in folder.iterdir()}
    assert "evening.zip" in kept
    assert len(kept) == 1 + MOST_BACKUPS
    ages = sorted(name.rpartition("-")[2] for name in kept - {"evening.zip"})
    assert ages[:-1] == [f"{day}.zip" for day in days[1 - MOST_BACKUPS :]]


def test_an_update_to_the_very_same_version_does_nothing(pi: Pi) -> None:
    install(pi.place(), ROOT)
    pi.ran.clear()
    update(pi.place(), ROOT)
    assert pi.ran == []
    assert "this version is in use" in pi.told[-1]


def test_a_version_that_does_not_start_is_never_used(pi: Pi, journal: Path, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    (newer / "companion/app/serve/__init__.py").write_text(
        'raise ImportError("a broken release")\n'
    )
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
    with pytest.raises(StepFailed, match=rf"did not come up, so {old} is in use again"):
        update(pi.place(), newer)
    assert versions.current(pi.place()) == old
    assert versions.previous(pi.place()) == ""  # a rollback does not lead to what failed
    assert [path.name for path in (pi.root / "opt/dragonbag/versions").iterdir()] == [old]
    assert pi.ran[-3] == RESTART
    assert pi.ran[-2][1:] == (
        "install",
        "--source",
        f"{versions.folder_of(old)}/source",
        "--on-trial",
        "--yes",
    )
    assert pi.ran[-1] == RESTART


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


def test_a_rollback_is_tried_first_and_changes_nothing_if_that_fails(
    pi: Pi, journal: Path, newer: Path
) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    update(pi.place(), newer)
    source = pi.root / versions.folder_of(old).relative_to("/") / "source"
    (source / "companion/app/serve/__init__.py").write_text('raise ImportError("a torn file")\n')
    pi.ran.clear()
    with pytest.raises(StepFailed, match=r"does not start: .*a torn file"):
        roll_back(pi.place())
    assert versions.current(pi.place()).startswith("9.9.9-")
    assert pi.ran == []


def test_a_rollback_whose_service_does_not_come_up_is_taken_back(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    old = versions.current(pi.place())
    update(pi.place(), newer)

    def fail() -> None:
        if versions.current(pi.place()) == old:
            raise StepFailed("timeout")

    pi.on_restart = fail
    with pytest.raises(StepFailed, match=r"did not come up, so 9\.9\.9-\w+ is in use again"):
        roll_back(pi.place())
    assert versions.current(pi.place()).startswith("9.9.9-")
    assert versions.previous(pi.place()) == old


@pytest.mark.parametrize("kind", ["schema", "event"])
def test_a_version_that_cannot_read_the_journal_refuses_before_it_starts(
    pi: Pi, journal: Path, newer: Path, kind: str
) -> None:
    install(pi.place(), ROOT)
    update(pi.place(), newer)
    if kind == "schema":
        with closing(sqlite3.connect(journal)) as db, db:
            db.execute("PRAGMA user_version = 99")
    else:  # in a game of the past: at the start nobody looks at it
        with Journal(journal) as written:
            now = str(written.current_game())
            written.open_game("past", "clank", bytes(32), "cli")
            written.append("past", "cli", None, Kind.COMMAND, "{}", '[{"type":"CubesSang"}]')
            written.open_game(now, written.name(now), written.seed(now), "cli")
    before = journal.read_bytes()
    pi.ran.clear()
    why = "written by a newer Dragonbag" if kind == "schema" else "CubesSang"
    with pytest.raises(StepFailed, match=f"cannot read the journal as it is now.*{why}"):
        roll_back(pi.place())
    assert versions.current(pi.place()).startswith("9.9.9-")
    assert (pi.ran, journal.read_bytes()) == ([], before)


def test_only_two_versions_are_kept(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    for number in ("9.9.9", "9.9.10"):
        (newer / "companion/__init__.py").write_text(f'__version__ = "{number}"\n')
        update(pi.place(), newer)
    kept = {path.name.partition("-")[0] for path in (pi.root / "opt/dragonbag/versions").iterdir()}
    assert kept == {"9.9.9", "9.9.10"}


def test_each_version_writes_its_own_service_file(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    update(pi.place(), newer)
    folder = versions.folder_of(versions.current(pi.place()))
    program = f"{folder}/venv/bin/dragonbag"
    assert pi.ran[-2:] == [
        (program, "install", "--source", f"{folder}/source", "--on-trial", "--yes"),
        RESTART,
    ]


def test_settings_that_a_new_version_refuses_keep_it_out(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    (pi.root / SETTINGS.relative_to("/")).write_text("prot = 80\n")
    with pytest.raises(
        StepFailed, match=r"does not start: .*There is no prot\. Did you mean port\?"
    ):
        update(pi.place(), newer)


def test_a_version_that_never_answers_is_given_up(pi: Pi) -> None:
    install(pi.place(), ROOT)
    name = versions.current(pi.place())
    program = pi.root / versions.folder_of(name).relative_to("/") / "venv/bin/dragonbag"
    program.write_text("#!/bin/sh\ntrap '' TERM\necho thinking\nexec sleep 60\n")
    with pytest.raises(StepFailed, match=rf"{name} does not start: thinking"):
        try_out(pi.place(), name, pi.root / "none", timeout_s=0.5)


def test_a_tag_of_the_clone_is_a_version_too(pi: Pi, newer: Path) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git = ("git", "-C", str(newer), *identity)
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "one"), ("tag", "v9.9.9")):
        subprocess.run([*git, *words], check=True)
    (newer / "companion/__init__.py").write_text('__version__ = "10.0"\n')
    install(pi.place(), ROOT)
    update(pi.place(), Path("v9.9.9"), clone=newer)
    assert versions.current(pi.place()).startswith("9.9.9-")
    with pytest.raises(StepFailed, match="v7 is no folder, no archive, and no tag of"):
        update(pi.place(), Path("v7"), clone=newer)


def test_an_update_of_nothing_installs(pi: Pi, newer: Path) -> None:
    update(pi.place(), newer)
    assert versions.current(pi.place()).startswith("9.9.9-")


def test_in_a_scratch_root_a_newer_version_cannot_be_tried(
    tmp_path: Path, newer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--root", str(tmp_path / "root")]) == 0
    assert main(["update", str(newer), "--root", str(tmp_path / "root")]) == 1
    assert "in a scratch root nothing is really installed" in capsys.readouterr().err


def test_a_first_version_that_does_not_come_up_has_nothing_to_go_back_to(
    pi: Pi, newer: Path
) -> None:
    def fail() -> None:
        raise StepFailed("timeout")

    pi.on_restart = fail
    with pytest.raises(StepFailed, match="See why: journalctl -u dragonbag"):
        update(pi.place(), newer)


def test_a_failed_update_leaves_the_way_back_as_it_was(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    first = versions.current(pi.place())
    update(pi.place(), newer)
    (newer / "companion/__init__.py").write_text('__version__ = "10.0"\n')

    def fail() -> None:
        if versions.current(pi.place()).startswith("10"):
            raise StepFailed("timeout")

    pi.on_restart = fail
    with pytest.raises(StepFailed, match="is in use again"):
        update(pi.place(), newer)
    assert versions.previous(pi.place()) == first
    roll_back(pi.place())
    assert versions.current(pi.place()) == first


def build(root: Path, words: tuple[str, ...]) -> bool:
    """Run venv and pip for real, on the scratch root's paths; nothing else.

    The pip is that of the tests' own venv, so the new one needs none, which takes longest to make.
    """
    others = str(Path(pytest.__file__).parent.parent)
    here = [word.replace("/opt/", f"{root}/opt/", 1) for word in words]
    if words[0] == "python3":
        subprocess.run([sys.executable, *here[1:], "--without-pip"], check=True)
        (site,) = Path(here[-1]).glob("lib/python3*/site-packages")
        (site / "others.pth").write_text(others)
    elif "pip" in words:
        subprocess.run([*here, "--quiet"], env={**os.environ, "PYTHONPATH": others}, check=True)
    return True


def test_a_version_is_built_for_real_and_runs_by_itself(
    pi: Pi, tmp_path: Path, newer: Path
) -> None:
    # What the lock names is found in the tests' own venv: there is no wheel and no network.
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    place = Place(pi.root, partial(build, pi.root), lambda words: False, pi.told.append)
    update(place, newer, wheels)
    assert any("starts and answers" in line for line in pi.told)
    folder = pi.root / versions.folder_of(versions.current(place)).relative_to("/")
    told = subprocess.run(
        [folder / "venv/bin/dragonbag", "update", "--root", pi.root],
        cwd=newer,
        capture_output=True,
        check=True,
    )
    assert told.stdout == b"Nothing to do: this version is in use already.\n"


@pytest.mark.parametrize("kind", ["gztar", "zip"])
def test_a_release_archive_is_a_version_too(pi: Pi, newer: Path, tmp_path: Path, kind: str) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "release"), kind, tmp_path, newer.name))
    install(pi.place(), ROOT)
    with pytest.raises(StepFailed, match="has no SHA256SUMS beside it"):
        update(pi.place(), archive)
    tell_sums(archive)
    update(pi.place(), archive)
    assert versions.current(pi.place()).startswith("9.9.9-")


def test_with_a_release_key_nothing_is_installed_that_it_has_not_signed(
    pi: Pi, newer: Path, tmp_path: Path
) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "release"), "zip", tmp_path, newer.name))
    install(pi.place(), ROOT)
    settings = pi.root / SETTINGS.relative_to("/")
    settings.write_text(f'{settings.read_text()}\nrelease_key = "{new_key(tmp_path / "key")}"\n')
    tell_sums(archive)
    with pytest.raises(StepFailed, match="only a signed release archive"):
        update(pi.place(), newer)
    with pytest.raises(StepFailed, match=r"no SHA256SUMS\.sig beside"):
        update(pi.place(), archive)
    sign(archive, tmp_path / "key")
    update(pi.place(), archive)
    assert versions.current(pi.place()).startswith("9.9.9-")


def test_what_is_no_version_is_a_sentence(pi: Pi, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(StepFailed, match="neither a folder nor an archive"):
        update(pi.place(), tmp_path / "notes.txt")
    with pytest.raises(StepFailed, match="holds no Dragonbag"):
        update(pi.place(), tmp_path)


def test_a_dry_update_tells_and_changes_nothing(pi: Pi, journal: Path, newer: Path) -> None:
    install(pi.place(), ROOT)
    before = pi.files()
    pi.told.clear()
    update(pi.place(is_dry=True), newer)
    assert pi.files() == before
    assert "save the journal as" in " ".join(pi.told)
    assert "on a copy of the journal" in " ".join(pi.told)
    assert all(line.startswith("would ") for line in pi.told), pi.told


def test_a_version_is_on_the_disk_before_anything_says_or_points_to_it(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)
    seen: list[tuple[bool, bool, bool]] = []

    def look() -> None:
        now = pi.place()
        (folder,) = (pi.root / "opt/dragonbag/versions").glob("9.9.9-*")
        is_there = (folder / "venv/bin/dragonbag").exists()
        seen.append(
            (is_there, (folder / versions.COMPLETE).exists(), "9.9.9" in versions.current(now))
        )

    pi.on_flush = look
    update(pi.place(), newer)
    assert seen == [(True, False, False), (True, True, False)]


def test_without_the_internet_an_update_says_where_packages_come_from(pi: Pi, newer: Path) -> None:
    install(pi.place(), ROOT)

    def refuse(words: tuple[str, ...]) -> bool:
        if "--require-hashes" in words:
            raise StepFailed("pip failed: No matching distribution found for babel")
        return pi.run(words)

    place = Place(pi.root, refuse, lambda words: False, pi.told.append, flush=lambda: None)
    with pytest.raises(StepFailed, match=r"in a network that reaches it.*babel"):
        update(place, newer)
