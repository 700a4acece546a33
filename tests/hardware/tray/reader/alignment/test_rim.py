"""Where the tray ends, and the note that a cube lies beside it."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from hardware.tray.photos import open_photo
from hardware.tray.reader.alignment.rim import beside
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.read import Doubt, Reading, calibrate, read_cubes
from tests.support.places import PHOTOS

RADIUS = 10.0
IN_THE_TRAY, ON_THE_TABLE = (120, 100), (25, 190)
PLACES = np.array([IN_THE_TRAY, ON_THE_TABLE, (256, 370), (480, 20)], np.float32)


def tray(table: Photo) -> Photo:
    """A green tray with a brown rim, a little turned, on a table of 512 x 384."""
    photo = table.copy()
    for inset, colour in ((50, (40, 70, 110)), (58, (60, 120, 50))):
        corners = np.array([
            (inset, inset + 8), (512 - inset, inset - 8), (512 - inset + 6, 384 - inset - 8),
            (inset + 6, 384 - inset + 8),
        ])  # fmt: skip
        cv2.fillConvexPoly(photo, corners, colour, cv2.LINE_AA)
    return photo


def plain() -> Photo:
    grey = np.random.default_rng(23).normal((170, 180, 190), 3, (384, 512, 3))
    return np.asarray(np.clip(grey, 0, 255), np.uint8)


def striped() -> Photo:
    """A cloth of many colours, whose stripes are as straight as a rim."""
    stripes = np.random.default_rng(23).integers(0, 256, (1, 16, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(stripes, (512, 384), interpolation=cv2.INTER_NEAREST), np.uint8)


def test_places_beyond_the_rim_are_beside_the_tray() -> None:
    assert beside(tray(plain()), PLACES, RADIUS).tolist() == [False, True, True, True]


@pytest.mark.parametrize("blank", [plain(), striped(), tray(striped())])
def test_where_no_rim_is_sure_no_place_is_beside_the_tray(blank: Photo) -> None:
    assert not beside(blank, PLACES, RADIUS).any()


def with_a_chair() -> Photo:
    """A tray on a plain table; a dark chair is seen at a side of it."""
    photo = tray(plain())
    cv2.rectangle(photo, (250, 340), (512, 384), (30, 30, 35), -1)
    return photo


def in_a_shadow() -> Photo:
    """A tray that is seen from the side; a shadow falls on its floor, with a straight edge."""
    photo = plain()
    cv2.rectangle(photo, (50, 50), (462, 400), (40, 70, 110), -1)
    cv2.rectangle(photo, (58, 58), (454, 400), (60, 120, 50), -1)
    photo[340:, 58:455] //= 3
    return photo


def test_a_rim_is_sure_though_a_chair_stands_at_the_table() -> None:
    assert beside(with_a_chair(), PLACES, RADIUS).tolist() == [False, True, True, True]


def test_the_floor_in_a_walls_shadow_is_not_beside_the_tray() -> None:
    table, floor = (20, 200), (256, 375)
    at = np.array([table, floor], np.float32)
    assert beside(in_a_shadow(), at, RADIUS).tolist() == [True, False]


def test_an_empty_tray_has_no_cube_beside_it() -> None:
    assert beside(tray(plain()), np.zeros((0, 2), np.float32), RADIUS).shape == (0,)


def on_a_table(name: str) -> Photo:
    """A photo of the tests, taken from farther away: round the tray is a table."""
    photo = open_photo(PHOTOS / "images" / f"{name}.jpg")
    small = cv2.resize(photo, (768, 576), interpolation=cv2.INTER_AREA)
    wide = np.full((768, 1024, 3), (60, 120, 170), np.uint8)
    wide[96:-96, 128:-128] = small
    return np.asarray(wide, np.uint8)


def with_a_cube(photo: Photo, to: tuple[int, int], reading: Reading) -> Photo:
    """The photo with a copy of one of its cubes at another place."""
    cube, more = reading.cubes[0], photo.copy()
    side = round(1.2 * cube.radius)
    x, y = round(cube.x), round(cube.y)
    part: Floats | Photo = photo[y - side : y + side, x - side : x + side]
    more[to[1] - side : to[1] + side, to[0] - side : to[0] + side] = part
    return np.asarray(more, np.uint8)


def test_a_cube_beside_the_tray_is_counted_and_noted() -> None:
    known = calibrate(on_a_table("d02_blank"), on_a_table("d02_colors"))
    photo = on_a_table("d02_02")
    inside = read_cubes(photo, known)
    assert Doubt.BESIDE_TRAY not in inside.notes
    reading = read_cubes(with_a_cube(photo, (60, 400), inside), known)
    assert Doubt.BESIDE_TRAY in reading.notes
    assert len(reading.cubes) == len(inside.cubes) + 1
