"""Backup and restore on real journals and real files."""

import json
import zipfile
from pathlib import Path

import pytest

from companion.appliance.backup import BadBackup, back_up, check, restore
from companion.cli import main
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.components import Colour
from companion.games.clank.words import Seat
from companion.journal import JournalError
from companion.table import Table

RED = Colour.RED


def play(journal: Path, clanks: int = 1) -> str:
    """Play a game and return its notation in the end."""
    with Table.open(journal) as table:
        table.open_game("cli")
        table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
        for _ in range(clanks):
            table.submit(MakeClank(RED), "cli")
        return shown(table)


def shown(table: Table) -> str:
    snapshot = table.snapshot
    return str(snapshot.game.notation(snapshot.state))


def picture(journal: Path) -> str:
    with Table.open(journal) as table:
        return shown(table)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saved" / "evening.zip"


def test_a_backup_put_back_is_the_same_table(journal: Path, file: Path) -> None:
    saved = play(journal)
    manifest = back_up(journal, None, file)
    assert manifest.games == 1
    assert file.stat().st_mode & 0o777 == 0o600
    play(journal, clanks=5)
    _, kept = restore(file, journal)
    assert picture(journal) == saved
    assert kept is not None
    assert check(kept) == 2  # nothing is lost: the journal that was there is kept


def test_a_table_that_plays_can_be_saved(journal: Path, file: Path) -> None:
    with Table.open(journal) as table:
        table.open_game("cli")
        table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
        back_up(journal, None, file)
        now = shown(table)
        table.submit(MakeClank(RED), "cli")
    restore(file, journal)
    assert picture(journal) == now


def test_a_journal_that_is_in_use_is_not_replaced(journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    with Table.open(journal) as table:
        before = shown(table)
        with pytest.raises(JournalError, match="another Dragonbag is using"):
            restore(file, journal)
    assert picture(journal) == before


def test_a_new_pi_takes_a_backup(tmp_path: Path, journal: Path, file: Path) -> None:
    saved = play(journal)
    back_up(journal, None, file)
    elsewhere = tmp_path / "new" / "journal.sqlite"
    _, kept = restore(file, elsewhere)
    assert kept is None
    assert picture(elsewhere) == saved
    assert elsewhere.stat().st_mode & 0o777 == 0o600


def test_settings_come_along(tmp_path: Path, journal: Path, file: Path) -> None:
    play(journal)
    settings = tmp_path / "dragonbag.toml"
    settings.write_text("port = 8080\n")
    back_up(journal, settings, file)
    with zipfile.ZipFile(file) as bag:
        assert bag.read("dragonbag.toml") == b"port = 8080\n"


def test_there_must_be_a_journal_to_save(journal: Path, file: Path) -> None:
    with pytest.raises(BadBackup, match="no journal yet"):
        back_up(journal, None, file)
    assert not file.exists()


def test_a_damaged_journal_is_not_saved_as_if_it_were_sound(journal: Path, file: Path) -> None:
    play(journal)
    text = bytearray(journal.read_bytes())
    text[2000:4000] = b"\xff" * 2000
    journal.write_bytes(text)
    with pytest.raises(BadBackup):
        back_up(journal, None, file)
    assert not file.exists()
    assert list(file.parent.iterdir()) == []


def change(file: Path, **members: bytes) -> None:
    """Write a backup's members anew."""
    with zipfile.ZipFile(file) as bag:
        texts = {name: bag.read(name) for name in bag.namelist()}
    texts |= {name.replace("_", "."): text for name, text in members.items()}
    with zipfile.ZipFile(file, "w") as bag:
        for name, text in texts.items():
            bag.writestr(name, text)


@pytest.mark.parametrize("kind", ["text", "cut", "foreign", "changed", "lying", "no-manifest"])
def test_what_is_no_sound_backup_changes_nothing(journal: Path, file: Path, kind: str) -> None:
    play(journal)
    back_up(journal, None, file)
    before = picture(journal)
    if kind == "text":
        file.write_text("hello")
    elif kind == "cut":
        file.write_bytes(file.read_bytes()[:-200])
    elif kind == "foreign":
        change(file, manifest_json=b'{"format": "something else"}')
    elif kind == "changed":
        change(file, journal_sqlite=b"SQLite format 3\0" + bytes(5000))
    elif kind == "lying":
        with zipfile.ZipFile(file) as bag:
            manifest = json.loads(bag.read("manifest.json"))
        change(file, manifest_json=json.dumps({**manifest, "games": 7}).encode())
    else:
        with zipfile.ZipFile(file, "w") as bag:
            bag.writestr("notes.txt", "hello")
    with pytest.raises(BadBackup):
        restore(file, journal)
    assert picture(journal) == before
    assert {path.name for path in journal.parent.iterdir()} <= {
        journal.name,
        f"{journal.name}.lock",
    }


def test_a_backup_that_is_not_there_is_a_sentence(journal: Path, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="No such file"):
        restore(tmp_path / "nothing.zip", journal)


def test_the_commands_save_and_put_back(
    journal: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = play(journal)
    folder = ["--data-dir", str(journal.parent)]
    assert main(["backup", str(file), *folder]) == 0
    assert "1 games, checked" in capsys.readouterr().out
    play(journal)
    assert main(["restore", str(file), *folder]) == 0
    assert "The journal that was there is now" in capsys.readouterr().out
    assert picture(journal) == saved
    assert main(["restore", str(journal), *folder]) == 1
    assert "is no backup of Dragonbag" in capsys.readouterr().err


def test_a_backup_without_a_name_is_called_after_the_day(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "--data-dir", str(journal.parent)]) == 0
    assert list(tmp_path.glob("dragonbag-20*.zip"))
