"""A floor of soft print looks blurred, and is as sharp as it was in the empty tray's photograph."""

import numpy as np
import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from hardware.tray.photos import open_photo
from hardware.tray.reader.belief.sharpness import is_as_sharp
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.read import calibrate, read_cubes
from hardware.tray.reader.reading import Doubt

BLANK, COLOURS, TWO_CUBES = (
    open_photo(PHOTOS / "soft" / f"{name}.jpg") for name in ("blank", "colours", "two_cubes")
)


def blurred(photo: Photo, sigma: float) -> Photo:
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), sigma), np.uint8)


@pytest.mark.parametrize("photo", [BLANK, COLOURS, TWO_CUBES])
def test_what_lies_in_the_tray_makes_a_photograph_no_less_sharp(photo: Photo) -> None:
    assert is_as_sharp(photo, BLANK)


def test_a_darker_photograph_is_as_sharp() -> None:
    assert is_as_sharp(np.asarray(TWO_CUBES * 0.6, np.uint8), BLANK)


@pytest.mark.parametrize("sigma", [1.5, 2, 4])
def test_a_blurred_photograph_has_lost_detail(sigma: float) -> None:
    assert not is_as_sharp(blurred(TWO_CUBES, sigma), BLANK)


def test_soft_print_is_not_called_a_blurred_photograph() -> None:
    reading = read_cubes(TWO_CUBES, calibrate(BLANK, COLOURS))
    assert (reading.counts["yellow"], reading.doubts) == (2, ())


@pytest.mark.parametrize("sigma", [1.5, 3])
def test_a_photograph_of_soft_print_is_blurred_if_it_has_lost_detail(sigma: float) -> None:
    reading = read_cubes(blurred(TWO_CUBES, sigma), calibrate(BLANK, COLOURS))
    assert Doubt.BLURRED in reading.doubts


def test_only_an_empty_tray_that_looks_blurred_itself_makes_a_difference() -> None:
    usual = (open_photo(PHOTOS / "images" / f"d01_{name}.jpg") for name in ("blank", "colors"))
    assert calibrate(BLANK, COLOURS).looks_blurred
    assert not calibrate(*usual).looks_blurred
