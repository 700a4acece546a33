"""Trays, lamps and batches of cubes: all that stays from photograph to photograph."""

import colorsys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.layout import Cube
from hardware.tray.reader.training.scenes.lens import Floats, Lens
from hardware.tray.reader.training.scenes.trays import KINDS, any_colour, random_floor

Rng = np.random.Generator


class Canvas(NamedTuple):
    """A picture in linear light (BGR) and, for each picture element, what is seen there."""

    picture: Floats
    codes: Floats


@dataclass(frozen=True)
class Lamp:
    """A round lamp that shines at the middle of the tray."""

    place: Floats  # mm
    light: Floats  # BGR: what white in the middle of the tray would return, were it turned to it
    size_mm: float


@dataclass(frozen=True)
class Wall:
    """The rim round the tray's floor."""

    half_mm: Floats
    height_mm: float
    width_mm: float
    paint: Floats


@dataclass(frozen=True)
class Setup:
    """All that stays from photograph to photograph."""

    lens: Lens
    floor: Floats
    floor_scale: float
    table: Floats
    wall: Wall | None
    lamps: tuple[Lamp, ...]
    ambient: Floats
    paints: Floats  # of the five cubes
    size_mm: float
    gloss: float
    bevel: float
    reach_mm: Floats


def _tint(rng: Rng) -> Floats:
    warm = float(np.clip(rng.normal(0.2, 0.5), -0.5, 1.3))
    return np.array([np.exp(-0.9 * warm), np.exp(-0.25 * warm), 1.0], np.float32)


def _lamp(rng: Rng, tint: Floats, level: float) -> Lamp:
    round_, up = (
        rng.uniform(0, 2 * np.pi),
        np.radians(rng.choice([18, 25, 45, 65]) + rng.uniform(-7, 12)),
    )
    towards = np.array([np.cos(round_) * np.cos(up), np.sin(round_) * np.cos(up), np.sin(up)])
    wide = float(rng.choice([0.015, 0.06, 0.12, 0.3]) * rng.uniform(0.6, 1.4))
    distance = float(rng.uniform(350, 1500))
    return Lamp((towards * distance).astype(np.float32), tint * level, 2.5 * wide * distance)


def random_paints(rng: Rng) -> Floats:
    """Return what a batch of the five cubes reflects, linear BGR (5, 3)."""
    red = (rng.normal(0.985, 0.012), rng.uniform(0.72, 0.95), rng.uniform(0.55, 0.88))
    yellow = (rng.normal(0.125, 0.014), rng.uniform(0.7, 0.98), rng.uniform(0.78, 0.98))
    green = (rng.normal(0.38, 0.03), rng.uniform(0.5, 0.92), rng.uniform(0.35, 0.68))
    blue = (rng.normal(0.605, 0.02), rng.uniform(0.6, 0.92), rng.uniform(0.42, 0.8))
    black = (rng.uniform(), rng.uniform(0, 0.15), rng.uniform(0.1, 0.26))
    colours = [
        colorsys.hsv_to_rgb(hue % 1, s, v)[::-1] for hue, s, v in (red, yellow, green, blue, black)
    ]
    return np.asarray(colours, np.float32) ** 2.2


def random_setup(
    rng: Rng, lens: Lens, floors: tuple[Callable[[Rng], Floats], ...] = KINDS
) -> Setup:
    """Return a tray on one of these floors, its lamps and a batch of cubes."""
    tint = _tint(rng)
    lamps = [_lamp(rng, tint, 1.0)]
    for _ in range(int(rng.choice([0, 1, 2], p=[0.4, 0.4, 0.2]))):
        lamps.append(
            _lamp(rng, tint if rng.uniform() < 0.5 else _tint(rng), float(rng.uniform(0.05, 1.1)))
        )
    corners = np.abs(lens.floor[[0, 0, -1, -1], [0, -1, 0, -1]]).min(0)
    wall = None
    if rng.uniform() < 0.65:
        half = (corners * rng.uniform(0.7, 1.02, 2)).astype(np.float32)
        height, width = float(rng.uniform(5, 30)), float(rng.uniform(2, 12))
        wall = Wall(half, height, width, any_colour(rng))
    reach = np.minimum(corners * 0.93, wall.half_mm - 7) if wall else corners * 0.93
    ambient = np.exp(rng.uniform(np.log(0.04), np.log(0.5)))
    return Setup(
        lens, random_floor(rng, floors), float(rng.uniform(0.5, 1.4)), any_colour(rng), wall,
        tuple(lamps), _tint(rng) * float(ambient), random_paints(rng), float(rng.uniform(7.6, 8.4)),
        float(rng.choice([0, 0.05, 0.2])), float(rng.uniform(0, 0.5)), reach.astype(np.float32),
    )  # fmt: skip


def outline(setup: Setup, cube: Cube) -> Floats:
    """Return a cube's outline in the picture, a convex polygon."""
    return np.asarray(cv2.convexHull(setup.lens.project(cube.corners()))[:, 0], np.float32)
