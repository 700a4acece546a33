"""What cubes darken round themselves, on painted trays: flat squares and the spots beside them."""

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.cubes.network import CELL, OUTPUTS
from hardware.cubes.peaks import Peak
from hardware.cubes.shadows import Compared, Shade, shade_of, shadows

RADIUS = 12.0
TRAY, PAINT, SHADE, BLACK = 140, 200, 70, 15
ASIDE = (20, 8)  # to where a cube's shadow falls, in the picture's elements
FIVE = ((90, 90), (390, 90), (250, 190), (90, 290), (390, 290))
CUBES = ((70, 150), (200, 80), (330, 220), (430, 140))
Picture = NDArray[np.uint8]
Place = tuple[int, int]


def tray(brightness: int = TRAY) -> Picture:
    return np.full((384, 512, 3), brightness, np.uint8)


def around(place: Place) -> tuple[slice, slice]:
    x, y, half = *place, int(RADIUS)
    return slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)


def spot(picture: Picture, place: Place, value: int) -> None:
    picture[around(place)] = value


def shade(picture: Picture, floor: Picture, place: Place) -> None:
    picture[around(place)] = floor[around(place)] // 2


def beside(place: Place, times: float = 1) -> Place:
    return round(place[0] + times * ASIDE[0]), round(place[1] + times * ASIDE[1])


def with_cubes(places: tuple[Place, ...], floor: Picture) -> Picture:
    """Draw cubes that lie flat, each with its shadow."""
    shown = floor.copy()
    for place in places:
        shade(shown, floor, beside(place))
    for place in places:
        spot(shown, place, PAINT)
    return shown


def usual() -> Shade:
    shot = Compared(with_cubes(FIVE, tray()), tray(), RADIUS)
    return shade_of(shot, np.array(FIVE, np.float32))


def peak(place: Place, belief: float) -> Peak:
    return Peak(place[1] // CELL, place[0] // CELL, belief, RADIUS / CELL)


def explained(picture: Picture, *suspects: Peak) -> tuple[Peak, ...]:
    found = (*(peak(place, 0.95) for place in CUBES), *suspects)
    maps = np.full((len(OUTPUTS), 96, 128), 0.1, np.float32)
    return shadows(found, maps, Compared(picture, tray(), RADIUS), usual())


SUSPECT = peak(beside(CUBES[0]), 0.45)


def test_a_dark_spot_where_a_cubes_shadow_falls_is_a_shadow() -> None:
    assert explained(with_cubes(CUBES, tray()), SUSPECT) == (SUSPECT,)


def test_what_is_darker_than_a_shadow_is_a_cube() -> None:
    picture = with_cubes(CUBES, tray())
    spot(picture, beside(CUBES[0]), BLACK)
    assert explained(picture, SUSPECT) == ()


def test_what_is_brighter_than_a_shadow_is_a_cube() -> None:
    picture = with_cubes(CUBES, tray())
    spot(picture, beside(CUBES[0]), TRAY)
    assert explained(picture, SUSPECT) == ()


def test_what_is_of_another_colour_than_shadows_is_a_cube() -> None:
    picture = with_cubes(CUBES, tray())
    picture[around(beside(CUBES[0]))] = (110, 60, 40)
    assert explained(picture, SUSPECT) == ()


def test_a_dark_spot_where_no_shadow_falls_is_a_cube() -> None:
    picture, other_side = with_cubes(CUBES, tray()), beside(CUBES[0], -1.5)
    spot(picture, other_side, SHADE)
    assert explained(picture, peak(other_side, 0.45)) == ()


def test_a_centre_that_is_well_believed_is_a_cube() -> None:
    assert explained(with_cubes(CUBES, tray()), peak(beside(CUBES[0]), 0.7)) == ()


def test_a_half_believed_cube_throws_a_shadow_as_well() -> None:
    picture, black = with_cubes((*CUBES, (250, 300)), tray()), (250, 300)
    spot(picture, black, BLACK)
    its_shadow = peak(beside(black), 0.4)
    assert explained(picture, peak(black, 0.5), its_shadow) == (its_shadow,)
