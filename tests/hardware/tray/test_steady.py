"""When the tray has come to rest."""

import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2
import numpy as np

from hardware.tray.reader.channels import Photo
from hardware.tray.steady import CALM_COUNT, Steady


def tray(*cubes: tuple[int, int], light: float = 1.0, seed: int = 0, noise: float = 0) -> Photo:
    """A grey tray with dark cubes of 24 pixels, as a camera's small photo shows it."""
    photo = np.full((480, 640, 3), 110.0)
    for x, y in cubes:
        cv2.rectangle(photo, (x, y), (x + 24, y + 24), (70, 60, 50), -1)
    grain = np.random.default_rng(seed).normal(0, noise, photo.shape)
    return np.clip(photo * light + grain, 0, 255).astype(np.uint8)


def taken(steady: Steady, *photos: Photo) -> list[bool]:
    return [steady.take(photo) for photo in photos]


def test_a_tray_at_rest_is_told_once() -> None:
    still = [tray((100, 100))] * (CALM_COUNT + 2)
    assert taken(Steady(), *still) == [False] * (CALM_COUNT - 1) + [True, False, False]


def test_a_cube_that_rolls_begins_the_row_anew() -> None:
    steady = Steady()
    assert taken(steady, *[tray((100, 100))] * (CALM_COUNT - 1)) == [False] * (CALM_COUNT - 1)
    assert taken(steady, tray((108, 100))) == [False]
    assert not steady.is_calm
    assert taken(steady, *[tray((108, 100))] * (CALM_COUNT - 1))[-1]


@pytest.mark.parametrize("cubes", [(), ((100, 100), (300, 200)), ((100, 112),)])
def test_a_cube_that_came_went_or_was_pushed_is_told(cubes: tuple[tuple[int, int], ...]) -> None:
    steady = Steady()
    taken(steady, *[tray((100, 100))] * CALM_COUNT)
    assert taken(steady, *[tray(*cubes)] * CALM_COUNT)[-1]


@pytest.mark.parametrize("light", [0.8, 1.1])
def test_light_that_changes_everywhere_is_nothing_new(light: float) -> None:
    steady = Steady()
    taken(steady, *[tray((100, 100))] * CALM_COUNT)
    assert not any(taken(steady, *[tray((100, 100), light=light)] * CALM_COUNT))


def test_the_noise_of_a_dim_room_is_rest_and_a_cube_in_it_is_told() -> None:
    steady = Steady()
    assert any(taken(steady, *[tray((100, 100), seed=n, noise=12) for n in range(CALM_COUNT)]))
    assert not any(taken(steady, *[tray((100, 100), seed=n, noise=12) for n in range(9, 29)]))
    new = [tray((100, 100), (300, 200), seed=n, noise=12) for n in range(40, 40 + CALM_COUNT)]
    assert any(taken(steady, *new))


def test_what_was_forgotten_does_not_count() -> None:
    steady = Steady()
    taken(steady, *[tray()] * (CALM_COUNT - 1))
    steady.forget()
    assert taken(steady, tray()) == [False]
