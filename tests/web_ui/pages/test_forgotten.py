"""Somebody was forgotten at the set-up, or goes home: the page of corrections, and the phones."""

import pytest
from flask.testing import FlaskClient

from companion.games.clank import commands as clank
from companion.games.clank.box import Colour
from companion.games.clank.values import Seat
from companion.games.grave_robbers import commands as robbers
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Who
from companion.table.table import Table
from tests.support.pages import Page
from tests.web_ui.access.door import Door

SEATS = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"), Seat(Colour.BLUE, "Cleo"))
STARTS = {
    "clank": (clank.StartGame(SEATS, Colour.RED), "red"),
    "grave_robbers": (robbers.StartGame(SEATS, Colour.RED), "red"),
    "the_game": (the_game.StartGame(("Ann", "Bo", "Cleo"), Who.FIRST), "1"),
}
PAGES = ("/", "/correct", "/people", "/log", "/table", "/board", "/more")


def names(table: Table) -> list[str]:
    state = table.snapshot.state
    return list(getattr(state, "names", ())) or [player.name for player in state.players]


@pytest.mark.parametrize("name", STARTS)
def test_who_was_forgotten_is_entered_on_the_page_of_corrections(
    name: str, table: Table, client: FlaskClient
) -> None:
    start, after = STARTS[name]
    table.open_game("cli", name)
    table.submit(start, "cli")
    form = Page(client.get("/correct").text).to("/do/AddPlayers")[0]
    sent = form.sent(name=" Dee ", after=after, reason="in the kitchen")
    assert client.post(form.action, data=sent).status_code == 303
    assert names(table) == ["Ann", "Dee", "Bo", "Cleo"]
    for path in PAGES:
        assert client.get(path).status_code == 200
    assert "in the kitchen" in Page(client.get("/log").text).text


@pytest.mark.parametrize("name", STARTS)
def test_names_and_order_lead_there_as_long_as_there_is_room(
    name: str, table: Table, client: FlaskClient
) -> None:
    start, after = STARTS[name]
    table.open_game("cli", name)
    table.submit(start, "cli")
    more = 5 if name == "the_game" else 4
    for _ in range(more - 3):
        page = Page(client.get("/people").text)
        assert "/correct#set-forgotten" in page.links
        form = Page(client.get("/correct").text).to("/do/AddPlayers")[0]
        client.post(form.action, data=form.sent(name="Dee", after=after, reason="late"))
    assert "/correct#set-forgotten" not in Page(client.get("/people").text).links


@pytest.mark.parametrize("name", ["grave_robbers", "the_game"])
def test_who_goes_home_is_left_out_on_the_page_of_corrections(
    name: str, table: Table, client: FlaskClient
) -> None:
    start, first = STARTS[name]
    table.open_game("cli", name)
    table.submit(start, "cli")
    form = Page(client.get("/correct").text).to("/do/Withdraw")[0]
    field = "player" if "player" in form.fields else "colour"
    sent = form.sent() | {field: first, "reason": "the last train"}
    client.post(form.action, data=sent)
    assert names(table) == ["Bo", "Cleo"]
    for path in PAGES:
        assert client.get(path).status_code == 200


def test_phones_keep_their_players_when_the_seats_move_up(door: Door) -> None:
    """JA 40: The Game's seats are numbers, and Bo is the third now."""
    door.table.open_game("cli", "the_game")
    door.table.submit(STARTS["the_game"][0], "cli")
    phones = [door.phone("1"), door.phone("2")]
    door.table.follow(door.guests.follow)

    def seats() -> list[str]:
        ids = [phone.id for phone in phones if phone is not None]
        return [each.seat for one in ids for each in door.guests.phones if each.id == one]

    door.table.submit(the_game.AddPlayers(("Dee",), Who.FIRST, "late"), "cli")
    assert seats() == ["1", "3"]
    door.table.undo("cli")
    assert seats() == ["1", "2"]
    door.table.submit(the_game.Withdraw(Who.FIRST, "late"), "cli")
    assert seats() == ["", "1"]
    door.table.undo("cli")
    assert seats() == ["", "2"]
