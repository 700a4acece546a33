"""Fingers in real time on mock pins; tests/kernel/ plays the same on a kernel's GPIO lines."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table.table import Table
from hardware.panel.buttons import HOLD_S
from hardware.panel.drawn import DrawnPanel
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from tests.support import presses
from tests.support.presses import SHORT, WAIT_S, Stand, WilfulJournal, start_game


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    journal = WilfulJournal(tmp_path / "journal.sqlite")
    with Table(journal) as table:
        start_game(table)
        with Panel(table, open_factory("mock")) as panel:
            yield Stand(table, panel, DrawnPanel(panel), journal)


@pytest.mark.parametrize("scenario", SHORT, ids=lambda scenario: scenario.__name__)
def test_on_mock_pins(stand: Stand, scenario: Callable[[Stand], None]) -> None:
    scenario(stand)


@pytest.mark.slow
def test_worn_buttons_on_mock_pins(stand: Stand) -> None:
    presses.worn_buttons_never_count_twice(stand, rounds=10)


def test_a_burst_of_edges_on_mock_pins(stand: Stand) -> None:
    presses.a_burst_of_edges_leaves_no_button_down(stand)


def test_a_release_that_was_lost_in_a_burst_is_found_when_the_hold_is_due(stand: Stand) -> None:
    before = stand.table.snapshot
    area = before.state.area.red
    pin = stand.panel.factory.pin(stand.panel.pins.buttons["red"])
    stand.finger.press("red")
    assert stand.table.wait_newer(before.version, WAIT_S) is not None, "red did nothing"
    tell, pin.when_changed = pin.when_changed, None  # as if the kernel had dropped the edge
    stand.finger.release("red")
    pin.when_changed = tell
    stand.play([(HOLD_S + 0.2, "undo", False)])  # the time in which it would have been a hold
    assert stand.handled().state.area.red == area + 1
