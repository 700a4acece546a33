"""Shadows beside cubes, on painted trays: nothing but spots of brightness."""

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.cubes.network import CELL
from hardware.cubes.peaks import Peak
from hardware.cubes.shadows import shadows

TRAY, SHADE = 140, 40
CUBES = ((20, 20), (20, 60), (50, 30), (70, 80))  # row and column, in cells
ASIDE = (2, 4)  # where the shadows lie
RADIUS = 2.6
Picture = NDArray[np.uint8]


def cube(row: int, column: int, belief: float = 0.95) -> Peak:
    return Peak(row, column, belief, RADIUS)


def tray(brightness: int = TRAY) -> Picture:
    return np.full((400, 512, 3), brightness, np.uint8)


def shaded(picture: Picture, row: int, column: int, shade: int = SHADE) -> Picture:
    """Darken a spot of a cube's size."""
    y, x = (place * CELL + CELL // 2 for place in (row, column))
    picture[y - 8 : y + 9, x - 8 : x + 9] = shade
    return picture


def all_shaded(shade: int = SHADE, brightness: int = TRAY) -> Picture:
    picture = tray(brightness)
    for row, column in CUBES:
        shaded(picture, row + ASIDE[0], column + ASIDE[1], shade)
    return picture


SUSPECT = cube(20 + ASIDE[0], 20 + ASIDE[1], 0.45)
FOUND = (*(cube(*place) for place in CUBES), SUSPECT)


def test_a_dark_spot_that_every_cube_has_on_that_side_is_a_shadow() -> None:
    assert shadows(FOUND, all_shaded(), tray()) == (SUSPECT,)


def test_a_dark_spot_beside_one_cube_alone_may_be_a_cube() -> None:
    picture = shaded(tray(), SUSPECT.row, SUSPECT.column)
    assert shadows(FOUND, picture, tray()) == ()


def test_a_centre_that_is_well_believed_is_a_cube() -> None:
    sure = cube(SUSPECT.row, SUSPECT.column, 0.7)
    assert shadows((*FOUND[:-1], sure), all_shaded(), tray()) == ()


def test_a_spot_far_from_every_cube_is_no_shadow() -> None:
    far = cube(90, 110, 0.45)
    picture = shaded(all_shaded(), far.row, far.column)
    assert shadows((*FOUND, far), picture, tray()) == (SUSPECT,)


def test_a_little_darker_is_no_shadow() -> None:
    assert shadows(FOUND, all_shaded(shade=110), tray()) == ()


def test_on_a_dark_tray_nothing_is_told() -> None:
    assert shadows(FOUND, all_shaded(10, 50), tray(50)) == ()


def test_without_the_empty_tray_nothing_is_told() -> None:
    assert shadows(FOUND, all_shaded(), None) == ()


def test_with_one_cube_there_is_nothing_to_compare() -> None:
    assert shadows((FOUND[0], SUSPECT), all_shaded(), tray()) == ()


def test_one_other_cube_is_enough_for_a_centre_that_is_hardly_believed() -> None:
    hardly = cube(SUSPECT.row, SUSPECT.column, 0.3)
    assert shadows((*FOUND[:2], hardly), all_shaded(), tray()) == (hardly,)
    assert shadows((*FOUND[:2], SUSPECT), all_shaded(), tray()) == ()
