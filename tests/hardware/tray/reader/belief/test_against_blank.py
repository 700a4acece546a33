"""What the photograph of the empty tray says of a centre."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import margins
from hardware.tray.reader.belief.against_blank import TRAY_ROWS, weigh, without_tray
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.first_look import Peak
from hardware.tray.reader.light import Fit
from hardware.tray.reader.network import CELL, OUTPUTS
from hardware.tray.reader.reading import COLOURS

PAINTS: Floats = np.array(
    [[30, 30, 190], [20, 190, 230], [60, 140, 30], [170, 80, 20], [35, 35, 35]], np.float32
)
AT = np.array([[60, 40]], np.float32)
Paint = tuple[int, int, int]
FLOOR, DARK, RED, BLACK, BRIGHT, SHADOW = (
    (120, 120, 120), (22, 22, 22), (30, 30, 190), (35, 35, 35), (160, 160, 160), (104, 104, 104),
)  # fmt: skip


def tray(floor: Paint, patch: Paint | None = None) -> Photo:
    photo = np.full((80, 120, 3), floor, np.uint8)
    if patch is not None:
        photo[28:52, 48:72] = patch
    return photo


def peak(colour: str, belief: float) -> Peak:
    colours = tuple(0.9 if each == colour else 0.025 for each in COLOURS)
    return Peak(10, 15, belief, 2.5, colours, 0.0, 0.9)


def weighed(photo: Photo, blank: Photo, colour: str, belief: float) -> Peak:
    return weigh((peak(colour, belief),), photo, Fit(blank, PAINTS), AT, 10.0)[0]


def test_a_printed_red_square_is_no_cube_however_much_it_is_believed() -> None:
    printed = tray(FLOOR, (60, 60, 170))
    assert weighed(printed, printed, "yellow", 0.9).belief == 0


def test_a_cube_of_a_known_paint_on_a_bare_floor_needs_less_belief() -> None:
    proven = weighed(tray(FLOOR, RED), tray(FLOOR), "red", 0.35)
    assert proven.belief == margins.SURE_BELIEF
    assert weighed(tray(FLOOR, RED), tray(FLOOR), "red", 0.2).belief == 0.2
    assert weighed(tray(FLOOR, BLACK), tray(FLOOR), "black", 0.35).belief == 0.35, "or a shadow"


def test_a_black_cube_on_a_dark_floor_stays_as_the_networks_see_it() -> None:
    seen = peak("black", 0.4)
    assert weighed(tray(DARK, BLACK), tray(DARK), "black", 0.4) == seen


def test_a_hard_shadow_is_no_black_cube_for_sure() -> None:
    doubted = weighed(tray(BRIGHT, SHADOW), tray(BRIGHT), "black", 0.9)
    assert doubted.closer_belief < margins.SURE_CLOSER_LOOK_BELIEF


def test_without_a_calibration_nothing_is_weighed() -> None:
    found = (peak("red", 0.4),)
    assert weigh(found, tray(FLOOR), Fit(None, None), AT, 10.0) == found


def test_what_the_tray_itself_looks_like_is_no_evidence_but_near_black_it_is() -> None:
    maps = np.ones((len(OUTPUTS), 80 // CELL, 120 // CELL), np.float32)
    cell = (40 // CELL, 60 // CELL)
    for floor, patch, kept in ((FLOOR, None, 0), (FLOOR, RED, 1), (DARK, None, 1)):
        left = without_tray(maps, tray(floor, patch), Fit(tray(floor), PAINTS))
        assert {float(left[(row, *cell)]) for row in TRAY_ROWS} == {kept}
        assert left[0].all(), "centres are weighed one by one"
