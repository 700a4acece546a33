"""Where a paint of the calibration is seen that was not there in the empty tray.

    paint = new_paint(photo, fit)
    uncounted_paint(paint, cubes, scale, radius)  # from 1 on, a cube of that paint is not counted

Both are of the photograph at half the reader's size, which is fine enough for paint.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab, weighted
from hardware.tray.reader.light import Fit
from hardware.tray.reader.reading import COLOURS, Cube

BLACK = COLOURS.index("black")
SHRINK = margins.PAINT_SHRINK_SHARE

NewPaint = NDArray[np.int8]  # the number of the paint in COLOURS, else -1; the photo, shrunk


def new_paint(photo: Photo, fit: Fit) -> NewPaint | None:
    """Return which paint is seen where it was not before; None without a calibration that fits."""
    if fit.blank is None or fit.paints is None:
        return None
    now, before = _shrunk_lab(photo), _shrunk_lab(fit.blank)
    around = np.ones((3, 3), np.uint8)  # the fitted blank may be off by so much
    over, under = now - cv2.dilate(before, around), cv2.erode(before, around) - now
    change = np.linalg.norm(np.maximum(np.maximum(over, under), 0), axis=2)
    paint = np.full(change.shape, -1, np.int8)
    is_changed = change > margins.LIKE_TRAY_LAB
    is_changed[[0, -1]] = is_changed[:, [0, -1]] = False
    away, expected = (
        np.linalg.norm(part[is_changed][:, None] - weighted(fit.paints), axis=2)
        for part in (now, before)
    )
    nearest = away.argmin(1)
    wanted = np.take_along_axis(expected, nearest[:, None], 1)[:, 0]
    is_paint = (away.min(1) < margins.SAME_PAINT_LAB) & (
        change[is_changed] > margins.UNLIKE_TRAY_SHARE * wanted
    )
    paint[is_changed] = np.where(is_paint, nearest, -1)
    return paint


def _shrunk_lab(photo: Photo) -> Floats:
    small = cv2.resize(photo, None, fx=SHRINK, fy=SHRINK, interpolation=cv2.INTER_AREA)
    return np.asarray(lab(small.astype(np.float32)) * LAB_WEIGHTS, np.float32)


def uncounted_paint(paint: NewPaint, cubes: tuple[Cube, ...], scale: float, radius: float) -> float:
    """Return how much of a paint is seen where no cube of it is counted.

    So lies a cube between others. `cubes` are in the pixels of the photograph as it was sent,
    `scale` takes them to the reader's size, `radius` is in pixels of that. From 1 on it is a doubt.
    Black is left out: so dark is many a shadow.
    """
    widest = float(widths_of_uncounted(paint, cubes, scale).max())
    return widest / (margins.UNCOUNTED_PAINT_RADII * radius * SHRINK)


def widths_of_uncounted(paint: NewPaint, cubes: tuple[Cube, ...], scale: float) -> Floats:
    """Return how far each place is inside paint that no cube of it explains, in shrunk pixels."""
    widths = np.zeros(paint.shape, np.float32)
    for number, colour in enumerate(COLOURS):
        left = np.asarray((paint == number) & (number != BLACK), np.uint8)
        for cube in cubes:
            if cube.colour == colour:
                _cover(left, cube, scale * SHRINK)
        widths = np.maximum(widths, cv2.distanceTransform(left, cv2.DIST_L2, 5))
    return widths


def _cover(left: NDArray[np.uint8], cube: Cube, scale: float) -> None:
    """Take away what one cube explains, its sides too."""
    middle = round(cube.x * scale), round(cube.y * scale)
    cv2.circle(left, middle, round(margins.COVERED_RADII * cube.radius * scale), 0, -1)
