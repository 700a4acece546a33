"""Rows of the table that `make bench` prints."""

import json
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    """One measured quantity beside its floor; `ratio` is what a project may be held to."""

    what: str
    measured: str
    floor: str = "-"
    ratio: str = "-"


def spread(seconds: Sequence[float]) -> tuple[float, float]:
    """Return median and 99th percentile, in milliseconds."""
    ordered = sorted(seconds)
    return statistics.median(ordered) * 1e3, ordered[int(len(ordered) * 0.99)] * 1e3


def against(what: str, measured: Sequence[float], floor: Sequence[float], name: str) -> Row:
    """Return a row of median / p99 against a floor measured in the same run."""
    (median, p99), (floor_median, floor_p99) = spread(measured), spread(floor)
    return Row(
        what,
        f"{median:.2f} / {p99:.2f} ms",
        f"{floor_median:.2f} / {floor_p99:.2f} ms ({name})",
        f"{median / floor_median:.1f} / {p99 / floor_p99:.1f}",
    )


def show(rows: Sequence[Row]) -> None:
    """Print the table."""
    head = Row("what", "measured", "floor", "ratio")
    widths = [
        max(len(getattr(row, column)) for row in (head, *rows))
        for column in ("what", "measured", "floor", "ratio")
    ]
    for row in (head, *rows):
        cells = (row.what, row.measured, row.floor, row.ratio)
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        print(line.rstrip(), flush=True)


def write(rows: Sequence[Row], file: str) -> None:
    """Write the rows as JSON, with the commit that they were measured at."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    told = {"commit": commit, "rows": [asdict(row) for row in rows]}
    Path(file).write_text(json.dumps(told, indent=1) + "\n")
