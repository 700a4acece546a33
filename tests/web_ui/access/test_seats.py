"""Who sits where: a seat that is taken over, and a phone that sleeps."""

from pathlib import Path

import pytest

from companion.engine.value import replace
from companion.games.clank.box import Colour
from companion.games.clank.commands import CorrectSeats
from companion.games.clank.values import Seat
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
