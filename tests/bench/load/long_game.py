"""What the pages and answers about one very long game cost the table's process."""

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.bench.report import Row
from web_ui.app import Options, create_app

LINES = 10_000  # what an import may have; an evening has some hundred
START = StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED)
GOLD = GainGold(Colour.RED)
GAME_ID = r"\d{4}-\d\d-\d\d-[0-9a-f]{6}"


def long_game(count: int = LINES) -> list[Row]:
    """Measure the processor time of each view, the first time and again."""
    with tempfile.TemporaryDirectory() as folder, Table.open(Path(folder) / "j") as table:
        table.open_game("bench", "clank")
        table.submit(START, "bench")
        for _ in range(count - 2):
            table.submit(GOLD, "bench")
        game = table.snapshot.game_id
        client = create_app(table, Options(address=str, version="bench")).test_client()
        table.open_game("bench", "clank")  # so that it is a past one, too
        past = [f"/games/{game}", f"/games/{game}?at=9", "/games.csv"]
        past += [f"/api/v1/games/{game}{more}" for more in ("", "/results", "/snapshot?step=9")]
        found = [_row(client.get, path, count) for path in past]
        table.return_to("bench", game)
        return [_row(client.get, path, count) for path in ("/log", "/times", "/watch")] + found


def _row(get: Callable[[str], object], path: str, count: int) -> Row:
    first_s, again_s = (_cpu_s(lambda: get(path)) for _ in range(2))
    what = f"{re.sub(GAME_ID, 'ID', path)} of {count:,} lines, first / again"
    return Row(what, f"{first_s * 1e3:.0f} / {again_s * 1e3:.0f} ms")


def _cpu_s(action: Callable[[], object]) -> float:
    began_s = time.process_time()
    action()
    return time.process_time() - began_s
