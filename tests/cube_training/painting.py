"""Paint a tray with cubes in linear light: lamps, shadows, walls, shaded faces."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.cube_training.layout import Cube
from tests.cube_training.lens import HEIGHT, WIDTH, Floats, Lens
from tests.cube_training.trays import SIZE, SPAN_MM, any_colour, noise, random_floor

Rng = np.random.Generator
FACES = ((4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (3, 2, 1, 0))
SHIFT = 4  # fillConvexPoly's binary digits behind the point
NO_MAP = np.zeros((0, 0), np.float32)  # remap's second map: the first holds x and y
SAMPLES = 7  # points of a lamp that cast a shadow each


@dataclass(frozen=True)
class Lamp:
    """Light from one side; `towards` points from the tray to the lamp."""

    towards: Floats
    light: Floats  # BGR
    samples: Floats  # directions of its parts, for soft shadows
    fall_off: Floats  # its centre on the tray (mm) and its distance


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
        np.radians(rng.choice([25, 45, 65]) + rng.uniform(-7, 12)),
    )
    towards = np.array([np.cos(round_) * np.cos(up), np.sin(round_) * np.cos(up), np.sin(up)])
    size = float(rng.choice([0.015, 0.06, 0.12, 0.3]) * rng.uniform(0.6, 1.4))
    samples = towards + rng.normal(0, size, (SAMPLES, 3))
    samples[:, 2] = np.maximum(samples[:, 2], 0.25)
    distance = float(rng.uniform(350, 1500))
    place = np.array([*(towards[:2] * distance), towards[2] * distance])
    return Lamp(
        towards.astype(np.float32),
        tint * level,
        samples.astype(np.float32),
        place.astype(np.float32),
    )


def _paints(rng: Rng) -> Floats:
    import colorsys

    red = (rng.normal(0.985, 0.012), rng.uniform(0.72, 0.95), rng.uniform(0.55, 0.88))
    yellow = (rng.normal(0.125, 0.014), rng.uniform(0.7, 0.98), rng.uniform(0.78, 0.98))
    green = (rng.normal(0.38, 0.03), rng.uniform(0.5, 0.92), rng.uniform(0.35, 0.68))
    blue = (rng.normal(0.605, 0.02), rng.uniform(0.6, 0.92), rng.uniform(0.42, 0.8))
    black = (rng.uniform(), rng.uniform(0, 0.15), rng.uniform(0.1, 0.26))
    colours = [
        colorsys.hsv_to_rgb(hue % 1, s, v)[::-1] for hue, s, v in (red, yellow, green, blue, black)
    ]
    return np.asarray(colours, np.float32) ** 2.2


def random_setup(rng: Rng, lens: Lens) -> Setup:
    """Return a tray, its lamps and a batch of cubes."""
    tint = _tint(rng)
    lamps = [_lamp(rng, tint, 1.0)]
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
        lamps.append(
            _lamp(rng, tint if rng.uniform() < 0.5 else _tint(rng), float(rng.uniform(0.05, 0.7)))
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
        lens, random_floor(rng), float(rng.uniform(0.5, 1.4)), any_colour(rng), wall, tuple(lamps),
        _tint(rng) * float(ambient), _paints(rng), float(rng.uniform(7.6, 8.4)),
        float(rng.choice([0, 0.05, 0.2])), float(rng.uniform(0, 0.5)), reach.astype(np.float32),
    )  # fmt: skip


def fill(canvas: Floats, points: Floats, paint: Floats, alpha: float = 1.0) -> None:
    """Fill a convex polygon with soft edges; `paint` is one colour or a patch."""
    low = np.floor(points.min(0)).astype(int) - 1
    high = np.ceil(points.max(0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, (canvas.shape[1], canvas.shape[0]))
    if np.any(high <= low):
        return
    mask = np.zeros((high - low)[::-1], np.uint8)
    cv2.fillConvexPoly(mask, fixed(points - low), 255, cv2.LINE_AA, SHIFT)
    cover = (mask.astype(np.float32) * (alpha / 255))[..., None]
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part += (paint - part) * cover


def fixed(points: Floats) -> NDArray[np.int32]:
    """Return points as fillConvexPoly wants them with SHIFT."""
    return np.round(points * (1 << SHIFT)).astype(np.int32).clip(-400000, 400000)


def lit(setup: Setup, lamp: Lamp, bodies: list[Floats], level_mm: float, pose: Floats) -> Floats:
    """Return how much of a lamp each picture element of a level plane sees (0 to 1)."""
    total = np.zeros((HEIGHT // 2, WIDTH // 2), np.float32)
    for sample in lamp.samples:
        mask = np.full(total.shape, 255, np.uint8)
        slope = sample[:2] / sample[2]
        if setup.wall and level_mm == 0:
            mask[:] = 0
            cv2.fillConvexPoly(
                mask, fixed(_wall_edge(setup, slope, pose) / 2), 255, cv2.LINE_8, SHIFT
            )
        for body in bodies:
            over = np.maximum(body[:, 2:] - level_mm, 0)
            fallen = np.concatenate([body[:, :2] - over * slope, np.full_like(over, level_mm)], 1)
            outline = cv2.convexHull(setup.lens.project(fallen) / 2)
            cv2.fillConvexPoly(mask, fixed(outline), 0, cv2.LINE_AA, SHIFT)
        total += mask
    total /= 255 * len(lamp.samples)
    return np.asarray(cv2.resize(cv2.GaussianBlur(total, (3, 3), 0), (WIDTH, HEIGHT)), np.float32)


def _wall_edge(setup: Setup, slope: Floats, pose: Floats) -> Floats:
    assert setup.wall
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    flat = moved(signs * setup.wall.half_mm, pose) - setup.wall.height_mm * slope
    return setup.lens.project(np.concatenate([flat, np.zeros((4, 1), np.float32)], 1))


def moved(points: Floats, pose: Floats) -> Floats:
    """Return places on the tray (x, y) after the tray was shifted and turned (dx, dy, angle)."""
    c, s = np.cos(pose[2]), np.sin(pose[2])
    turned = points @ np.array([[c, s], [-s, c]], np.float32)
    return np.asarray(turned + pose[:2], np.float32)


def paint_floor(setup: Setup, pose: Floats, bodies: list[Floats], glow: Floats) -> Floats:
    """Return the tray with its cubes' shadows but without them; `glow` is light they throw."""
    floor = setup.lens.floor
    own = moved(floor - pose[:2], np.array([0, 0, -pose[2]], np.float32))
    places = ((own * setup.floor_scale / SPAN_MM[1] + (0.5, 0.375)) * SIZE[1]).astype(np.float32)
    albedo = cv2.remap(setup.floor, places, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if setup.wall:
        outside = (np.abs(own) > setup.wall.half_mm + setup.wall.width_mm).any(-1)
        albedo[outside] = setup.table
    light = np.broadcast_to(setup.ambient, albedo.shape) * glow[..., :1] + glow[..., 1:]
    for lamp in setup.lamps:
        away = lamp.fall_off[:2] - floor
        near = (lamp.fall_off @ lamp.fall_off) / ((away**2).sum(-1) + lamp.fall_off[2] ** 2)
        strength = lit(setup, lamp, bodies, 0, pose) * near * lamp.towards[2]
        light = light + strength[..., None] * lamp.light
    picture = np.asarray(albedo * light, np.float32)
    if setup.wall:
        _paint_wall(setup, setup.wall, pose, picture)
    return picture


def _light_on(setup: Setup, normal: Floats, shade: float) -> Floats:
    light = setup.ambient * (0.55 + 0.45 * normal[2])
    for lamp in setup.lamps:
        light = light + lamp.light * max(0.0, float(normal @ lamp.towards)) * shade
    return np.asarray(light, np.float32)


def _paint_wall(setup: Setup, wall: Wall, pose: Floats, picture: Floats) -> None:
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    inner, outer = (
        moved(signs * wall.half_mm, pose),
        moved(signs * (wall.half_mm + wall.width_mm), pose),
    )
    ground, top = np.zeros((4, 1), np.float32), np.full((4, 1), wall.height_mm, np.float32)
    low, edge, far = (
        setup.lens.project(np.concatenate(pair, 1))
        for pair in ((inner, ground), (inner, top), (outer, top))
    )
    for side in range(4):
        after = (side + 1) % 4
        way = inner[after] - inner[side]
        normal = np.array([-way[1], way[0], 0], np.float32) / np.hypot(*way)
        fill(picture, np.array([low[side], low[after], edge[after], edge[side]]),
             wall.paint * _light_on(setup, normal, 1) * 0.9)  # fmt: skip
        fill(picture, np.array([edge[side], edge[after], far[after], far[side]]),
             wall.paint * _light_on(setup, np.array([0, 0, 1], np.float32), 1))  # fmt: skip


def outline(setup: Setup, cube: Cube) -> Floats:
    """Return a cube's outline in the picture, a convex polygon."""
    return np.asarray(cv2.convexHull(setup.lens.project(cube.corners()))[:, 0], np.float32)


def _hidden(setup: Setup, cube: Cube, normal: Floats, others: list[Cube], lamp: Lamp) -> float:
    """Return how much of a standing face lies in the shadow of neighbours (0 to 1)."""
    worst, start = 0.0, cube.centre + normal * cube.size_mm / 2
    flat = lamp.towards[:2] / (np.hypot(*lamp.towards[:2]) + 1e-6)
    for other in others:
        if other is cube:
            continue
        apart = other.centre[:2] - start[:2]
        along, across = float(apart @ flat), abs(float(apart[0] * flat[1] - apart[1] * flat[0]))
        if along > 0 and across < cube.size_mm * 0.9:
            drop = (
                max(0.0, along - cube.size_mm / 2)
                * lamp.towards[2]
                / (np.hypot(*lamp.towards[:2]) + 1e-6)
            )
            cover = (other.centre[2] + other.size_mm / 2 - drop) / cube.size_mm
            worst = max(worst, min(1.0, cover) * (1 - across / cube.size_mm))
    return worst


def paint_cube(
    setup: Setup, cube: Cube, others: list[Cube], picture: Floats, tops: list[Floats], rng: Rng
) -> None:
    """Paint one cube's visible faces over what is there; `tops` dim what lies in others' shadow."""
    corners = cube.corners()
    flat = setup.lens.project(corners)
    paint = setup.paints[cube.colour] * np.exp(rng.normal(0, 0.06))
    fill(picture, outline(setup, cube), paint * 0.5 * setup.ambient, 0.9)
    for face in FACES:
        middle = corners[list(face)].mean(0)
        normal = np.asarray((middle - cube.centre) / (cube.size_mm / 2), np.float32)
        if normal @ (middle - setup.lens.position) >= 0:
            continue
        light = setup.ambient * (0.55 + 0.45 * normal[2])
        for lamp, top in zip(setup.lamps, tops, strict=True):
            column, row = np.clip(flat[list(face)].mean(0), 0, (WIDTH - 1, HEIGHT - 1)).astype(int)
            seen = (
                top[row, column]
                if normal[2] > 0.7
                else 1 - _hidden(setup, cube, normal, others, lamp)
            )
            light = light + lamp.light * max(0.0, float(normal @ lamp.towards)) * seen
        sheen = setup.gloss * rng.uniform(0, 1) * light
        grain = noise(rng, 5, (7, 7)) * 0.03 + 1
        value = (paint * light + sheen * 0.3) * float(grain.mean()) * np.exp(rng.normal(0, 0.03))
        _paint_face(picture, flat[list(face)], np.asarray(value, np.float32), rng)
        _bevel(picture, flat[list(face)], np.asarray(value + 0.05 * light, np.float32), setup.bevel)


def _paint_face(picture: Floats, corners: Floats, value: Floats, rng: Rng) -> None:
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, (WIDTH, HEIGHT))
    if np.any(high <= low):
        return
    wide, tall = high - low
    grain = np.exp(noise(rng, 3, (int(tall), int(wide))) * rng.uniform(0, 0.08))[..., None]
    grain = grain * np.exp(rng.normal(0, 0.05, (tall, wide, 1)))
    fill(picture, corners, np.asarray(value * grain, np.float32))


def _bevel(picture: Floats, corners: Floats, value: Floats, strength: float) -> None:
    for one, other in zip(corners, np.roll(corners, 1, 0), strict=True):
        way = other - one
        side = np.array([-way[1], way[0]]) / (np.hypot(*way) + 1e-6) * 0.45
        fill(
            picture,
            np.array([one - side, one + side, other + side, other - side]),
            value * 1.3,
            strength,
        )
