"""A blank is brought to a photograph whose tray was nudged and turned."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2

from hardware.tray.reader.alignment.registration import UNMOVED, find_move, moved
from hardware.tray.reader.channels import Floats, Photo

HEIGHT, WIDTH = 384, 512
NEAR_PX = 0.5


def tray(seed: int = 1) -> Photo:
    """Return a wooden floor in a dark rim."""
    rng = np.random.default_rng(seed)
    grain = cv2.resize(rng.normal(0, 20, (96, 16)), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    picture = np.clip(150 + grain[..., None] + [-30, 0, 30], 0, 255).astype(np.uint8)
    return np.asarray(cv2.rectangle(picture, (40, 40), (470, 340), (40, 50, 60), 8), np.uint8)


def with_cubes(picture: Photo) -> Photo:
    """Return the tray with cubes, and their shadows, that take a tenth of it."""
    rng, shown = np.random.default_rng(2), picture.copy()
    for x, y in rng.uniform((70, 70), (440, 310), (20, 2)).astype(int):
        cv2.rectangle(shown, (x + 6, y + 6), (x + 28, y + 28), (40, 40, 40), -1)
        cv2.rectangle(shown, (x, y), (x + 22, y + 22), tuple(map(int, rng.integers(0, 255, 3))), -1)
    return shown


def nudge(turn: float, right: float, down: float) -> Floats:
    """Return a map that turns about the middle (radians) and shifts."""
    by = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), np.degrees(turn), 1)
    by[:, 2] += np.array([right, down])
    return np.asarray(by, np.float32)


def farthest(one: Floats, other: Floats) -> float:
    """Return by how much two maps differ where they differ most: in a corner."""
    corners = np.array([[0, 0, 1], [WIDTH, 0, 1], [0, HEIGHT, 1], [WIDTH, HEIGHT, 1]], np.float32)
    return float(np.hypot(*(corners @ (one - other).T).T).max())


@pytest.mark.parametrize(
    ("turn", "right", "down"), [(0, 3, -2), (0.008, 0, 0), (-0.01, 2.5, 1.5), (0.005, -14, 9)]
)
def test_a_nudged_tray_is_found_again_under_its_cubes(
    turn: float, right: float, down: float
) -> None:
    by = nudge(turn, right, down)
    found = find_move(with_cubes(moved(tray(), by)), tray())
    assert farthest(found, by) < NEAR_PX


def test_another_light_does_not_move_the_tray() -> None:
    by = nudge(0.006, 2, 2)
    darker = (with_cubes(moved(tray(), by)) * 0.6).astype(np.uint8)
    assert farthest(find_move(darker, tray()), by) < NEAR_PX


def test_a_tray_that_lies_as_it_lay_is_left_there() -> None:
    assert farthest(find_move(with_cubes(tray()), tray()), UNMOVED) < NEAR_PX


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_a_floor_without_a_mark_tells_nothing(grey: int) -> None:
    bare = np.full((HEIGHT, WIDTH, 3), grey, np.uint8)
    assert find_move(bare, bare) is UNMOVED


@pytest.mark.parametrize(("turn", "right"), [(0, 60), (0.15, 0)])
def test_a_tray_that_was_carried_off_is_not_chased(turn: float, right: float) -> None:
    assert find_move(with_cubes(moved(tray(), nudge(turn, right, 0))), tray()) is UNMOVED
