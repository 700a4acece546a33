"""Games that were played, for BG Stats, BoardGameGeek, a spreadsheet, and a sheet of paper."""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app.pi.backup import drained
from companion.games import GAMES
from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.disk.kept import FILE
from companion.table.past import play_log
from companion.table.past.evenings import evenings_of
from companion.table.reader import NEXT_GROUP
from companion.table.table import Table
from companion.worker.work import AtOnce, R, Ticket, Work, X
from tests.support.contract.games import play_at, table_for
from tests.support.pages import Page, create_app
from web_ui.app import Options
from web_ui.games.clank.luck_table import LuckTable, luck_table

RED, GREEN = Colour.RED, Colour.GREEN


def finished(table: Table, name: str = "Ann") -> str:
    """Play a game in which red leaves with 30 + 20 points and 3 in the deck."""
    table.open_game("cli", "clank")
    for command in (
        co.StartGame((Seat(RED, name), Seat(GREEN)), RED),
        co.TakeArtifact(RED, 30),
        co.LeaveDungeon(RED),
        co.TakeArtifact(GREEN, 5),
    ):
        table.submit(command, "cli")
    while not table.snapshot.state.ending:
        waiting = table.snapshot.state.attack
        black = Cubes(black=waiting.cubes_to_draw) if waiting else None
        table.submit(co.ReportDraw(black) if black else co.EndTurn(), "cli")
    if table.snapshot.state.player(GREEN).status == "knocked_out":
        table.submit(co.TellDepths(GREEN, in_depths=True), "cli")
    for colour in (RED, GREEN):
        table.submit(co.RecordDeckPoints(colour, 3), "cli")
    return table.snapshot.game_id


def links(client: FlaskClient, game: str) -> list[str]:
    page = Page(client.get(f"/games/{game}/summary").text)
    return [link for link in page.links if link.startswith("https://app.bgstatsapp.com/")]


def test_bg_stats_is_told_the_play_by_its_link(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    (link,) = links(client, game)
    head, _, given = link.partition("createPlay.html?data=")
    assert head == "https://app.bgstatsapp.com/"
    told = json.loads(unquote(given))
    assert told["sourcePlayId"] == game
    assert told["game"] == {
        "name": "Clank!: A Deck-Building Adventure",
        "sourceGameId": "clank",
        "bggId": 201808,
        "highestWins": True,
        "noPoints": False,
    }
    ann, green = told["players"]
    assert (ann["name"], ann["score"], ann["winner"], ann["startPlayer"]) == ("Ann", 53, True, True)
    assert (green["name"], green["winner"], green["startPlayer"]) == ("Green", False, False)
    assert len(told["playDate"]) == len("2026-11-23 20:15:00")


def test_a_game_that_is_not_over_is_not_for_bg_stats(client: FlaskClient, table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(co.StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
    game = table.snapshot.game_id
    assert links(client, game) == []
    assert "Not played to the end" in Page(client.get(f"/games/{game}/summary").text).text


def test_boardgamegeek_reads_a_play(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    root = ET.fromstring(client.get(f"/games/{game}/bgg.xml").data)
    (play,) = root.findall("play")
    assert (root.tag, root.get("total"), play.get("incomplete")) == ("plays", "1", "0")
    item = play.find("item")
    assert item is not None
    assert (item.get("objecttype"), item.get("objectid")) == ("thing", "201808")
    ann, green = play.iter("player")
    told = {"name": "Ann", "score": "53", "win": "1", "startposition": "1", "color": "Red"}
    assert told.items() <= ann.attrib.items()
    assert (green.get("name"), green.get("win")) == ("Green", "0")


def rows(client: FlaskClient) -> list[dict[str, str]]:
    text = client.get("/games.csv").data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_all_games_are_a_spreadsheet_with_a_row_for_each_player(
    client: FlaskClient, table: Table
) -> None:
    first, second = finished(table), finished(table, "=1+1")
    found = rows(client)
    assert [row["game_id"] for row in found] == [second, second, first, first]
    assert [row["player"] for row in found] == ["'=1+1", "Green", "Ann", "Green"]
    assert (found[2]["points"], found[2]["won"], found[2]["finished"]) == ("53", "1", "1")
    assert len(ET.fromstring(client.get("/games.xml").data)) == 2


def test_who_asks_for_a_spreadsheet_while_another_is_made_reads_to_try_again(table: Table) -> None:
    """A link that says "download" would show nothing: the browser gives the file up."""
    finished(table)
    desk = AskedTwice()
    app = create_app(table, Options(address=lambda: "", version="1", desk=desk))
    desk.other = app.test_client()
    first = app.test_client()
    assert not re.search(r'href="/games\.(csv|xml)"[^>]* download', first.get("/games").text)
    desk.path = "/games.csv"
    assert first.get("/games.csv").mimetype == "text/csv"
    (second,) = desk.answers
    assert second.status_code == 503
    assert "Try again in a minute" in second.text
    assert "Nothing was changed" not in second.text, "nobody wanted to change anything"
    assert "/games" in Page(second.text).links


class AskedTwice(AtOnce):
    """Works at once, and meanwhile somebody else asks for the same."""

    def __init__(self) -> None:
        self.path, self.answers = "", list[TestResponse]()
        self.other: FlaskClient | None = None

    def ask(
        self, work: Work[R], then: Callable[[R], X], patience_s: float | None = None
    ) -> Ticket[X]:
        if self.other is not None and self.path:
            self.answers.append(self.other.get(self.path))
        return super().ask(work, then, patience_s)


def test_a_game_is_read_once_and_again_when_it_has_gone_on(
    client: FlaskClient, table: Table, tmp_path: Path
) -> None:
    first, last = finished(table), finished(table)
    told = rows(client)
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE kept SET value = CAST(replace(value, 'Ann', 'Eve') AS BLOB)")
    assert {row["player"] for row in rows(client)} == {"Eve", "Green"}, "it was not read again"
    table.submit(co.RecordDeckPoints(RED, 5), "cli")
    found = rows(client)
    assert [(row["game_id"], row["player"]) for row in found] == [
        (last, "Ann"),
        (last, "Green"),
        (first, "Eve"),
        (first, "Green"),
    ]
    assert int(found[0]["points"]) == int(told[0]["points"]) + 2
    table.open_game(NEXT_GROUP, "clank")
    assert {row["player"] for row in rows(client)} == {"Red", "Green"}


def test_what_was_read_before_the_work_was_stopped_is_kept(table: Table, tmp_path: Path) -> None:
    finished(table)
    finished(table)
    job = play_log.every_play(table.journal.path, play_log.spreadsheet)
    assert next(job) == (1, 2)
    job.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("SELECT game FROM kept").fetchall() == [(table.snapshot.game_id,)]


def test_a_damaged_line_is_told(client: FlaskClient, table: Table) -> None:
    finished(table)
    with closing(sqlite3.connect(table.journal.path)) as db, db:
        db.execute("DROP TRIGGER no_update")
        db.execute("UPDATE lines SET events = replace(events, '30', '31') WHERE number = 3")
    answer = client.get("/games.csv")
    assert answer.status_code == 503
    assert "Line 3 of" in Page(answer.text).text


def test_a_game_that_was_imported_twice_counts_once(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    text = json.loads(game_file.export_game(table.journal, game))
    text["seed"] = ""  # as in a file of the first format: each copy gets a seed of its own
    before = len(rows(client))
    for _ in range(2):
        table.import_game(json.dumps(text).encode())
    other = finished(table)
    table.import_game(json.dumps(text).encode())
    assert len(rows(client)) == 2 * before
    plays = ET.fromstring(client.get("/games.xml").text).iter("play")
    assert len(list(plays)) == 2
    assert {evening.id for evening in drained(evenings_of(table.journal.path))} == {other, game}
    assert luck(table, other).games == 2
    copy = table.import_game(json.dumps(text).encode())
    assert luck(table, copy).games == 2
    assert [row.name for row in luck(table, copy).rows] == ["green"]


def luck(table: Table, game: str) -> LuckTable:
    return drained(luck_table(table.journal.path, game))


def test_the_next_group_is_told_no_names(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    table.open_game(NEXT_GROUP, "clank")
    assert {row["player"] for row in rows(client)} == {"Red", "Green"}
    for path in (f"/games/{game}/summary", f"/games/{game}/bgg.xml", "/games.xml"):
        assert b"Ann" not in client.get(path).data


def test_the_page_to_print_has_everybody_and_the_chart(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    shown = client.get(f"/games/{game}/summary").text
    text = Page(shown).text
    assert "Ann wins with 53 points" in text
    assert "Green" in text
    assert '<svg class="chart"' in shown
    assert f"/games/{game}/summary" in client.get(f"/games/{game}").text


@pytest.mark.parametrize("path", ["/games/none/summary", "/games/none/bgg.xml"])
def test_a_game_that_never_was_is_missing(client: FlaskClient, table: Table, path: str) -> None:
    assert client.get(path).status_code == 404
    table.open_game("cli", "clank")
    assert client.get(path.replace("none", table.snapshot.game_id)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_logged_in_every_language(name: str, tmp_path: Path) -> None:
    with table_for(tmp_path, name, 1) as table:
        play_at(table, name, 1)
        game_id = table.snapshot.game_id
        play = play_log.play_of(name, game_id, *game_file.story(table.journal, game_id))
        assert play.is_over
        assert len(play.players) == len(table.snapshot.state.players)
        assert play.game.plays.title
        client = create_app(table, Options(address=str, version="test")).test_client()
        for language in ("en", "ja", "ru"):
            answer = client.get(f"/games/{play.id}/summary", headers={"Accept-Language": language})
            assert answer.status_code == 200
        assert client.get(f"/games/{play.id}/bgg.xml").status_code == 200
