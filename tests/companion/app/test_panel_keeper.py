"""A panel that cannot be opened stops nothing, and is taken when it comes."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.panel_keeper import AWAY, NOTICE, PanelKeeper, ReadyPanel
from companion.table.table import Table
from hardware.panel.devices import PanelDevices
from hardware.panel.panel import Panel
from tests.support.panel_finger import WAIT_S

SOON_S = 0.002


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


class Pins:
    """Mock pins that another program has; each try to open a panel on them is counted."""

    def __init__(self, table: Table) -> None:
        self.table, self.tries = table, threading.Semaphore(0)
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.other = PanelDevices(self.factory)

    def open(self, running: ExitStack) -> ReadyPanel:
        self.tries.release()
        return ReadyPanel(running.enter_context(Panel(self.table, self.factory)))


def test_a_table_without_its_panel_says_so_and_takes_it_when_it_comes(table: Table) -> None:
    pins = Pins(table)
    with PanelKeeper(table, pins.open, SOON_S) as keeper:
        for _ in range(3):
            assert pins.tries.acquire(timeout=WAIT_S)
        assert keeper.get() is None
        assert "another program" in str(keeper.trouble)
        assert table.snapshot.notices == {NOTICE: AWAY}
        pins.other.close()
        table.wait_newer(table.snapshot.version, WAIT_S, lambda: not table.snapshot.notices)
        ready = keeper.get()
        assert ready is not None
        assert keeper.trouble is None
        lamp = pins.factory.pin(ready.panel.pins.lamps["red"])
        assert lamp.function == "output"
    assert lamp.function == "input"


def test_the_end_of_the_table_ends_the_tries(table: Table) -> None:
    with PanelKeeper(table, Pins(table).open, first_wait_s=60):
        (thread,) = [each for each in threading.enumerate() if each.name == "panel keeper"]
    assert not thread.is_alive()


def test_a_panel_that_is_there_is_taken_at_once(table: Table) -> None:
    pins = Pins(table)
    pins.other.close()
    with PanelKeeper(table, pins.open) as keeper:
        assert keeper.get() is not None
        assert table.snapshot.notices == {}
