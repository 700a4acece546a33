"""Backup and restore on real journals and real files."""

import hashlib
import json
import os
import random
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.pi.backup import MOST_RATIO, back_up, check, rehearse, restore
from companion.engine.errors import BadBackup, JournalError
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.places import RELEASES
from web_ui.access import kept
from web_ui.beyond.people import FILE as PEOPLE
from web_ui.beyond.people import People

RED = Colour.RED


def play(journal: Path, clanks: int = 1) -> str:
    """Play a game and return its notation in the end."""
    with Table.open(journal) as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
        for _ in range(clanks):
            table.submit(MakeClank(RED), "cli")
        return shown(table)


def shown(table: Table) -> str:
    snapshot = table.snapshot
    return str(snapshot.game.notation(snapshot.state))


def state_text(journal: Path) -> str:
    with Table.open(journal) as table:
        return shown(table)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "saved").mkdir()
    return tmp_path / "saved" / "evening.zip"


def test_a_backup_put_back_is_the_same_table(journal: Path, file: Path) -> None:
    saved = play(journal)
    manifest = back_up(journal, None, file)
    assert manifest.games == 1
    assert file.stat().st_mode & 0o777 == 0o600
    play(journal, clanks=5)
    _, kept = restore(file, journal)
    assert state_text(journal) == saved
    assert kept is not None
    assert check(kept) == 2  # nothing is lost: the journal that was there is kept


def test_who_is_who_comes_back_with_the_journal(journal: Path, file: Path) -> None:
    play(journal)
    People(journal).rename("Ann", "Anna", since=0)
    back_up(journal, None, file)
    People(journal).rename("Ann", "Annette", since=0)
    restore(file, journal)
    names = journal.with_name(PEOPLE)
    assert kept.read(names)["named"] == {"Ann": "Anna"}  # type: ignore[index]  # it is there
    assert kept.read(kept.before(names))["named"]["Ann"] == "Annette"  # type: ignore[index]


def test_names_that_were_changed_in_a_backup_are_refused(journal: Path, file: Path) -> None:
    play(journal)
    People(journal).rename("Ann", "Anna", since=0)
    back_up(journal, None, file)
    with zipfile.ZipFile(file) as bag:
        names = bag.read(PEOPLE)
    change(file, people_json=names.replace(b"Anna", b"Nina"))
    with pytest.raises(BadBackup):
        rehearse(file, journal)


def test_a_table_that_plays_can_be_saved(journal: Path, file: Path) -> None:
    with Table.open(journal) as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
        back_up(journal, None, file)
        now = shown(table)
        table.submit(MakeClank(RED), "cli")
    restore(file, journal)
    assert state_text(journal) == now


def test_a_journal_that_is_in_use_is_not_replaced(journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    with Table.open(journal) as table:
        before = shown(table)
        with pytest.raises(JournalError, match="another Dragonbag is using"):
            restore(file, journal)
    assert state_text(journal) == before


def test_a_new_pi_takes_a_backup(tmp_path: Path, journal: Path, file: Path) -> None:
    saved = play(journal)
    back_up(journal, None, file)
    elsewhere = tmp_path / "new" / "journal.sqlite"
    _, kept = restore(file, elsewhere)
    assert kept is None
    assert state_text(elsewhere) == saved
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
    before = state_text(journal)
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
    assert state_text(journal) == before
    assert {path.name for path in journal.parent.iterdir()} <= {
        journal.name,
        f"{journal.name}.head",
        f"{journal.name}.lock",
    }


def test_a_single_wrong_bit_is_found_or_harmless(tmp_path: Path, journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    good, chance, refused = file.read_bytes(), random.Random(1), 0
    for _ in range(150):
        bad = bytearray(good)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        file.write_bytes(bad)
        try:
            assert rehearse(file, journal).games == 1
        except BadBackup:
            refused += 1
    assert refused > 100


def test_what_is_too_large_to_be_a_journal_is_not_unpacked(journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    text = bytearray(file.read_bytes())
    at = text.index(b"PK\x01\x02") + 24  # the unpacked size, in the first member's entry
    text[at : at + 4] = (2 << 30).to_bytes(4, "little")
    file.write_bytes(text)
    with pytest.raises(BadBackup, match="too large"):
        restore(file, journal)


def test_a_small_backup_cannot_become_huge(journal: Path, file: Path, tmp_path: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    zeros = bytes(60 << 20)
    with zipfile.ZipFile(file) as bag:
        manifest = json.loads(bag.read("manifest.json"))
    told = {**manifest, "journal_sha256": hashlib.sha256(zeros).hexdigest()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bag:
        bag.writestr("manifest.json", json.dumps(told))
        bag.writestr("journal.sqlite", zeros)
    assert file.stat().st_size < 1 << 20
    with pytest.raises(BadBackup, match="too large to be a journal"):
        rehearse(file, journal)


@pytest.mark.parametrize(
    ("made", "named"),
    [
        ("CREATE TABLE extra (x)", "table extra"),
        ("CREATE VIEW all_seeds AS SELECT seed FROM games", "view all_seeds"),
        ("CREATE INDEX more ON lines (at)", "index more"),
        (
            "CREATE TRIGGER sly AFTER INSERT ON lines BEGIN DELETE FROM games; END",
            "trigger sly",
        ),
        (
            "DROP TRIGGER no_delete; CREATE TRIGGER no_delete BEFORE DELETE ON lines"
            " BEGIN SELECT 1; END",
            "trigger no_delete",
        ),
        ("ALTER TABLE lines ADD COLUMN more TEXT", "table lines"),
        ("ALTER TABLE games ADD COLUMN more TEXT AS (name)", "table games"),
    ],
)
def test_what_no_journal_of_ours_holds_is_refused(
    journal: Path, file: Path, made: str, named: str
) -> None:
    play(journal)
    back_up(journal, None, file)
    with zipfile.ZipFile(file) as bag:
        manifest = json.loads(bag.read("manifest.json"))
        strange = journal.with_name("strange.sqlite")
        strange.write_bytes(bag.read("journal.sqlite"))
    with closing(sqlite3.connect(strange)) as db:
        db.executescript(made)
    told = {**manifest, "journal_sha256": hashlib.sha256(strange.read_bytes()).hexdigest()}
    change(file, manifest_json=json.dumps(told).encode(), journal_sqlite=strange.read_bytes())
    with pytest.raises(BadBackup, match=f"something that no journal of Dragonbag has: {named}"):
        restore(file, journal)


@pytest.mark.parametrize("release", [path.name for path in RELEASES.iterdir()])
def test_a_journal_of_every_release_can_be_backed_up(
    tmp_path: Path, file: Path, release: str
) -> None:
    journal = Path(shutil.copy(RELEASES / release / "journal.sqlite", tmp_path))
    manifest = back_up(journal, None, file)
    assert restore(file, tmp_path / "again" / "journal.sqlite")[0] == manifest
    assert journal.stat().st_size / file.stat().st_size < MOST_RATIO / 2


def test_a_damaged_journal_is_replaced_and_kept_as_it_was(journal: Path, file: Path) -> None:
    saved = play(journal)
    back_up(journal, None, file)
    journal.write_bytes(b"\xff" * 5000)
    log = journal.with_name(journal.name + "-wal")
    log.write_bytes(b"of another time")
    with pytest.raises(BadBackup, match="not a database"):
        back_up(journal, None, file)
    _, kept = restore(file, journal)
    assert state_text(journal) == saved
    assert kept is not None
    assert kept.read_bytes() == b"\xff" * 5000
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"of another time"


def test_a_journal_that_contradicts_itself_is_not_saved(journal: Path, file: Path) -> None:
    play(journal)
    with closing(sqlite3.connect(journal)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        wrong = "replace(sql, 'key TEXT', 'key TEXT NOT NULL')"
        db.execute(f"UPDATE sqlite_schema SET sql = {wrong}")
    with pytest.raises(BadBackup, match=r"is damaged: NULL value in lines\.key"):
        back_up(journal, None, file)


def test_what_only_the_log_holds_is_kept_too(tmp_path: Path, journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    power_cut = tmp_path / "cut"
    power_cut.mkdir()
    with Table.open(journal) as table:
        table.open_game("cli", "clank")
        for path in journal.parent.iterdir():
            (power_cut / path.name).write_bytes(path.read_bytes())
    assert (power_cut / "journal.sqlite-wal").stat().st_size > 0
    _, kept = restore(file, power_cut / journal.name)
    assert kept is not None
    assert check(kept) == 2
    assert check(power_cut / journal.name) == 1


def test_a_game_that_does_not_fold_is_named(journal: Path, file: Path) -> None:
    play(journal)
    with closing(sqlite3.connect(journal)) as db, db:
        (game,) = db.execute("SELECT id FROM games").fetchone()
        db.execute("DROP TRIGGER no_update")
        db.execute('UPDATE lines SET events = \'[{"type": "Nonsense"}]\' WHERE seq = 2')
    with pytest.raises(BadBackup, match=f"game {game} is damaged: Line 2 of .* not as it was"):
        back_up(journal, None, file)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_what_root_puts_in_place_belongs_to_the_service(
    tmp_path: Path, journal: Path, file: Path
) -> None:
    play(journal)
    os.chown(file.parent, 1234, 1235)
    back_up(journal, None, file)
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 1235)
    for folder in (journal.parent, tmp_path / "new"):
        folder.mkdir(exist_ok=True)
        os.chown(folder, 1234, 1235)
        restore(file, folder / journal.name)
        for path in folder.iterdir():
            assert path.stat().st_uid == 1234, path


def test_a_rehearsal_checks_and_changes_nothing(journal: Path, file: Path) -> None:
    play(journal)
    back_up(journal, None, file)
    before = {path: path.read_bytes() for path in journal.parent.iterdir()}
    assert main(["restore", str(file), "--data-dir", str(journal.parent), "--dry-run"]) == 0
    assert {path: path.read_bytes() for path in journal.parent.iterdir()} == before
    nowhere = journal.parent.parent / "nowhere"
    assert rehearse(file, nowhere / "journal.sqlite").games == 1
    assert not nowhere.exists()
    with Table.open(journal), pytest.raises(JournalError, match="another Dragonbag"):
        rehearse(file, journal)


def test_a_backup_that_is_not_there_is_a_sentence(journal: Path, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="No such file"):
        restore(tmp_path / "nothing.zip", journal)


def test_the_commands_save_and_put_back(
    journal: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = play(journal)
    settings = journal.parent / "dragonbag.toml"
    settings.write_text("port = 8080\n")
    folder = ["--data-dir", str(journal.parent), "--settings", str(settings)]
    assert main(["backup", str(file), *folder]) == 0
    assert "1 game, checked" in capsys.readouterr().out
    play(journal)
    assert main(["restore", str(file), *folder]) == 0
    said = capsys.readouterr().out
    assert "The journal that was there is now" in said
    assert f"unzip -p {file} dragonbag.toml" in said
    assert state_text(journal) == saved
    empty = ["--data-dir", str(journal.parent / "empty")]
    assert main(["backup", *empty]) == 1
    assert "no journal yet" in capsys.readouterr().err
    assert main(["restore", str(journal), *folder]) == 1
    assert "is no backup of Dragonbag" in capsys.readouterr().err


def test_a_backup_without_a_name_is_called_after_the_day(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "--data-dir", str(journal.parent)]) == 0
    assert list(tmp_path.glob("dragonbag-20*.zip"))
