"""Two taps on one point: whatever the table has become in between, one command at most comes of it.

A thumb that taps twice means one thing, or the same thing twice where that counts up (+ +).
"""

import random
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Request

from companion.app.demo import BOTS
from companion.app.serve import Served
from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.box import Cubes
from companion.games.clank.commands import EndTurn, ReportDraw
from companion.games.clank.events import GameEnded
from companion.games.clank.state import Clank
from companion.table.table import Table

Phone = Callable[..., Page]
GAPS_MS = (50, 150, 250, 400, 600)
DEAF_MS = 400
# What lies where states change: the dock, the controls of a sheet, the largest button.
CONTROLS = ".dock :is(button, a), .sheet .foot :is(button, a), .sheet .x, .clank .plus"
SETTLED = """() => !document.querySelector("[data-deaf]")
    && JSON.parse(sessionStorage.getItem("dragonbag-taps") || "[]").length === 0"""


def play_until(table: Table, is_there: Callable[[Clank], bool]) -> None:
    """Let the demo's bot play until the table is in the state that is wanted."""
    assert any(plays_there(table, is_there, random.Random(seed)) for seed in range(30))


def plays_there(table: Table, is_there: Callable[[Clank], bool], dice: random.Random) -> bool:
    bot = BOTS["clank"]
    table.open_game("demo")
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


def off_turn(table: Table) -> str:
    play_until(table, lambda state: state.turn_number > 5)
    state = table.snapshot.state
    return next(str(player.colour) for player in state.inside if player.colour != state.turn)


def helping(table: Table) -> str:
    return off_turn(table) + "#dock"


def looting(table: Table) -> str:
    return own_turn(table) + "#treasure"


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


STATES = (*(own_turn, fresh_table, off_turn, helping, looting, attack_waits, struck, last_turn),)


@pytest.mark.slow
@pytest.mark.parametrize("gap_ms", GAPS_MS)
@pytest.mark.parametrize("state", STATES)
def test_a_second_tap_on_the_same_point_commands_nothing_else(
    served: Served, phone: Phone, state: Callable[[Table], str], gap_ms: int
) -> None:
    page = phone(f"/seat/{state(served.table)}")
    wrong = [
        (name, sent)
        for name, is_repeatable, sent in trials(served.table, page, gap_ms)
        if not is_meant(sent, gap_ms, is_repeatable=is_repeatable)
    ]
    assert wrong == []


def is_meant(sent: list[str], gap_ms: int, *, is_repeatable: bool) -> bool:
    """May these commands come of two taps? Late enough, a step may follow the same step."""
    if len(sent) < 2:
        return True
    is_same = sent[0] == sent[1]
    is_late = gap_ms >= DEAF_MS and sent[0] != "/do/EndTurn"
    return len(sent) == 2 and is_same and (is_repeatable or is_late)


def trials(table: Table, page: Page, gap_ms: int) -> Iterator[tuple[str, bool, list[str]]]:
    """Tap every control twice, each time in the same state; yield what was sent."""
    address, sent = page.url, list[str]()
    page.on("request", lambda request: sent.extend(command_of(request)))
    before = table.snapshot
    page.wait_for_function(SETTLED)
    for place in range(page.locator(CONTROLS).count()):
        control = page.locator(CONTROLS).nth(place)
        if not control.is_visible() or control.is_disabled():
            continue
        name = control.get_attribute("aria-label") or control.inner_text()
        is_repeatable = control.get_attribute("data-again") is not None
        sent.clear()
        tap_twice(page, control, gap_ms)
        page.wait_for_function(SETTLED)
        yield name, is_repeatable, list(sent)
        table.open_game("test", game_id=before.game_id)
        while table.snapshot.game.notation(table.snapshot.state) != before.game.notation(
            before.state
        ):
            go_back(table, before.undo_takes.seq if before.undo_takes else 0)
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function(SETTLED)


def go_back(table: Table, seq: int) -> None:
    takes = table.snapshot.undo_takes
    if takes is not None and takes.seq > seq:
        table.undo("test")
    else:
        table.redo("test")


def tap_twice(page: Page, control: Locator, gap_ms: int) -> None:
    box = control.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(gap_ms)
    page.mouse.click(x, y)


def command_of(request: Request) -> Iterator[str]:
    path = urlsplit(request.url).path
    if request.method == "POST" and not path.startswith("/mix/"):
        yield path


@pytest.mark.slow
@pytest.mark.parametrize("gap_ms", GAPS_MS)
def test_a_second_tap_after_the_last_cube_commands_nothing(
    served: Served, phone: Phone, gap_ms: int
) -> None:
    page = phone(f"/seat/{attack_waits(served.table)}")
    sent = list[str]()
    page.on("request", lambda request: sent.extend(command_of(request)))
    page.get_by_role("button", name="By hand").click()
    black = page.get_by_role("button", name="Black", exact=True)
    for _ in range(served.table.snapshot.state.attack.cubes_to_draw - 1):
        black.click()
    tap_twice(page, black, gap_ms)
    page.wait_for_function(SETTLED)
    assert sent == ["/do/ReportDraw"]


def test_plus_plus_counts_twice_however_fast(served: Served, phone: Phone) -> None:
    seat = own_turn(served.table)
    page = phone(f"/seat/{seat}")
    before = served.table.snapshot.state.area.of(seat)
    page.wait_for_function(SETTLED)
    tap_twice(page, page.locator(".clank .plus"), 50)
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
