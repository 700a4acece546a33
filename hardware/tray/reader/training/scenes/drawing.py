"""Draw a tray in a tenth of a second: cubes, things and their shadows by geometry alone.

It stands in for Blender's Cycles (`rendering`) where photographs are wanted by the ten thousand:
lamps of any size throw shadows on the floor and on what lies lower, sides are lit by their slope,
light from all around fades beside a cube. Light does not bounce.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.clutter import COVER, Thing
from hardware.tray.reader.training.scenes.layout import Cube
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats
from hardware.tray.reader.training.scenes.setups import Canvas, Lamp, Setup
from hardware.tray.reader.training.scenes.trays import SIZE, SPAN_MM, noise

Rng = np.random.Generator
FINER = 2  # drawn picture elements for each of the reader's
LAMP_SPOTS_COUNT = 7  # points of a lamp that throw shadows
NEAR_MM = 9.0  # how far a cube keeps light from all around off the floor
SKY_KEPT = 0.55  # of that light, at the most
FACES = (  # of a cube, by its corners' numbers in `layout.UNIT`: bottom, top, sides
    (0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7),
)  # fmt: skip
SKIN = np.array([[0.25, 0.38, 0.65], [0.06, 0.12, 0.27], [0.35, 0.5, 0.8], [0.03, 0.05, 0.11]])


class Drawing:
    """A picture in linear light that grows from the floor upwards."""

    def __init__(self, rng: Rng, setup: Setup) -> None:
        """Begin with nothing."""
        self.rng, self.setup = rng, setup
        self.picture = np.zeros((HEIGHT * FINER, WIDTH * FINER, 3), np.float32)
        self.codes = np.zeros((HEIGHT * FINER, WIDTH * FINER), np.uint8)

    def pixels(self, points_mm: Floats) -> Floats:
        """Return where points (N, 3) are seen, as `cv2.fillConvexPoly` takes them."""
        seen = self.setup.lens.project(np.asarray(points_mm, np.float32)) * FINER
        return np.asarray(np.clip(np.round(seen), -4000, 8000), np.int32)

    def fill(self, points_mm: Floats, light: Floats, code: int | None) -> None:
        """Fill a convex polygon; its code is None where it belongs to the tray."""
        corners = self.pixels(points_mm)
        cv2.fillConvexPoly(self.picture, corners, [float(part) for part in light], cv2.LINE_AA)
        cv2.fillConvexPoly(self.codes, corners, code or 0)

    def finished(self) -> Canvas:
        """Return the picture at the reader's size."""
        size = (WIDTH, HEIGHT)
        picture = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(picture, (0, 0), 0.4)
        codes = cv2.resize(self.codes, size, interpolation=cv2.INTER_NEAREST)
        return Canvas(np.asarray(soft, np.float32), np.asarray(codes, np.uint8))


def draw(rng: Rng, setup: Setup, scene: Any, pose: Floats) -> Canvas:
    """Return a scene in linear light and the map of what is seen where."""
    drawing = Drawing(rng, setup)
    style = np.random.default_rng(int(setup.floor.sum() * 1e3) % 2**32)  # the set-up's own
    solids = [cube.corners() for cube in scene.cubes] + [thing.corners() for thing in scene.things]
    drawing.picture[:] = cv2.resize(
        _floor(setup, pose) * _light_on_floor(setup, solids),
        (WIDTH * FINER, HEIGHT * FINER), interpolation=cv2.INTER_LINEAR,
    )  # fmt: skip
    if setup.wall is not None:
        _walls(drawing, pose)
    low = [thing for thing in scene.things if thing.under_mm == 0]
    for thing in low:
        _thing(drawing, thing)
    _cubes(drawing, scene.cubes, float(style.uniform(0, 0.25)))
    for thing in scene.things:
        if thing.under_mm > 0:
            _thing(drawing, thing)
    if scene.has_hand:
        _hand(drawing)
    return drawing.finished()


def _floor(setup: Setup, pose: Floats) -> Floats:
    """Return the floor's albedo as the camera sees it, and the table's beyond it."""
    c, s = np.cos(pose[2]), np.sin(pose[2])
    own = (setup.lens.floor - pose[:2]) @ np.array([[c, -s], [s, c]], np.float32)
    scale = np.array([SIZE[1] / SPAN_MM[1], SIZE[0] / SPAN_MM[0]]) * setup.floor_scale
    places = (own * scale + np.array([SIZE[1] / 2, SIZE[0] / 2])).astype(np.float32)
    floor = cv2.remap(
        setup.floor, places[..., 0], places[..., 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    if setup.wall is not None:
        is_table = (np.abs(own) > setup.wall.half_mm + setup.wall.width_mm).any(-1)
        floor = np.where(is_table[..., None], setup.table, floor)
    return np.asarray(floor, np.float32)


def _light_on_floor(setup: Setup, solids: Sequence[Floats]) -> Floats:
    """Return the light that falls on each place of the floor (H, W, 3)."""
    floor = setup.lens.floor
    light = setup.ambient * _sky(setup, solids)[..., None]
    for lamp in setup.lamps:
        away = lamp.place - np.dstack([floor, np.zeros(floor.shape[:2])])
        far = np.linalg.norm(away, axis=2)
        slope = lamp.place[2] / far * (np.linalg.norm(lamp.place) / far) ** 2
        light = light + lamp.light * (slope * _unshadowed(setup, lamp, solids))[..., None]
    return np.asarray(light, np.float32)


def _sky(setup: Setup, solids: Sequence[Floats]) -> Floats:
    """Return how much of the light from all around reaches the floor."""
    feet = np.zeros((HEIGHT, WIDTH), np.float32)
    for corners in solids:
        foot = corners.copy()
        foot[:, 2] = 0
        cv2.fillConvexPoly(feet, _hull(setup, foot), 1.0)
    mm = setup.lens.focal_px / float(setup.lens.position[2])
    return np.asarray(1 - SKY_KEPT * cv2.GaussianBlur(feet, (0, 0), NEAR_MM / 2 * mm), np.float32)


def _unshadowed(setup: Setup, lamp: Lamp, solids: Sequence[Floats]) -> Floats:
    """Return which part of a lamp is seen from each place of the floor."""
    seen = np.zeros((HEIGHT, WIDTH), np.float32)
    for spot in _spots(lamp):
        dark = np.zeros((HEIGHT, WIDTH), np.uint8)
        for corners in solids:
            cv2.fillConvexPoly(dark, _hull(setup, _thrown(spot, corners, 0.0)), 1)
        seen += 1 - dark
    return np.asarray(cv2.GaussianBlur(seen / LAMP_SPOTS_COUNT, (0, 0), 0.5), np.float32)


def _spots(lamp: Lamp) -> list[Floats]:
    """Return points of a round lamp, its middle first."""
    towards = lamp.place / np.linalg.norm(lamp.place)
    across = np.cross(towards, [0.0, 0.0, 1.0])
    across /= max(1e-6, float(np.linalg.norm(across)))
    along = np.cross(towards, across)
    angles = np.linspace(0, 2 * np.pi, LAMP_SPOTS_COUNT - 1, endpoint=False)
    ring = [np.cos(angle) * across + np.sin(angle) * along for angle in angles]
    return [lamp.place, *(lamp.place + lamp.size_mm * 0.38 * way for way in ring)]


def _thrown(spot: Floats, corners: Floats, level: float) -> Floats:
    """Return where the shadows of corners fall on a plane at that height."""
    high = np.clip(corners[:, 2], level, spot[2] * 0.8)
    share = ((high - level) / (spot[2] - high))[:, None]
    flat = corners[:, :2] + (corners[:, :2] - spot[:2]) * share
    return np.column_stack([flat, np.full(len(flat), level)]).astype(np.float32)


def _hull(setup: Setup, points_mm: Floats) -> Floats:
    seen = np.clip(setup.lens.project(points_mm), -2000, 4000)
    return np.asarray(cv2.convexHull(np.round(seen).astype(np.int32))[:, 0], np.int32)


def _lit(setup: Setup, paint: Floats, normal: Floats, kept: float = 1.0) -> Floats:
    """Return the light that a surface returns; `kept`: of the lamps' light."""
    light = setup.ambient * (0.55 + 0.45 * float(normal[2]))
    for lamp in setup.lamps:
        towards = lamp.place / np.linalg.norm(lamp.place)
        light = light + kept * lamp.light * max(0.0, float(normal @ towards))
    return np.asarray(paint * light, np.float32)


def _cubes(drawing: Drawing, cubes: list[Cube], gloss: float) -> None:
    """Draw cubes, those at the back and below first."""
    eye = drawing.setup.lens.position
    numbered = sorted(
        enumerate(cubes, 1), key=lambda each: -float(np.linalg.norm(each[1].centre - eye))
    )
    for number, cube in numbered:
        paint = drawing.setup.paints[cube.colour] * np.exp(drawing.rng.normal(0, 0.07))
        _cube(drawing, cube, number, np.asarray(paint, np.float32), gloss)
        higher = [other for other in cubes if other.centre[2] > cube.centre[2] + 2]
        _shade_top(drawing, cube, number, higher)


def _cube(drawing: Drawing, cube: Cube, number: int, paint: Floats, gloss: float) -> None:
    corners, eye = cube.corners(), drawing.setup.lens.position
    for face in FACES:
        points = corners[list(face)]
        normal = np.cross(points[1] - points[0], points[3] - points[0])
        normal = normal / np.linalg.norm(normal)
        normal = normal if float(normal @ (points.mean(0) - cube.centre)) > 0 else -normal
        if float(normal @ (eye - points.mean(0))) <= 0:
            continue
        kept = 1.0 if normal[2] > 0.5 else float(drawing.rng.uniform(0.75, 1))
        light = _lit(drawing.setup, paint, normal, kept)
        sheen = gloss * 0.1 * drawing.setup.ambient * max(0.0, float(normal[2]))
        drawing.fill(points, light + sheen, number)
        worn = [float(part) for part in light * drawing.rng.uniform(0.8, 1.5)]
        cv2.polylines(drawing.picture, [drawing.pixels(points)], True, worn, 1, cv2.LINE_AA)


def _shade_top(drawing: Drawing, cube: Cube, number: int, higher: list[Cube]) -> None:
    """Darken what is seen of a cube where one that lies higher keeps the first lamp off."""
    near = [other for other in higher if np.hypot(*(other.centre - cube.centre)[:2]) < 40]
    if not near:
        return
    dark = np.zeros(drawing.codes.shape, np.uint8)
    level = float(cube.centre[2] + cube.size_mm / 2)
    for other in near:
        thrown = _thrown(drawing.setup.lamps[0].place, other.corners(), level)
        hull = cv2.convexHull(drawing.pixels(thrown))[:, 0]
        cv2.fillConvexPoly(dark, hull, 1)
    drawing.picture[(dark > 0) & (drawing.codes == number)] *= 0.5


def _thing(drawing: Drawing, thing: Thing) -> None:
    setup = drawing.setup
    corners = thing.corners()
    hull = cv2.convexHull(drawing.pixels(corners))[:, 0]
    sides = _lit(setup, np.asarray(thing.paint), np.array([0.7, 0.0, 0.7]))
    cv2.fillConvexPoly(drawing.picture, hull, [float(part) for part in sides], cv2.LINE_AA)
    cv2.fillConvexPoly(drawing.codes, hull, thing.code)
    up, top = np.array([0.0, 0.0, 1.0]), thing.under_mm + thing.height_mm
    for base, paint in [(thing.base_mm, thing.paint), *thing.marks]:
        points = np.column_stack([base, np.full(len(base), top)])
        drawing.fill(points, _lit(setup, np.asarray(paint), up), thing.code)


def _walls(drawing: Drawing, pose: Floats) -> None:
    wall = drawing.setup.wall
    assert wall is not None
    c, s = np.cos(pose[2]), np.sin(pose[2])
    turn = np.array([[c, s], [-s, c]], np.float32)
    inner, outer = wall.half_mm, wall.half_mm + wall.width_mm
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        reach = outer if axis == 0 else inner
        ends = np.array([-reach[1 - axis], reach[1 - axis]])
        ring = []
        for depth, level in ((inner, 0.0), (inner, wall.height_mm), (outer, wall.height_mm)):
            edge = np.zeros((2, 3))
            edge[:, axis], edge[:, 1 - axis], edge[:, 2] = sign * depth[axis], ends, level
            edge[:, :2] = edge[:, :2] @ turn + pose[:2]
            ring.append(edge)
        inwards = np.zeros(3)
        inwards[axis] = -sign
        _strip(drawing, ring[0], ring[1], _lit(drawing.setup, wall.paint, inwards))
        up = np.array([0.0, 0.0, 1.0])
        _strip(drawing, ring[1], ring[2], _lit(drawing.setup, wall.paint, up))


def _strip(drawing: Drawing, one: Floats, other: Floats, light: Floats) -> None:
    drawing.fill(np.concatenate([one, other[::-1]]), light, None)


def _hand(drawing: Drawing) -> None:
    """A finger, a hand or a sleeve that comes in from the side, with a soft shadow."""
    rng, setup = drawing.rng, drawing.setup
    paint = (SKIN[int(rng.integers(4))] * rng.uniform(0.7, 1.2, 3)).clip(0, 0.9)
    side = float(rng.uniform(0, 2 * np.pi))
    way, across = np.array([np.cos(side), np.sin(side)]), np.array([-np.sin(side), np.cos(side)])
    tip = rng.normal(0, 0.4, 2) * setup.reach_mm + way * rng.uniform(-10, 50)
    limbs, fingers = [], int(rng.choice([1, 2, 4, 5]))
    for finger in range(fingers):
        aside = across * (finger - (fingers - 1) / 2) * 18
        limbs.append((tip + aside * 1.2, tip + way * 60 + aside * 0.7, 8.5))
    limbs.append((tip + way * 60, tip + way * 320, 33.0))
    mask = np.zeros(drawing.codes.shape, np.uint8)
    mm = FINER * setup.lens.focal_px / float(setup.lens.position[2] - 40)
    for start, end, radius in limbs:
        ends = drawing.pixels(np.array([[*start, 40.0], [*end, 40.0]])).tolist()
        cv2.line(mask, ends[0], ends[1], 1, max(1, int(2 * radius * mm)))
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 12.0 * mm)
    drawing.picture *= (1 - 0.6 * np.roll(soft, 30, 0))[..., None]
    shape = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 3.0 * mm)[..., None]
    skin = _lit(setup, paint, np.array([0.0, 0.0, 1.0])) * (0.4 + 0.6 * shape)
    grain = np.exp(0.05 * noise(rng, 60, drawing.codes.shape))[..., None]
    drawing.picture = np.where(mask[..., None] > 0, skin * grain, drawing.picture)
    drawing.codes[mask > 0] = COVER
