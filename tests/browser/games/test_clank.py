"""The sheets on a seat's page of Clank!, its keyboard and its long words."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Arrival, Colour, Cubes
from companion.games.clank.commands import (
    CorrectStatus,
    ProvokeDragon,
    RefillRow,
    ReportDraw,
    StartGame,
)
from companion.games.clank.events import CardArrived
from companion.games.clank.values import Seat, Status
from companion.table.table import Table
from tests.bench.load.double_taps import UNTIL_SETTLED
from tests.browser.conftest import resize

Phone = Callable[..., Page]


def test_the_last_attack_does_not_cover_the_end_of_the_game(served: Served, phone: Phone) -> None:
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


LOCALES = ("en-GB", "ja-JP", "ru-RU")
# What lies over another in a part of the page, or does not fit into its place.
OVER = """(part) => [...part.querySelectorAll("button, .button, .count b")]
  .filter((one) => one.offsetHeight)
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect(), one.querySelector("span")])
  .flatMap(([name, box, text], place, all) => [
    ...(text?.getBoundingClientRect().right > box.right + 1 ? [`${name} is too wide`] : []),
    ...(box.right > innerWidth ? [`${name} lies outside`] : []),
    ...all.slice(place + 1).filter(([, other]) => other.left < box.right - 1
      && box.left < other.right - 1 && other.top < box.bottom - 1 && box.top < other.bottom - 1)
      .map(([other]) => `${name} lies over ${other}`),
  ])"""
LONG = "W" * 20


def begun(served: Served, names: tuple[str, str] = ("Ann", "Bo")) -> Table:
    table = served.table
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, names[0]), Seat(Colour.GREEN, names[1]))
    table.submit(StartGame(seats, Colour.RED), "cli")
    return table


def draw(table: Table) -> None:
    table.submit(ReportDraw(Cubes(black=table.snapshot.state.attack.cubes_to_draw)), "cli")


@pytest.mark.parametrize("has_script", [True, False])
def test_the_cards_open_over_an_attack_and_what_it_did(
    served: Served, phone: Phone, has_script: bool
) -> None:
    table = begun(served)
    table.submit(RefillRow(symbol_revealed=True), "cli")
    for name in ("The dragon attacks!", "Result of the attack"):
        page = phone("/seat/red", java_script_enabled=has_script)
        expect(page.get_by_role("region", name=name)).to_be_visible()
        page.get_by_role("link", name="Cards").click()
        page.get_by_text("A card with Arrive was forgotten").click()
        page.locator("#arrive select").first.select_option("1")
        page.get_by_role("button", name="Enter").click()
        page.goto(f"{page.url.partition('#')[0]}")
        expect(page.get_by_role("region", name=name)).to_be_visible()
        if table.snapshot.state.attack:
            draw(table)
    told = [event for entry in table.snapshot.story for event in entry.events]
    assert told.count(CardArrived(Arrival.OVERLORD)) == 2


def test_an_attack_that_comes_up_puts_the_cards_away(served: Served, phone: Phone) -> None:
    begun(served)
    page = phone("/seat/red")
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Mister Whiskers").click()
    draws = page.get_by_role("button", name="Dragonbag draws")
    expect(page.locator("#row")).to_be_hidden()
    draws.click()
    expect(page.get_by_role("region", name="Result of the attack")).to_be_visible()


def test_the_keyboard_goes_into_a_sheet_and_back_to_what_opened_it(
    served: Served, phone: Phone
) -> None:
    begun(served)
    page = phone("/seat/red")
    for way, sheet in (("Loot", "#loot"), ("Cards", "#row")):
        link = page.get_by_role("link", name=way)
        link.press("Enter")
        expect(page.locator(sheet)).to_be_focused()
        page.keyboard.press("Escape")
        expect(link).to_be_focused()
    page.get_by_role("button", name="Dragon Attack!").press("Enter")
    expect(page.get_by_role("region", name="The dragon attacks!")).to_be_focused()
    draws = page.get_by_role("button", name="Dragonbag draws")
    for _ in range(2):  # past the way to the corrections
        page.keyboard.press("Tab")
    expect(draws).to_be_focused()
    cards = page.get_by_role("link", name="Cards")
    cards.press("Enter")
    expect(page.locator("#row")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cards).to_be_focused()
    draws.press("Enter")
    expect(page.get_by_role("region", name="Result of the attack")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="End turn")).to_be_focused()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("names", [(LONG, "AleksandraKowalczyk"), ("AleksandraKowalczyk", LONG)])
def test_a_long_name_and_a_zoomed_page_cover_no_control(
    served: Served, phone: Phone, locale: str, names: tuple[str, str]
) -> None:
    begun(served, names)
    for seat in ("red", "green"):  # the one whose turn it is, and the one that may help
        page = phone(f"/seat/{seat}", locale=locale)
        for width, height in ((390, 844), (320, 640), (195, 422)):
            resize(page, width, height)
            for part in ("#dock", ".clank"):
                assert page.locator(part).evaluate(OVER) == []


def test_an_attack_is_drawn_on_a_zoomed_page(served: Served, phone: Phone) -> None:
    begun(served)
    page = phone("/seat/red")
    resize(page, 195, 422)
    page.evaluate("localStorage.setItem('dragonbag-way', 'hand')")  # as last time
    page.get_by_role("button", name="Dragon Attack!").click()
    expect(page.get_by_text("0 of 3")).to_be_attached()
    page.evaluate(UNTIL_SETTLED)
    for _ in range(3):
        page.get_by_role("button", name="Black", exact=True).click()
    expect(page.get_by_role("region", name="Result of the attack")).to_be_visible()
