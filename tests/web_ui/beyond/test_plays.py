"""Games that were played, for BG Stats, BoardGameGeek, a spreadsheet, and a sheet of paper."""

import csv
import io
import json
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.values import Seat
from companion.table import play_log
from companion.table.reader import NEXT_GROUP
from companion.table.table import Table
from tests.support.contract.games import play_at, table_for
from tests.support.pages import Page, create_app

RED, GREEN = Colour.RED, Colour.GREEN


def finished(table: Table, name: str = "Ann") -> str:
    """Play a game in which red leaves with 30 + 20 points and 3 in the deck."""
    table.open_game("cli")
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
    table.open_game("cli")
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


def test_only_what_has_changed_is_folded_anew(table: Table) -> None:
    finished(table)
    finished(table)
    known: dict[play_log.Place, play_log.Play] = {}

    def plays() -> list[play_log.Play]:
        return list(play_log.plays_of(table.journal, known))

    last, first = plays()
    assert plays()[0] is last
    table.submit(co.RecordDeckPoints(RED, 5), "cli")
    last_now, first_now = plays()
    assert first_now is first
    assert [player.points for player in last_now.players] != [each.points for each in last.players]
    table.open_game(NEXT_GROUP)
    assert {player.name for play in plays() for player in play.players} == {""}
    assert len(known) == len(table.journal.games())


def test_the_next_group_is_told_no_names(client: FlaskClient, table: Table) -> None:
    game = finished(table)
    table.open_game(NEXT_GROUP)
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
    table.open_game("cli")
    assert client.get(path.replace("none", table.snapshot.game_id)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_logged_in_every_language(name: str, tmp_path: Path) -> None:
    with table_for(tmp_path, name, 1) as table:
        play_at(table, name, 1)
        play = play_log.play_of(table.journal, table.snapshot.game_id)
        assert play.is_over
        assert len(play.players) == len(table.snapshot.state.players)
        assert play.game.plays.title
        client = create_app(table, address=str, version="test").test_client()
        for language in ("en", "ja", "ru"):
            answer = client.get(f"/games/{play.id}/summary", headers={"Accept-Language": language})
            assert answer.status_code == 200
        assert client.get(f"/games/{play.id}/bgg.xml").status_code == 200
