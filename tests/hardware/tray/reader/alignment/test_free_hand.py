"""Photos from the hand, laid onto the calibration's photo of the empty tray."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from hardware.tray.photos import open_photo
from hardware.tray.reader.alignment.free_hand import laid_onto
from hardware.tray.reader.alignment.held import read_held
from hardware.tray.reader.channels import Floats, Photo, resized
from hardware.tray.reader.read import calibrate, read_cubes
from hardware.wiring.drawings.tray_mat import MARKS
from tests.support.places import PHOTOS

# Where a phone, held a little to the side and nearer, sees the corners of a photo of 1024 x 768.
SEEN = np.array([[70, 110], [980, 40], [1010, 730], [30, 700]], np.float32)
CORNERS = np.array([[0, 0], [1024, 0], [1024, 768], [0, 768]], np.float32)


def held(photo: Photo, seen: Floats = SEEN) -> Photo:
    """The photo as a phone sees it that is not held straight; round the tray is a grey table."""
    view = cv2.getPerspectiveTransform(CORNERS, np.asarray(seen, np.float32))
    grey = (90, 90, 90)
    return np.asarray(cv2.warpPerspective(photo, view, (1024, 768), borderValue=grey), np.uint8)


def mat() -> Photo:
    """A grey mat with its four marks, as large as a photo."""
    photo = np.full((768, 1024, 3), 150, np.uint8)
    for (x, y), rows in zip(((20, 20), (884, 20), (884, 628), (20, 628)), MARKS, strict=True):
        mark = np.zeros((6, 6), np.uint8)
        mark[1:5, 1:5] = [[255 * int(bit) for bit in row] for row in rows]
        photo[y : y + 120, x : x + 120] = 255
        large = cv2.resize(mark, (96, 96), interpolation=cv2.INTER_NEAREST)
        photo[y + 12 : y + 108, x + 12 : x + 108] = large[..., None]
    return photo


def test_the_mats_marks_are_those_that_opencv_knows() -> None:
    kind = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, rows in enumerate(MARKS):
        bits = cv2.aruco.generateImageMarker(kind, number, 6)[1:5, 1:5] // 255
        assert tuple("".join(map(str, row)) for row in bits.tolist()) == rows


def test_a_photo_is_laid_straight_by_the_mats_marks() -> None:
    blank, _ = resized(mat())
    photo = mat()
    cv2.rectangle(photo, (500, 300), (530, 330), (20, 20, 200), -1)
    cv2.rectangle(photo, (0, 600), (200, 768), (60, 60, 60), -1)  # a sleeve covers one mark
    straight = laid_onto(held(photo), blank)
    assert straight is not None
    wanted, _ = resized(photo)
    away = np.abs(straight.photo[140:180, 240:280].astype(int) - wanted[140:180, 240:280])
    assert np.median(away) < 6


@pytest.mark.slow
def test_a_phones_photo_is_read_with_its_calibration_in_its_own_places() -> None:
    blank, colours, drawn = (
        open_photo(PHOTOS / "images" / f"d10_{name}.jpg") for name in ("blank", "colors", "06")
    )
    known = calibrate(resized(blank)[0], resized(colours)[0])
    upright, told = read_cubes(drawn), read_held(held(drawn), known)
    assert told.counts == upright.counts
    view = cv2.getPerspectiveTransform(CORNERS, SEEN)
    for cube in upright.cubes:
        place = cv2.perspectiveTransform(np.array([[[cube.x, cube.y]]], np.float32), view)[0, 0]
        nearest = min(np.hypot(place[0] - other.x, place[1] - other.y) for other in told.cubes)
        assert nearest < cube.radius / 2


@pytest.mark.parametrize("other", ["d02_blank", "d07_blank"])
def test_a_photo_of_another_tray_is_laid_onto_nothing(other: str) -> None:
    blank, _ = resized(open_photo(PHOTOS / "images" / "d10_blank.jpg"))
    assert laid_onto(open_photo(PHOTOS / "images" / f"{other}.jpg"), blank) is None


def beside(columns: int) -> Floats:
    """The corners of a tray that a phone sees so far to the left that it lacks some columns."""
    return np.asarray(CORNERS - (columns, 0), np.float32)


def test_less_than_half_a_tray_is_laid_onto_nothing() -> None:
    blank, _ = resized(mat())
    assert laid_onto(held(mat(), beside(500)), blank) is not None
    assert laid_onto(held(mat(), beside(550)), blank) is None


def test_what_a_photo_does_not_show_is_the_empty_tray_in_its_light() -> None:
    blank, _ = resized(mat())
    darker = np.asarray(held(mat(), beside(256)) * 0.8, np.uint8)
    straight = laid_onto(darker, blank)
    assert straight is not None
    assert straight.is_seen[:, 132:].all()
    assert not straight.is_seen[:, :124].any()
    away = np.abs(straight.photo[:, :124].astype(int) - blank[:, :124] * 0.8)
    assert away.max() < 3
