"""What a bad card does to a journal, and how a journal of many years starts."""

import logging
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.draws import fair_draw
from companion.engine.codec import dump
from companion.engine.value import replace
from companion.table.disk.notices import DAMAGED
from companion.table.disk.watch import JournalWatch
from companion.table.fair.chain import Link, new_blind
from companion.table.journal import Journal
from companion.table.line import Kind, Line, linked, promise_to
from companion.table.table import Table
from tests.bench.report import Row
from tests.support.contract.games import play_at, steps_of
from tests.support.disk.damage import tries
from web_ui.app import Options, create_app

DAMAGES = 1000
LINES = 1_000_000
SEED = 3  # of the game that is played over and over


def damage(count: int = DAMAGES) -> list[Row]:
    """Damage a journal at random and start a table on it; AssertionError for a silent change."""
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = [outcome for _, outcome in tries(Path(folder), range(count))]
    logging.disable(logging.NOTSET)
    counts = Counter(outcome.what for outcome in outcomes)
    wrong = [outcome for outcome in outcomes if outcome.what not in ("sound", "told")]
    assert not wrong, wrong
    return [
        Row("random damages of a journal", f"{count}"),
        Row("... told, and gone on with what was sound", f"{counts['told']}"),
        Row("... without effect, the state as before", f"{counts['sound']}"),
        Row("... silently changed, or a traceback", f"{len(wrong)}"),
    ]


def years(count: int = LINES) -> list[Row]:
    """Start a table on a journal of so many lines in some thousand games, and list them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        games = _write(path, count)
        start, table = _timed(lambda: Table.open(path))
        with table:
            client = create_app(table, Options(address=str, version="bench")).test_client()
            first, answer = _timed(lambda: client.get("/games"))
            assert answer.status_code == 200
            again, _ = _timed(lambda: client.get("/games?from=20"))
            api, _ = _timed(lambda: client.get("/api/v1/games"))
            press, _ = _timed(lambda: table.undo("bench"))
            check, _ = _timed(JournalWatch(table).look_through)
            assert DAMAGED not in table.snapshot.notices
        size_mb = path.stat().st_size / 1e6
    what = f"{count:,} lines in {games:,} games ({size_mb:.0f} MB)"
    return [
        Row(f"start with {what}", start),
        Row("list of past games, first and second page", f"{first}, {again}"),
        Row("all games by the API", api),
        Row("a press in it", press),
        Row("every line checked, in the background", check),
    ]


def _timed(action: Callable[[], object]) -> tuple[str, Any]:
    """Return how long an action took, of the clock and of the processor, and what it returned."""
    began_s, used_s = time.perf_counter(), time.process_time()
    done = action()
    took_s, used_s = time.perf_counter() - began_s, time.process_time() - used_s
    return f"{took_s:.3f} s ({used_s:.3f} s of the processor)", done


def _write(path: Path, count: int) -> int:
    """Write one game over and over, each time as another one; return how many games there are."""
    with Table.open(path) as table:
        table.open_game("bench", "clank")
        play_at(table, "clank", SEED, 0, len(steps_of("clank", SEED)) - 1)
        lines = list(table.journal.written(table.snapshot.game_id))
    games = count // len(lines)
    ids = [f"2026-01-01-{number:06x}" for number in range(games)]
    with Journal(path) as journal:
        journal.take_over(_copies(lines, ids))
        for game in ids:
            journal.add_game((game, "clank", lines[0].at, bytes(fair_draw.SEED_BYTES)))
        journal.append(ids[-1], "bench", None, Kind.OPEN, None, "[]")
    return games + 1


def _copies(lines: list[Line], ids: list[str]) -> Iterator[Line]:
    seq = lines[-1].seq
    for game in ids:
        link, promise = Link(), promise_to(game, "clank", bytes(fair_draw.SEED_BYTES))
        first = replace(lines[0], command=dump(promise).decode())
        for line in (first, *lines[1:]):
            seq += 1
            copy = linked(replace(line, seq=seq, game=game, key=None), link, new_blind())
            link = Link(copy.number, copy.hash)
            yield copy
