"""The cubes of lines that neither look sees.

    found = with_lines(found, at, photo, paint, radius)     # found, and those cubes

They are counted, and in doubt.
"""

from typing import NamedTuple

import cv2
import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.first_look import Peak
from hardware.tray.reader.lines.bars import bars, empty_places
from hardware.tray.reader.lines.gaps import colour_between, gaps
from hardware.tray.reader.lines.paint import NewPaint
from hardware.tray.reader.network import CELL
from hardware.tray.reader.reading import COLOURS


class Counted(NamedTuple):
    """The counted cubes: where their middles are (N, 2), and their colours (N) as in COLOURS."""

    at: Floats
    colours: list[int]

    def add(self, places: Floats, colour: int) -> "Counted":
        """Return these and more of one colour."""
        return Counted(np.vstack([self.at, places]), self.colours + [colour] * len(places))


def with_lines(
    found: tuple[Peak, ...], at: Floats, photo: Photo, paint: NewPaint | None, radius: float
) -> tuple[Peak, ...]:
    """Return the peaks, `at` (N, 2) being their centres, and with them the unseen cubes of lines.

    `radius` is that of a cube, at the reader's size. Without a calibration `paint` is None, and
    only lines of one colour are told of which both ends are counted.
    """
    is_counted = [peak.belief >= margins.COUNTED_BELIEF for peak in found]
    tops = [peak.colours.index(max(peak.colours)) for peak in found]
    seen = Counted(
        at[is_counted], [top for top, counts in zip(tops, is_counted, strict=True) if counts]
    )
    before = len(seen.colours)
    seen = _with_gaps(seen, np.asarray(cv2.blur(photo, (3, 3)), np.uint8), paint, radius)
    for bar in bars(paint, radius) if paint is not None and before else ():
        seen = seen.add(empty_places(bar, seen.at, radius), bar.colour)
    new = zip(seen.at[before:], seen.colours[before:], strict=True)
    return (*found, *(_peak(place, colour, radius) for place, colour in new))


def _with_gaps(seen: Counted, smooth: Photo, paint: NewPaint | None, radius: float) -> Counted:
    """Fill the gaps one by one, the shortest first: what fills one can lie in another."""
    most = len(seen.colours) + margins.LINE_MOST_COUNT
    while len(seen.colours) < most:
        told = ((gap, colour_between(gap, smooth, paint, radius)) for gap in gaps(*seen, radius))
        gap, colour = next((each for each in told if each[1] is not None), (None, None))
        if gap is None or colour is None:
            break
        seen = seen.add(gap.places(), colour)
    return seen


def _peak(place: Floats, colour: int, radius: float) -> Peak:
    column, row = (round((float(side) + 0.5) / CELL - 0.5) for side in place)
    colours = tuple(float(number == colour) for number in range(len(COLOURS)))
    return Peak(row, column, margins.LINE_BELIEF, radius / CELL, colours)
