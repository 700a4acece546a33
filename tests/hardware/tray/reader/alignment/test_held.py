"""Photos from the hand that do not show the whole tray."""

from functools import cache

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.photos import open_photo
from hardware.tray.reader.alignment.free_hand import Straight
from hardware.tray.reader.alignment.held import on_blank, read_held, read_laid
from hardware.tray.reader.alignment.unseen import edges_at, room_unseen
from hardware.tray.reader.channels import Photo, resized
from hardware.tray.reader.read import Calibration, calibrate, read_cubes
from hardware.tray.reader.reading import Cube, CubeReaderError, Doubt
from tests.support.places import PHOTOS

HIGH, WIDE, RADIUS = 384, 512, 10.0
PRINT = np.asarray(np.random.default_rng(5).integers(0, 256, (HIGH, WIDE, 3)), np.uint8)


def seen_from(column: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    is_seen = np.ones((HIGH, WIDE), np.bool_)
    is_seen[:, :column] = False
    return is_seen


def on_a_table() -> Photo:
    """A green tray on a brown table, which takes the 60 columns at the left."""
    photo = np.full((HIGH, WIDE, 3), (60, 120, 50), np.uint8)
    photo[:, :60] = (40, 70, 110)
    return photo


@pytest.mark.parametrize(("column", "has_room"), [(0, False), (9, False), (12, True), (100, True)])
def test_a_strip_has_room_if_most_of_a_cube_can_hide_in_it(column: int, has_room: bool) -> None:
    assert room_unseen(seen_from(column), PRINT, RADIUS).any() == has_room


@pytest.mark.parametrize(("column", "has_room"), [(50, False), (90, True)])
def test_the_table_beside_the_tray_is_no_room(column: int, has_room: bool) -> None:
    assert room_unseen(seen_from(column), on_a_table(), RADIUS).any() == has_room


def test_the_edge_behind_which_the_tray_goes_on_is_told_in_the_photos_pixels() -> None:
    back = np.array([[2, 0, -200], [0, 2, 0], [0, 0, 1]], np.float32)  # it lacks 100 columns
    room = room_unseen(seen_from(100), PRINT, RADIUS)
    [edge] = edges_at(room, back, (1024, 768), RADIUS)
    assert (edge.x, edge.to_x) == (0, 0)
    assert sorted((edge.y, edge.to_y)) == pytest.approx([0, 768], abs=25)
    room[HIGH // 2 :] = False
    [shorter] = edges_at(room, back, (1024, 768), RADIUS)
    assert sorted((shorter.y, shorter.to_y)) == pytest.approx([0, 384], abs=25)


@cache
def calibration() -> Calibration:
    blank, colours = (open_photo(PHOTOS / "images" / f"d10_{n}.jpg") for n in ("blank", "colors"))
    return calibrate(blank, colours)


def without(columns: int) -> Straight:
    """A photo that lacks some columns of the blank at the left, exactly laid onto it."""
    photo, _ = resized(open_photo(PHOTOS / "images" / "d10_06.jpg"))
    is_seen = np.ones(photo.shape[:2], np.bool_)
    is_seen[:, :columns] = False
    filled = np.where(is_seen[..., None], photo, calibration().blank)
    back = np.array([[1, 0, -columns], [0, 1, 0], [0, 0, 1]], np.float32)
    return Straight(filled, is_seen, back, (WIDE - columns, HIGH))


@cache
def whole() -> tuple[Cube, ...]:
    return read_laid(without(0), calibration()).cubes


@pytest.mark.slow
def test_a_photo_that_shows_the_whole_tray_is_read_as_it_was() -> None:
    reading = read_laid(without(0), calibration())
    assert reading == read_cubes(without(0).photo, calibration())
    assert reading.is_sure


@pytest.mark.slow
def test_cubes_that_are_seen_count_and_the_reading_is_in_doubt_for_what_is_not() -> None:
    columns = round(min(cube.x - 2 * cube.radius for cube in whole()))
    reading = read_laid(without(columns), calibration())
    assert reading.doubts == (Doubt.UNSEEN,)
    assert len(reading.cubes) == len(whole())
    assert all(edge.x == edge.to_x == 0 for edge in reading.ends_at)
    assert reading.ends_at


@pytest.mark.slow
def test_a_cube_that_the_photos_edge_cuts_is_in_doubt() -> None:
    first = min(whole(), key=lambda cube: cube.x)
    reading = read_laid(without(round(first.x - 0.5 * first.radius)), calibration())
    assert {Doubt.UNSEEN, Doubt.CUT_OFF} <= set(reading.doubts)
    [cut] = [cube for cube in reading.cubes if cube.doubt is Doubt.CUT_OFF]
    assert cut.x < first.radius
    assert cut.colour == first.colour


@pytest.mark.slow
def test_a_photo_that_cannot_be_laid_is_read_without_calibration() -> None:
    other = open_photo(PHOTOS / "images" / "d02_02.jpg")
    assert read_held(other, calibration()) == read_cubes(other)


def test_two_photos_with_nothing_in_common_calibrate_nothing() -> None:
    with pytest.raises(CubeReaderError, match="too little in common"):
        on_blank(PRINT, np.ascontiguousarray(PRINT[:, ::-1]))
