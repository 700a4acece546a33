"""Where a backup may be written: over an older one, and over nothing else."""

import os
import zipfile
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.pi.backup import back_up
from tests.companion.app.pi.test_backup import play


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "saved").mkdir()
    return tmp_path / "saved" / "evening.zip"


OWN = ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.lock", "guests.json", "notes")


@pytest.mark.parametrize("name", OWN)
def test_a_backup_replaces_no_file_of_the_table(
    journal: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play(journal)
    before = {path: path.read_bytes() for path in journal.parent.iterdir()}
    for asked in (journal.with_name(name), journal.parent / ".." / journal.parent.name / name):
        assert main(["backup", str(asked), "--data-dir", str(journal.parent)]) == 1
        assert "is the table's own folder" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in journal.parent.iterdir()} == before
    assert main(["backup", str(journal.with_name("a.zip")), "--data-dir", str(journal.parent)]) == 0


def test_a_backup_replaces_an_older_one_and_nothing_else(
    journal: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(journal)
    folder = ["--data-dir", str(journal.parent)]
    file.touch()  # as mktemp leaves it
    assert main(["backup", str(file), *folder]) == 0
    assert main(["backup", str(file), *folder]) == 0
    link = file.with_name("link.zip")
    link.hardlink_to(journal)
    keep, other = file.with_name("keep.txt"), file.with_name("other.zip")
    keep.write_text("port = 8080\n")
    with zipfile.ZipFile(other, "w") as bag:
        bag.writestr("letter.txt", "dear")
    for found in (link, keep, other):
        before = found.read_bytes()
        capsys.readouterr()
        assert main(["backup", str(found), *folder]) == 1
        assert "this command did not make it" in capsys.readouterr().err
        assert found.read_bytes() == before
    pipe = file.with_name("pipe.zip")
    os.mkfifo(pipe)
    assert main(["backup", str(pipe), *folder]) == 1
    assert pipe.is_fifo()


def test_a_backup_makes_no_folder_and_names_what_it_was_given(
    journal: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(journal)
    folder = ["--data-dir", str(journal.parent)]
    missing = file.parent / "stick"
    assert main(["backup", str(missing / "x.zip"), *folder]) == 1
    assert f"There is no folder {missing}." in capsys.readouterr().err
    assert not missing.exists()
    assert main(["backup", str(file.parent), *folder]) == 1
    assert f"{file.parent} is a folder." in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_told_when_a_backup_is_put_back(
    journal: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(journal)
    back_up(journal, None, file)
    taken = file.with_name("data")
    taken.write_text("mine")
    assert main(["restore", str(file), "--data-dir", str(taken)]) == 1
    assert f"{taken} is a file, and no folder." in capsys.readouterr().err
