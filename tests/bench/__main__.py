"""`python -m tests.bench [NAME ...]`: run all measurements, or those named.

A number after a name is how often: `the_game 500` plays 500 games for each number of players.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from tests.bench import cubes, disk, draws, evenings, lamps, the_game, web
from tests.bench.report import Row, show

MEASUREMENTS: dict[str, Callable[[], list[Row]]] = {
    "append": disk.append,
    "written": disk.written,
    "replay": disk.replay,
    "start": web.cold_start,
    "page": web.page_weight,
    "lamp": lamps.press_to_lamp,
    "phones": web.tap_to_phones,
    "presses": web.press_to_phones,
    "bad-phones": web.bad_phones,
    "vanished": web.vanished_phones,
    "idle": partial(web.idle, 60.0),
    "kills": evenings.kills,
    "bots": evenings.bots,
    "cubes": cubes.table,
    "odds": draws.odds,
    "uniform": draws.uniformity,
    "dieharder": draws.dieharder,
    "the_game": the_game.win_rates,
}
COUNTED: dict[str, Callable[[int], list[Row]]] = {"the_game": the_game.win_rates}


def main(names: list[str]) -> int:
    """Measure and print; 2 for a name that is not known."""
    counts = _counts(names)
    names = [name for name in names if not (counts and name.isdecimal())]
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are: {', '.join(MEASUREMENTS)}")
        return 2
    rows: list[Row] = []
    for name in names or MEASUREMENTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += COUNTED[name](counts[name]) if name in counts else MEASUREMENTS[name]()
    show(rows)
    return 0


def _counts(names: list[str]) -> dict[str, int]:
    """Return how often to measure, by the name that stands before the number."""
    return {
        name: int(count) for name, count in pairwise(names) if name in COUNTED and count.isdecimal()
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
