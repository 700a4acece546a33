"""The painted photographs that the cube reader learned from: the truth is what is painted."""

from functools import cache

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.cubes.channels import CHANNELS
from hardware.cubes.network import OUTPUTS
from tests.cube_training.camera import Picture
from tests.cube_training.crops import AT, CELLS, SIDE, Photo, crop
from tests.cube_training.generate import make_setup
from tests.cube_training.layout import COLOURS, scatter, stack
from tests.cube_training.lens import Floats

SEED = 23


@cache
def setup() -> dict[str, Floats]:
    return make_setup(SEED)


def test_the_same_seed_paints_the_same_photographs() -> None:
    again = make_setup(SEED)
    assert all(np.array_equal(again[name], setup()[name]) for name in setup())


def test_the_calibration_shot_holds_one_cube_of_each_colour() -> None:
    assert sorted(setup()["colours_truth"][:, 2]) == list(range(len(COLOURS)))


def test_a_cube_changes_the_tray_where_the_truth_says_it_lies() -> None:
    changed = np.abs(setup()["colours"].astype(int) - setup()["blank"]).max(2)
    places = setup()["colours_truth"][:, :2].astype(int)
    at_cubes = [changed[y - 3 : y + 4, x - 3 : x + 4].mean() for x, y in places]
    assert min(at_cubes) > 3 * np.median(changed)


def test_cubes_that_are_scattered_do_not_overlap_and_stacked_ones_are_marked() -> None:
    rng = np.random.default_rng(SEED)
    cubes = scatter(rng, 15, np.array([70.0, 50.0]), 8.0, 0.01)
    places = np.array([cube.centre[:2] for cube in cubes])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 99 * np.eye(len(cubes))
    assert apart.min() > 7.5
    assert sum(cube.is_raised for cube in stack(rng, cubes, 2)) == 4


def test_a_crop_asks_for_a_centre_and_a_colour_where_a_cube_lies() -> None:
    truth = setup()["colours_truth"]
    codes: Picture = np.zeros((192, 256), np.uint8)
    for index, (x, y) in enumerate(truth[:, :2]):
        codes[int(y) // 2 - 4 : int(y) // 2 + 5, int(x) // 2 - 4 : int(x) // 2 + 5] = index + 1
    source = Photo(
        setup()["colours"].astype(np.uint8), codes, truth, 0.0,
        setup()["blank"].astype(np.uint8), np.zeros((5, 3), np.float32),
    )  # fmt: skip
    seen = [crop(np.random.default_rng(seed), source) for seed in range(12)]
    assert seen[0].shown.shape == (CHANNELS, SIDE, SIDE)
    assert seen[0].wanted.shape == (len(OUTPUTS), CELLS, CELLS)
    hot = [each for each in seen if each.wanted[AT["centre"]].max() > 0.9]
    assert len(hot) > 5
    for each in hot:
        place = np.unravel_index(int(each.wanted[AT["centre"]].argmax()), (CELLS, CELLS))
        assert each.wanted[AT["cube"]][place] == 1
        assert each.wanted[AT["red"] : AT["black"] + 1, place[0], place[1]].sum() == 1
