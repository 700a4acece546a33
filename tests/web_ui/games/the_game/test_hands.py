"""A seat with secrets changes hands only if its phone agrees, or everybody where that is gone."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.grave_robbers import commands as gr
from companion.games.grave_robbers.values import Seat
from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame
from companion.table.table import Table
from tests.support.games.grave_robbers_table import BLUE, GREEN, HAND, RED
from tests.support.two_evenings import Evening, begun
from web_ui.live.streams import show_table
from web_ui.render.render import Role

CARD = "data-card"


@pytest.fixture
def each(tmp_path: Path) -> Iterator[Evening]:
    """Return a practice game of three; phones 1 and 2 have seen their hands."""
    with Table.open(tmp_path / "journal.sqlite") as table:
        dealt(table)
        evening = begun(tmp_path, table)
        for seat in ("1", "2", "3"):
            assert CARD in evening.phone(seat).get(f"/seat/{seat}").text
        yield evening


def dealt(table: Table) -> str:
    table.open_game("cli", "the_game")
    table.submit(StartGame(("Ann", "Bo", "Chie"), Who.FIRST, practice=True), "cli")
    table.draw("cli")
    return table.snapshot.game_id


def host(each: Evening) -> FlaskClient:
    phone = each.app.test_client()
    phone.get("/join/" + each.guests.link("", is_host=True).rpartition("/")[2])
    return phone


def sees(phone: FlaskClient, seat: str) -> bool:
    return CARD in phone.get(f"/seat/{seat}").text


def ask(phone: FlaskClient, seat: str) -> int:
    return phone.post("/take", data={"seat": seat, "ask": "yes"}).status_code


def answer(phone: FlaskClient, seat: str, word: str = "agree") -> int:
    return phone.post("/consent", data={"seat": seat, word: "yes"}).status_code


def role_of(each: Evening, seat: str) -> Role:
    """Return the role of a stream that this seat's phone has opened."""
    phone = each.guests.at(seat)
    assert phone is not None
    return Role("play", seat, "en", is_own=True, phone=phone.id)


def test_the_host_cannot_free_a_seat_with_secrets(each: Evening) -> None:
    phone = host(each)
    freed = phone.post("/host/free", data={"seat": "2"})
    assert (freed.status_code, "not even the host" in freed.text) == (409, True)
    assert phone.post("/take", data={"seat": "2", "over": "yes"}).status_code == 409
    assert not sees(phone, "2")
    assert sees(each.phone("2"), "2")


def test_a_phone_that_the_host_sends_away_takes_its_secrets_along(each: Evening) -> None:
    phone, theirs = host(each), each.guests.at("2")
    assert theirs is not None
    phone.post("/host/remove", data={"phone": theirs.id})
    assert phone.post("/take", data={"seat": "2"}).status_code == 409
    assert not sees(phone, "2")


def test_its_own_phone_agrees_and_the_seat_changes_hands(each: Evening) -> None:
    other = each.phone("")
    assert ask(other, "2") == 303
    assert not sees(other, "2")
    assert "Let another phone sit here" in each.phone("2").get("/").text
    assert answer(each.phone("1"), "2") == 409, "it is not asked"
    assert answer(each.phone("2"), "2") == 303
    assert (sees(other, "2"), sees(each.phone("2"), "2")) == (True, False)
    assert not each.table.snapshot.notices


def test_a_phone_that_says_no_keeps_its_seat(each: Evening) -> None:
    other = each.phone("")
    ask(other, "2")
    assert each.table.snapshot.notices
    answer(each.phone("2"), "2", "refuse")
    assert (sees(other, "2"), sees(each.phone("2"), "2")) == (False, True)
    assert not each.table.snapshot.notices
    assert answer(each.phone("2"), "2") == 409, "nobody asks any more"


def test_where_its_phone_is_gone_everybody_with_a_seat_agrees(each: Evening) -> None:
    gone = each.guests.at("2")
    assert gone is not None
    each.guests.remove(gone.id)
    other = each.phone("")
    assert "Ask for the seat" in other.get("/").text
    ask(other, "2")
    assert "Waiting for 2 phones to agree" in other.get("/").text
    answer(each.phone("1"), "2")
    assert not sees(other, "2")
    answer(each.phone("3"), "2")
    assert sees(other, "2")


def test_a_phone_that_has_seen_a_hand_gets_no_other(each: Evening) -> None:
    assert ask(each.phone("1"), "2") == 409
    assert each.phone("1").post("/take", data={"seat": ""}).status_code == 409
    gone = each.guests.at("1")
    assert gone is not None
    each.guests.free("1")
    assert each.phone("1").post("/take", data={"seat": "2"}).status_code == 409
    assert ask(each.phone("1"), "2") == 409
    assert each.phone("1").post("/take", data={"seat": "1"}).status_code == 303


def test_a_stream_of_the_old_seat_is_sent_no_hand(each: Evening) -> None:
    renderer, old = each.app.extensions["renderer"], role_of(each, "2")
    assert CARD in str(show_table(renderer, old, each.table.snapshot))
    ask(each.phone(""), "2")
    answer(each.phone("2"), "2")
    assert CARD not in str(show_table(renderer, old, each.table.snapshot))
    new = role_of(each, "2")
    assert CARD in str(show_table(renderer, new, each.table.snapshot))


def test_sitting_down_in_another_game_shows_no_hand_of_this_one(each: Evening) -> None:
    """The seat is taken where nothing is secret, and then the table turns back."""
    practice, thief = each.table.snapshot.game_id, host(each)
    each.table.open_game("cli", "the_game")
    each.table.submit(StartGame(("Ann", "Bo", "Chie"), Who.FIRST), "cli")
    assert thief.post("/take", data={"seat": "2", "over": "yes"}).status_code == 303
    role = role_of(each, "2")
    each.table.return_to("cli", practice)
    assert not sees(thief, "2")
    assert CARD not in str(show_table(each.app.extensions["renderer"], role, each.table.snapshot))
    played = {"pile": "up_1", "card": 40, "player": "2", "moment": 0}
    assert "your own seat" in thief.post("/do/PlayCard", data=played).text


def test_undoing_the_game_and_doing_it_again_frees_no_seat(each: Evening) -> None:
    thief = host(each)
    while each.table.snapshot.undo_takes:
        each.table.undo("cli")
    assert each.table.snapshot.keeps_secrets
    assert thief.post("/host/free", data={"seat": "2"}).status_code == 409
    while each.table.snapshot.redo_does:
        each.table.redo("cli")
    assert sees(each.phone("2"), "2")


def test_who_knows_a_hand_is_known_after_a_restart(each: Evening, tmp_path: Path) -> None:
    each.table.close()
    with Table.open(tmp_path / "journal.sqlite") as table:
        again = begun(tmp_path, table)
        thief = host(again)
        theirs = again.guests.at("2")
        assert theirs is not None
        again.guests.remove(theirs.id)
        assert thief.post("/take", data={"seat": "2"}).status_code == 409


def test_the_log_tells_no_card(each: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    dealt(each.table)
    order = each.table.snapshot.state.deck
    assert "shuffled and dealt" in caplog.text
    assert str(order[0]) + "," not in caplog.text
    each.table.open_game("cli", "grave_robbers")
    each.table.submit(gr.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
    each.table.submit(gr.FightPlayer(GREEN), "cli")
    caplog.clear()
    each.table.submit(gr.LayItem(RED, HAND, 5, "Axe"), "cli")
    each.table.undo("cli")
    assert "red takes the die value from the hand" in caplog.text
    assert "Axe" not in caplog.text
    assert '"die"' not in caplog.text


def test_in_grave_robbers_a_seat_is_bound_while_its_card_is_hidden(each: Evening) -> None:
    table = each.table
    table.open_game("cli", "grave_robbers")
    table.submit(gr.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
    red, thief = each.app.test_client(), host(each)
    red.get("/join/" + each.guests.link("").rpartition("/")[2])
    assert red.post("/take", data={"seat": "red"}).status_code == 303
    table.submit(gr.FightPlayer(GREEN), "cli")
    table.submit(gr.LayItem(RED, HAND, 5, "Axe"), "cli")
    assert "Axe" in red.get("/seat/red").text
    taken = thief.post("/take", data={"seat": "red", "over": "yes"})
    assert taken.status_code == 409
    table.undo("cli")
    assert thief.post("/take", data={"seat": "red", "over": "yes"}).status_code == 409
    table.redo("cli")
    assert "Axe" not in thief.get("/seat/red").text
    table.submit(gr.LayItem(GREEN, HAND, 4), "cli")
    table.submit(gr.SettleFight(), "cli")
    assert thief.post("/take", data={"seat": "red", "over": "yes"}).status_code == 303
