"""What the network's maps say against a reading, and that its two looks see the same places."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.cubes.channels import Floats, fitted
from hardware.cubes.files import open_picture
from hardware.cubes.network import OUTPUTS, answers
from hardware.cubes.peaks import COUNTED, ROW, SMALLEST_CUT, peaks, structural_doubts
from hardware.cubes.seen import Doubt

PHOTO = Path(__file__).parent / "photos/images/d02_06.jpg"
NEAR_CELLS = 1.5


def cut_at_the_edge(cells: int) -> Floats:
    """Return maps that are sure of so many cells of a cube beyond the upper edge, and no more."""
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    for name in ("cube", "cut"):
        maps[ROW[name], 0, 20 : 20 + cells] = 1
    return maps


@pytest.mark.parametrize(("cells", "is_cut"), [(SMALLEST_CUT - 1, False), (SMALLEST_CUT, True)])
def test_a_speck_at_the_edge_is_no_cube_that_is_cut_off(cells: int, is_cut: bool) -> None:
    maps = cut_at_the_edge(cells)
    doubts, _ = structural_doubts(maps, maps, maps)
    assert (Doubt.CUT_OFF in doubts) is is_cut


def test_both_looks_see_the_cubes_in_the_same_places() -> None:
    photo, _ = fitted(open_picture(PHOTO))
    upright, around, mean = answers(photo, None, None)
    found = [peaks(each, COUNTED) for each in (upright, around, mean)]
    assert [len(each) for each in found] == [8, 8, 8]
    for peak in found[2]:
        for look in found[:2]:
            near = min(look, key=lambda it: np.hypot(peak.row - it.row, peak.column - it.column))
            assert np.hypot(peak.row - near.row, peak.column - near.column) < NEAR_CELLS
            assert near.radius == pytest.approx(peak.radius, rel=0.2)
