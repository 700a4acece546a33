"""Where cubes lie: spread, dropped, in clusters that touch, in lines, stacked, heaped."""

from dataclasses import dataclass, replace

import numpy as np

from hardware.tray.reader.training.scenes.lens import Floats

COLOURS = ("red", "yellow", "green", "blue", "black")
Rng = np.random.Generator
UNIT = np.array(
    [[x, y, z] for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], float
)


@dataclass(frozen=True)
class Cube:
    """One cube; `colour` is an index into COLOURS, `is_raised` if another lies under or on it."""

    colour: int
    centre: Floats  # mm; z is up
    turn: Floats  # rotation, 3x3
    size_mm: float
    is_raised: bool = False

    def corners(self) -> Floats:
        """Return the eight corners in mm, the lower four first when it lies flat."""
        return np.asarray(UNIT * self.size_mm / 2 @ self.turn.T + self.centre, np.float32)


def turned(angle: float) -> Floats:
    """Return the rotation about the vertical axis."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)


def leaning(rng: Rng, angle_rad: float) -> Floats:
    """Return a rotation that leans by an angle, about a random level axis."""
    way = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(way), np.sin(way), 0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross
    return np.asarray(lean @ turned(rng.uniform(0, 2 * np.pi)), np.float32)


def _overlap(one: Cube, other: Cube, gap_mm: float) -> bool:
    apart = other.centre[:2] - one.centre[:2]
    distance = float(np.hypot(*apart))
    reach = (one.size_mm + other.size_mm) / 2
    if distance > reach * 1.42 + gap_mm:
        return False
    if distance < reach:
        return True
    for axis in (*one.turn[:2, :2].T, *other.turn[:2, :2].T):
        spans = [cube.size_mm / 2 * np.abs(axis @ cube.turn[:2, :2]).sum() for cube in (one, other)]
        if abs(float(axis @ apart)) > sum(spans) + gap_mm:
            return False
    return True


def _beside(rng: Rng, other: Cube, size_mm: float) -> tuple[Floats, float]:
    """Return a place and an angle so that a cube touches another by a face or a corner."""
    side = rng.integers(4) * np.pi / 2
    angle = float(np.arctan2(other.turn[1, 0], other.turn[0, 0]))
    lean = 0.0 if rng.uniform() < 0.5 else float(rng.uniform(-0.8, 0.8))
    reach = other.size_mm / 2 + size_mm / 2 * (abs(np.cos(lean)) + abs(np.sin(lean)))
    along = rng.uniform(-0.7, 0.7) * size_mm
    way = np.array([np.cos(angle + side), np.sin(angle + side)])
    place = other.centre[:2] + way * (reach + rng.exponential(0.15)) + way[::-1] * (-1, 1) * along
    return place.astype(np.float32), angle + lean


def scatter(
    rng: Rng, number: int, reach_mm: Floats, size_mm: float, batch_jitter: float
) -> list[Cube]:
    """Return flat cubes within +-reach (x, y) that do not overlap; fewer if there is no room."""
    style = rng.choice(["spread", "drop", "clusters", "touching"], p=[0.3, 0.25, 0.25, 0.2])
    middle, wide = rng.uniform(-0.5, 0.5, 2) * reach_mm, float(rng.uniform(15, 45))
    weights = rng.dirichlet(np.full(5, rng.choice([0.3, 1, 3])))
    cubes: list[Cube] = []
    for _ in range(number * 30):
        if len(cubes) == number:
            break
        size = size_mm * (1 + rng.normal(0, batch_jitter))
        angle = float(rng.uniform(0, np.pi / 2))
        if (
            cubes
            and rng.uniform()
            < {"spread": 0.02, "drop": 0.1, "clusters": 0.5, "touching": 0.8}[style]
        ):
            place, angle = _beside(rng, cubes[int(rng.integers(len(cubes)))], size)
        elif style == "drop":
            place = middle + rng.normal(0, wide, 2)
        else:
            place = rng.uniform(-1, 1, 2) * reach_mm
        if np.any(np.abs(place) > reach_mm):
            continue
        new = Cube(
            int(rng.choice(5, p=weights)),
            np.array([*place, size / 2], np.float32),
            turned(angle),
            size,
        )
        if not any(_overlap(new, other, 0.05) for other in cubes):
            cubes.append(new)
    return cubes


def rows(
    rng: Rng, number: int, reach_mm: Floats, size_mm: float, batch_jitter: float
) -> list[Cube]:
    """Return flat cubes in straight lines, face to face; half of the lines are of one colour.

    At least `number`, unless there is no room; the arguments are those of `scatter`.
    """
    cubes: list[Cube] = []
    for _ in range(number * 5):
        if len(cubes) >= number:
            break
        line = _line(
            rng, rng.uniform(-1, 1, 2) * reach_mm, size_mm * (1 + rng.normal(0, batch_jitter))
        )
        is_inside = all((np.abs(cube.centre[:2]) <= reach_mm).all() for cube in line)
        if is_inside and not any(_overlap(new, old, 0.05) for new in line for old in cubes):
            cubes += line
    return cubes


def _line(rng: Rng, place_mm: Floats, size_mm: float) -> list[Cube]:
    length, angle = int(rng.integers(2, 8)), float(rng.uniform(0, 2 * np.pi))
    way, turn = np.array([np.cos(angle), np.sin(angle)]), turned(angle)
    colours = rng.integers(5, size=length)
    if rng.uniform() < 0.5:
        colours[:] = colours[0]
    along = np.cumsum(size_mm + rng.exponential(0.12, length))
    places = [np.array([*(place_mm + way * far), size_mm / 2], np.float32) for far in along]
    return [
        Cube(int(colour), place, turn, size_mm)
        for colour, place in zip(colours, places, strict=True)
    ]


def stack(rng: Rng, cubes: list[Cube], number: int) -> list[Cube]:
    """Put cubes on top of others, flat or leaning; both are marked as raised.

    One whose middle is beyond the edge of the other leans, or a third holds it up.
    """
    for _ in range(number):
        flat = [index for index, cube in enumerate(cubes) if cube.centre[2] < cube.size_mm * 0.6]
        if not flat:
            break
        below = int(rng.choice(flat))
        base, size = cubes[below], cubes[below].size_mm
        shift = rng.normal(0, 0.35, 2).clip(-0.75, 0.75) * size
        away = float(np.hypot(*shift)) / size
        tilt = float(rng.uniform(0, 0.7)) if away >= 0.45 and rng.uniform() < 0.4 else 0.0
        turn = turned(rng.uniform(0, np.pi)) if tilt == 0 else leaning(rng, tilt)
        high = base.size_mm + size / 2 - (0 if tilt == 0 else rng.uniform(0, 0.5) * size)
        cubes[below] = replace(base, is_raised=True)
        colour = base.colour if rng.uniform() < 0.3 else int(rng.integers(5))
        top = Cube(
            colour,
            np.array([*(base.centre[:2] + shift), high], np.float32),
            turn,
            size,
            True,
        )
        cubes.append(top)
    return cubes


def heap(rng: Rng, cubes: list[Cube], number: int) -> list[Cube]:
    """Put a heap somewhere: cubes that lie on, lean on and hide each other."""
    if not cubes:
        return cubes
    middle, size = cubes[int(rng.integers(len(cubes)))].centre[:2], cubes[0].size_mm
    for index, cube in enumerate(cubes):
        if np.hypot(*(cube.centre[:2] - middle)) < size * 1.4:
            cubes[index] = replace(cube, is_raised=True)
    for _ in range(number):
        place = middle + rng.normal(0, size * 0.8, 2)
        away = float(np.hypot(*(place - middle))) / size
        high = size * max(0.55, 1.6 - 0.5 * away) + rng.uniform(0, 0.3) * size
        turn = leaning(rng, float(rng.uniform(0.05, 0.75)))
        cubes.append(
            Cube(int(rng.integers(5)), np.array([*place, high], np.float32), turn, size, True)
        )
    return cubes
