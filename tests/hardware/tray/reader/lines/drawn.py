"""Plain trays with rectangles of paint; a cube of radius 10 is 20 pixels wide."""

import numpy as np

from hardware.tray.reader.channels import Floats, Photo

Paint = tuple[int, int, int]
FLOOR, RED, BLACK, SHADOW = (120, 120, 120), (30, 30, 190), (35, 35, 35), (58, 58, 58)
PAINTS: Floats = np.array([RED, [20, 190, 230], [60, 140, 30], [170, 80, 20], BLACK], np.float32)


def bare() -> Photo:
    """Return an empty tray."""
    return np.full((80, 200, 3), FLOOR, np.uint8)


def rectangle(paint: Paint, left: int, right: int, photo: Photo | None = None) -> Photo:
    """Return a tray, empty or not, with a cube's breadth of paint from one column to another."""
    painted = bare() if photo is None else photo.copy()
    painted[30:50, left:right] = paint
    return painted
