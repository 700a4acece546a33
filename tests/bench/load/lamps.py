"""From a finger on a mock pin to its lamp, journal in between."""

import os
import queue
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel.panel import Panel
from tests.bench.report import Row, against

PRESSES = 150
WAIT_S = 5.0


class TimedPin(MockPWMPin):
    """A mock pin that notes when it changed."""

    def __init__(self, *arguments: Any) -> None:
        """Have never changed."""
        self.has_changed = threading.Event()
        self.changed_s = 0.0
        super().__init__(*arguments)

    def _change_state(self, value: Any) -> Any:
        changed = super()._change_state(value)
        if changed:
            self.changed_s = time.perf_counter()
            self.has_changed.set()
        return changed


def press_to_lamp() -> list[Row]:
    """Measure press to lamp beside two hand-overs between threads and one fdatasync."""
    with tempfile.TemporaryDirectory() as folder:
        floor = _floor(f"{folder}/floor")
        with Table.open(Path(folder) / "journal.sqlite") as table:
            table.open_game("bench", "clank")
            seats = (Seat(Colour.RED), Seat(Colour.GREEN))
            table.submit(StartGame(seats, Colour.RED), "bench")
            measured = _presses(table)
    return [against("press to lamp, median / p99", measured, floor, "2 threads + fdatasync")]


def _presses(table: Table) -> list[float]:
    seconds = []
    factory = MockFactory(pin_class=TimedPin)
    with Panel(table, factory) as panel:
        finger = factory.pin(panel.pins.buttons["green"])
        lamp = factory.pin(panel.pins.lamps["green"])
        for _ in range(PRESSES):
            time.sleep(0.25)  # the lamp's wink and the contact's debounce are over
            lamp.has_changed.clear()
            began = time.perf_counter()
            finger.drive_low()
            assert lamp.has_changed.wait(WAIT_S)
            seconds.append(lamp.changed_s - began)
            finger.drive_high()
    return seconds


def _floor(path: str) -> list[float]:
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    pressed: queue.Queue[float | None] = queue.Queue()
    written: queue.Queue[float] = queue.Queue()

    def write() -> None:
        while (began := pressed.get()) is not None:
            os.write(file, b"y" * 300)
            os.fdatasync(file)
            written.put(began)

    writer = threading.Thread(target=write)
    writer.start()
    seconds = []
    for _ in range(PRESSES):
        time.sleep(0.02)
        pressed.put(time.perf_counter())
        began = written.get()
        seconds.append(time.perf_counter() - began)
    pressed.put(None)
    writer.join()
    os.close(file)
    return seconds
