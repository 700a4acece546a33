"""What a calibration says of the cubes that are seen: strangers, and colours that are plain."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader.belief.outliers import of_unclear_colour, outliers
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.reading import COLOURS, Cube

PAINTS: Floats = np.array(
    [[30, 30, 190], [20, 190, 230], [60, 140, 30], [170, 80, 20], [35, 35, 35]], np.float32
)
HALFWAY = (PAINTS[0] + PAINTS[1]) / 2  # an orange cube


def tray(*paints: Floats) -> Photo:
    """Return a grey tray on which patches of these BGR lie side by side."""
    photo = np.full((60, 40 * len(paints), 3), 120, np.uint8)
    for number, paint in enumerate(paints):
        photo[20:40, 40 * number + 10 : 40 * number + 30] = paint
    return photo


def seen(*colours: str, radius: float = 10.0) -> tuple[Cube, ...]:
    """Return cubes of these colours where the patches lie."""
    return tuple(Cube(each, 40 * n + 20, 30, radius, 0.9) for n, each in enumerate(colours))


def test_the_tables_own_cubes_are_no_strangers() -> None:
    assert not outliers(tray(*PAINTS), 1, seen(*COLOURS), PAINTS, 10.0)


@pytest.mark.parametrize("radius", [7.0, 14.0])
def test_a_cube_of_another_size_is_a_stranger(radius: float) -> None:
    assert outliers(tray(*PAINTS), 1, seen(*COLOURS, radius=radius), PAINTS, 10.0)


def test_without_a_calibration_three_cubes_tell_their_usual_size() -> None:
    odd = Cube("red", 20, 30, 14.0, 0.9)
    assert outliers(tray(*PAINTS), 1, (*seen("red", "red", "red"), odd), None, None) == [odd]
    assert not outliers(tray(*PAINTS), 1, (*seen("red"), odd), None, None)


def test_a_cube_of_no_known_colour_is_a_stranger() -> None:
    purple = np.array([200, 40, 160], np.float32)
    assert outliers(tray(purple), 1, seen("blue"), PAINTS, 10.0)
    assert outliers(tray(PAINTS[3]), 1, seen("black"), PAINTS, 10.0)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_that_the_calibration_knows_is_plain(colour: str) -> None:
    photo = tray(PAINTS[COLOURS.index(colour)] * 0.9)
    assert not of_unclear_colour(photo, 1, seen(colour), PAINTS)
    others = [other for other in COLOURS if other != colour]
    assert all(of_unclear_colour(photo, 1, seen(other), PAINTS) for other in others)


def test_a_colour_between_two_is_not_plain_and_without_a_calibration_none_is() -> None:
    assert of_unclear_colour(tray(HALFWAY), 1, seen("red"), PAINTS)
    assert of_unclear_colour(tray(PAINTS[0]), 1, seen("red"), None)
    assert not of_unclear_colour(tray(PAINTS[0]), 1, (), None)
