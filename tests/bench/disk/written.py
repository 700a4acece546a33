"""The journal against a bare file, and replay against a bare scan of the lines."""

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.value import replace
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, MakeClank, RemoveClank, StartGame
from companion.games.clank.values import Seat
from companion.table.fair.chain import Link, new_blind
from companion.table.journal import Journal
from companion.table.line import Kind, Line, linked
from companion.table.table import Table
from tests.bench.load.processes import written_bytes
from tests.bench.report import Row, against

APPENDS = 1000
EVENTS = 100_000
RECORD = '{"type":"MakeClank","colour":"red","cubes":1}'
EVENT_LINE = '[{"type":"ClankMade","colour":"red","cubes":1,"credit_used":0,"unplaced":0}]'


def _timed(times: int, action: Callable[[], object]) -> list[float]:
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - began)
    return seconds


def append() -> list[Row]:
    """Measure one committed line, and one submitted command, beside write + fdatasync."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.open(f"{folder}/floor", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

        def bare() -> None:
            os.write(file, b"y" * 300)
            os.fdatasync(file)

        floor = _timed(APPENDS, bare)
        with Journal(Path(folder) / "a.sqlite") as journal:
            journal.open_game("g", "clank", b"seed", "bench")
            lines = _timed(
                APPENDS,
                lambda: journal.append("g", "bench", None, Kind.COMMAND, RECORD, EVENT_LINE),
            )
        with Table.open(Path(folder) / "b.sqlite") as table:
            _set_up(table)
            command = GainGold(Colour.RED)
            submits = _timed(APPENDS, lambda: table.submit(command, "bench"))
    return [
        against("journal line committed, median / p99", lines, floor, "write + fdatasync"),
        against("command submitted, median / p99", submits, floor, "write + fdatasync"),
    ]


def written() -> list[Row]:
    """Count the bytes that one press sends to the disk, beside one line appended to a bare file.

    The kernel counts whole blocks per process, not what an SD card makes of them inside.
    """
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # /tmp may be memory
        file = os.open(f"{folder}/floor", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        before = written_bytes(os.getpid())
        for _ in range(APPENDS):
            os.write(file, b"y" * 300)
            os.fdatasync(file)
        floor = (written_bytes(os.getpid()) - before) / APPENDS
        os.close(file)
        with Table.open(Path(folder) / "j.sqlite") as table:
            _set_up(table)
            before = written_bytes(os.getpid())
            for _ in range(APPENDS):
                table.submit(GainGold(Colour.RED), "panel")
        press = (written_bytes(os.getpid()) - before) / APPENDS  # with the checkpoints' share
    return [
        Row(
            "bytes written per press",
            f"{press / 1e3:.1f} kB",
            f"{floor / 1e3:.1f} kB (300 bytes + fdatasync)",
            f"{press / floor:.1f}",
        )
    ]


def _set_up(table: Table) -> None:
    table.open_game("bench", "clank")
    seats = (Seat(Colour.RED), Seat(Colour.GREEN))
    table.submit(StartGame(seats, Colour.RED), "bench")


def replay() -> list[Row]:
    """Measure opening a journal whose game has 100,000 events, beside reading its lines."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j.sqlite"
        _long_game(path)
        began = time.perf_counter()
        with sqlite3.connect(path) as plain:
            count = sum(len(events) > 0 for (events,) in plain.execute("SELECT events FROM lines"))
        scan = time.perf_counter() - began
        plain.close()
        began = time.perf_counter()
        with Table.open(path) as table:
            took = time.perf_counter() - began
            assert table.snapshot.version == count
    what = f"restart with {EVENTS:,} events of one game"
    return [Row(what, f"{took:.2f} s", f"{scan:.2f} s (scan of the lines)", f"{took / scan:.0f}")]


def _long_game(path: Path) -> None:
    """Write the game's lines without a sync for each; what is measured is reading them."""
    with Table.open(path) as table:
        _set_up(table)
        table.submit(MakeClank(Colour.RED), "bench")
        table.submit(RemoveClank(Colour.RED), "bench")
        game = table.snapshot.game_id
    with Journal(path) as journal:
        *_, made, removed = journal.written(game)
        journal.take_over(_again(made, removed, journal.link(game)))


def _again(made: Line, removed: Line, link: Link) -> Iterator[Line]:
    for number in range(EVENTS):
        line = made if number % 2 == 0 else removed
        line = linked(replace(line, seq=removed.seq + 1 + number), link, new_blind())
        link = Link(line.number, line.hash)
        yield line
