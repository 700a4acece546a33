"""`python -m tests.bench [NAME ...]`: run all measurements, or those named."""

import sys
from collections.abc import Callable
from functools import partial

from tests.bench import cubes, disk, draws, evenings, lamps, web
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
}


def main(names: list[str]) -> int:
    """Measure and print; 2 for a name that is not known."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are: {', '.join(MEASUREMENTS)}")
        return 2
    rows: list[Row] = []
    for name in names or MEASUREMENTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += MEASUREMENTS[name]()
    show(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
