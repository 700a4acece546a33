"""The cube reader on a data set of tray photographs: right, answered, sure but wrong; time, memory.

The folder is named by DRAGONBAG_CUBES (make bench ARGS=cubes PHOTOS=...); without it, the few
photographs of the tests are read. The networks have learned from rendered trays of our own only
(`training` beside the reader).
"""

import json
import os
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.cli.cubes import predictions
from tests.bench.report import Row
from tests.support.places import PHOTOS

FOLDER = "DRAGONBAG_CUBES"
OWN = PHOTOS
# The peak of this process alone: ru_maxrss would begin with that of the process it was forked from.
MEMORY = """
import sys
from pathlib import Path

def peak_mb():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) / 1024

import companion.app.serve, web_ui.app
before = peak_mb()
from companion.app.cli.cubes import predictions
for line, _ in zip(predictions(Path(sys.argv[1]), is_calibrated=True), range(8)):
    pass
print(peak_mb() - before)
"""


@dataclass(frozen=True, slots=True)
class Read:
    """One photograph with its truth and what was read."""

    setup: str
    difficulty: str
    is_refuse: bool
    is_exact: bool
    is_sure: bool
    ms: float
    floor: str
    cause: str  # what went wrong; "" if it was answered rightly, or rightly refused


def table() -> list[Row]:
    """Return the rows: all, by difficulty, by set-up, with and without calibration."""
    folder = Path(os.environ.get(FOLDER, OWN))
    rows = []
    for title, is_calibrated in (("calibrated", True), ("alone", False)):
        read = _read(folder, is_calibrated=is_calibrated)
        rows.append(_row(f"cubes, {title}: all {len(read)} of {folder.name}", read))
        rows += _groups(title, read, lambda each: each.difficulty)
        if is_calibrated:
            rows += _groups(title, read, lambda each: each.setup)
            rows += _groups(title, read, lambda each: each.floor)
            causes = Counter(each.cause for each in read if each.cause)
            rows += [Row(f"cubes: {why}", str(count)) for why, count in causes.most_common()]
            rows.append(_time(read))
    rows.append(Row("cubes: memory for 8 photographs", _memory(folder), "< 120 MB"))
    return rows


def _read(folder: Path, *, is_calibrated: bool) -> list[Read]:
    truths = [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
    lines = {line["image"]: line for line in predictions(folder, is_calibrated=is_calibrated)}
    return [_compared(truth, lines[truth["image"]]) for truth in truths if truth["image"] in lines]


def _compared(truth: dict[str, Any], line: dict[str, Any]) -> Read:
    is_exact = truth["counts"] == line["counts"]
    setup, difficulty = truth["setup"], truth["difficulty"]
    cause = _cause(truth, line)
    sure, ms = line["confident"], line["ms"]
    return Read(setup, difficulty, truth["refuse"], is_exact, sure, ms, _floor(setup), cause)


def _floor(setup: str) -> str:
    """Return the kind of floor, where a set-up's name begins with it: dungeon_004."""
    return "floor " + setup.rpartition("_")[0]


def _cause(truth: dict[str, Any], line: dict[str, Any]) -> str:
    if truth["refuse"]:
        return f"let through: {truth['refuse_reason']}" if line["confident"] else ""
    more = [line["counts"][colour] - count for colour, count in truth["counts"].items()]
    if any(more):
        belief = "sure" if line["confident"] else "in doubt"
        kind = "too many" if min(more) >= 0 else "too few" if max(more) <= 0 else "other colours"
        return f"wrong, {belief}: {kind}"
    return "" if line["confident"] else f"right, not answered: {', '.join(line['doubts'])}"


def _groups(title: str, read: list[Read], key: Callable[[Read], str]) -> list[Row]:
    names = sorted({key(each) for each in read})
    return [
        _row(f"cubes, {title}: {name}", [each for each in read if key(each) == name])
        for name in names
    ]


def _row(what: str, read: list[Read]) -> Row:
    answerable = [each for each in read if not each.is_refuse]
    refuse = [each for each in read if each.is_refuse]
    sure = [each for each in answerable if each.is_sure]
    measured = (
        f"exact {_share(answerable, (each.is_exact for each in answerable))}, "
        f"answered {_share(answerable, (each.is_sure for each in answerable))}, "
        f"right of these {_share(sure, (each.is_exact for each in sure))}; "
        f"sure but wrong {_share(read, (each.is_sure and not each.is_exact for each in read))}, "
        f"of the refuse cases {_share(refuse, (e.is_sure and not e.is_exact for e in refuse))}"
    )
    return Row(what, measured)


def _share(whole: list[Read], part: Iterable[bool]) -> str:
    count = sum(part)
    return f"{100 * count / len(whole):.1f} % ({count}/{len(whole)})" if whole else "-"


def _time(read: list[Read]) -> Row:
    ordered = sorted(each.ms for each in read)
    worst = ordered[int(len(ordered) * 0.95)]
    measured = f"{statistics.median(ordered):.0f} ms, 95th percentile {worst:.0f} ms"
    return Row("cubes: time for one photograph", measured, "< 150 ms")


def _memory(folder: Path) -> str:
    command = [sys.executable, "-c", MEMORY, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return f"{float(done.stdout):.0f} MB more than before"
