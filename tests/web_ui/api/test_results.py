"""What programs are told besides the state: results, odds, advice, past games, a lawful set-up."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from companion.app.demo import BOTS
from companion.engine.codec import Codec
from companion.games import GAMES
from companion.games.clank import commands as co
from companion.games.clank.box import Colour
from companion.games.clank.values import Rulings, Seat, Status
from companion.games.the_game.box import Pile
from companion.games.the_game.commands import PlayCard
from companion.games.the_game.commands import StartGame as StartTheGame
from companion.games.the_game.values import Rulings as TheGameRulings
from companion.table.table import Table
from tests.support.contract.games import events_of, play_at, steps_of, table_for
from tests.support.pages import create_app
from tests.web_ui.access.door import Door
from tests.web_ui.api.test_api import schema_of
from web_ui.app import Options

RED, GREEN = Colour.RED, Colour.GREEN
SEATS = (Seat(RED, "Ann"), Seat(GREEN, "Bo"))
SET_UP = {
    "type": "StartGame",
    "seats": [{"colour": "red", "name": "Ann"}, {"colour": "green", "name": "Bo"}],
    "first": "red",
}


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get("/api/v1/openapi.json").data)
    return found


def told(client: FlaskClient, path: str, status: int = 200) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = json.loads(answer.data)
    return found


def play(table: Table, *commands: co.Command) -> None:
    """Begin a game of Clank! with Ann and Bo and do these commands."""
    table.open_game("cli", "clank")
    for command in (co.StartGame(SEATS, RED), *commands):
        table.submit(command, "cli")


COUNTED: tuple[co.Command, ...] = (  # Ann leaves with an Artifact, Bo is lost
    co.GainGold(RED, 4),
    co.TakeArtifact(RED, 20),
    co.TakeMonkeyIdol(RED),
    co.LeaveDungeon(RED),
    co.CorrectStatus(GREEN, Status.LOST, "fell"),
    co.RecordDeckPoints(RED, 7),
)


def test_the_points_are_told_with_their_parts_and_the_winner(
    table: Table, client: FlaskClient
) -> None:
    """EN 404-409."""
    play(table, *COUNTED)
    found = told(client, "/api/v1/results")
    assert (found["outcome"], found["winners"]) == ("won", ["red"])
    assert found["sentence"] == "Ann wins with 56 points"
    first, last = found["scores"]
    assert (first["seat"], first["name"], first["total"]) == ("red", "Ann", 56)
    assert first["counts"]
    assert first["parts"] == {"artifacts": 20, "tokens": 25, "gold": 4, "deck": 7}
    assert (last["seat"], last["counts"], last["missing"]) == ("green", False, [])


def test_before_the_end_there_are_points_and_no_outcome(table: Table, client: FlaskClient) -> None:
    play(table)
    found = told(client, "/api/v1/results")
    assert (found["is_over"], found["outcome"], found["winners"]) == (False, None, [])
    assert {score["seat"] for score in found["scores"]} == {"red", "green"}


def test_nobody_wins_when_all_are_lost(table: Table, client: FlaskClient) -> None:
    """EN 379."""
    play(
        table,
        co.CorrectStatus(GREEN, Status.LOST, "fell"),
        co.CorrectStatus(RED, Status.LOST, "fell"),
    )
    assert told(client, "/api/v1/results")["outcome"] == "lost"


def test_a_game_that_was_left_says_so(table: Table, client: FlaskClient) -> None:
    play(table)
    first = table.snapshot.game_id
    table.open_game("cli", "the_game")
    assert told(client, f"/api/v1/games/{first}/results")["outcome"] == "left"


@pytest.mark.parametrize("name", BOTS)
def test_a_past_game_tells_its_end_and_every_step(name: str, tmp_path: Path) -> None:
    """And all of it as the document says."""
    with table_for(tmp_path, name, 1) as table:
        play_at(table, name, 1)
        end, first = table.snapshot, table.snapshot.version - len(steps_of(name, 1)) + 1
        client = create_app(
            table, Options(address=lambda: "http://t/", version="test")
        ).test_client()
        document = told(client, "/api/v1/openapi.json")
        table.open_game("cli", "clank")
        found = told(client, f"/api/v1/games/{end.game_id}/results")
        jsonschema.validate(found, schema_of(document, "Results"))
        assert (found["is_over"], found["game"]) == (True, name)
        assert found["outcome"] in ("won", "lost", "perfect")
        past = told(client, f"/api/v1/games/{end.game_id}/snapshot")
        assert past["notation"] == end.game.notation(end.state)
        begun = told(client, f"/api/v1/games/{end.game_id}/snapshot?step={first}")
        jsonschema.validate(begun, schema_of(document, "Snapshot"))
        assert begun["version"] == first


def test_luck_is_told_of_a_game_that_is_over(tmp_path: Path) -> None:
    with table_for(tmp_path, "clank", 1) as table:
        play_at(table, "clank", 1)
        client = create_app(
            table, Options(address=lambda: "http://t/", version="test")
        ).test_client()
        luck = told(client, "/api/v1/results")["luck"]
        players = {player.colour.value for player in table.snapshot.state.players}
        assert {each["seat"] for each in luck} == players
        for each in luck:
            assert 0 <= each["kinder"] + each["harsher"] <= 1
            assert each["expected"] >= 0


def test_a_game_that_is_not_there_has_no_results(client: FlaskClient) -> None:
    for path in ("/api/v1/games/none/results", "/api/v1/games/none/snapshot"):
        assert told(client, path, 404)["code"] == "game_unknown"


def test_the_odds_add_up(table: Table, client: FlaskClient, document: dict[str, Any]) -> None:
    play(table)
    found = told(client, "/api/v1/odds")
    jsonschema.validate(found, schema_of(document, "Odds"))
    red, green = found["next_attack"]
    assert (red["seat"], green["seat"], found["countdown"]) == ("red", "green", [])
    assert sum(red["damage"]) == pytest.approx(1)
    assert red["expected"] > green["expected"]


def test_a_table_without_odds_tells_none(table: Table, client: FlaskClient) -> None:
    play(table, co.CorrectRulings("agreed", Rulings(show_odds=False)))
    assert told(client, "/api/v1/odds", 409)["code"] == "odds_are_off"


def test_the_odds_of_a_fight_are_told(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "grave_robbers")
    table.submit(steps_of("grave_robbers", 1)[0].command, "cli")
    fights = told(client, "/api/v1/odds")["fights"]
    assert [fight["against"] for fight in fights] == list(range(6))
    assert all(0 <= chance <= 1 for fight in fights for chance in fight["with_die"])


@pytest.mark.parametrize("name", GAMES)
def test_what_the_table_waits_for_is_told_in_a_sentence(
    name: str, table: Table, client: FlaskClient
) -> None:
    table.open_game("cli", name)
    assert told(client, "/api/v1/advice")["next"]
    table.submit(steps_of(name, 1)[0].command, "cli")
    assert told(client, "/api/v1/advice")["next"]


def test_the_best_plays_are_told_for_a_hand(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "the_game")
    table.submit(StartTheGame(("Ann",), rulings=TheGameRulings(advice=True)), "cli")
    found = told(client, "/api/v1/advice?seat=1&cards=2,3,50,60,70,80,98,99")
    assert {(play["card"], play["pile"]) for play in found["plays"][:1]} <= {
        (card, pile.value) for card in (2, 3, 98, 99) for pile in Pile
    }
    assert told(client, "/api/v1/advice?seat=1&cards=2,3", 409)["code"] == "hand_has_other_size"
    table.submit(PlayCard(Pile.UP_1, 2), "cli")
    assert told(client, "/api/v1/advice?seat=1&cards=2", 409)["code"] == "card_lies_already"


def test_without_an_adviser_nobody_is_advised(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "clank")
    assert told(client, "/api/v1/advice?seat=red", 409)["code"] == "advice_is_off"


def test_nobody_is_advised_about_the_cards_of_another_seat(door: Door) -> None:
    """The red phone sits in a seat of its own."""
    phone = door.client("red")
    answer = phone.get("/api/v1/advice?seat=green&cards=2,3")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not_your_seat")


def test_a_refused_set_up_leaves_no_empty_game(table: Table, client: FlaskClient) -> None:
    play(table)
    before = table.snapshot
    for wrong, code in (({**SET_UP, "first": "blue"}, "colour_not_playing"), ({}, "bad_message")):
        answer = client.post("/api/v1/games", json={"game": "clank", "set_up": wrong})
        assert answer.get_json()["code"] == code
        assert table.snapshot is before


def test_a_game_is_opened_and_set_up_at_once(table: Table, client: FlaskClient) -> None:
    for _ in range(2):
        answer = client.post(
            "/api/v1/games",
            json={"game": "clank", "set_up": SET_UP},
            headers={"Idempotency-Key": "evening-1"},
        )
        assert answer.status_code == 200, answer.text
    assert [player.name for player in table.snapshot.state.players] == ["Ann", "Bo"]
    assert len(told(client, "/api/v1/games")["games"]) == 1


def test_a_game_that_was_never_set_up_is_not_listed(table: Table, client: FlaskClient) -> None:
    client.post("/api/v1/games")
    client.post("/api/v1/commands", json={**SET_UP, "first": "blue"})
    assert told(client, "/api/v1/games")["games"] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_document_describes_every_game(name: str, document: dict[str, Any]) -> None:
    """Whatever is on the table: here nothing is."""
    commands = jsonschema.Draft202012Validator(schema_of(document, f"{name}.Command"))
    events = jsonschema.Draft202012Validator(schema_of(document, f"{name}.Event"))
    any_command = jsonschema.Draft202012Validator(schema_of(document, "Command"))
    for step in steps_of(name, 1)[:12]:
        (written,) = json.loads(Codec(GAMES[name].commands).dumps([step.command]))
        commands.validate(written)
        any_command.validate(written)
    for event in events_of(name, range(1))[:30]:
        events.validate(json.loads(Codec(GAMES[name].events).dumps([event]))[0])
