"""A long night in a quarter of an hour: does a table take more and more of anything?"""

import json
import time

from tests.bench.load.crowd import Crowd
from tests.bench.load.processes import get, open_files, post, resident_mb, threads
from tests.bench.load.web import GOLD, dragonbag, phones, start_game
from tests.bench.report import Row

HOURS, PHONES, TAPS_AN_HOUR = 12, 10, 600  # a tap a minute from each phone
PAGES = ("/", "/watch", "/seat/red", "/log", "/games", "/odds", "/score", "/fair")


def soak(hours: int = HOURS) -> list[Row]:
    """Play a game an hour with ten phones that sleep and wake; compare the hours' ends."""
    began = time.perf_counter()
    with dragonbag("--panel", "mock") as (port, pid, _):
        ends = [hour(port, pid) for _ in range(hours)]
        start_game(port)  # once more, so that the last long game is let go
        idle = _taken(pid)
    took_min = (time.perf_counter() - began) / 60
    # The first hour makes what is made once: templates, caches, the threads of the pool.
    first, last = ends[min(1, hours - 1)], ends[-1]
    names = ("memory", "files and sockets", "threads")
    return [
        Row(f"{hours} hours with {PHONES} phones, played in", f"{took_min:.0f} min"),
        *(
            Row(f"{name}, after hour 2 / {hours} / in a new game", f"{a} / {b} / {c}")
            for name, a, b, c in zip(names, first, last, idle, strict=True)
        ),
    ]


def hour(port: int, pid: int) -> tuple[str, int, int]:
    """Play a game of an hour's taps; return what the table has taken by then."""
    start_game(port)
    for part in range(4):  # phones sleep, and come back with new streams
        with Crowd(port, phones(PHONES)):
            for number in range(TAPS_AN_HOUR // 4):
                assert post(port, "/api/v1/commands", GOLD) == 200
                if number % 40 == part:
                    _look(port)
    return _taken(pid)


def _look(port: int) -> None:
    for page in PAGES:
        assert get(port, page)[0] == 200, page
    newest = json.loads(get(port, "/api/v1/snapshot")[1])
    assert post(port, f"/api/v1/undo?step={newest['undo_step']}", b"") == 200


def _taken(pid: int) -> tuple[str, int, int]:
    return f"{resident_mb(pid):.1f} MB", open_files(pid), threads(pid)
