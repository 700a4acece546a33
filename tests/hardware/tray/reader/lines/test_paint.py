"""Paint that is seen where it was not before, and where no cube is counted."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader.channels import Photo
from hardware.tray.reader.light import Fit
from hardware.tray.reader.lines.paint import NewPaint, new_paint, uncounted_paint
from hardware.tray.reader.reading import Cube
from tests.hardware.tray.reader.lines.drawn import BLACK, PAINTS, RED, bare, rectangle


def counted(colour: str, *columns: int) -> tuple[Cube, ...]:
    return tuple(Cube(colour, x, 39.5, 10.0, 1.0) for x in columns)


def paint_of(photo: Photo) -> NewPaint:
    paint = new_paint(photo, Fit(bare(), PAINTS))
    assert paint is not None
    return paint


def test_a_line_of_one_colour_of_which_cubes_are_not_counted_is_noticed() -> None:
    paint = paint_of(rectangle(RED, 20, 100))
    assert uncounted_paint(paint, counted("red", 29, 90), 1.0, 10.0) > 1
    assert uncounted_paint(paint, counted("red", 29, 50, 70, 90), 1.0, 10.0) < 1


def test_a_cube_that_none_counted_shows_its_paint_unless_a_shadow_may_be_as_dark() -> None:
    for colour, is_noticed in ((RED, True), (BLACK, False)):
        paint = paint_of(rectangle(colour, 50, 70))
        assert (uncounted_paint(paint, counted("blue", 80), 1.0, 10.0) > 1) == is_noticed


def test_paint_that_the_empty_tray_shows_as_well_is_print() -> None:
    printed = rectangle(RED, 20, 100)
    paint = new_paint(printed, Fit(printed, PAINTS))
    assert paint is not None
    assert np.all(paint == -1)


def test_without_a_calibration_no_paint_is_known() -> None:
    assert new_paint(bare(), Fit(None, None)) is None
