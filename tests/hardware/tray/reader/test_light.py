"""A photo's light: what a reader without a calibration takes away of a coloured lamp."""

import json

import numpy as np
import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.photos import open_photo
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.light import without_cast
from hardware.tray.reader.read import read_cubes
from hardware.tray.reader.reading import Doubt

WARM: Floats = np.array([0.5, 0.8, 1.0], np.float32)  # a lamp's blue, green and red
NEUTRAL: Floats = np.array([0.95, 1.0, 0.97], np.float32)


def lit(light: Floats) -> Photo:
    """Return a white sheet with a grey half, and how a blue cube on it looks, in this light."""
    photo = np.full((60, 60, 3), 230, np.float32)
    photo[30:] = 90
    photo[10:20, 10:20] = (150, 70, 40)
    return np.asarray(photo * light, np.uint8)


def of_grey(photo: Photo) -> float:
    """Return how far grey is from grey: the logarithm of red by blue."""
    blue, _, red = photo[45, 45].astype(float)
    return float(np.log(red / blue))


def test_half_of_a_lamps_colour_is_taken_away() -> None:
    warm = lit(WARM)
    assert of_grey(without_cast(warm)) == pytest.approx(of_grey(warm) / 2, abs=0.05)
    assert without_cast(warm).dtype == np.uint8
    assert without_cast(warm).max() < 255, "nothing is cut off"


def test_daylight_is_left_alone() -> None:
    photo = lit(NEUTRAL)
    assert (without_cast(photo) == photo).all()


@pytest.mark.parametrize("light", [(0.35, 1.0, 0.5), (0.6, 1.0, 0.95)])
def test_a_green_cloth_is_not_taken_for_the_light(light: tuple[float, float, float]) -> None:
    cloth = np.full((60, 60, 3), np.array(light) * 160, np.uint8)
    cloth[10:14, 10:14] = (30, 90, 235)  # a cube on it, too small to stand for the light
    assert (without_cast(cloth) == cloth).all()


def test_a_photo_without_light_stays_dark() -> None:
    assert (without_cast(np.zeros((20, 20, 3), np.uint8)) == 0).all()


def test_blue_cubes_in_a_lamps_warm_light_are_not_called_black() -> None:
    index = (PHOTOS / "index.jsonl").read_text().splitlines()
    truth = next(each for each in map(json.loads, index) if each["image"] == "d08_10.jpg")
    assert truth["counts"]["blue"] > 5
    assert read_cubes(open_photo(PHOTOS / "images/d08_10.jpg")).counts == truth["counts"]


def test_a_reflection_in_a_lamps_warm_light_is_shown_where_it_lies() -> None:
    photo = open_photo(PHOTOS / "images/d08_10.jpg").copy()
    photo[350:468, 450:568] = 255  # 1.8 % of it: enough to be one, too little to hide the light
    reading = read_cubes(photo)
    assert Doubt.GLARE in reading.doubts
    (glare,) = (mark for mark in reading.marks if mark.doubt is Doubt.GLARE)
    assert (glare.x, glare.y) == pytest.approx((509, 409), abs=8)
