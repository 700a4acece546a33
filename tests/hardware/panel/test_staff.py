"""Next under Undo: a venue's table calls the staff, and held it asks for a Wi-Fi elsewhere."""

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from companion.table.table import Table
from hardware.panel.gestures import NETWORK_S
from hardware.panel.panel import NO_CALLBACKS, Callbacks, Panel
from tests.companion.beyond.tables import begin
from tests.support.panel_finger import WAIT_S, Finger, WatchedFactory


@contextmanager
def finger_on(table: Table, callbacks: Callbacks = NO_CALLBACKS) -> Iterator[Finger]:
    begin(table)
    factory = WatchedFactory()
    with Panel(table, factory, callbacks=callbacks) as panel:
        finger = Finger(table, panel, factory)
        assert finger.sees(lambda lamps: lamps["red"] == 1.0)
        yield finger


def test_next_under_undo_calls_the_staff_and_undoes_nothing(table: Table) -> None:
    called: queue.Queue[bool] = queue.Queue()
    with finger_on(table, Callbacks(on_staff_wanted=partial(called.put, True))) as finger:
        version = finger.table.snapshot.version
        finger.drawn.press("undo")
        finger.drawn.press("next")
        assert called.get(timeout=WAIT_S)
        assert finger.table.snapshot.version == version


def test_where_there_are_no_staff_next_under_undo_means_nothing(table: Table) -> None:
    with finger_on(table) as finger:
        version = finger.table.snapshot.version
        finger.drawn.press("undo")
        finger.drawn.press("next")
        assert finger.saw("blue", 1.0)
        assert finger.table.snapshot.version == version


def test_next_held_under_undo_asks_for_the_tables_own_wifi(table: Table) -> None:
    called: queue.Queue[bool] = queue.Queue()
    with finger_on(table, Callbacks(on_network_wanted=partial(called.put, True))) as finger:
        version, began_s = finger.table.snapshot.version, time.monotonic()
        finger.drawn.press("undo")
        finger.drawn.press("next")
        assert called.get(timeout=WAIT_S)
        assert time.monotonic() >= began_s + NETWORK_S
        assert finger.table.snapshot.version == version


def test_where_there_are_staff_next_held_under_undo_calls_them_and_opens_no_wifi(
    table: Table,
) -> None:
    called: queue.Queue[str] = queue.Queue()
    both = Callbacks(
        on_staff_wanted=partial(called.put, "staff"), on_network_wanted=partial(called.put, "Wi-Fi")
    )
    with finger_on(table, both) as finger:
        finger.drawn.press("undo")
        finger.drawn.press("next")
        assert called.get(timeout=WAIT_S) == "staff"
