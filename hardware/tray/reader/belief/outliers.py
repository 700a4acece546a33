"""Cubes that do not fit the calibration: of another size, or of a colour that no cube has."""

from typing import NamedTuple

import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab, paint_at
from hardware.tray.reader.reading import COLOURS, Cube


def outliers(
    photo: Photo,
    scale: float,
    cubes: tuple[Cube, ...],
    paints: Floats | None,
    usual_radius: float | None,
) -> list[Cube]:
    """Return the cubes that fit neither the others nor the calibration's cubes.

    `usual_radius` is theirs in this photograph, as the cubes' are; None without a calibration.
    """
    odd = _of_another_size(cubes, usual_radius)
    if paints is None:
        return odd
    return odd + [
        cube
        for cube in cubes
        if _of_another_colour(paint_at(photo, cube.x * scale, cube.y * scale), cube, paints)
    ]


class Outlying(NamedTuple):
    """How far the cube that fits least lies from the others; from 1 on it is an outlier."""

    size: float = 0.0
    colour: float = 0.0
    nearer: float = 0.0  # to a paint that is not its own


def farthest(
    photo: Photo,
    scale: float,
    cubes: tuple[Cube, ...],
    paints: Floats | None,
    usual_radius: float | None,
) -> Outlying:
    """Return how far off the worst cube is; the arguments are those of `outliers`."""
    if usual_radius is None:
        usual_radius = float(np.median([cube.radius for cube in cubes])) if cubes else 1.0
    ratios = [abs(float(np.log(cube.radius / usual_radius))) for cube in cubes]
    size = max(ratios, default=0.0) / float(np.log(margins.LARGEST_CUBE_RATIO))
    if paints is None or not cubes:
        return Outlying(size)
    away = np.array(
        [_distances(paint_at(photo, cube.x * scale, cube.y * scale), paints) for cube in cubes]
    )
    own = away[np.arange(len(cubes)), [COLOURS.index(cube.colour) for cube in cubes]]
    nearer = float((own - away.min(1)).max()) / margins.NEARER_COLOUR_LAB
    return Outlying(size, float(own.max()) / margins.FURTHEST_COLOUR_LAB, nearer)


def of_unclear_colour(
    photo: Photo, scale: float, cubes: tuple[Cube, ...], paints: Floats | None
) -> list[Cube]:
    """Return those whose colour the calibration does not clearly confirm; all without one."""
    return [
        cube
        for cube in cubes
        if paints is None
        or not _of_this_colour(paint_at(photo, cube.x * scale, cube.y * scale), cube, paints)
    ]


def _of_this_colour(paint: Floats, cube: Cube, paints: Floats) -> bool:
    distances = _distances(paint, paints)
    own = COLOURS.index(cube.colour)
    other = np.delete(distances, own).min()
    is_nearest = distances[own] < min(
        other - margins.CLEAR_COLOUR_LAB, other / margins.CLEAR_COLOUR_RATIO
    )
    return bool(is_nearest and distances[own] < margins.FURTHEST_COLOUR_LAB)


def _of_another_size(cubes: tuple[Cube, ...], usual_radius: float | None) -> list[Cube]:
    if usual_radius is None:
        if len(cubes) < margins.OWN_SIZE_COUNT:
            return []
        usual_radius = float(np.median([cube.radius for cube in cubes]))
    least, most = (
        usual_radius * ratio for ratio in (margins.SMALLEST_CUBE_RATIO, margins.LARGEST_CUBE_RATIO)
    )
    return [cube for cube in cubes if not least < cube.radius < most]


def _of_another_colour(paint: Floats, cube: Cube, paints: Floats) -> bool:
    distances = _distances(paint, paints)
    own = COLOURS.index(cube.colour)
    return bool(
        distances[own] > margins.FURTHEST_COLOUR_LAB
        or distances[own] > distances.min() + margins.NEARER_COLOUR_LAB
    )


def least_apart(paints: Floats) -> float:
    """Return the distance of the two paints that are most alike."""
    each = [_distances(paint, np.delete(paints, index, 0)) for index, paint in enumerate(paints)]
    return float(np.min(each))


def _distances(paint: Floats, paints: Floats) -> Floats:
    away = (lab(paints[None])[0] - lab(paint[None, None])[0, 0]) * LAB_WEIGHTS
    return np.asarray(np.sqrt((away**2).sum(1)), np.float32)
