"""The dragon's sheet on a seat's page of Clank!."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import CorrectStatus, ProvokeDragon, ReportDraw, StartGame
from companion.games.clank.values import Seat, Status


def test_the_last_attack_does_not_cover_the_end_of_the_game(
    served: Served, phone: Callable[..., Page]
) -> None:
    table = served.table
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    table.submit(StartGame(seats, Colour.RED), "cli")
    page = phone("/seat/red")
    table.submit(ProvokeDragon(), "cli")
    table.submit(ReportDraw(Cubes(black=table.snapshot.state.attack.cubes_to_draw)), "cli")
    sheet = page.locator("#attack .sheet")
    expect(sheet).to_be_visible()
    for colour in (Colour.RED, Colour.GREEN):
        table.submit(CorrectStatus(colour, Status.LOST, "the end"), "cli")
    expect(sheet).to_be_hidden()
    page.get_by_role("link", name="Score").first.click()
    expect(page).to_have_url(f"http://127.0.0.1:{served.port}/score")
