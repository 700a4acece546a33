"""What lies in a tray besides cubes: coins, dice, tokens, cards."""

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.layout import UNIT, turned
from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.trays import any_colour, colour

Rng = np.random.Generator
OTHER_LAB = 30.0  # in CIELAB: nearer colours are taken for one of ours by people, too
THING, COVER = 100, 101  # codes in the map of what is where, beside the cubes' own numbers


PIPS = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
)


@dataclass(frozen=True)
class Thing:
    """Something flat or boxy that is no cube: a prism over a polygon."""

    base_mm: Floats
    height_mm: float
    paint: Floats
    marks: tuple[tuple[Floats, Floats], ...]  # polygons on its top, with their paint
    code: int = THING
    under_mm: float = 0.0  # it lies this high: a card on cubes

    def corners(self) -> Floats:
        """Return its lower and upper corners in mm."""
        low, high = self.under_mm, self.under_mm + self.height_mm
        levels = [
            np.column_stack([self.base_mm, np.full(len(self.base_mm), z)]) for z in (low, high)
        ]
        return np.concatenate(levels).astype(np.float32)


def _ring(centre: Floats, radius: float, corners: int, turn: float = 0) -> Floats:
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + turn
    return np.asarray(
        centre + radius * np.column_stack([np.cos(angles), np.sin(angles)]), np.float32
    )


def coin(rng: Rng, place: Floats) -> Thing:
    """A coin with a rim and some relief."""
    radius = float(rng.uniform(7.5, 14))
    metal = np.array([[0.10, 0.22, 0.40], [0.45, 0.48, 0.5], [0.12, 0.35, 0.5], [0.08, 0.12, 0.2]])
    paint = (metal[int(rng.integers(4))] * rng.uniform(0.4, 1.3)).astype(np.float32)
    marks = [(_ring(place, radius * 0.86, 24), paint * float(rng.uniform(0.75, 0.97)))]
    for _ in range(int(rng.integers(0, 5))):
        spot = place + rng.normal(0, radius * 0.3, 2)
        size = float(rng.uniform(0.1, 0.3)) * radius
        marks.append(
            (_ring(spot, size, int(rng.integers(3, 9))), paint * float(rng.uniform(0.7, 1.25)))
        )
    return Thing(_ring(place, radius, 28), float(rng.uniform(1.2, 2.4)), paint, tuple(marks))


def die(rng: Rng, place: Floats) -> Thing:
    """A die with pips, larger or smaller than a cube."""
    size, angle = float(rng.choice([10, 12, 14, 16, 16, 18])), float(rng.uniform(0, 7))
    paint = any_colour(rng) if rng.uniform() < 0.5 else colour(rng, (0, 0.1), (0.85, 1))
    if rng.uniform() < 0.4:
        paint = colour(rng, (0.7, 1), (0.3, 0.9))
    pip = colour(rng, (0, 1), (0, 0.2)) if paint.mean() > 0.25 else colour(rng, (0, 0.1), (0.8, 1))
    spots = PIPS[int(rng.integers(len(PIPS)))]
    turn = turned(angle)[:2, :2]
    marks = [
        (_ring(place + turn @ (np.array(spot) * size * 0.27), size * 0.1, 10), pip)
        for spot in spots
    ]
    round_ = _ring(place, size * 0.66, 4, angle + np.pi / 4)
    corner = np.concatenate(
        [
            round_ * 0.86 + np.roll(round_, 1, 0) * 0.14,
            round_ * 0.86 + np.roll(round_, -1, 0) * 0.14,
        ]
    )
    base = cv2.convexHull(corner.astype(np.float32))[:, 0]
    return Thing(np.asarray(base, np.float32), size, paint, tuple(marks))


def token(rng: Rng, place: Floats) -> Thing:
    """A cardboard or wooden token, a meeple's block, a pawn from above, a strip of paper."""
    kind = int(rng.integers(4))
    high = float(rng.choice([0.4, 2, 2, 5, 8]))
    if kind == 0:
        base = _ring(
            place,
            float(rng.uniform(5, 16)),
            int(rng.choice([5, 6, 8, 24])),
            float(rng.uniform(0, 7)),
        )
    elif kind == 1:
        half = np.array([rng.uniform(2, 8), rng.uniform(11, 30)])
        base = (UNIT[:4, :2] * half) @ turned(float(rng.uniform(0, 7)))[:2, :2] + place
    elif kind == 2:
        base, high = _ring(place, float(rng.uniform(2.5, 6)), 20), float(rng.uniform(2, 14))
    else:
        hull = cv2.convexHull(
            (place + rng.normal(0, rng.uniform(5, 12), (7, 2))).astype(np.float32)
        )
        base = hull[:, 0]
    marks = []
    if rng.uniform() < 0.5:
        marks.append((base * 0.75 + base.mean(0) * 0.25, any_colour(rng)))
    base = np.asarray(base, np.float32)
    return Thing(base, high, any_colour(rng), tuple(marks))


def strange_cube(rng: Rng, place: Floats) -> Thing:
    """A cube of the right size in a colour that the game has not: white, wood, pink."""
    hue, low, value = [(0.1, 0.0, 0.95), (0.09, 0.35, 0.8), (0.9, 0.4, 0.9)][int(rng.integers(3))]
    paint = (
        np.asarray(colorsys.hsv_to_rgb(hue, low, value * rng.uniform(0.85, 1))[::-1], np.float32)
        ** 2.2
    )
    base = _ring(place, 8 / np.sqrt(2), 4, float(rng.uniform(0, 7)))
    return Thing(base, 8.0, paint, ())


def foreign_cube(rng: Rng, place: Floats, size_mm: float, paints: Floats) -> Thing:
    """A cube of another game: of any colour that is none of ours, which `paints` (5, 3) are."""
    ours = _seen(paints)
    while True:
        paint = colour(rng, (0, 1), (0.15, 1))
        if float(np.linalg.norm(_seen(paint[None]) - ours, axis=1).min()) > OTHER_LAB:
            break
    size = size_mm * float(rng.uniform(0.9, 1.1))
    return Thing(_ring(place, size / np.sqrt(2), 4, float(rng.uniform(0, 7))), size, paint, ())


def _seen(paints: Floats) -> Floats:
    """Return paints (N, 3) in CIELAB, as white light shows them."""
    shown = np.asarray(paints, np.float32)[None] ** np.float32(1 / 2.2)
    return np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2LAB)[0], np.float32)


def card(rng: Rng, place: Floats, under_mm: float) -> Thing:
    """A playing card, a leaflet or a phone: large enough to hide cubes."""
    half = np.array([[22, 34], [31, 44], [28, 28], [36, 75]])[int(rng.integers(4))] * rng.uniform(
        0.8, 1.1
    )
    turn = turned(float(rng.uniform(0, 7)))[:2, :2]
    frame = UNIT[:4, :2]
    marks = [((frame * half * 0.88) @ turn + place, any_colour(rng))]
    for _ in range(int(rng.integers(1, 8))):
        spot = rng.uniform(-0.6, 0.6, 2) * half
        size = rng.uniform(0.05, 0.4) * half
        marks.append(((frame * size + spot) @ turn + place, any_colour(rng)))
    marks = [(points.astype(np.float32), paint) for points, paint in marks]
    base = (frame * half @ turn + place).astype(np.float32)
    return Thing(
        base,
        0.4 if rng.uniform() < 0.8 else 8.0,
        colour(rng, (0, 0.2), (0.6, 1)),
        tuple(marks),
        COVER,
        under_mm,
    )
