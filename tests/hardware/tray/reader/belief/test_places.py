"""What many signs together say of a place: is it a cube?"""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import margins
from hardware.tray.reader.belief.places import SIGNS, Places, believed, chances_of, signs_of
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.first_look import Peak, RaisedBias
from hardware.tray.reader.light import Fit
from hardware.tray.reader.network import OUTPUTS
from hardware.tray.reader.training.networks.places import labels

FLOOR = (120, 120, 120)
RED, PINK = (40, 40, 200), (150, 120, 230)
PAINTS = np.array([RED, (0, 200, 220), (60, 160, 40), (180, 90, 30), (25, 25, 25)], np.float32)
MIDDLE, RADIUS = 48, 10
BELIEFS = (0.95, 0.96, 0.02, 0.01, 0.01, 0.0, 0.02)  # of the closer look: a red cube that lies flat


def place(paint: tuple[int, int, int], *, is_calibrated: bool = True) -> Places:
    """Return what is seen of one square of a paint that both looks take for a red cube."""
    blank = np.full((96, 96, 3), FLOOR, np.uint8)
    photo = blank.copy()
    part = slice(MIDDLE - RADIUS, MIDDLE + RADIUS + 1)
    photo[part, part] = paint
    peak = Peak(12, 12, 0.9, RADIUS / 4, (0.96, 0.01, 0.01, 0.01, 0.01), 0.02, 0.95)
    maps = np.zeros((len(OUTPUTS), 24, 24), np.float32)
    maps[OUTPUTS.index("cube"), 9:15, 9:15] = 1
    fit = Fit(blank, PAINTS) if is_calibrated else Fit(None, None)
    at = np.array([[MIDDLE, MIDDLE]], np.float32)
    closer = np.array([BELIEFS], np.float32)
    dark = np.zeros((96, 96), np.float32)
    bias = RaisedBias()
    return Places(photo, fit, maps, dark, (peak,), (peak,), closer, at, float(RADIUS), bias)


def sign(seen: Places, name: str) -> float:
    return float(signs_of(seen)[0, SIGNS.index(name)])


def chance(seen: Places) -> float:
    return float(chances_of(signs_of(seen), is_calibrated=seen.is_calibrated)[0])


def test_a_cube_has_its_paint_and_is_not_the_tray() -> None:
    seen = place(RED)
    assert sign(seen, "from_own") < 0.1
    assert sign(seen, "from_tray") > 1
    assert sign(seen, "is_weighed") == 1
    assert sign(seen, "cube") == 1


def test_print_is_the_tray_itself() -> None:
    seen = place(FLOOR)
    assert sign(seen, "from_tray") < 0.05
    assert chance(seen) < chance(place(RED))


def test_a_pink_cube_is_less_likely_ours_than_a_red_one() -> None:
    assert sign(place(PINK), "from_own") > 1
    assert chance(place(PINK)) < 0.95 < chance(place(RED))


def test_without_a_calibration_no_colour_is_measured() -> None:
    seen = place(RED, is_calibrated=False)
    assert [sign(seen, name) for name in ("from_paint", "from_tray", "is_weighed")] == [0, 0, 0]
    assert 0 < chance(seen) < 1


def test_what_the_looks_believe_less_is_less_likely() -> None:
    seen = place(RED)
    doubted = replace(seen, first=(replace(seen.first[0], belief=0.16),), closer=seen.closer * 0.1)
    assert chance(doubted) < chance(seen)


def test_no_place_has_no_signs() -> None:
    seen = replace(place(RED), first=(), both=(), at=np.zeros((0, 2), np.float32))
    assert signs_of(seen).shape == (0, len(SIGNS))
    assert chances_of(signs_of(seen), is_calibrated=True).shape == (0,)


def test_the_belief_is_half_of_the_looks_and_half_of_the_chance_of_the_place() -> None:
    peak = Peak(0, 0, 0.5, 2.0)
    chances = np.array([0.0, 0.1, 0.3, 0.5, 0.9, 1.0], np.float32)
    beliefs = [each.belief for each in believed((peak,) * len(chances), chances)]
    assert beliefs == sorted(beliefs)
    assert beliefs[0] == 0.25
    assert beliefs[3] == pytest.approx((0.5 + margins.COUNTED_BELIEF) / 2)
    assert beliefs[-1] == 0.75


def test_the_truth_of_a_place_is_the_cube_that_it_is_the_first_at() -> None:
    at = np.array([[100, 100], [103, 100], [140, 100], [109, 100], [200, 100]], np.float32)
    cubes: Floats = np.array([[100, 100, 0, 10, 1, 0], [200, 100, 0, 10, 0.2, 0]], np.float32)
    told = labels(at, cubes)
    assert told[:3].tolist() == [1, 0, 0]
    assert np.isnan(told[3])  # between a cube and none
    assert np.isnan(told[4])  # hardly to be seen
    assert labels(at, np.zeros((0, 6), np.float32)).tolist() == [0] * 5
