"""Tray floors made of noise, planks, stripes and prints: albedo in linear light, BGR."""

import colorsys
from collections.abc import Callable

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.lens import Floats

SIZE = (480, 640)  # rows and columns of a texture
SPAN_MM = (300.0, 400.0)  # what it covers
Rng = np.random.Generator


def noise(rng: Rng, cells: int, size: tuple[int, int] = SIZE, stretch: float = 1.0) -> Floats:
    """Return smooth noise about 0 with deviation 1; `stretch` makes it longer across."""
    shape = (max(2, cells), max(2, int(cells * size[1] / size[0] / stretch)))
    small = rng.standard_normal(shape).astype(np.float32)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def colour(rng: Rng, saturation: tuple[float, float], value: tuple[float, float]) -> Floats:
    """Return a random colour in linear BGR."""
    rgb = colorsys.hsv_to_rgb(rng.uniform(), rng.uniform(*saturation), rng.uniform(*value))
    return np.asarray(rgb[::-1], np.float32) ** 2.2


def any_colour(rng: Rng) -> Floats:
    """Return a colour as trays have them: grey, wood or cloth."""
    kind = rng.integers(5)
    if kind == 0:
        return colour(rng, (0, 0.12), (0.75, 0.97))
    if kind == 1:
        return colour(rng, (0, 0.2), (0.08, 0.35))
    if kind == 2:
        rgb = colorsys.hsv_to_rgb(
            rng.uniform(0.03, 0.12), rng.uniform(0.3, 0.9), rng.uniform(0.3, 0.9)
        )
        return np.asarray(rgb[::-1], np.float32) ** 2.2
    if kind == 3:
        return colour(rng, (0, 0.3), (0.35, 0.8))
    return colour(rng, (0.4, 1.0), (0.25, 0.85))


def _coloured(base: Floats, pattern: Floats, depth: float) -> Floats:
    return np.asarray(base * np.exp(depth * pattern)[..., None], np.float32)


def plain(rng: Rng) -> Floats:
    """Paper, plastic, leather, felt: fine noise of some depth and grain."""
    grain = noise(rng, int(rng.choice([480, 240, 160, 90])))
    clouds = noise(rng, int(rng.integers(3, 30)))
    depth = float(rng.choice([0.015, 0.04, 0.1, 0.25]))
    base = _coloured(any_colour(rng), grain, depth * rng.uniform(0.5, 1.2))
    return np.asarray(base * np.exp(depth * 0.4 * clouds)[..., None], np.float32)


def neutral(rng: Rng) -> Floats:
    """Return a grey floor of fine grain, on which any other can be laid (`variants`)."""
    grain = _coloured(np.full(3, rng.uniform(0.3, 0.65)), noise(rng, 480), 0.01)
    return np.asarray(grain, np.float32)


def speckled(rng: Rng) -> Floats:
    """Felt, carpet or terrazzo: specks of another colour."""
    base = plain(rng)
    specks = noise(rng, int(rng.choice([240, 120, 60]))) > rng.uniform(0.8, 2)
    return np.where(specks[..., None], base * rng.uniform(0.3, 2.5), base).clip(0, 0.95)


def wood(rng: Rng) -> Floats:
    """Planks with grain, lying along or across."""
    rings = noise(rng, int(rng.integers(8, 30)), stretch=rng.uniform(4, 12))
    fine = noise(rng, 240, stretch=12)
    swirl = np.sin(rings * rng.uniform(1, 5)) * rng.uniform(0.05, 0.45) + fine * rng.uniform(
        0, 0.15
    )
    rgb = colorsys.hsv_to_rgb(
        rng.uniform(0.03, 0.11), rng.uniform(0.35, 0.95), rng.uniform(0.3, 0.9)
    )
    base = np.asarray(rgb[::-1], np.float32) ** 2.2
    floor = np.asarray(_coloured(base, swirl.astype(np.float32), 1), np.float32)
    if rng.uniform() < 0.6:
        step = int(rng.integers(60, 180))
        for row in range(int(rng.integers(step)), SIZE[0], step):
            floor[row : row + 3] *= rng.uniform(0.2, 0.7)
            floor[row:] *= rng.uniform(0.8, 1.25)
    return floor.clip(0, 0.95)


def tartan(rng: Rng) -> Floats:
    """Stripes both ways, woven."""
    floor = np.tile(any_colour(rng), (*SIZE, 1)).astype(np.float32)
    for axis in (0, 1):
        for _ in range(int(rng.integers(1, 7))):
            width, place = int(rng.integers(4, 50)), int(rng.integers(0, SIZE[axis]))
            stripe = (slice(None),) * axis + (slice(place, place + width),)
            floor[stripe] = floor[stripe] * (1 - (mix := rng.uniform(0.3, 1))) + mix * any_colour(
                rng
            )
    return _coloured(np.ones(3, np.float32), noise(rng, 480), rng.uniform(0.02, 0.15)) * floor


def printed(rng: Rng) -> Floats:
    """A board or a play mat: outlines, patches and lettering-like marks."""
    floor = plain(rng)
    for _ in range(int(rng.integers(4, 30))):
        place = (rng.uniform(0, 1, 2) * SIZE[::-1]).astype(int)
        shape = rng.normal(0, rng.uniform(10, 80), (int(rng.integers(3, 8)), 2)) + place
        paint = tuple(float(part) for part in any_colour(rng))
        if rng.uniform() < 0.5:
            cv2.fillPoly(floor, [shape.astype(np.int32)], paint)
        else:
            thick = int(rng.integers(1, 6))
            cv2.polylines(floor, [shape.astype(np.int32)], bool(rng.integers(2)), paint, thick)
    return floor


def tiles(rng: Rng) -> Floats:
    """Squares of about a cube's size or larger, as on a chess board or a check cloth."""
    cell = float(rng.uniform(10, 60))
    rows, columns = np.mgrid[0 : SIZE[0], 0 : SIZE[1]]
    odd = ((rows // cell + columns // cell) % 2).astype(np.float32)[..., None]
    mixed = any_colour(rng) * odd + any_colour(rng) * (1 - odd)
    weave = _coloured(np.ones(3, np.float32), noise(rng, 240), rng.uniform(0.01, 0.1))
    return np.asarray(weave * mixed, np.float32)


KINDS: tuple[Callable[[Rng], Floats], ...] = (
    plain,
    plain,
    plain,
    speckled,
    wood,
    wood,
    tartan,
    printed,
    tiles,
)


def random_floor(rng: Rng, kinds: tuple[Callable[[Rng], Floats], ...] = KINDS) -> Floats:
    """Return the albedo of a tray's floor (480, 640, 3)."""
    floor = kinds[int(rng.integers(len(kinds)))](rng).clip(0.004, 0.95)
    return np.asarray(floor[:, ::-1] if rng.uniform() < 0.5 else floor, np.float32)
