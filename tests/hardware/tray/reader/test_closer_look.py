"""The closer look: each cube by itself, as large as a cube of this tray looks."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.photos import open_photo
from hardware.tray.reader.channels import Floats, Photo, places_shown, resized
from hardware.tray.reader.closer_look import (
    ANSWERS,
    NO_REFERENCE,
    RADIUS,
    SIDE,
    CloserLooks,
    look_closer,
    pose_at,
    warped,
)
from hardware.tray.reader.light import Fit
from hardware.tray.reader.read import Calibration, calibrate

IMAGES = PHOTOS / "images"
# In the photographs' own elements, from the truth that came with them.
YELLOWS = [(462, 515), (428, 624), (572, 340), (391, 181), (646, 302), (453, 204), (587, 509)]
BARE = [(800, 600), (200, 300), (650, 650)]
# In d01_03; the third cube on another hides all but a tenth of it, and is not told.
ON_OTHERS = [(706, 697), (468, 533)]
BESIDE = [(841, 667), (619, 532), (541, 594), (846, 573)]
CUBE, YELLOW, RAISED = (ANSWERS.index(name) for name in ("cube", "yellow", "raised"))


@cache
def setup(name: str) -> tuple[Calibration, float]:
    """Return a calibration and its cubes' radius at the reader's size."""
    blank, colours = (open_photo(IMAGES / f"{name}_{shot}.jpg") for shot in ("blank", "colors"))
    known = calibrate(blank, colours)
    return known, float(np.median([cube.radius for cube in known.cubes])) * resized(blank)[1]


def answers_for(name: str, at: Floats) -> Floats:
    """Return what the closer look says of places in one of the photographs."""
    calibration, radius = setup(name[:3])
    photo, scale = resized(open_photo(IMAGES / f"{name}.jpg"))
    fit, places = Fit(calibration.blank, calibration.paints), np.asarray(at * scale, np.float32)
    return look_closer(photo, fit, places, radius, calibration.reference)


def test_nothing_is_said_of_no_place() -> None:
    assert answers_for("d02_06", np.zeros((0, 2), np.float32)).shape == (0, len(ANSWERS))


def test_a_place_is_in_the_middle_and_a_cube_has_its_usual_size() -> None:
    picture: Photo = np.zeros((384, 512, 3), np.uint8)
    cv2.rectangle(picture, (190, 90), (210, 110), (255, 255, 255), -1)
    shown = warped(picture, pose_at(200, 100, RADIUS / 10.5)).max(2) > 127
    rows, columns = np.nonzero(shown)
    assert (rows.mean(), columns.mean()) == pytest.approx(((SIDE - 1) / 2, (SIDE - 1) / 2), abs=0.6)
    assert np.sqrt(shown.sum()) == pytest.approx(2 * RADIUS, abs=1)


def test_it_is_told_where_in_the_photograph_it_looks() -> None:
    right_below = places_shown(pose_at(511, 383, 1.0), SIDE, 384, 512)
    assert right_below[:, SIDE // 2, SIDE // 2] == pytest.approx((1.0, 0.75), abs=0.01)


def test_what_is_said_of_a_place_does_not_depend_on_the_others() -> None:
    rng = np.random.default_rng(3)
    at = rng.uniform(100, 600, (11, 2)).astype(np.float32)
    together = answers_for("d02_06", at)
    alone = np.concatenate([answers_for("d02_06", place[None]) for place in at])
    assert np.allclose(together, alone, atol=1e-5)


def test_cubes_that_lie_flat_are_cubes_of_their_colour_and_the_tray_between_them_is_none() -> None:
    answers = answers_for("d02_06", np.array(YELLOWS + BARE, np.float32))
    cubes, bare = answers[: len(YELLOWS)], answers[len(YELLOWS) :]
    assert cubes[:, [CUBE, YELLOW]].min() > 0.5
    assert cubes[:, RAISED].max() < 0.5
    assert bare[:, CUBE].max() < 0.5


def test_cubes_on_others_are_told_from_those_that_lie_flat() -> None:
    raised = answers_for("d01_03", np.array(ON_OTHERS, np.float32))[:, RAISED]
    flat = answers_for("d01_03", np.array(BESIDE, np.float32))[:, RAISED]
    assert raised.min() > flat.max()


def test_no_place_is_looked_at_twice() -> None:
    asked: list[int] = []

    def look(new: Floats) -> Floats:
        asked.append(len(new))
        return np.tile(new[:, :1], len(ANSWERS))

    looks, at = CloserLooks(), np.array([[10, 10], [40, 10], [10, 40]], np.float32)
    first = looks.of(at, look)
    again = looks.of(np.concatenate([at[::-1] + 0.7, [[90, 90]]]).astype(np.float32), look)
    assert first[:, 0].tolist() == [10, 40, 10]
    assert again[:, 0].tolist() == [10, 40, 10, 90]
    assert asked == [3, 1]
    assert len(looks.of(np.zeros((0, 2), np.float32), look)) == 0


def test_cubes_are_compared_with_the_calibrations_unless_that_no_longer_fits() -> None:
    calibration, radius = setup("d01")
    photo, scale = resized(open_photo(IMAGES / "d01_03.jpg"))
    at = np.array(ON_OTHERS, np.float32) * scale

    def raised(fit: Fit, reference: Floats) -> Floats:
        return look_closer(photo, fit, at, radius, reference)[:, RAISED]

    fit, unfit = Fit(calibration.blank, calibration.paints), Fit(None, None)
    assert calibration.reference.shape == NO_REFERENCE.shape
    assert (raised(fit, calibration.reference) != raised(fit, NO_REFERENCE)).all()
    assert (raised(unfit, calibration.reference) == raised(unfit, NO_REFERENCE)).all()
