"""A stretch of one paint, as wide as a cube: its length tells how many cubes lie in it."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.lines.paint import BLACK, SHRINK, NewPaint
from hardware.tray.reader.reading import COLOURS


class Bar(NamedTuple):
    """The smallest rectangle round a stretch of one paint; at the reader's size."""

    colour: int
    middle: Floats  # (2,)
    along: Floats  # (2,), of length 1
    length: float
    width: float
    filled: float  # the share of it that has the paint

    def holds(self, at: Floats) -> NDArray[np.bool_]:
        """Return which places (N, 2) lie in it."""
        forward = np.abs((at - self.middle) @ self.along)
        sideways = np.abs((at - self.middle) @ (-self.along[1], self.along[0]))
        return np.asarray((forward < self.length / 2) & (sideways < self.width / 2), np.bool_)

    def length_in_cubes(self, radius: float) -> int:
        """Return how many cubes are as long as it."""
        return round(self.length / _edge(radius))


def _edge(radius: float) -> float:
    return margins.BAR_EDGE_RADII * radius


def bars(paint: NewPaint, radius: float) -> list[Bar]:
    """Return the stretches of paint that are as wide as one cube.

    Black is left out: a black cube and its shadow look like a bar.
    """
    narrowest, widest = (share * radius for share in margins.BAR_WIDTH_RADII)
    return [
        bar
        for number in range(len(COLOURS))
        if number != BLACK
        for bar in _stretches(number, paint, radius)
        if narrowest < bar.width < widest and bar.filled > margins.BAR_FILLED_SHARE
    ]


def _stretches(number: int, paint: NewPaint, radius: float) -> list[Bar]:
    speck = np.ones((max(3, int(margins.SPECK_RADII * radius * SHRINK)),) * 2, np.uint8)
    mask = cv2.morphologyEx(
        (paint == number).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)
    )
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, speck)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [_rectangle(number, np.asarray(outline, np.int32)) for outline in outlines]


def _rectangle(number: int, outline: NDArray[np.int32]) -> Bar:
    """Return the rectangle round an outline, which runs through the middles of pixels."""
    middle, sides, turned = cv2.minAreaRect(outline)
    angle = np.deg2rad(turned + 90 * (sides[0] < sides[1]))
    length, width = max(sides) + 1, min(sides) + 1
    area = cv2.contourArea(outline) + cv2.arcLength(outline, True) / 2 + 1
    return Bar(
        number,
        (np.array(middle, np.float32) + 0.5) / SHRINK - 0.5,
        np.array([np.cos(angle), np.sin(angle)], np.float32),
        length / SHRINK,
        width / SHRINK,
        area / (length * width),
    )


def empty_places(bar: Bar, counted: Floats, radius: float) -> Floats:
    """Return where cubes of a bar (N, 2) are missing among those that are counted (M, 2).

    None are if none of it is counted: then it may be anything.
    """
    count, inside = bar.length_in_cubes(radius), int(bar.holds(counted).sum())
    if not 0 < inside < count:
        return np.empty((0, 2), np.float32)
    shares = (np.arange(count)[:, None] + 0.5) / count - 0.5
    places = np.asarray(bar.middle + shares * bar.length * bar.along, np.float32)
    return places[_nearest(counted, places) > _edge(radius) / 2]


def _nearest(counted: Floats, places: Floats) -> Floats:
    """Return how far the nearest counted cube is from each place (N)."""
    away = np.linalg.norm(places[:, None] - counted, axis=2)
    return np.asarray(away.min(1), np.float32)
