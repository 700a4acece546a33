"""What lies in a tray besides cubes: coins, dice, tokens, cards, hands and sleeves."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.cube_training.layout import UNIT, turned
from tests.cube_training.lens import HEIGHT, WIDTH, Floats
from tests.cube_training.painting import SHIFT, Setup, fill, fixed
from tests.cube_training.trays import any_colour, colour, noise

Rng = np.random.Generator
THING, COVER = 100, 101  # codes in the map of what is where, beside the cubes' own numbers


PIPS = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
)


@dataclass
class Canvas:
    """A picture in linear light and, for each picture element, what is seen there."""

    picture: Floats
    codes: NDArray[np.uint8]

    def mark(self, points: Floats, code: int) -> None:
        """Note that a convex polygon shows something."""
        cv2.fillConvexPoly(self.codes, fixed(points), code, cv2.LINE_8, SHIFT)


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
    import colorsys

    paint = (
        np.asarray(colorsys.hsv_to_rgb(hue, low, value * rng.uniform(0.85, 1))[::-1], np.float32)
        ** 2.2
    )
    base = _ring(place, 8 / np.sqrt(2), 4, float(rng.uniform(0, 7)))
    return Thing(base, 8.0, paint, ())


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


def paint_thing(setup: Setup, thing: Thing, canvas: Canvas, tops: list[Floats]) -> None:
    """Paint a thing's sides and top over what is there."""
    corners = thing.corners()
    count = len(thing.base_mm)
    flat = setup.lens.project(corners)
    hull = np.asarray(cv2.convexHull(flat)[:, 0], np.float32)
    column, row = np.clip(flat[count:].mean(0), 0, (WIDTH - 1, HEIGHT - 1)).astype(int)
    sides = thing.paint * (setup.ambient * 0.6 + setup.lamps[0].light * 0.25)
    fill(canvas.picture, hull, sides)
    light = setup.ambient.copy()
    for lamp, top in zip(setup.lamps, tops, strict=True):
        light = light + lamp.light * lamp.towards[2] * max(0.3, float(top[row, column]))
    fill(canvas.picture, flat[count:], thing.paint * light)
    for polygon, paint in thing.marks:
        level = np.full((len(polygon), 1), thing.under_mm + thing.height_mm)
        points = setup.lens.project(np.concatenate([polygon, level], 1).astype(np.float32))
        fill(canvas.picture, points, paint * light)
    canvas.mark(hull, thing.code)


def paint_hand(rng: Rng, setup: Setup, canvas: Canvas) -> None:
    """Paint a hand, a finger or a sleeve that comes in from the edge, with its shadow."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    side = float(rng.uniform(0, 2 * np.pi))
    way = np.array([np.cos(side), np.sin(side)])
    centre = np.array([WIDTH / 2, HEIGHT / 2])
    tip = centre + rng.normal(0, 0.22, 2) * (WIDTH, HEIGHT) + way * rng.uniform(-20, 130)
    unit = 17.0 * setup.lens.focal_px / setup.lens.position[2]  # a finger's thickness
    fingers = int(rng.choice([1, 2, 4, 5]))
    across = np.array([-way[1], way[0]])
    palm = tip + way * unit * rng.uniform(2.5, 4.5)
    for finger in range(fingers):
        spread = (finger - (fingers - 1) / 2) * rng.uniform(0.9, 1.3)
        end = tip + across * unit * spread * 1.2 + way * unit * rng.uniform(0, 0.9)
        start = palm + across * unit * spread * 0.8 + way * unit * 0.6
        cv2.line(
            mask,
            _whole(end),
            _whole(start),
            255,
            max(3, int(unit * rng.uniform(0.75, 1.05))),
            cv2.LINE_AA,
        )
    cv2.line(
        mask,
        _whole(palm + way * unit),
        _whole(palm + way * 900),
        255,
        int(unit * rng.uniform(3, 5)),
        cv2.LINE_AA,
    )
    skin = np.array([[0.25, 0.38, 0.65], [0.06, 0.12, 0.27], [0.35, 0.5, 0.8], [0.03, 0.05, 0.11]])
    paint = skin[int(rng.integers(4))] * rng.uniform(0.7, 1.2, 3)
    if rng.uniform() < 0.15:
        paint = any_colour(rng)  # a glove, a sleeve, a spoon
    _round(setup, canvas, mask, paint.astype(np.float32), rng)


def _whole(point: Floats) -> tuple[int, int]:
    return int(np.clip(point[0], -3000, 3000)), int(np.clip(point[1], -3000, 3000))


def _round(setup: Setup, canvas: Canvas, mask: Floats, paint: Floats, rng: Rng) -> None:
    cover = mask.astype(np.float32) / 255
    high = cv2.GaussianBlur(cover, (0, 0), 9) + cv2.GaussianBlur(cover, (0, 0), 4)
    normal = np.dstack([-cv2.Sobel(high, cv2.CV_32F, 1, 0), -cv2.Sobel(high, cv2.CV_32F, 0, 1)]) * 3
    lamp = setup.lamps[0]
    screen = lamp.towards[:2] * (1, -1)
    facing = (normal @ screen.astype(np.float32) + lamp.towards[2]) / np.sqrt(
        1 + (normal**2).sum(-1)
    )
    light = setup.ambient + lamp.light * np.maximum(facing, 0)[..., None]
    skin = paint * np.exp(noise(rng, 40, (HEIGHT, WIDTH)) * 0.05)[..., None] * light
    reach = rng.uniform(8, 40)
    slide = np.array([[1, 0, -screen[0] * reach], [0, 1, -screen[1] * reach]], np.float32)
    dim = cv2.warpAffine(
        cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(2, 12))), slide, (WIDTH, HEIGHT)
    )
    canvas.picture *= 1 - float(rng.uniform(0.3, 0.75)) * dim[..., None]
    canvas.picture += (skin - canvas.picture) * cover[..., None]
    canvas.codes[mask > 127] = COVER
