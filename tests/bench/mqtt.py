"""A table and a real Mosquitto with a line between them that is cut at any byte."""

import logging
import random
import tempfile
import time
from pathlib import Path

from companion.table.table import Table
from tests.bench.report import Row, against
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.cuts import CutLine
from tests.companion.beyond.tables import begin, counted, knock, numbers, telling

CUTS = 1000
SEED = 26
LONGEST_WAIT_S = 0.02  # so that 1,000 cuts take minutes
LATE_S = 60.0
PACE_S = 0.005  # between two commands, so that a quick computer makes no mountain of lines


def cuts(count: int = CUTS) -> list[Row]:
    """Cut the line again and again while a game goes on; count what was lost or doubled."""
    logging.disable(logging.WARNING)  # each cut would be told
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with (
            Table.open(path / "journal.sqlite") as table,
            Table.open(path / "alone" / "journal.sqlite") as alone,
            Mosquitto(path) as broker,
            Ear(broker.port) as ear,
            CutLine(broker.port, random.Random(SEED)) as line,
            telling(table, line.port) as bridge,
        ):
            begin(table)
            bridge.longest_wait_s, line.wanted = LONGEST_WAIT_S, count
            begin(alone)
            began_s = time.monotonic()
            took: list[float] = []
            quiet: list[float] = []
            while not line.enough.wait(PACE_S):
                took.append(_timed(table))
                quiet.append(_timed(alone))
            last = knock(table)
            told = ear.wait_line(last, LATE_S)
            took_s = time.monotonic() - began_s
    whole = list(range(1, last + 1))
    return [
        Row(f"cuts of the line to a broker, seed {SEED}", f"{line.cuts} in {took_s:.0f} s"),
        Row("lines lost", str(len(set(whole) - set(numbers(told)))), "0"),
        Row("is any doubled or out of order, by number", str(counted(told) != whole), "False"),
        Row("lines told / of the journal", f"{len(told)} / {last}"),
        against("two commands meanwhile, median / p99", took, quiet, "a table that tells nobody"),
    ]


def _timed(table: Table) -> float:
    before_s = time.perf_counter()
    knock(table)
    return time.perf_counter() - before_s
