"""Games of bots, evenings with slips and undo, and a process killed two hundred times."""

import random
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.games.clank.rules.scoring import result
from tests.bench.report import Row
from tests.support.disk.killing import kill_an_evening, kill_once
from tests.support.games.clank_bots import bot_game
from tests.support.games.clank_evenings import corrected_to_the_end, evening

GAMES = 10_000
KILLS = 200
ONE_EVENING = 20  # kills of one journal
EVENINGS = 1000
A_FEW = 25  # of these states the end is looked for by corrections alone


def bots() -> list[Row]:
    """Play games of bots to their final score; every command is checked for a sound picture."""
    began = time.perf_counter()
    endings: Counter[str] = Counter()
    turns = []
    for seed in range(GAMES):
        table, _, _ = bot_game(seed)
        state = table.state
        assert state.ending is not None
        assert result(state).is_final
        endings[state.ending] += 1
        turns.append(state.turn_number)
    took = time.perf_counter() - began
    how = ", ".join(f"{ending} {count}" for ending, count in sorted(endings.items()))
    return [
        Row("bot games that ended lawfully", f"{len(turns):,} of {GAMES:,} ({how})"),
        Row("turns of a bot game, median / most", f"{statistics.median(turns):.0f} / {max(turns)}"),
        Row("bot games a second", f"{GAMES / took:.0f}"),
    ]


def slips(evenings: int = EVENINGS) -> list[Row]:
    """Play evenings with corrections and undo at any point; fails on a dead end."""
    began = time.perf_counter()
    counted: Counter[str] = Counter()
    undone = ends = 0
    for seed in range(evenings):
        played = evening(seed)
        counted += played.counted
        undone += played.undone
        for state in played.states[1::A_FEW]:
            corrected_to_the_end(state)
            ends += 1
    took = time.perf_counter() - began
    corrections = sum(count for name, count in counted.items() if name.startswith("Correct"))
    return [
        Row("evenings with slips and undo that came to their end", f"{evenings:,}"),
        Row("corrections / steps undone in them", f"{corrections:,} / {undone:,}"),
        Row("states from which corrections alone lead to the end", f"{ends:,} of {ends:,}"),
        Row("such evenings a second", f"{evenings / took:.1f}"),
    ]


def kills() -> list[Row]:
    """Kill a submitting process at random moments; kill_once() fails on any loss."""
    dice = random.Random(1)
    lines = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        for _ in range(KILLS):
            promised, kept = kill_once(path, dice)
            assert kept >= promised
            lines = kept
    return [Row("kill -9, nothing promised lost", f"{KILLS} of {KILLS} ({lines} lines)")]


def evening_kills(count: int = KILLS) -> list[Row]:
    """Kill a table while panel, phones, camera and undo act; it fails on any loss."""
    dice, lines = random.Random(2), 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            path = Path(folder) / f"{number // ONE_EVENING}.sqlite"
            _, kept = kill_an_evening(path, dice, f"run{number}")
            lines += kept if number % ONE_EVENING == ONE_EVENING - 1 or number == count - 1 else 0
    took = time.perf_counter() - began
    what = "kill -9 under panel, phones, camera and undo: nothing lost, nothing doubled"
    return [Row(what, f"{count} of {count} ({lines:,} lines, {took / count:.1f} s each)")]
