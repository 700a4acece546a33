"""Every doubt is shown where it lies: at a cube, or at a mark beside the cubes."""

from collections.abc import Collection

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import margins
from hardware.tray.reader.belief.marks import Scene, apart, coloured, strongest, with_unclear
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.first_look import ROW, Peak
from hardware.tray.reader.network import CELL, OUTPUTS
from hardware.tray.reader.reading import COLOURS, Cube, Doubt, Mark

ROWS, COLUMNS = 96, 128
HALF_BELIEVED = (margins.DOUBTED_BELIEF + margins.COUNTED_BELIEF) / 2


def maps_with(name: str, rows: slice, columns: slice) -> Floats:
    """Return maps that say yes to one question in one place, and nothing else."""
    maps = np.zeros((len(OUTPUTS), ROWS, COLUMNS), np.float32)
    maps[ROW[name], rows, columns] = 1
    return maps


def marks(maps: Floats, *doubts: Doubt, found: tuple[Peak, ...] = (), white: int = 0) -> list[Mark]:
    """Return the marks of a grey photo with a white square of so many pixels at its upper left."""
    photo = np.full((ROWS * CELL, COLUMNS * CELL, 3), 120, np.uint8)
    photo[:white, :white] = 255
    return Scene(photo, None, maps, found, (), margins.STACKED_BELIEF).marks(doubts)


def lies_at(mark: Mark, x: float, y: float) -> bool:
    return abs(mark.x - x) < CELL and abs(mark.y - y) < CELL


@pytest.mark.parametrize(
    ("name", "doubt"),
    [("cover", Doubt.HAND), ("thing", Doubt.UNKNOWN_THING), ("cube", Doubt.UNCLEAR)],
)
def test_what_the_maps_show_is_marked_in_its_middle_and_nothing_else(
    name: str, doubt: Doubt
) -> None:
    maps = maps_with(name, slice(20, 30), slice(40, 60))
    (mark,) = marks(maps, doubt)
    assert mark.doubt is doubt
    assert lies_at(mark, 50 * CELL, 25 * CELL)
    assert np.pi * mark.radius**2 == pytest.approx(200 * CELL**2, rel=0.01)
    assert marks(maps, Doubt.CUT_OFF) == []


def test_a_cube_at_the_edge_is_marked() -> None:
    maps = maps_with("cut", slice(0, 3), slice(10, 16))
    maps[ROW["cube"], 0:3, 10:16] = 1
    (mark,) = marks(maps, Doubt.CUT_OFF)
    assert lies_at(mark, 13 * CELL, 1.5 * CELL)


def test_two_hands_are_marked_and_a_speck_beside_them_is_not() -> None:
    maps = maps_with("cover", slice(20, 40), slice(10, 30))
    maps[ROW["cover"], 20:40, 80:100] = maps[ROW["cover"], 90, 60] = 1
    assert sorted(round(mark.x / CELL) for mark in marks(maps, Doubt.HAND)) == [20, 90]


def test_specks_that_only_together_cover_enough_are_marked_by_the_largest() -> None:
    maps = maps_with("cover", slice(20, 24), slice(10, 14))
    maps[ROW["cover"], 60:63, 80:83] = 1
    (mark,) = marks(maps, Doubt.HAND)
    assert lies_at(mark, 12 * CELL, 22 * CELL)


def test_a_reflection_is_marked() -> None:
    (mark,) = marks(np.zeros((len(OUTPUTS), ROWS, COLUMNS), np.float32), Doubt.GLARE, white=80)
    assert lies_at(mark, 40, 40)


@pytest.mark.parametrize(
    ("belief", "raised", "doubts"),
    [
        (HALF_BELIEVED, 0.0, [Doubt.UNCLEAR]),
        (HALF_BELIEVED, 1.0, [Doubt.STACKED]),
        (margins.COUNTED_BELIEF, 1.0, []),  # a cube that is counted tells its doubt itself
        (margins.DOUBTED_BELIEF - 0.01, 1.0, []),
    ],
)
def test_what_may_be_a_cube_and_is_not_counted_is_marked(
    belief: float, raised: float, doubts: list[Doubt]
) -> None:
    maps = maps_with("centre", slice(30, 31), slice(50, 51))
    found = (Peak(30, 50, belief, 3.0, raised=raised),)
    told = marks(maps, Doubt.STACKED, Doubt.UNCLEAR, found=found)
    assert [mark.doubt for mark in told] == doubts
    assert all(lies_at(mark, 50 * CELL, 30 * CELL) for mark in told)
    assert all(mark.radius == 3.0 * CELL for mark in told)


def test_one_place_is_marked_once_for_each_doubt() -> None:
    one, same = Mark(10, 10, 5, Doubt.UNCLEAR), Mark(12, 10, 5, Doubt.UNCLEAR)
    other, far = Mark(12, 10, 5, Doubt.STACKED), Mark(40, 10, 5, Doubt.UNCLEAR)
    assert list(apart([one, same, other, far])) == [one, other, far]


def test_the_strongest_place_of_a_layer_is_marked() -> None:
    layer = np.zeros((8, 8), np.float32)
    layer[2, 5] = 1
    assert strongest(layer, 2.0, 9.0, Doubt.STACKED) == Mark(10.0, 4.0, 9.0, Doubt.STACKED)


@pytest.mark.parametrize("colour", COLOURS)
def test_what_may_be_a_cube_is_marked_with_its_likeliest_colour(colour: str) -> None:
    maps = maps_with(colour, slice(29, 32), slice(49, 52))
    at = (50 * CELL, 30 * CELL, 9.0)
    assert coloured(Mark(*at, Doubt.UNCLEAR), maps).colour == colour
    assert coloured(Mark(*at, Doubt.HAND), maps).colour is None


def test_a_place_at_the_very_edge_has_a_colour_too() -> None:
    maps = maps_with("green", slice(0, None), slice(0, None))
    for edge in (-30.0, 10_000.0):
        assert coloured(Mark(edge, edge, 9.0, Doubt.UNCLEAR), maps).colour == "green"


CUBES = tuple(
    Cube("red", 10.0 * number, 10.0, 4.0, confidence)
    for number, confidence in enumerate((0.9, 0.5, 0.7))
)
STACKED = Cube("blue", 90.0, 10.0, 4.0, 0.9, Doubt.STACKED)
MARK = Mark(50, 50, 4, Doubt.UNCLEAR)


@pytest.mark.parametrize(
    ("odd", "told", "expected"),
    [
        ((CUBES[2],), (), {2}),
        ((), (MARK,), set()),
        ((), (), {1}),  # nothing else tells where, so the cube that is least sure does
    ],
)
def test_an_unclear_reading_shows_what_is_unclear(
    odd: Collection[Cube], told: tuple[Mark, ...], expected: set[int]
) -> None:
    shown = with_unclear((*CUBES, STACKED), odd, told)
    assert {n for n, cube in enumerate(shown) if cube.doubt is Doubt.UNCLEAR} == expected
    assert shown[3].doubt is Doubt.STACKED
    assert with_unclear((), (), ()) == ()
