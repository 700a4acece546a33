"""Where the tray ends: which cubes lie beside it.

    beside(fit.blank, at, radius)     # (N,) of places (N, 2: x, y); all False where no rim is sure

A rim is a straight edge along a side of the photograph with a surface beyond it that is of one
colour for the most part, and not of the floor's. Printed lines have more print beyond them, and
beyond the edge of a shadow is the same floor.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab

Mask = NDArray[np.bool_]
SLOPES = np.linspace(-margins.RIM_SLOPE_RATIO, margins.RIM_SLOPE_RATIO, margins.RIM_SLOPES_COUNT)


def beside(blank: Photo, at: Floats, radius: float) -> Mask:
    """Return which places (N, 2) of a photograph of this tray lie beside it."""
    if not len(at):
        return np.zeros(0, np.bool_)
    scale = margins.RIM_PHOTO_PX / max(blank.shape[:2])
    shrunk = cv2.resize(blank, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    colours = _smooth_lab(np.asarray(shrunk, np.uint8))
    columns, rows = (at * scale).T
    away = _beyond(_rim(colours, scale * radius), columns, rows, colours.shape[:2])
    return np.asarray(away > margins.BESIDE_TRAY_RADII * scale * radius, np.bool_)


def _smooth_lab(small: Photo) -> Floats:
    colours = lab(small.astype(np.float32)) * LAB_WEIGHTS
    return np.asarray(cv2.GaussianBlur(colours, (0, 0), margins.RIM_SMOOTH_PX), np.float32)


# Of each side (axis 0: left and right; 1: top and bottom): axis, sign outwards, place, slope.
Line = tuple[int, int, float, float]


def _rim(colours: Floats, radius: float) -> list[Line]:
    """Return the lines where the tray ends; none if it is not sure that they are a rim."""
    lines = [line for axis in (0, 1) for line in _lines(colours, axis, radius)]
    outside = _outside(colours, lines)
    if not len(outside):
        return []
    high, wide = (side // 4 for side in colours.shape[:2])
    floor = np.median(colours[high:-high, wide:-wide].reshape(-1, 3), 0)
    table = np.median(outside, 0)
    spread = _spread(outside, table)
    if np.linalg.norm(table - floor) <= max(margins.RIM_LAB, margins.RIM_SPREADS_RATIO * spread):
        return []
    return [line for line in lines if _is_table(_outside(colours, [line]), table)]


def _outside(colours: Floats, lines: list[Line]) -> Floats:
    """Return the colours (N, 3) beyond any of the lines."""
    rows, columns = np.mgrid[0 : colours.shape[0], 0 : colours.shape[1]].astype(np.float32)
    away = _beyond(lines, columns, rows, colours.shape[:2])
    return np.asarray(colours[away > margins.RIM_WIDTH_PX], np.float32)


def _spread(colours: Floats, middle: Floats) -> float:
    """Return how much colours vary; the farthest are left out, such as of a chair at the table."""
    away = np.sort(((colours - middle) ** 2).sum(1))
    return float(np.sqrt(away[: max(1, round(margins.RIM_ALIKE_SHARE * len(away)))].mean()))


def _is_table(outside: Floats, table: Floats) -> bool:
    """Tell whether beyond one line the same table is seen as beyond the others."""
    return float(np.linalg.norm(np.median(outside, 0) - table)) < margins.RIM_SIDES_LAB


def _lines(colours: Floats, axis: int, radius: float) -> list[Line]:
    """Return the outermost straight edges of two sides beyond which a cube has room."""
    step = np.abs(cv2.Sobel(colours, cv2.CV_32F, 1 - axis, axis, scale=1 / 8)).max(2)
    upright = np.ascontiguousarray(step.T) if axis else step
    is_edge = cv2.dilate(upright, np.ones((1, 3), np.uint8)) > margins.RIM_STEP_LAB
    shares = _straight(is_edge.astype(np.float32))
    best, length = shares.max(0), shares.shape[1]
    room, reach = round(2 * radius), round(margins.RIM_REACH_SHARE * length)
    found = []
    for sign, order in (
        (-1, range(room, reach)),
        (1, range(length - 1 - room, length - reach, -1)),
    ):
        full = [place for place in order if best[place] >= margins.RIM_EDGE_SHARE]
        if full:
            found.append((axis, sign, float(full[0]), float(SLOPES[shares[:, full[0]].argmax()])))
    return found


def _straight(is_edge: Floats) -> Floats:
    """Return which part of a line is edge, by its slope and its column half-way down."""
    high, wide = is_edge.shape
    rows = slice(high // 4, -high // 4)
    shares = []
    for slope in SLOPES:
        upright = np.array([[1, -slope, slope * (high - 1) / 2], [0, 1, 0]], np.float32)
        shares.append(cv2.warpAffine(is_edge, upright, (wide, high))[rows].mean(0))
    return np.array(shares, np.float32)


def _beyond(lines: list[Line], columns: Floats, rows: Floats, size: tuple[int, ...]) -> Floats:
    """Return how far places lie beyond the line that they lie farthest beyond; negative: inside."""
    away = np.full(columns.shape, -np.inf, np.float32)
    for axis, sign, place, slope in lines:
        across, along = (columns, rows) if axis == 0 else (rows, columns)
        middle = (size[axis] - 1) / 2
        away = np.maximum(away, sign * (across - place - slope * (along - middle)))
    return away
