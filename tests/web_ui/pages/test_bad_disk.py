"""What phones are told when the disk is full, damaged or away; they can read the table on."""

import sqlite3
from pathlib import Path

from flask.testing import FlaskClient

from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.disk.watch import JournalWatch
from companion.table.table import Table

START = StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED)
JSON = {"Accept": "application/json"}


def begin(table: Table) -> str:
    table.open_game("cli", "clank")
    table.submit(START, "cli")
    return table.snapshot.game_id


def spoil(table: Table, seq: int) -> None:
    """Change a line on the disk while the table is played at."""
    with sqlite3.connect(table.path) as db:
        db.execute("DROP TRIGGER no_update")
        db.execute("UPDATE lines SET source = 'me' WHERE seq = ?", (seq,))
    db.close()


def test_a_past_game_that_is_damaged_is_a_sentence_and_no_fault(
    table: Table, client: FlaskClient
) -> None:
    old = begin(table)
    begin(table)
    spoil(table, 2)
    for path in (f"/games/{old}", f"/api/v1/games/{old}"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert "Line 2 of" in answer.text
    assert client.get("/").status_code == 200
    JournalWatch(table).look_through()
    assert client.get("/games").status_code == 200
    assert "The journal was damaged" in client.get("/watch").text


def test_a_journal_that_is_away_is_said_and_gone_on_with_when_it_is_back(
    table: Table, client: FlaskClient
) -> None:
    begin(table)
    away = table.path.rename(table.path.with_name("away"))
    command = {"type": "GainGold", "colour": "red", "gold": 1}
    for path in ("/", "/watch", "/seat/red", "/log"):
        assert client.get(path).status_code == 200
    assert client.get("/games").status_code == 503
    answer = client.post("/api/v1/commands", json=command)
    assert (answer.status_code, answer.get_json()["code"]) == (503, "journal_failed")
    assert "cannot save" in client.get("/watch").text
    JournalWatch(table).try_disk()
    assert "cannot save" in client.get("/watch").text
    away.rename(table.path)
    JournalWatch(table).try_disk()
    assert "cannot save" not in client.get("/watch").text
    assert client.post("/api/v1/commands", json=command).status_code == 200


def test_another_file_in_the_journals_place_is_never_written_to(
    table: Table, client: FlaskClient, tmp_path: Path
) -> None:
    begin(table)
    with Table.open(tmp_path / "other" / "journal.sqlite") as other:
        begin(other)
        begin(other)
    away = table.path.rename(table.path.with_name("away"))
    foreign = (tmp_path / "other" / "journal.sqlite").rename(table.path)
    before = foreign.read_bytes()
    command = {"type": "GainGold", "colour": "red", "gold": 1}
    assert client.post("/api/v1/commands", json=command).status_code == 503
    JournalWatch(table).try_disk()
    assert client.post("/api/v1/commands", json=command).status_code == 503
    assert foreign.read_bytes() == before
    away.rename(table.path)
    JournalWatch(table).try_disk()
    assert table.submit(GainGold(Colour.RED), "panel").state.player(Colour.RED).gold == 1
