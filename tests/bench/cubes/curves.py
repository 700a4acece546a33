"""How far the cube reader's confidence can be trusted, as a picture of two curves.

Arguments: INDEX OUT.svg NAME=PREDICTIONS ... (index.jsonl of a data set; what `dragonbag cubes` has
printed). Left: of what is proposed surely, how much is wrong, if only the most confident part is
answered. Right: how often a reading is right, by the confidence that it says.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from hardware.wiring.drawings.svg import Drawing, Point

WIDE, HIGH, SIDE, LEFT, TOP = 210.0, 105.0, 75.0, 18.0, 12.0
PAINTS = ("#888888", "#1565c0", "#c62828")
BINS_COUNT, LEAST_IN_BIN = 8, 4


class Said(NamedTuple):
    """A reading's confidence, and whether it was right to be counted on."""

    confidence: float
    is_right: bool


def said(index: Path, predictions: Path) -> list[Said]:
    """Return what was said of each photograph, the surest first; to be refused counts as wrong."""
    truths = {each["image"]: each for each in map(json.loads, index.read_text().splitlines())}
    lines = map(json.loads, predictions.read_text().splitlines())
    found = [
        Said(
            line["confidence"],
            truths[line["image"]]["counts"] == line["counts"]
            and not truths[line["image"]]["refuse"],
        )
        for line in lines
    ]
    return sorted(found, key=lambda each: -each.confidence)


def risk_by_coverage(row: list[Said]) -> list[Point]:
    """Return (part answered, part of it that is wrong) as more and more is answered."""
    wrong, points = 0, []
    for count, each in enumerate(row, 1):
        wrong += not each.is_right
        points.append((count / len(row), wrong / count))
    return points


def right_by_confidence(row: list[Said]) -> list[Point]:
    """Return (mean confidence, part that is right) of equal steps of confidence."""
    points = []
    for step in range(BINS_COUNT):
        low, high = step / BINS_COUNT, (step + 1) / BINS_COUNT
        some = [each for each in row if low < each.confidence <= high]
        if len(some) >= LEAST_IN_BIN:
            mean = sum(each.confidence for each in some) / len(some)
            points.append((mean, sum(each.is_right for each in some) / len(some)))
    return points


def picture(rows: dict[str, list[Said]]) -> str:
    """Return the drawing."""
    drawing = Drawing(WIDE, HIGH, title="Risk by coverage, and how often a confidence is right")
    drawing.rect((0, 0), WIDE, HIGH, fill="#fff")
    second = LEFT + SIDE + 24
    _axes(drawing, LEFT, "part answered", "wrong")
    _axes(drawing, second, "confidence", "right")
    drawing.line([(second, TOP + SIDE), (second + SIDE, TOP)], stroke="#bbb", stroke_width=0.3)
    for number, (name, row) in enumerate(rows.items()):
        paint = PAINTS[number % len(PAINTS)]
        for left, points in ((LEFT, risk_by_coverage(row)), (second, right_by_confidence(row))):
            placed = [(left + x * SIDE, TOP + (1 - y) * SIDE) for x, y in points]
            drawing.line(placed, stroke=paint, stroke_width=0.8)
        drawing.text((LEFT + 3, TOP + 5 + 5 * number), name, 3.5, fill=paint)
    return drawing.to_text()


def _axes(drawing: Drawing, left: float, across: str, up: str) -> None:
    drawing.rect((left, TOP), SIDE, SIDE, fill="none", stroke="#000", stroke_width=0.3)
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = left + part * SIDE, TOP + (1 - part) * SIDE
        drawing.text((x, TOP + SIDE + 5), f"{part:.0%}", 3, text_anchor="middle")
        drawing.text((left - 1.5, y + 1), f"{part:.0%}", 3, text_anchor="end")
    drawing.text((left + SIDE / 2, TOP + SIDE + 11), across, 3.5, text_anchor="middle")
    drawing.text((left, TOP - 3), up, 3.5)


def main(index: Path, out: Path, named: list[str]) -> None:
    """Write the picture."""
    pairs = (each.split("=", 1) for each in named)
    out.write_text(picture({name: said(index, Path(path)) for name, path in pairs}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
