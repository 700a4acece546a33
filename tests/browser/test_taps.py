"""How many taps a task takes: one second of patience is about two of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour, Cube, Secret
from companion.games.clank.commands import EndTurn, SetDanger, StartGame, TakeTunnelDamage
from companion.games.clank.events import CubesDrawn, SecretDiscovered
from companion.games.clank.values import Seat
from tests.browser.conftest import until


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
    served.table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    served.table.submit(StartGame(seats, Colour.RED), "cli")
    return Thumb(phone("/seat/red"))


def told(served: Served) -> list[object]:
    """Return what has happened; the phone's part in the draws may be the newest line."""
    return [event for entry in served.table.snapshot.story for event in entry.events]


def attacked(served: Served, cubes: int) -> None:
    """Make the next attack draw so many cubes, by Danger cards."""
    danger = cubes - served.table.snapshot.state.rage
    served.table.submit(SetDanger(danger), "cli")


def test_clank_is_one_tap_and_so_is_taking_it_back(thumb: Thumb) -> None:
    thumb(thumb.button("Ann: one Clank! more"))
    expect(thumb.page.locator(".count b")).to_have_text("4")
    thumb(thumb.page.get_by_role("button", name="Undo:"))
    expect(thumb.page.locator(".count b")).to_have_text("3")
    assert thumb.taps == 2


def test_healing_is_one_tap(served: Served, thumb: Thumb) -> None:
    served.table.submit(TakeTunnelDamage(Colour.RED), "cli")
    expect(thumb.page.locator("#mine .hit")).to_have_count(1)
    thumb(thumb.button("Heal 1"))
    expect(thumb.page.locator("#mine .hit")).to_have_count(0)
    assert thumb.taps == 1


def test_the_end_of_a_turn_is_one_tap(served: Served, thumb: Thumb) -> None:
    thumb(thumb.button("End turn"))
    expect(thumb.page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    assert served.table.snapshot.state.turn is Colour.GREEN
    assert thumb.taps == 1


def test_an_attack_that_dragonbag_draws_is_two_taps(served: Served, thumb: Thumb) -> None:
    thumb(thumb.button("Dragon Attack!"))
    thumb(thumb.button("Dragonbag draws"))
    expect(thumb.page.get_by_role("heading", name="The dragon has struck")).to_be_visible()
    assert thumb.taps == 2


def test_an_attack_of_four_cubes_from_a_real_bag_is_five_taps(served: Served, thumb: Thumb) -> None:
    thumb.page.evaluate("localStorage.setItem('dragonbag-way', 'hand')")  # as last time
    attacked(served, 4)
    thumb(thumb.button("Dragon Attack!"))
    for cube in ("Black", "Red", "Black", "Red"):
        thumb(thumb.button(cube))
    expect(thumb.page.get_by_role("heading", name="The dragon has struck")).to_be_visible()
    (drawn,) = (each for each in told(served) if isinstance(each, CubesDrawn))
    assert drawn.order == (Cube.BLACK, Cube.RED, Cube.BLACK, Cube.RED)
    assert thumb.taps == 5


def test_the_way_of_the_last_attack_comes_first_in_the_next(served: Served, thumb: Thumb) -> None:
    thumb(thumb.button("Dragon Attack!"))
    thumb(thumb.button("By hand"))
    for _ in range(3):
        thumb(thumb.button("Black"))
    thumb(thumb.button("End turn"))
    expect(thumb.page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    served.table.submit(EndTurn(), "cli")
    thumb(thumb.button("Dragon Attack!"))
    expect(thumb.page.get_by_text("0 of 3")).to_be_visible()


def test_one_tap_takes_the_last_cube_back(served: Served, thumb: Thumb) -> None:
    thumb(thumb.button("Dragon Attack!"))
    thumb(thumb.button("By hand"))
    thumb(thumb.button("Black"))
    thumb(thumb.button("Red"))
    thumb(thumb.button("Take one back"))
    expect(thumb.page.get_by_text("1 of 3")).to_be_visible()
    thumb(thumb.button("Black"))
    thumb(thumb.button("Black"))
    expect(thumb.page.get_by_text("You are unhurt.")).to_be_visible()
    assert served.table.snapshot.state.set_aside.black == 3


def test_a_count_survives_a_reload(served: Served, thumb: Thumb) -> None:
    thumb(thumb.button("Dragon Attack!"))
    thumb(thumb.button("By hand"))
    thumb(thumb.button("Black"))
    thumb.page.reload()
    expect(thumb.page.get_by_text("1 of 3")).to_be_visible()


def test_four_gold_are_two_taps(served: Served, thumb: Thumb) -> None:
    thumb(thumb.page.get_by_role("link", name="Loot"))
    thumb(thumb.button("Gain 4 Gold"))
    expect(thumb.page.locator("#mine .purse")).to_contain_text("4")
    assert served.table.snapshot.state.player(Colour.RED).gold == 4
    assert thumb.taps == 2


@pytest.mark.parametrize("secret", list(Secret))
def test_any_secret_is_two_taps(served: Served, thumb: Thumb, secret: Secret) -> None:
    thumb(thumb.page.get_by_role("link", name="Loot"))
    thumb(thumb.page.locator(f"[name=secret][value={secret}]"))
    until(served.table, lambda: SecretDiscovered(Colour.RED, secret) in told(served))
    assert thumb.taps == 2
