"""Next under Undo: a venue's table calls the staff, and held it asks for a Wi-Fi elsewhere."""

import queue
import time
from collections.abc import Iterator

import pytest

from companion.table.table import Table
from hardware.panel.panel import NETWORK_S, Panel
from tests.companion.beyond.tables import begin
from tests.support.panel_finger import WAIT_S, Finger, WatchedFactory


@pytest.fixture
def finger(table: Table) -> Iterator[Finger]:
    begin(table)
    factory = WatchedFactory()
    with Panel(table, factory) as panel:
        finger = Finger(table, panel, factory)
        assert finger.sees(lambda lamps: lamps["red"] == 1.0)
        yield finger


def test_next_under_undo_calls_the_staff_and_undoes_nothing(finger: Finger) -> None:
    called: queue.Queue[bool] = queue.Queue()
    finger.panel.on_staff_wanted = lambda: called.put(True)
    version = finger.table.snapshot.version
    finger.drawn.press("undo")
    finger.drawn.press("next")
    assert called.get(timeout=WAIT_S)
    assert finger.table.snapshot.version == version


def test_where_there_are_no_staff_next_under_undo_means_nothing(finger: Finger) -> None:
    version = finger.table.snapshot.version
    finger.drawn.press("undo")
    finger.drawn.press("next")
    assert finger.saw("blue", 1.0)
    assert finger.table.snapshot.version == version


def test_next_held_under_undo_asks_for_the_tables_own_wifi(finger: Finger) -> None:
    called: queue.Queue[bool] = queue.Queue()
    finger.panel.on_network_wanted = lambda: called.put(True)
    version, began_s = finger.table.snapshot.version, time.monotonic()
    finger.drawn.press("undo")
    finger.drawn.press("next")
    assert called.get(timeout=WAIT_S)
    assert time.monotonic() >= began_s + NETWORK_S
    assert finger.table.snapshot.version == version
