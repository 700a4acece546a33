"""Two taps on one point: whatever the table has become in between, one command at most comes of it.

A sample of the kinds of pages, controls and gaps; `make bench ARGS="taps 100"` tries them all.
"""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from companion.app.demo import BOTS
from companion.app.serve import Served
from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.box import Cubes
from companion.games.clank.commands import EndTurn, ReportDraw
from companion.games.clank.events import GameEnded
from companion.games.clank.state import Clank
from companion.table.table import Table
from tests.bench.load.double_taps import GAPS_MS, LATE_MS, SETTLED, Trials, tap_twice
from tests.browser.conftest import PHONE, WAIT_S

Phone = Callable[..., Page]
SEED = 11
SHARE = 0.15
MOST = 20  # pairs of taps in each game
TRIES = 10  # on a busy computer a second tap may come too late


def play_until(table: Table, is_there: Callable[[Clank], bool]) -> None:
    """Let the demo's bot play until the table is in the state that is wanted."""
    assert any(plays_there(table, is_there, random.Random(seed)) for seed in range(30))


def plays_there(table: Table, is_there: Callable[[Clank], bool], dice: random.Random) -> bool:
    bot = BOTS["clank"]
    table.open_game("demo", "clank")
    table.submit(bot.set_up(3, dice), "demo")
    while not is_there(state := table.snapshot.state):
        if state.attack is not None:
            table.draw("demo")
        elif (command := bot.step(state, dice)) is not None:
            table.submit(command, "demo")
        else:
            return False
    return True


def ends_now(state: Clank) -> bool:
    """Would the end of this turn end the game?"""
    try:
        return any(isinstance(event, GameEnded) for event in CLANK.decide(state, EndTurn()))
    except Rejected:
        return False


def seat_of(state: Clank) -> str:
    return str(state.turn)


def own_turn(table: Table) -> str:
    play_until(table, lambda state: state.turn_number > 5 and not state.row_refilled)
    return seat_of(table.snapshot.state)


def fresh_table(table: Table) -> str:
    play_until(table, lambda state: bool(state.players))
    return seat_of(table.snapshot.state)


def helping(table: Table) -> str:
    play_until(table, lambda state: state.turn_number > 5)
    state = table.snapshot.state
    seat = next(str(player.colour) for player in state.inside if player.colour != state.turn)
    return f"{seat}#dock"


def attack_waits(table: Table) -> str:
    play_until(table, lambda state: state.attack is not None)
    return seat_of(table.snapshot.state)


def struck(table: Table) -> str:
    seat = attack_waits(table)
    drawn = table.snapshot.state.attack.cubes_to_draw
    table.submit(ReportDraw(Cubes(black=drawn)), "demo")
    return seat


def last_turn(table: Table) -> str:
    """Everybody else is out, and the countdown ends with the next turn."""
    play_until(table, ends_now)
    return seat_of(table.snapshot.state)


def trials_of(browser: Browser, served: Served, share: float, most: int) -> Trials:
    page = browser.new_page(viewport=PHONE, locale="en-GB")
    page.set_default_timeout(WAIT_S * 1000)
    return Trials(served.table, page, random.Random(SEED), share, most)


@pytest.mark.slow
@pytest.mark.parametrize("game", BOTS)
def test_a_second_tap_on_the_same_point_commands_nothing_else(
    browser: Browser, served: Served, game: str
) -> None:
    trials = trials_of(browser, served, SHARE, MOST)
    trials.game(game, f"http://127.0.0.1:{served.port}")
    trials.page.context.close()
    assert trials.made == MOST
    assert trials.slips == []


STATES = (own_turn, fresh_table, helping, attack_waits, struck, last_turn)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_a_second_tap_commands_nothing_else_where_clank_turns(
    browser: Browser, served: Served, state: Callable[[Table], str]
) -> None:
    trials = trials_of(browser, served, 0.2, 6)
    trials.controls(f"http://127.0.0.1:{served.port}/seat/{state(served.table)}", ".dock, .sheet")
    trials.page.context.close()
    assert trials.slips == []


@pytest.mark.slow
@pytest.mark.parametrize("gap_ms", GAPS_MS)
def test_a_second_tap_after_the_last_cube_commands_nothing(
    browser: Browser, served: Served, gap_ms: int
) -> None:
    trials = trials_of(browser, served, 1, 1)
    gaps_ms = (gap_ms - each * gap_ms // TRIES for each in range(TRIES))  # sooner each time
    assert any(last_cube_was_tapped_twice(trials, served, each) for each in gaps_ms)
    assert [posted.split("?")[0] for posted in trials.posted] == ["/do/ReportDraw"]
    trials.page.context.close()


def last_cube_was_tapped_twice(trials: Trials, served: Served, gap_ms: int) -> bool:
    """Count an attack by hand; return False if the second tap came too late to tell anything."""
    page = trials.page
    origin = f"http://127.0.0.1:{served.port}"
    page.goto(f"{origin}/healthz")
    page.evaluate("localStorage.clear()")  # of the way that was used last
    page.goto(f"{origin}/seat/{attack_waits(served.table)}")
    page.get_by_role("button", name="By hand").click()
    black = page.get_by_role("button", name="Black", exact=True)
    for _ in range(served.table.snapshot.state.attack.cubes_to_draw - 1):
        black.click()
    page.wait_for_function(SETTLED)
    box = black.bounding_box()
    assert box is not None
    trials.posted.clear()
    late_ms = tap_twice(page, box["x"] + 9, box["y"] + 9, gap_ms)
    page.wait_for_function(SETTLED)
    return late_ms < LATE_MS


def test_plus_plus_counts_twice_however_fast(served: Served, phone: Phone) -> None:
    seat = own_turn(served.table)
    page = phone(f"/seat/{seat}")
    before = served.table.snapshot.state.area.of(seat)
    page.wait_for_function(SETTLED)
    box = page.locator(".clank .plus").bounding_box()
    assert box is not None
    tap_twice(page, box["x"] + 9, box["y"] + 9, 50)
    page.wait_for_function(SETTLED)
    assert served.table.snapshot.state.area.of(seat) == before + 2


def test_a_turn_that_somebody_else_ended_is_not_ended_again(served: Served, phone: Phone) -> None:
    page = phone(f"/seat/{own_turn(served.table)}")
    page.wait_for_function(SETTLED)
    end = page.get_by_role("button", name="End turn")
    box = end.bounding_box()
    assert box is not None
    served.table.submit(EndTurn(), "panel")
    page.get_by_role("link", name="Help").wait_for()
    turn = served.table.snapshot.state.turn
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    page.wait_for_function(SETTLED)
    assert served.table.snapshot.state.turn is turn
