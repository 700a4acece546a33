"""Lines of cubes of which both looks count only some: one cube is 18 pixels long."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.first_look import Peak, doubt_of
from hardware.tray.reader.light import Fit
from hardware.tray.reader.lines.paint import new_paint
from hardware.tray.reader.lines.unseen import with_lines
from hardware.tray.reader.network import CELL
from hardware.tray.reader.reading import COLOURS, Doubt
from tests.hardware.tray.reader.lines.drawn import (
    BLACK,
    FLOOR,
    PAINTS,
    RED,
    SHADOW,
    bare,
    rectangle,
)

RADIUS, MIDDLE_ROW = 10.0, 39.5
Found = tuple[tuple[str, float], ...]  # the colour of each peak, and its column
FOUR = rectangle(RED, 40, 112)  # four red cubes, their middles at 49, 67, 85 and 103
FIVE_BLACK = rectangle(BLACK, 40, 130)


def peak(colour: str, belief: float = 0.9) -> Peak:
    return Peak(9, 9, belief, RADIUS / CELL, tuple(float(each == colour) for each in COLOURS))


def unseen(photo: Photo, found: Found, *, is_calibrated: bool = True) -> Found:
    """Return what is added to the peaks found: colour and column."""
    paint = new_paint(photo, Fit(bare(), PAINTS)) if is_calibrated else None
    at = np.array([(column, MIDDLE_ROW) for _, column in found], np.float32).reshape(-1, 2)
    seen = tuple(peak(colour) for colour, _ in found)
    added = with_lines(seen, at, photo, paint, RADIUS)[len(found) :]
    assert all(doubt_of(each, margins.STACKED_BELIEF) is Doubt.UNCLEAR for each in added)
    names = [COLOURS[each.colours.index(1.0)] for each in added]
    return tuple(
        (name, (each.column + 0.5) * CELL - 0.5)
        for name, each in sorted(zip(names, added, strict=True), key=lambda pair: pair[1].column)
    )


def columns_are(added: Found, colour: str, *columns: float) -> bool:
    """Is it this, to the nearest cell?"""
    return [name for name, _ in added] == [colour] * len(columns) and all(
        abs(one - other) <= CELL for (_, one), other in zip(added, columns, strict=True)
    )


@pytest.mark.parametrize("is_calibrated", [True, False])
def test_cubes_between_the_ends_of_a_line_are_counted(is_calibrated: bool) -> None:
    added = unseen(FOUR, (("red", 49), ("red", 103)), is_calibrated=is_calibrated)
    assert columns_are(added, "red", 67, 85)


def test_a_line_of_which_one_end_is_counted_is_as_long_as_its_paint() -> None:
    assert columns_are(unseen(FOUR, (("red", 49),)), "red", 67, 85, 103)


def test_a_cube_in_the_middle_is_not_counted_twice() -> None:
    assert columns_are(unseen(FOUR, (("red", 49), ("red", 67), ("red", 103))), "red", 85)
    assert unseen(FOUR, tuple(("red", column) for column in (49, 67, 85, 103))) == ()


def test_a_line_of_which_nothing_is_counted_may_be_anything() -> None:
    assert unseen(FOUR, ()) == ()
    assert unseen(FOUR, (("blue", 180),)) == ()


def test_cubes_between_neighbours_of_other_colours_are_counted() -> None:
    assert columns_are(unseen(FOUR, (("blue", 31), ("green", 121))), "red", 49, 67, 85, 103)
    assert columns_are(unseen(rectangle(RED, 40, 58), (("blue", 31), ("blue", 67))), "red", 49)


def test_black_cubes_need_both_ends_because_a_cube_and_its_shadow_look_like_a_line() -> None:
    assert columns_are(unseen(FIVE_BLACK, (("black", 49), ("black", 121))), "black", 67, 85, 103)
    assert unseen(FIVE_BLACK, (("black", 49),)) == ()


def test_the_floor_or_a_shadow_between_two_cubes_is_no_cube() -> None:
    apart = rectangle(RED, 94, 112, rectangle(RED, 40, 58))
    assert unseen(apart, (("red", 49), ("red", 103))) == ()
    dark = rectangle(BLACK, 94, 112, rectangle(SHADOW, 58, 94, rectangle(BLACK, 40, 58)))
    assert unseen(dark, (("black", 49), ("black", 103))) == ()


def test_cubes_of_two_colours_have_no_gap_between_them() -> None:
    assert unseen(FOUR, (("red", 49), ("blue", 103)), is_calibrated=False) == ()


@pytest.mark.parametrize(("is_calibrated", "more"), [(True, 5), (False, 4)])
def test_a_block_of_nine_whose_corners_are_counted_has_all_but_an_uncertain_middle(
    is_calibrated: bool, more: int
) -> None:
    block = bare()
    block[12:66, 40:94] = RED
    paint = new_paint(block, Fit(bare(), PAINTS)) if is_calibrated else None
    at = np.array([(49, 21), (85, 21), (49, 57), (85, 57)], np.float32)
    added = with_lines((peak("red"),) * 4, at, block, paint, RADIUS)[4:]
    assert len(added) == len({(each.row, each.column) for each in added}) == more


@pytest.mark.parametrize("is_calibrated", [True, False])
def test_black_cubes_on_a_black_floor_have_no_gap_between_them(is_calibrated: bool) -> None:
    dark = np.full((80, 200, 3), BLACK, np.uint8)
    paint = new_paint(dark, Fit(dark, PAINTS)) if is_calibrated else None
    at = np.array([(49, 39), (103, 39), (76, 60)], np.float32)
    found = (peak("black"),) * 3
    assert with_lines(found, at, dark, paint, RADIUS) == found


def test_a_broad_patch_of_paint_is_no_line() -> None:
    broad = bare()
    broad[15:65, 40:112] = RED
    assert unseen(broad, (("red", 49),)) == ()


def test_a_centre_that_is_not_counted_begins_no_line() -> None:
    at = np.array([(49, MIDDLE_ROW)], np.float32)
    faint = (peak("red", margins.COUNTED_BELIEF - 0.01),)
    paint = new_paint(FOUR, Fit(bare(), PAINTS))
    assert with_lines(faint, at, FOUR, paint, RADIUS) == faint


def test_a_photo_that_is_all_lines_is_given_up_after_so_many_cubes() -> None:
    rows = margins.LINE_MOST_COUNT // 2 + 3
    photo = np.full((rows * 30, 200, 3), FLOOR, np.uint8)
    for row in range(rows):
        photo[row * 30 : row * 30 + 18, 40:112] = RED
    ends = [(column, row * 30 + 8.5) for row in range(rows) for column in (49, 103)]
    found = (peak("red"),) * len(ends)
    added = with_lines(found, np.array(ends, np.float32), photo, None, RADIUS)[len(ends) :]
    # The last gap that is filled may have more than one cube.
    assert margins.LINE_MOST_COUNT <= len(added) <= margins.LINE_MOST_COUNT + 1 < 2 * rows
