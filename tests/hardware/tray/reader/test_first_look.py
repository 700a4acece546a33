"""What the network's maps say against a reading, and that its two sizes show the same places."""

import numpy as np
import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.photos import open_photo
from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, channels, places, resized
from hardware.tray.reader.first_look import (
    ROW,
    Peak,
    RaisedBias,
    candidates,
    combined,
    evidence,
    peaks,
    raised_bias,
    structural_doubts,
)
from hardware.tray.reader.network import OUTPUTS, enlarged_answers, first_look
from hardware.tray.reader.reading import Doubt

PHOTO = PHOTOS / "images/d02_06.jpg"
NEAR_CELLS = 1.5


def doubts_and_notes(
    maps: Floats, found: tuple[Peak, ...], stacked: float = margins.STACKED_BELIEF
) -> tuple[tuple[Doubt, ...], tuple[Doubt, ...]]:
    return structural_doubts(evidence(maps, found), found, stacked)


def cut_at_the_edge(cells: int) -> Floats:
    """Return maps that are sure of so many cells of a cube beyond the upper edge, and no more."""
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    for name in ("cube", "cut"):
        maps[ROW[name], 0, 20 : 20 + cells] = 1
    return maps


@pytest.mark.parametrize(
    ("cells", "is_cut"),
    [(margins.SMALLEST_CUT_CELLS - 1, False), (margins.SMALLEST_CUT_CELLS, True)],
)
def test_a_speck_at_the_edge_is_no_cube_that_is_cut_off(cells: int, is_cut: bool) -> None:
    maps = cut_at_the_edge(cells)
    doubts, _ = doubts_and_notes(maps, ())
    assert (Doubt.CUT_OFF in doubts) is is_cut


def test_both_sizes_see_the_cubes_in_the_same_places() -> None:
    photo, _ = resized(open_photo(PHOTO))
    upright = first_look(channels(photo, None, None, places(*photo.shape[:2])))
    around = enlarged_answers(photo, None, None, (upright.shape[1], upright.shape[2]))
    found = [peaks(each, margins.COUNTED_BELIEF) for each in (upright, around)]
    assert [len(each) for each in found] == [8, 8]
    for peak in found[0]:
        near = min(found[1], key=lambda it: np.hypot(peak.row - it.row, peak.column - it.column))
        assert np.hypot(peak.row - near.row, peak.column - near.column) < NEAR_CELLS
        assert near.radius == pytest.approx(peak.radius, rel=0.2)


@pytest.mark.parametrize(
    ("belief", "raised", "expected"),
    [
        (margins.SURE_BELIEF, 0.0, ()),
        (margins.COUNTED_BELIEF, 0.0, (Doubt.UNCLEAR,)),
        (margins.DOUBTED_BELIEF, 0.0, (Doubt.UNCLEAR,)),
        (margins.DOUBTED_BELIEF - 0.01, 1.0, ()),
        (1.0, margins.STACKED_BELIEF + 0.01, (Doubt.STACKED,)),
        (margins.DOUBTED_BELIEF, margins.STACKED_BELIEF + 0.01, (Doubt.STACKED, Doubt.UNCLEAR)),
    ],
)
def test_half_believed_and_raised_cubes_are_doubted(
    belief: float, raised: float, expected: tuple[Doubt, ...]
) -> None:
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    doubts, _ = doubts_and_notes(maps, (Peak(40, 50, belief, 2.5, raised=raised),))
    assert doubts == expected


def test_one_look_must_find_a_cube_flatter_than_two_need() -> None:
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    once, twice = margins.STACKED_AFTER_ONE_LOOK_BELIEF, margins.STACKED_BELIEF
    found = (Peak(40, 50, 1.0, 2.5, raised=(once + twice) / 2),)
    assert doubts_and_notes(maps, found, stacked=once)[0] == (Doubt.STACKED,)
    assert doubts_and_notes(maps, found)[0] == ()


def test_a_closer_look_changes_belief_and_colour() -> None:
    peak = Peak(40, 50, 0.4, 2.5, (0.6, 0.4, 0.0, 0.0, 0.0), 0.5)
    closer = np.array([0.9, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5], np.float32)
    looked = combined(peak, closer, RaisedBias())
    assert 0.4 < looked.belief < 0.9
    assert looked.colours == pytest.approx((0.3, 0.7, 0.0, 0.0, 0.0))
    assert looked.raised == pytest.approx(0.5)


def test_every_cube_of_a_full_tray_is_looked_at_and_of_noise_only_so_much() -> None:
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    maps[ROW["radius"]] = 4.0
    maps[ROW["centre"], 4:94:10, 4:124:10] = 0.9  # 108 cubes, as when a whole bag is tipped out
    maps[ROW["centre"], 9:94:10, 9:124:10] = 0.2  # 108 specks between them
    beliefs = [round(peak.belief, 1) for peak in candidates(maps)]
    assert (beliefs.count(0.9), beliefs.count(0.2)) == (108, margins.FAINT_CANDIDATES_COUNT)


def looks(first: float, closer: float) -> tuple[Peak, Floats]:
    """Return how raised a red cube looks to both looks."""
    peak = Peak(1, 1, 1.0, 2.5, (1, 0, 0, 0, 0), first)
    return peak, np.array([1.0, 1, 0, 0, 0, 0, closer], np.float32)


def lit(five: list[tuple[float, float]]) -> RaisedBias:
    """Return what a calibration's five cubes tell of a light."""
    seen, closer = zip(*(looks(*each) for each in five), strict=True)
    return raised_bias(seen, np.stack(closer))


def test_a_cube_is_raised_if_it_looks_more_so_than_those_that_lie_flat_in_the_same_light() -> None:
    usual = lit([(0.1, 0.1), (0.2, 0.15), (0.1, 0.02), (0.3, 0.1), (0.1, 0.1)])
    from_the_side = lit([(0.1, 0.1), (0.9, 0.6), (0.1, 0.02), (0.3, 0.1), (0.1, 0.1)])
    assert usual == RaisedBias()
    assert combined(*looks(0.9, 0.6), usual).raised > margins.STACKED_BELIEF
    assert combined(*looks(0.9, 0.6), from_the_side).raised < margins.STACKED_BELIEF
    assert combined(*looks(0.99, 0.98), from_the_side).raised > margins.STACKED_BELIEF


def test_a_calibration_with_a_stack_in_it_does_not_hide_all_others() -> None:
    mistaken = lit([(0.9999, 0.9999)] * 5)
    assert combined(*looks(0.99, 0.98), mistaken).raised > margins.STACKED_BELIEF


@pytest.mark.parametrize(("closely", "expected"), [(0.2, (Doubt.UNCLEAR,)), (0.5, ())])
def test_what_is_no_cube_to_the_closer_look_is_never_sure(
    closely: float, expected: tuple[Doubt, ...]
) -> None:
    closer = np.array([closely, 1, 0, 0, 0, 0, 0], np.float32)
    seen = combined(Peak(40, 50, 0.9, 2.5, (1, 0, 0, 0, 0)), closer, RaisedBias())
    maps = np.zeros((len(OUTPUTS), 96, 128), np.float32)
    assert doubts_and_notes(maps, (seen,)) == (expected, ())
