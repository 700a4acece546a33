"""Other prints under photographs, and cubes in lines: what the networks learn from."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader.training.networks.reprint import (
    bare,
    factors_of,
    from_one_to_other,
    random_print,
    reprinted,
)
from hardware.tray.reader.training.scenes.clutter import THING, foreign_cube
from hardware.tray.reader.training.scenes.layout import rows
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.prints import LEARN
from hardware.tray.reader.training.scenes.setups import random_paints
from hardware.tray.reader.training.scenes.trays import SIZE

SIDE = 60
STILL = np.eye(2, 3, dtype=np.float32)


def shifted(right: float, down: float) -> Floats:
    return np.array([[1, 0, right], [0, 1, down]], np.float32)


def test_a_print_lies_on_the_floor_of_both_and_not_on_a_cube() -> None:
    photo = np.full((SIDE, SIDE, 3), 90, np.uint8)
    codes = np.zeros((SIDE // 2, SIDE // 2), np.uint8)
    codes[10:20, 10:20] = 1
    factors = factors_of(np.random.default_rng(1), random_print(np.random.default_rng(2)), SIDE, 1)
    is_bare = bare(codes, STILL, SIDE)
    now, before = reprinted(photo, photo, factors, is_bare, STILL)
    assert (now[24:36, 24:36] == 90).all()
    floor = is_bare[..., 0] == 1
    assert (now[floor] == before[floor]).all()
    assert now[floor].std() > 1


def test_a_print_moves_with_the_empty_tray() -> None:
    factors = factors_of(np.random.default_rng(1), random_print(np.random.default_rng(2)), SIDE, 1)
    photo = np.full((SIDE, SIDE, 3), 90, np.uint8)
    floor = np.ones((SIDE, SIDE, 1), np.float32)
    between = from_one_to_other(shifted(3, 4), shifted(8, 2))
    assert np.allclose(between, shifted(5, -2))
    now, before = reprinted(photo, photo, factors, floor, between)
    assert (now[10:50, 10:50] == before[8:48, 15:55]).all()


def test_what_lies_on_the_floor_is_found_at_the_size_of_the_crop() -> None:
    codes = np.zeros((40, 40), np.uint8)
    codes[10:20, 5:15] = 3  # at half size: rows 20 to 40, columns 10 to 30
    seen = bare(codes, shifted(-10, -20), SIDE)
    assert not seen[2:17, 2:17].any()
    assert (seen[:20, 23:] == 1).all()


@pytest.mark.parametrize("kind", LEARN)
def test_every_learned_print_is_a_floor_of_its_own(kind: type) -> None:
    floors = [kind(np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert all(floor.shape == (*SIZE, 3) for floor in floors)
    assert np.array_equal(floors[0], floors[1])
    assert not np.array_equal(floors[0], floors[2])
    assert floors[0].std() > 0.01


def test_cubes_in_a_line_touch_face_to_face_and_lie_flat_within_reach() -> None:
    reach, size = np.array([90, 60], np.float32), 8.0
    cubes = rows(np.random.default_rng(5), 20, reach, size, 0.0)
    assert len(cubes) >= 20
    middles = np.array([cube.centre for cube in cubes])
    assert np.allclose(middles[:, 2], size / 2)
    assert (np.abs(middles[:, :2]) <= reach).all()
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 99 * np.eye(len(cubes))
    assert (apart.min(1) < size + 1.5).all()
    assert apart.min() >= size
    colours = [cube.colour for cube in cubes]
    assert len(set(colours)) > 1


def test_a_foreign_cube_has_none_of_our_colours() -> None:
    paints = random_paints(np.random.default_rng(3))
    rng, place = np.random.default_rng(4), np.array([10, 20], np.float32)
    for _ in range(20):
        cube = foreign_cube(rng, place, 8.0, paints)
        assert np.linalg.norm(cube.paint - paints, axis=1).min() > 0.02
        assert np.allclose(cube.base_mm.mean(0), place, atol=0.01)
        assert cube.code == THING
