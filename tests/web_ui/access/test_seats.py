"""Who sits where: a seat that is taken over, and a phone that sleeps."""

from html import unescape
from pathlib import Path

import pytest

from companion.engine.value import replace
from companion.games.clank.box import Colour
from companion.games.clank.commands import CorrectSeats
from companion.games.clank.values import Seat
from companion.games.the_game import commands as the_game
from tests.support.pages import create_app
from tests.web_ui.access.door import Door
from web_ui.access.guests import Guests
from web_ui.app import Options


def test_a_taken_seat_is_taken_over_only_if_that_is_said(door: Door) -> None:
    door.phone("red")
    theirs, phone = door.guests.at("red"), door.client("watcher")
    refused = phone.post("/take", data={"seat": "red"})
    assert (refused.status_code, "Another phone sits here" in refused.text) == (409, True)
    assert door.guests.at("red") == theirs
    assert phone.post("/take", data={"seat": "red", "over": "yes"}).status_code == 303
    sits = door.guests.at("red")
    assert sits is not None
    assert sits != theirs
    assert sits.name == "Ann", "the host sees whose phone it is"
    assert phone.post("/take", data={"seat": ""}).headers["Location"] == "/"
    assert door.guests.at("red") is None


def test_a_seat_tells_who_sits_there_and_how_long_the_phone_sleeps(
    door: Door, tmp_path: Path
) -> None:
    now = [0.0]
    guests = Guests(tmp_path / "others.json", lambda: now[0])
    app = create_app(door.table, Options(address=lambda: "http://t", version="test", guests=guests))
    others = Door(door.table, guests, app)
    theirs = others.phone("red")
    assert theirs is not None
    guests.take(guests.take(theirs, ""), "red", "Ann")
    watcher = others.client("watcher")
    assert "Ann’s phone sits here" in watcher.get("/").text
    guests.presence.opened(theirs.id)
    now[0] += 300
    assert "asleep" not in watcher.get("/").text, "it follows the table"
    guests.presence.closed(theirs.id)
    now[0] += 720
    assert "Ann’s phone sits here, asleep for 12 minutes" in watcher.get("/").text


@pytest.mark.parametrize("kind", ["red", "green"])
def test_the_own_seat_is_marked(door: Door, kind: str) -> None:
    assert "Your seat" in door.client(kind).get("/").text
    assert "Your seat" not in door.client("watcher").get("/").text


def test_a_phone_stays_with_its_player_when_the_colour_is_put_right(door: Door) -> None:
    ann, bo = door.phone("red"), door.phone("green")
    assert ann is not None
    assert bo is not None
    door.table.follow(door.guests.follow)
    seats = tuple(Seat(each.colour, each.name) for each in door.table.snapshot.state.players)
    was = tuple(seat.colour for seat in seats)
    yellow = Seat(Colour.YELLOW, seats[was.index(Colour.RED)].name)
    right = tuple(yellow if seat.colour is Colour.RED else seat for seat in seats)
    door.table.submit(CorrectSeats(right, was), "test")
    assert (door.guests.at("yellow"), door.guests.at("red")) == (replace(ann, seat="yellow"), None)
    assert door.guests.at("green") == bo
    door.table.undo("panel")
    assert door.guests.at("red") == ann
    door.table.redo("panel")
    assert door.guests.at("yellow") == replace(ann, seat="yellow")


def practised(door: Door, *names: str) -> None:
    """Put a practice game of The Game onto the table."""
    door.table.open_game("cli", "the_game")
    door.table.submit(the_game.StartGame(names, practice=True), "cli")


def test_a_seat_of_an_earlier_game_keeps_nobody_from_one_with_secrets(door: Door) -> None:
    phones = {seat: door.client(kind) for seat, kind in (("1", "red"), ("2", "green"))}
    practised(door, "Kim", "Lee")
    for seat, phone in phones.items():
        assert phone.post("/take", data={"seat": seat}).headers["Location"] == f"/seat/{seat}"
        assert door.guests.at(seat) is not None
    refused = phones["2"].post("/take", data={"seat": "1"})
    assert (refused.status_code, "Another phone" in refused.text) == (409, True)


def test_a_gone_phones_secrets_are_asked_of_those_who_play_this_game(door: Door) -> None:
    idle = door.client("green")
    practised(door, "Kim", "Lee")
    first, asker = door.client("watcher"), door.client("watcher")
    assert first.post("/take", data={"seat": "1"}).status_code == 303
    gone = door.guests.at("1")
    assert gone is not None
    door.guests.remove(gone.id)
    asker.post("/take", data={"seat": "1", "ask": "yes"})
    assert "Let another phone sit here" not in idle.get("/").text, "it sits in no seat of this game"


def test_a_phone_is_called_as_who_plays_its_seat_now(door: Door) -> None:
    host, red = door.client("host"), door.client("watcher")
    red.post("/take", data={"seat": "red"})
    watcher = door.client("watcher")
    assert "Ann’s phone sits here" in watcher.get("/").text
    seats = [Seat(each.colour, each.name) for each in door.table.snapshot.state.players]
    was = tuple(seat.colour for seat in seats)
    named = tuple(replace(seat, name="Zoe" if seat.colour is Colour.RED else "") for seat in seats)
    door.table.submit(CorrectSeats(named, was), "test")
    assert "Zoe’s phone sits here" in watcher.get("/").text
    assert "Zoe’s phone" in host.get("/host").text
    practised(door, "Kim", "Lee")
    assert "Red" not in host.get("/host").text, "no seat of this game"


def test_the_phone_whose_seat_was_taken_over_is_told(door: Door) -> None:
    first, second = door.client("red"), door.client("watcher")
    lost = "Another phone has taken over the seat of Ann. This one watches."
    second.post("/take", data={"seat": "red", "over": "yes"})
    assert lost in unescape(first.get("/").text)
    assert lost not in unescape(second.get("/").text)
    first.post("/take", data={"seat": "green"})
    assert lost not in unescape(first.get("/").text)


def test_a_phone_that_only_watches_is_told_before_it_fills_in_a_set_up(door: Door) -> None:
    only = "On this phone you only watch."
    assert only in door.client("watcher").get("/new").text
    for kind in ("red", "host"):
        assert only not in door.client(kind).get("/new").text
