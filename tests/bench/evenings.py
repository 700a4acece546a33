"""Ten thousand games of bots, and a process killed two hundred times."""

import random
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.games.clank.rules.scoring import result
from tests.bench.report import Row
from tests.support.games.clank_bots import bot_game
from tests.support.killing import kill_once

GAMES = 10_000
KILLS = 200


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
