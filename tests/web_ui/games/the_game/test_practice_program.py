"""A program plays practice over the API: it sees its own hand with its seat's key, and no other."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.the_game.advice.asking import best_plays, view_of
from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame
from companion.games.the_game.state import TheGame
from companion.table.table import Table
from tests.support.pages import locked_app
from web_ui.access.guests import Guests

NAMES = ("Ann", "Bo")


@pytest.fixture
def programs(table: Table, tmp_path: Path) -> list[FlaskClient]:
    """Seat a program at each place of a practice game; each knows its seat's key and nothing."""
    table.open_game("cli", "the_game")
    table.submit(StartGame(NAMES, Who.FIRST, practice=True), "cli")
    guests = Guests(tmp_path / "guests.json")
    app = locked_app(table, guests)
    return [_program(app, guests, seat) for seat in ("1", "2")]


def _program(app: Flask, guests: Guests, seat: str) -> FlaskClient:
    phone = guests.join(guests.link("").rpartition("/")[2], None, f"10.0.0.{seat}")
    assert phone is not None
    key = guests.cookie(guests.take(phone, seat, over=True))
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return client


def told(client: FlaskClient, seat: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/snapshot?seat={seat}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def do(client: FlaskClient, turn: int, command: dict[str, Any], path: str = "commands") -> None:
    answer = client.post(f"/api/v1/{path}?moment={turn}", json=command)
    assert answer.status_code == 200, answer.text


def deal(client: FlaskClient) -> None:
    do(client, told(client, "1")["moments"]["turn"], {}, "draw")


def play_a_turn(client: FlaskClient, state: TheGame) -> None:
    """Lay what is best for the hand that the seat's program sees, and end the turn."""
    assert state.turn is not None
    seat = state.turn.value
    seen = told(client, seat)
    held, turn = seen["state"]["held"], seen["moments"]["turn"]
    assert tuple(held[int(seat) - 1]) == state.holds(state.turn)
    assert not held[2 - int(seat)]
    for play in best_plays(view_of(state, state.turn, frozenset(held[int(seat) - 1]))) or ():
        card = {"type": "PlayCard", "pile": play.pile.value, "card": play.card, "player": seat}
        do(client, turn, card)
    do(client, turn, {"type": "EndTurn"})


def test_programs_play_practice_with_their_own_hands(
    programs: list[FlaskClient], table: Table
) -> None:
    deal(programs[0])
    for turn in range(6):
        play_a_turn(programs[turn % 2], table.snapshot.state)
    assert len(table.snapshot.state.played) >= 12


def test_no_program_sees_another_hand(programs: list[FlaskClient]) -> None:
    deal(programs[0])
    answer = programs[0].get("/api/v1/snapshot?seat=2")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not_your_seat")
    assert programs[0].get("/api/v1/snapshot").get_json()["state"]["held"] == [[], []]


def test_a_wrong_key_is_a_strangers(programs: list[FlaskClient]) -> None:
    programs[0].environ_base["HTTP_AUTHORIZATION"] = "Bearer nonsense"
    assert programs[0].get("/api/v1/snapshot").status_code == 401
