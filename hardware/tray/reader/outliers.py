"""What the calibration says of cubes: of another size, of no colour, or plainly of their own."""

import numpy as np

from hardware.tray.reader.channels import LIGHTNESS_WEIGHT, Floats, Picture, lab, paint_at
from hardware.tray.reader.reading import COLOURS, SeenCube

# Measured on photographs of set-ups that the network had not seen: of the cubes that were right,
# the smallest and largest radius against the calibration's, the furthest from its own colour, and
# by how much another colour was nearer.
SMALLEST, LARGEST = 0.78, 1.27
FURTHEST = 34.0  # in CIELAB, lightness counted half
NEARER = 4.0
BY_FAR, TIMES = 8.0, 2.0  # so much nearer than all others its own settles what the network doubts
FEW = 3  # without a calibration so many cubes tell their usual size

WEIGHTS = np.array([LIGHTNESS_WEIGHT**0.5, 1, 1], np.float32)


def any_stranger(
    photo: Picture,
    scale: float,
    cubes: tuple[SeenCube, ...],
    paints: Floats | None,
    known: tuple[SeenCube, ...],
) -> bool:
    """Tell whether a cube does not fit the others, or the `known` ones of the calibration."""
    if _of_another_size(cubes, known):
        return True
    return paints is not None and any(
        _of_another_colour(paint_at(photo, cube.x * scale, cube.y * scale), cube, paints)
        for cube in cubes
    )


def all_plain(
    photo: Picture, scale: float, cubes: tuple[SeenCube, ...], paints: Floats | None
) -> bool:
    """Tell whether the calibration's colours say by far what the network says of these cubes."""
    return not cubes or (
        paints is not None
        and all(
            _of_this_colour(paint_at(photo, cube.x * scale, cube.y * scale), cube, paints)
            for cube in cubes
        )
    )


def _of_this_colour(paint: Floats, cube: SeenCube, paints: Floats) -> bool:
    distances = _distances(paint, paints)
    own = COLOURS.index(cube.colour)
    other = np.delete(distances, own).min()
    return bool(distances[own] < min(FURTHEST, other - BY_FAR, other / TIMES))


def _of_another_size(cubes: tuple[SeenCube, ...], known: tuple[SeenCube, ...]) -> bool:
    usual = known or (cubes if len(cubes) >= FEW else ())
    if not usual:
        return False
    radius = float(np.median([cube.radius for cube in usual]))
    return any(not SMALLEST < cube.radius / radius < LARGEST for cube in cubes)


def _of_another_colour(paint: Floats, cube: SeenCube, paints: Floats) -> bool:
    distances = _distances(paint, paints)
    own = COLOURS.index(cube.colour)
    return bool(distances[own] > FURTHEST or distances[own] > distances.min() + NEARER)


def _distances(paint: Floats, paints: Floats) -> Floats:
    away = (lab(paints[None])[0] - lab(paint[None, None])[0, 0]) * WEIGHTS
    return np.asarray(np.sqrt((away**2).sum(1)), np.float32)
