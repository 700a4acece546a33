"""A tap on a ring in the photo of a draw corrects that cube."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, ProvokeDragon, StartGame
from companion.games.clank.values import Seat
from companion.table.reading import Mark, Purpose, Seen, Spot

Phone = Callable[..., Page]
FIRST_CUBE = 2  # before it come the two marks, which are drawn below the rings


@pytest.fixture
def attacked(served: Served) -> Served:
    table = served.table
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    table.submit(MakeClank(Colour.RED, 3), "cli")
    table.submit(ProvokeDragon(), "cli")
    spots = (Spot("black", 20, 20, 8), Spot("black", 60, 20, 8), Spot("red", 60, 60, 8))
    marks = (
        Mark(20, 60, 8, Sentence("Is this a cube?"), likely_colour="black"),
        Mark(85, 40, 8, Sentence("Something covers the tray.")),
    )
    table.see(Seen(1, Purpose.DRAW, 100, 80, spots, marks=marks))
    return served


def test_a_ring_goes_through_the_colours_and_its_count_follows(
    attacked: Served, phone: Phone
) -> None:
    page = phone("/tray")
    ring, black = page.locator(".ring").nth(FIRST_CUBE), page.locator("[name='cubes.black']")
    expect(page.locator("[data-rings]")).to_be_visible()
    expect(black).to_have_value("2")
    ring.click()
    expect(black).to_have_value("1")
    for _ in range(6):
        if ring.get_attribute("data-ring") == "black":
            break
        ring.click()
    expect(black).to_have_value("2")


def test_what_a_tap_has_corrected_is_not_read_over(attacked: Served, phone: Phone) -> None:
    page = phone("/tray")
    page.locator(".ring").nth(FIRST_CUBE).click()
    expect(page.locator("[name='cubes.black']")).to_have_value("1")
    again = (Spot("black", 20, 20, 8), Spot("black", 60, 20, 8), Spot("black", 60, 60, 8))
    attacked.table.see(Seen(2, Purpose.DRAW, 100, 80, again))
    expect(page.get_by_text("The table has moved on")).to_be_visible()
    expect(page.locator("[name='cubes.black']")).to_have_value("1")


def test_what_may_be_a_cube_is_counted_once_it_is_tapped(attacked: Served, phone: Phone) -> None:
    page = phone("/tray")
    maybe, hand = page.locator(".ring.none").all()
    counts = page.locator("form.counters [name^='cubes.']")
    before = [int(count.input_value()) for count in counts.all()]
    hand.click(force=True)
    assert [int(count.input_value()) for count in counts.all()] == before
    asks = page.locator("[data-asks]")
    expect(asks).to_be_visible()
    maybe.click()
    expect(asks).to_be_hidden()
    expect(page.locator("[name='cubes.black']")).to_have_value("3")  # its likeliest colour
    expect(page.locator(".ring").first.locator("title")).to_have_count(0)  # it asks no more
    for _ in before:
        page.locator(".ring").first.click()
    assert [int(count.input_value()) for count in counts.all()] == before
    expect(page.locator(".ring text").first).to_have_text("×")
