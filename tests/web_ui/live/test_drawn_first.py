"""Whoever has made a step lets the screens be drawn before going on."""

import select
import threading
from collections.abc import Mapping
from functools import partial

import pytest

from companion.engine.errors import Rejected
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, SpendGold, StartGame
from companion.games.clank.values import Seat
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.web_ui.live.test_hub import Board, Looker, Shown, connect, hang_up, render
from web_ui.live.hub import Hub

__all__ = ["hang_up"]  # an autouse fixture

WAIT_S = 30.0
RED = Colour.RED


@pytest.mark.parametrize(("longest_s", "is_sent"), [(WAIT_S, True), (0.01, False)])
def test_whoever_made_a_step_waits_until_it_is_sent_but_not_for_long(
    longest_s: float, is_sent: bool
) -> None:
    board = Board()
    drawing, draw_on = threading.Event(), threading.Event()

    def slowly(role: Looker, shown: Shown) -> Mapping[str, str]:
        if shown.version > 1:
            drawing.set()
            assert draw_on.wait(WAIT_S)
        return render(role, shown)

    with Hub(board, slowly, longest_drawn_s=longest_s) as hub:
        phone = connect(hub, Looker("red"))
        phone.event()
        board.show(noise="1")
        assert drawing.wait(WAIT_S)
        found: list[bool] = []

        def wait() -> None:
            hub.wait_drawn()
            found.append(bool(select.select([phone.line], [], [], 0)[0]))

        waiter = threading.Thread(target=wait)
        waiter.start()
        if not is_sent:
            waiter.join(WAIT_S)
        draw_on.set()
        waiter.join(WAIT_S)
        assert found == [is_sent]


def test_the_screens_draw_a_step_before_its_maker_goes_on_and_without_the_lock(
    table: Table,
) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
    found: list[Snapshot | None] = []

    def draw() -> None:
        look = partial(table.wait_newer, 0, WAIT_S)
        other = threading.Thread(target=lambda: found.append(look()), daemon=True)
        other.start()
        other.join(WAIT_S)

    table.wait_drawn = draw
    done = table.submit(MakeClank(RED), "panel")
    assert found == [done]
    with pytest.raises(Rejected, match="not_enough_gold"):
        table.submit(SpendGold(RED), "panel")
    assert found == [done]
