"""What cubes darken round themselves, on painted trays: flat squares and the spots beside them."""

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import margins
from hardware.tray.reader.first_look import Peak, where_things_lie
from hardware.tray.reader.network import CELL, OUTPUTS
from hardware.tray.reader.shadows import (
    Comparison,
    CubeShadow,
    find_shadows,
    long_shadow,
    measure_shadow,
)

RADIUS = 12.0
TRAY, PAINT, SHADE, BLACK = 140, 200, 70, 15
ASIDE = (20, 8)  # to where a cube's shadow falls, in the picture's elements
FIVE = ((90, 90), (390, 90), (250, 190), (90, 290), (390, 290))
CUBES = ((70, 150), (200, 80), (330, 220), (430, 140))
NO_THINGS = np.zeros((384, 512), np.bool_)
Photo = NDArray[np.uint8]
Place = tuple[int, int]


def tray(brightness: int = TRAY) -> Photo:
    return np.full((384, 512, 3), brightness, np.uint8)


def around(place: Place) -> tuple[slice, slice]:
    x, y, half = *place, int(RADIUS)
    return slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)


def spot(picture: Photo, place: Place, value: int) -> None:
    picture[around(place)] = value


def darken(picture: Photo, floor: Photo, place: Place) -> None:
    picture[around(place)] = floor[around(place)] // 2


def beside(place: Place, times: float = 1) -> Place:
    return round(place[0] + times * ASIDE[0]), round(place[1] + times * ASIDE[1])


def with_cubes(places: tuple[Place, ...], floor: Photo, long: Place | None = None) -> Photo:
    """Draw cubes that lie flat, each with its shadow; one may throw a shadow twice as long."""
    shown = floor.copy()
    for place in (*places, *(() if long is None else (beside(long),))):
        darken(shown, floor, beside(place))
    for place in places:
        spot(shown, place, PAINT)
    return shown


def usual(long: Place | None = None) -> CubeShadow:
    shot = Comparison(with_cubes(FIVE, tray(), long), tray(), RADIUS)
    return measure_shadow(shot, np.array(FIVE, np.float32))


def peak(place: Place, belief: float) -> Peak:
    return Peak(place[1] // CELL, place[0] // CELL, belief, RADIUS / CELL)


def explained(picture: Photo, *suspects: Peak) -> tuple[Peak, ...]:
    found = (*(peak(place, 0.95) for place in CUBES), *suspects)
    maps = np.full((len(OUTPUTS), 96, 128), 0.1, np.float32)
    return find_shadows(found, maps, Comparison(picture, tray(), RADIUS), usual())


def is_long(
    picture: Photo, floor: Photo | None = None, things: NDArray[np.bool_] = NO_THINGS
) -> bool:
    shown = Comparison(picture, tray() if floor is None else floor, RADIUS)
    return long_shadow(shown, usual(), np.array(CUBES, np.float32), things) > 1


LONG = with_cubes(CUBES, tray(), CUBES[1])
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


def test_flat_cubes_throw_no_long_shadow() -> None:
    assert not is_long(with_cubes(CUBES, tray()))


def test_a_shadow_of_twice_the_length_is_a_raised_cubes() -> None:
    assert is_long(LONG)


def test_on_another_floor_a_shadow_is_as_long() -> None:
    striped = tray()
    striped[:, :, 0] = 90
    striped[:, 150:350] += 60
    assert is_long(with_cubes(CUBES, striped, CUBES[1]), striped)
    assert not is_long(with_cubes(CUBES, striped), striped)


def test_a_spot_beside_one_of_the_five_makes_no_long_shadow_usual() -> None:
    few = CUBES[:3]  # so few do not show by themselves what is usual
    shown = Comparison(with_cubes(few, tray(), CUBES[1]), tray(), RADIUS)
    assert long_shadow(shown, usual(FIVE[2]), np.array(few, np.float32), NO_THINGS) > 1


def test_noise_is_no_shadow() -> None:
    noise = np.random.default_rng(1).normal(0, 12, (384, 512, 3))
    noisy = np.clip(with_cubes(CUBES, tray()) + noise, 0, 255).astype(np.uint8)
    assert not is_long(noisy)


def test_a_dark_spot_on_the_lamps_side_is_no_shadow() -> None:
    picture = with_cubes(CUBES, tray())
    spot(picture, beside(CUBES[1], -2), SHADE)
    assert not is_long(picture)


def test_the_shadow_of_another_thing_is_not_a_cubes() -> None:
    things = NO_THINGS.copy()
    x, y = beside(CUBES[1], 2.2)
    things[y - 30 : y + 30, x - 30 : x + 30] = True
    assert not is_long(LONG, things=things)


def test_a_lamp_that_dims_slowly_across_the_tray_throws_no_shadow() -> None:
    dimmed = with_cubes(CUBES, tray()) * np.linspace(1, 0.5, 512)[None, :, None]
    assert not is_long(dimmed.astype(np.uint8))


def test_where_all_shadows_are_long_the_lamp_has_moved() -> None:
    picture = with_cubes(CUBES, tray())
    for place in CUBES:
        darken(picture, tray(), beside(place, 2))
    assert not is_long(picture)


def test_where_no_shadow_falls_as_usual_the_lamp_has_moved() -> None:
    few, picture = CUBES[:3], tray()
    for place in few:
        darken(picture, tray(), beside(place, 2.5))
        spot(picture, place, PAINT)
    shown = Comparison(picture, tray(), RADIUS)
    assert long_shadow(shown, usual(), np.array(few, np.float32), NO_THINGS) < 1


def test_a_wall_is_darkened_by_what_lies_at_its_foot() -> None:
    floor = tray()
    floor[:120, 222:300] = 65
    assert not is_long(with_cubes(CUBES, floor, CUBES[1]), floor)


def test_in_the_dark_part_of_a_tray_nothing_is_told() -> None:
    floor = tray()
    floor[:150, 150:320] = 30  # where the raised cube lies
    assert not is_long(with_cubes(CUBES, floor, CUBES[1]), floor)


def test_a_patterned_floor_that_has_moved_a_little_throws_no_shadow() -> None:
    floor = tray()
    for x in range(0, 512, 24):
        floor[:, x : x + 12] = 70
    moved = np.roll(floor, 5, axis=1)
    assert not is_long(with_cubes(CUBES, moved), floor)


def test_at_the_pictures_rim_nothing_is_told() -> None:
    by_the_rim = ((464, 140), *CUBES[:2])
    picture = with_cubes(by_the_rim, tray())
    picture[:, 506:] = BLACK
    shown = Comparison(picture, tray(), RADIUS)
    assert long_shadow(shown, usual(), np.array(by_the_rim, np.float32), NO_THINGS) < 1


def test_things_are_known_with_their_shadows() -> None:
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    maps[OUTPUTS.index("thing"), 50, 60] = 0.9
    rows, columns = np.nonzero(where_things_lie(maps, (384, 512)))
    reach = margins.THING_SHADOW_CELLS * CELL
    assert (rows.min(), rows.max()) == (50 * CELL - reach, 51 * CELL - 1 + reach)
    assert (columns.min(), columns.max()) == (60 * CELL - reach, 61 * CELL - 1 + reach)
