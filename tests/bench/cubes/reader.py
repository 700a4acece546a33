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
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app.cli.cubes import predictions
from hardware.tray.photos import open_photo
from hardware.tray.reader import closer_look
from hardware.tray.reader.channels import CHANNELS, LONGEST_PX, STRIDE
from hardware.tray.reader.closer_look import NO_REFERENCE
from hardware.tray.reader.margins import SECOND_LOOK_RATIO
from hardware.tray.reader.weights import CLOSER_LOOK, FIRST_LOOK, read_network
from tests.bench.cubes import plain
from tests.bench.report import Row
from tests.support.places import PHOTOS

FOLDER = "DRAGONBAG_CUBES"
OWN = PHOTOS
SHORTEST_MS = 0.1  # keeps a ratio finite
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
    plain_ms: float  # of the plain reading of the same photograph, right after it
    is_plain_exact: bool
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
            rows += [_time(read), *_compared_with_plain(read)]
    rows.append(Row("cubes: memory for 8 photographs", _memory(folder), "< 120 MB"))
    return rows


def _read(folder: Path, *, is_calibrated: bool) -> list[Read]:
    truths = _truths(folder)
    lines = predictions(folder, is_calibrated=is_calibrated)
    return [
        _compared(truths[name], line, _plain(folder, name))
        for line in lines
        if (name := str(line["image"])) in truths
    ]


def _truths(folder: Path) -> dict[str, Any]:
    lines = (folder / "index.jsonl").read_text().splitlines()
    return {truth["image"]: truth for truth in map(json.loads, lines)}


def _plain(folder: Path, name: str) -> tuple[dict[str, int], float]:
    """Return what plain OpenCV counts, and in how many milliseconds."""
    photo = open_photo(next(folder.glob(f"**/{name}")))
    started = time.perf_counter()
    found = plain.counts(photo)
    return found, (time.perf_counter() - started) * 1000


def _compared(
    truth: dict[str, Any], line: dict[str, Any], other: tuple[dict[str, int], float]
) -> Read:
    return Read(
        truth["setup"],
        truth["difficulty"],
        truth["refuse"],
        truth["counts"] == line["counts"],
        line["confident"],
        line["ms"],
        other[1],
        truth["counts"] == other[0],
        _floor(truth["setup"]),
        _cause(truth, line),
    )


def _floor(setup: str) -> str:
    """Return the kind of floor, where a set-up's name begins with it: dungeon_004; else ""."""
    kind = setup.rpartition("_")[0]
    return f"floor {kind}" if kind else ""


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
    names = sorted({key(each) for each in read} - {""})
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


def _compared_with_plain(read: list[Read]) -> list[Row]:
    """Return rows that mean the same on any machine, as long as both ran on it in turn."""
    times = statistics.median(each.ms / max(each.plain_ms, SHORTEST_MS) for each in read)
    some = [each for each in read if not each.is_refuse]
    right = _share(some, (each.is_plain_exact for each in some))
    counted = ", ".join(f"{name} {count / 1e9:.2f}" for name, count in operations().items())
    return [
        Row("cubes: plain OpenCV, fixed colours", f"exact {right}"),
        Row("cubes: time in that of plain OpenCV", f"{times:.1f} times, median"),
        Row("cubes: thousand million operations", counted),
    ]


def operations() -> dict[str, int]:
    """Return the additions and multiplications of each look at a photograph of 4 by 3."""
    first, closer = read_network(FIRST_LOOK), read_network(CLOSER_LOOK)
    high, wide = LONGEST_PX * 3 // 4, LONGEST_PX
    again = [round(side * SECOND_LOOK_RATIO / STRIDE) * STRIDE for side in (high, wide)]
    place = [[1, CHANNELS, closer_look.SIDE, closer_look.SIDE], [1, len(NO_REFERENCE), 1, 1]]
    return {
        "first look": int(first.getFLOPS([1, CHANNELS, high, wide])),
        "second look": int(first.getFLOPS([1, CHANNELS, *again])),
        "closer look at one place": int(closer.getFLOPS(place)),
    }


def _memory(folder: Path) -> str:
    command = [sys.executable, "-c", MEMORY, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return f"{float(done.stdout):.0f} MB more than before"
