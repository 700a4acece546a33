"""More tray floors: boards, maps, cloths and sheets in the style of prints, stone, metal, leather.

All drawn here, after no publisher's art. As in `trays`: albedo in linear light, BGR.
"""

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from hardware.tray.reader.training.scenes.lens import Floats
from hardware.tray.reader.training.scenes.trays import KINDS, SIZE, any_colour, colour, noise, plain

Rng = np.random.Generator
HEIGHT, WIDTH = SIZE
Paint = tuple[float, float, float]


def _paint(rng: Rng) -> Paint:
    blue, green, red = (float(part) for part in any_colour(rng))
    return blue, green, red


def _strong(rng: Rng) -> Paint:
    """Return a colour as strong as a cube's."""
    blue, green, red = (float(part) for part in colour(rng, (0.6, 1), (0.3, 0.9)))
    return blue, green, red


def _place(rng: Rng) -> tuple[int, int]:
    return int(rng.integers(WIDTH)), int(rng.integers(HEIGHT))


def _ring(x: float, y: float, radius: float, corners: int, turn: float = 0) -> Floats:
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + turn
    return np.round(np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)]))


def _polygon(floor: Floats, points: Floats, paint: Paint, thick: int = -1) -> None:
    corners = np.asarray(points).astype(np.int32)
    if thick < 0:
        cv2.fillPoly(floor, [corners], paint)
    else:
        cv2.polylines(floor, [corners], True, paint, thick)


def _lettering(rng: Rng, floor: Floats, x: int, y: int, wide: int, paint: Paint) -> None:
    """Draw marks like a line of print."""
    size = int(rng.integers(2, 6))
    while wide > 0:
        word = int(rng.integers(6, 30))
        cv2.line(floor, (x, y), (x + min(word, wide), y), paint, size // 2 + 1)
        x, wide = x + word + size, wide - word - size


def hexes(rng: Rng) -> Floats:
    """A board of hexagons with pieces of terrain and small marks in them."""
    floor, size = plain(rng), float(rng.uniform(18, 60))
    paints, line = [_paint(rng) for _ in range(6)], _paint(rng)
    for row in range(int(HEIGHT / size / 1.5) + 2):
        for column in range(int(WIDTH / size / 1.73) + 2):
            x, y = (column + row % 2 / 2) * size * 1.732, row * size * 1.5
            cell = _ring(x, y, size, 6, np.pi / 6)
            _polygon(floor, cell, paints[int(rng.integers(6))])
            _polygon(floor, cell, line, int(rng.integers(1, 4)))
            if rng.uniform() < 0.4:
                _polygon(floor, _ring(x, y, size * 0.3, int(rng.integers(3, 12))), _strong(rng))
    return floor


def flowers(rng: Rng) -> Floats:
    """A floral cloth: petals round a middle, leaves between."""
    floor = plain(rng)
    for _ in range(int(rng.integers(40, 160))):
        (x, y), size, petals = _place(rng), float(rng.uniform(4, 16)), int(rng.integers(4, 9))
        paint, turn = _strong(rng), float(rng.uniform(0, 7))
        for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False) + turn:
            at = (int(x + size * np.cos(angle)), int(y + size * np.sin(angle)))
            cv2.ellipse(
                floor, at, (int(size * 0.8) + 1, int(size * 0.45) + 1),
                float(np.degrees(angle)), 0, 360, paint, -1, cv2.LINE_AA,
            )  # fmt: skip
        cv2.circle(floor, (x, y), int(size * 0.5) + 1, _strong(rng), -1)
    return floor


def newspaper(rng: Rng) -> Floats:
    """Columns of print with headlines and grey pictures."""
    floor = np.tile(colour(rng, (0, 0.12), (0.75, 0.95)), (HEIGHT, WIDTH, 1)).astype(np.float32)
    ink, wide = (0.03, 0.03, 0.035), int(rng.integers(70, 150))
    for left in range(4, WIDTH, wide + 8):
        y = int(rng.integers(0, 12))
        while y < HEIGHT:
            if rng.uniform() < 0.06:
                high, grey = int(rng.integers(30, 90)), float(rng.uniform(0.05, 0.5))
                cv2.rectangle(floor, (left, y), (left + wide, y + high), (grey,) * 3, -1)
                y += high + 6
            _lettering(rng, floor, left, y, wide, ink)
            y += int(rng.integers(5, 9))
    return floor


def spaces(rng: Rng) -> Floats:
    """A board's track: squares and discs of a cube's size along a way, and icons."""
    floor = plain(rng)
    for _ in range(int(rng.integers(3, 8))):
        at, way = np.array(_place(rng), float), float(rng.uniform(0, 7))
        paints, side = [_strong(rng) for _ in range(3)], float(rng.uniform(5, 14))
        for step in range(int(rng.integers(8, 40))):
            way += float(rng.normal(0, 0.25))
            at += np.array([np.cos(way), np.sin(way)]) * side * 2.4
            corners = 4 if rng.uniform() < 0.7 else 20
            reach = side * (1.41 if corners == 4 else 1)
            cell = _ring(at[0], at[1], reach, corners, way + np.pi / 4)
            _polygon(floor, cell, paints[step % 3])
            _polygon(floor, cell, (0.02, 0.02, 0.02), 1)
    return floor


def cube_pictures(rng: Rng) -> Floats:
    """Pictures of cubes, as on a sheet of rules: a bright top, a darker side, a soft shadow."""
    floor = plain(rng)
    side = float(rng.uniform(8, 15))
    shadow = np.ones((HEIGHT, WIDTH, 1), np.float32)
    fall = rng.normal(0, side * 0.35, 2)
    spots = [(_place(rng), float(rng.uniform(0, 7))) for _ in range(int(rng.integers(30, 120)))]
    for (x, y), turn in spots:
        dark = cv2.fillPoly(
            shadow, [_ring(x + fall[0], y + fall[1], side * 0.75, 4, turn).astype(np.int32)], 0.4
        )
        shadow = np.asarray(dark, np.float32)
    floor = floor * cv2.GaussianBlur(shadow, (0, 0), side * 0.15)[..., None]
    slope = rng.normal(0, side * 0.15, 2)
    for (x, y), turn in spots:
        paint = np.array((0.02, 0.02, 0.02) if rng.uniform() < 0.25 else _strong(rng))
        low, high = (
            _ring(x, y, side * 0.71, 4, turn),
            _ring(x + slope[0], y + slope[1], side * 0.71, 4, turn),
        )
        body = cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0]
        _polygon(floor, body, tuple(paint * 0.45))
        _polygon(floor, high, tuple(paint))
    return floor


def collage(rng: Rng) -> Floats:
    """Scraps of other prints and plain shapes of every size, one over the other."""
    floor = plain(rng)
    scraps = [kind(rng) for kind in (hexes, spaces, newspaper)]
    for _ in range(int(rng.integers(15, 60))):
        corners = np.array(_place(rng)) + rng.normal(
            0, rng.uniform(4, 60), (int(rng.integers(3, 9)), 2)
        )
        where = np.zeros((HEIGHT, WIDTH), np.uint8)
        shape = cv2.convexHull(corners.astype(np.float32))[:, 0].astype(np.int32)
        cv2.fillPoly(where, [shape], 1)
        scrap = scraps[int(rng.integers(3))] if rng.uniform() < 0.4 else np.array(_paint(rng))
        floor = np.where(where[..., None] > 0, scrap, floor)
        if rng.uniform() < 0.3:
            floor = np.ascontiguousarray(floor, np.float32)
            cv2.polylines(floor, [shape], True, _paint(rng), int(rng.integers(1, 4)))
    return np.ascontiguousarray(floor, np.float32)


def island(rng: Rng) -> Floats:
    """A map: seas, coasts, heights in steps, roads, towns as small squares."""
    high, steps = noise(rng, int(rng.integers(4, 10))), int(rng.integers(4, 9))
    paints = np.array([_paint(rng) for _ in range(steps)], np.float32)
    level = np.clip((high + 2) / 4 * steps, 0, steps - 1).astype(int)
    floor = paints[level] * np.exp(0.05 * noise(rng, 200))[..., None]
    floor = np.ascontiguousarray(floor, np.float32)
    for _ in range(int(rng.integers(3, 12))):
        road = np.cumsum(rng.normal(0, 25, (12, 2)), 0) + _place(rng)
        cv2.polylines(floor, [road.astype(np.int32)], False, _paint(rng), int(rng.integers(1, 5)))
    for _ in range(int(rng.integers(10, 50))):
        turn, (x, y) = float(rng.uniform(0, 7)), _place(rng)
        _polygon(floor, _ring(x, y, float(rng.uniform(3, 11)), 4, turn), _strong(rng))
    return floor


def marble(rng: Rng) -> Floats:
    """Stone with veins."""
    base = colour(rng, (0, 0.15), (0.75, 0.97) if rng.uniform() < 0.7 else (0.05, 0.3))
    warp = noise(rng, 5) * 2 + noise(rng, 14) * 0.6
    vein = np.abs(np.sin(warp * rng.uniform(1, 3))) ** float(rng.uniform(0.15, 0.5))
    floor = base * (0.35 + 0.65 * vein)[..., None] * np.exp(0.03 * noise(rng, 60))[..., None]
    return np.asarray(floor, np.float32)


def leather(rng: Rng) -> Floats:
    """Leather: a net of creases, and a seam."""
    cells = np.abs(noise(rng, int(rng.integers(60, 140))))
    base = _paint(rng) if rng.uniform() < 0.3 else tuple(colour(rng, (0.3, 0.8), (0.1, 0.45)))
    floor = np.array(base, np.float32) * (0.55 + 0.45 * np.minimum(cells, 1))[..., None]
    floor = np.ascontiguousarray(floor, np.float32)
    row = int(rng.integers(HEIGHT))
    for left in range(0, WIDTH, 9):
        cv2.line(floor, (left, row), (left + 5, row), _paint(rng), 2)
    return floor


def cards(rng: Rng) -> Floats:
    """Printed cards laid side by side: frames, pictures, numbers in the corners."""
    floor, wide, high = plain(rng), int(rng.integers(55, 100)), int(rng.integers(80, 140))
    for top in range(-20, HEIGHT, high + 3):
        for left in range(-20, WIDTH, wide + 3):
            cv2.rectangle(floor, (left, top), (left + wide, top + high), _paint(rng), -1)
            low = (left + wide - 6, top + high // 2)
            cv2.rectangle(floor, (left + 6, top + 14), low, _strong(rng), -1)
            _polygon(floor, _ring(left + 9, top + 7, 6, 12), _strong(rng))
            for line in range(top + high // 2 + 8, top + high - 6, 7):
                _lettering(rng, floor, left + 6, line, wide - 14, (0.03, 0.03, 0.03))
    return floor


def dungeon(rng: Rng) -> Floats:
    """A dungeon's board: rooms, corridors, small dark and bright symbols in them."""
    floor = np.tile(_paint(rng), (HEIGHT, WIDTH, 1)).astype(np.float32)
    floor *= np.exp(0.15 * noise(rng, 40))[..., None]
    rooms = [_place(rng) for _ in range(int(rng.integers(12, 28)))]
    way = _paint(rng)
    for one, other in pairwise(rooms):
        cv2.line(floor, one, other, way, int(rng.integers(4, 12)))
    for x, y in rooms:
        size, paint = float(rng.uniform(14, 38)), _paint(rng)
        cell = _ring(x, y, size, int(rng.choice([4, 6, 8, 24])), float(rng.uniform(0, 7)))
        _polygon(floor, cell, paint)
        _polygon(floor, cell, (0.02, 0.02, 0.02), int(rng.integers(1, 5)))
        for _ in range(int(rng.integers(0, 4))):
            across, down = np.array([x, y]) + rng.normal(0, size * 0.4, 2)
            mark = (0.02, 0.02, 0.02) if rng.uniform() < 0.4 else _strong(rng)
            corners = int(rng.choice([3, 4, 4, 4, 5, 16]))
            spot = _ring(across, down, float(rng.uniform(4, 10)), corners, float(rng.uniform(0, 7)))
            _polygon(floor, spot, mark)
    return floor


def mosaic(rng: Rng) -> Floats:
    """Small tiles of many colours with dark joints: each about as large as a cube."""
    cell, joint = int(rng.integers(9, 22)), int(rng.integers(1, 4))
    shape = (HEIGHT // cell + 1, WIDTH // cell + 1)
    paints = np.array([any_colour(rng) for _ in range(int(rng.integers(3, 9)))], np.float32)
    small = paints[rng.integers(len(paints), size=shape)] * rng.uniform(0.8, 1.2, (*shape, 1))
    floor = np.repeat(np.repeat(small, cell, 0), cell, 1)[:HEIGHT, :WIDTH].astype(np.float32)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH] % cell
    floor[(rows < joint) | (columns < joint)] = _paint(rng)
    return floor


def comic(rng: Rng) -> Floats:
    """A comic's page: panels, dots of a screen, balloons, black outlines."""
    floor = np.full((HEIGHT, WIDTH, 3), 0.85, np.float32)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    for _ in range(int(rng.integers(5, 12))):
        (x, y), (wide, high) = _place(rng), rng.integers(70, 240, 2)
        panel = (slice(y, y + high), slice(x, x + wide))
        step = int(rng.integers(4, 9))
        dots = (rows % step - step / 2) ** 2 + (columns % step - step / 2) ** 2 < step**2 / 8
        floor[panel] = np.where(dots[panel][..., None], _strong(rng), _paint(rng))
        cv2.rectangle(floor, (x, y), (int(x + wide), int(y + high)), (0.01,) * 3, 3)
        for _ in range(int(rng.integers(1, 6))):
            corners = np.array([x, y]) + rng.normal(0, 18, (9, 2))
            blob = cv2.convexHull(corners.astype(np.float32))[:, 0]
            _polygon(floor, blob, _strong(rng))
            _polygon(floor, blob, (0.01,) * 3, 2)
    return floor


def carpet(rng: Rng) -> Floats:
    """A woven carpet: borders and lozenges mirrored both ways."""
    part = np.tile(_strong(rng), (HEIGHT // 2, WIDTH // 2, 1)).astype(np.float32)
    for _ in range(int(rng.integers(20, 60))):
        x, y = int(rng.integers(WIDTH // 2)), int(rng.integers(HEIGHT // 2))
        _polygon(part, _ring(x, y, float(rng.uniform(4, 26)), 4), _paint(rng))
        _polygon(part, _ring(x, y, float(rng.uniform(3, 9)), 4), _strong(rng))
    half = np.concatenate([part, part[:, ::-1]], 1)
    floor = np.concatenate([half, half[::-1]], 0)
    return np.asarray(floor * np.exp(0.12 * noise(rng, 480))[..., None], np.float32)


def brushed(rng: Rng) -> Floats:
    """Brushed metal: streaks."""
    base = colour(rng, (0, 0.12), (0.55, 0.9))
    streaks = noise(rng, 480, stretch=60) * rng.uniform(0.02, 0.12)
    return np.asarray(base * np.exp(streaks)[..., None], np.float32)


Kinds = tuple[Callable[[Rng], Floats], ...]
# Three sets of set-ups share no kind of floor: what is learned, chosen by and judged by.
LEARN: Kinds = (hexes, flowers, newspaper, spaces, cube_pictures, collage)
LEARNED: Kinds = (*LEARN, *KINDS)
CHOOSE: Kinds = (island, marble, leather, cards)
JUDGE: Kinds = (dungeon, mosaic, comic, carpet, brushed)
