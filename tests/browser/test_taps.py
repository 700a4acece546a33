"""How many taps a task takes: one second of patience is about two of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import ProvokeDragon, ReportDraw, StartGame
from companion.games.clank.values import Seat


class Thumb:
    """Taps, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def __call__(self, where: Locator) -> None:
        where.click()
        self.taps += 1

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


@pytest.fixture
def thumb(served: Served, phone: Callable[..., Page]) -> Thumb:
    served.table.open_game("cli")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    served.table.submit(StartGame(seats, Colour.RED), "cli")
    return Thumb(phone("/seat/red"))


def test_noise_is_one_tap_and_so_is_taking_it_back(thumb: Thumb) -> None:
    thumb(thumb.button("Ann: one Clank! more"))
    expect(thumb.page.locator(".count b")).to_have_text("4")
    thumb(thumb.page.get_by_role("button", name="Undo:"))
    expect(thumb.page.locator(".count b")).to_have_text("3")
    assert thumb.taps == 2


def test_healing_is_at_most_two_taps(served: Served, thumb: Thumb) -> None:
    served.table.submit(ProvokeDragon(), "cli")
    cubes = served.table.snapshot.state.attack.cubes_to_draw
    served.table.submit(ReportDraw(Cubes(red=1, black=cubes - 1)), "cli")
    expect(thumb.page.locator(".mine .hit")).to_have_count(1)
    thumb(thumb.button("Heal 1"))
    expect(thumb.page.locator(".mine .hit")).to_have_count(0)
    assert thumb.taps <= 2


def test_a_whole_attack_with_three_cubes_counted_by_hand_is_six_taps(
    served: Served, thumb: Thumb
) -> None:
    thumb(thumb.button("Dragon Attack symbol revealed"))
    thumb(thumb.page.get_by_text("We drew by hand"))
    for _ in range(3):
        thumb(thumb.button("Black: one more"))
    thumb(thumb.button("Record these cubes"))
    expect(thumb.page.get_by_role("heading", name="Result of the attack")).to_be_visible()
    assert served.table.snapshot.state.set_aside.black == 3
    assert thumb.taps <= 6
