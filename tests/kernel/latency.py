"""Prints how long a press takes: from the first edge on the line to the journal, and to the lamp.

Once with the journal on a memory disk, and once on the disk that the repository lies on.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from companion.table.table import Table
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from hardware.panel.pins import BUTTONS, LAMPS
from tests.kernel.lines import Lines
from tests.support.presses import REST_S, WilfulJournal, start_game

PRESSES = 100
WAIT_S = 5.0
LOOK_S = 0.005  # between two looks at a lamp that has to get dark again
BUTTON = "green"  # red has the turn, and so its lamp is lit already
DISKS = {"memory disk": "/dev/shm", "real disk": "."}


def main() -> None:
    """Press a button in real time, and print median, p99 and worst in milliseconds."""
    lines = Lines(BUTTONS, LAMPS)
    for disk, folder in DISKS.items():
        with (
            tempfile.TemporaryDirectory(dir=folder) as place,
            Table(WilfulJournal(Path(place) / "journal.sqlite")) as table,
        ):
            start_game(table)
            with Panel(table, open_factory("pins")):
                took = [press(table, lines) for _ in range(PRESSES)]
        for what, took_ms in zip(("journal", "lamp"), zip(*took, strict=True), strict=True):
            print(f"press to {what}, {disk}, real time, {PRESSES} presses: {told(list(took_ms))}")


def press(table: Table, lines: Lines) -> tuple[float, float]:
    """Return the milliseconds from the edge to the committed journal line, and to the lamp."""
    version, began_s = table.snapshot.version, time.perf_counter()
    lines.press(BUTTON)
    if table.wait_newer(version, WAIT_S) is None:
        sys.exit("a press was lost")
    journal_s = time.perf_counter() - began_s
    while not lines.is_lit(BUTTON):
        if time.perf_counter() - began_s > WAIT_S:
            sys.exit("a lamp stayed dark")
    lamp_s = time.perf_counter() - began_s
    lines.release(BUTTON)
    time.sleep(REST_S)
    while lines.is_lit(BUTTON):
        time.sleep(LOOK_S)
    return 1000 * journal_s, 1000 * lamp_s


def told(took_ms: list[float]) -> str:
    """Return median, 99th percentile and worst."""
    took_ms.sort()
    median, p99 = statistics.median(took_ms), took_ms[int(0.99 * len(took_ms))]
    return f"median {median:.2f} ms, p99 {p99:.2f} ms, worst {took_ms[-1]:.2f} ms"


if __name__ == "__main__":
    main()
