"""Prints how long a press takes from the first edge on the line to the committed journal line."""

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

PRESSES = 200


def main() -> None:
    """Press a button in real time and print median, p99 and worst, in milliseconds."""
    took_ms = []
    lines = Lines(BUTTONS, LAMPS)
    with (
        tempfile.TemporaryDirectory() as folder,
        Table(WilfulJournal(Path(folder) / "journal.sqlite")) as table,
    ):
        start_game(table)
        with Panel(table, open_factory("pins")):
            for _ in range(PRESSES):
                version, began_s = table.snapshot.version, time.perf_counter()
                lines.press("red")
                if table.wait_newer(version, 5.0) is None:
                    sys.exit("a press was lost")
                took_ms.append(1000 * (time.perf_counter() - began_s))
                lines.release("red")
                time.sleep(REST_S)
    took_ms.sort()
    median, p99 = statistics.median(took_ms), took_ms[int(0.99 * PRESSES)]
    print(
        f"press to journal on a kernel's line, real time, {PRESSES} presses: "
        f"median {median:.2f} ms, p99 {p99:.2f} ms, worst {took_ms[-1]:.2f} ms"
    )


if __name__ == "__main__":
    main()
