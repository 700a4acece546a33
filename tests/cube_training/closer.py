"""Single cubes as `hardware.cubes.closer` shows them, with the answers wanted."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from hardware.cubes.channels import Floats, Picture, channels, places_shown
from hardware.cubes.closer import ANSWERS, RADIUS, SIDE, brought
from tests.cube_training.clutter import THING
from tests.cube_training.crops import FITS, UNKNOWN, Photo, load, recoloured
from tests.cube_training.develop import GLARE
from tests.cube_training.lens import HEIGHT, WIDTH

Rng = np.random.Generator
SEEN = 0.4  # of a cube: one of which less is seen is none
READABLE = 0.7  # of a photograph's unclearness
OTHERWISE_SHARP = 0.5  # of what is shown, as by another camera
NEAR = 0.9  # of a radius: no centre is sought so near to another


class Place(NamedTuple):
    """Somewhere in a photograph: which cube's middle, if any."""

    photo: int
    x: float
    y: float
    cube: int


class Close(NamedTuple):
    """What the network is shown, what it should answer and how much each answer counts."""

    shown: Floats
    wanted: Floats
    weight: Floats


class Source(NamedTuple):
    """A set-up's photographs, with the radius of its calibration's cubes."""

    photos: list[Photo]
    radius: float
    seen: Floats  # what the first look took for cubes: photograph, x, y


def source(path: Path) -> Source:
    """Return one set-up with what the first look saw in it."""
    with np.load(path) as file:
        radius = float(np.median(file["colours_truth"][:, 3]))
    return Source(load(path), radius, np.load(path.with_suffix(".seen.npy")))


def _inside(x: float, y: float) -> float:
    return min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y)


def _code(photo: Photo, x: float, y: float) -> int:
    """Return what is seen at a place; the codes are at half size."""
    row, column = (
        int(np.clip(place // 2, 0, side // 2 - 1)) for place, side in ((y, HEIGHT), (x, WIDTH))
    )
    return int(photo.codes[row, column])


Places = list[tuple[int, Place]]  # each with the number of its set-up


def cubes_of(sources: list[Source]) -> tuple[Places, Places, Places]:
    """Return all cubes that lie flat, all that are raised, and all places that are none."""
    flat: Places = []
    raised: Places = []
    none: Places = []
    for number, each in enumerate(sources):
        for index, photo in enumerate(each.photos):
            if photo.unclear > READABLE:
                continue
            for cube, (x, y, _, radius, visible, up) in enumerate(photo.cubes):
                is_seen = visible >= SEEN and _inside(x, y) > SEEN * radius
                if is_seen and _code(photo, x, y) != GLARE:
                    (raised if up else flat).append((number, Place(index, x, y, cube)))
            for _, x, y in each.seen[each.seen[:, 0] == index]:
                if _is_none(photo, x, y):
                    none.append((number, Place(index, float(x), float(y), -1)))
    return flat, raised, none


def _is_none(photo: Photo, x: float, y: float) -> bool:
    if _code(photo, x, y) in (UNKNOWN, GLARE):
        return False
    if not len(photo.cubes):
        return True
    away = np.hypot(photo.cubes[:, 0] - x, photo.cubes[:, 1] - y)
    return bool((away > NEAR * photo.cubes[:, 3]).all())


def beside(rng: Rng, sources: list[Source]) -> tuple[int, Place] | None:
    """Return a place that is no cube's middle: at a thing, beside a cube or anywhere."""
    number = int(rng.integers(len(sources)))
    photos = sources[number].photos
    index = int(rng.integers(len(photos)))
    photo = photos[index]
    if photo.unclear > READABLE:
        return None
    kind = rng.uniform()
    rows, columns = np.nonzero(photo.codes == THING) if kind < 0.25 else ((), ())
    if len(rows):
        one = int(rng.integers(len(rows)))
        x, y = columns[one] * 2.0, rows[one] * 2.0
    elif len(photo.cubes) and kind < 0.9:
        x, y, _, radius, *_ = photo.cubes[int(rng.integers(len(photo.cubes)))]
        turn, away = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.9, 2.6)
        x, y = x + away * np.cos(turn), y + away * np.sin(turn)
    else:
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
    if _inside(x, y) < 0 or not _is_none(photo, x, y):
        return None
    return number, Place(index, float(x), float(y), -1)


def close(rng: Rng, each: Source, place: Place) -> Close:
    """Return one place as it is shown, turned, scaled, recoloured."""
    photo = each.photos[place.photo]
    pose = _pose(rng, each, photo, place)
    fits = np.vstack([photo.slide, [0, 0, 1]]) if rng.uniform() < FITS else np.eye(3)
    other = pose @ fits
    other[:, 2] += rng.normal(0, 0.5, 2)
    amount = rng.uniform(-0.8, 1.0) if rng.uniform() < OTHERWISE_SHARP else 0.0
    shown, blank = (
        _sharpened(brought(picture, by), amount)
        for picture, by in ((photo.photo, pose), (photo.blank, other.astype(np.float32)))
    )
    paints = photo.paints * np.exp(rng.normal(0, 0.03, (5, 3)).astype(np.float32))
    fate = rng.uniform()
    shown, bare, known = recoloured(
        rng, shown, None if fate < 0.2 else blank, None if fate < 0.15 or fate > 0.95 else paints
    )
    light = None if known is None else np.asarray(known, np.float32)
    where = places_shown(pose, SIDE, HEIGHT, WIDTH)
    return Close(channels(shown, bare, light, where), *_wanted(photo, place))


def _sharpened(picture: Picture, amount: float) -> Picture:
    """Return a picture sharper, or less so if the amount is below zero."""
    if not amount:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)


def _pose(rng: Rng, each: Source, photo: Photo, place: Place) -> Floats:
    radius = each.radius
    if rng.uniform() < 0.15 and len(photo.cubes):
        radius = float(np.median(photo.cubes[:, 3]))
    size = RADIUS / radius * float(np.exp(rng.normal(0, 0.05)))
    angle = float(rng.uniform(0, 2 * np.pi))
    turn = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.uniform() < 0.5:
        turn[0] *= -1
    x, y = np.array([place.x, place.y]) + rng.normal(0, 0.12 * radius, 2) * (place.cube >= 0)
    middle = (SIDE - 1) / 2
    shift = np.array([middle, middle]) - turn @ np.array([x, y])
    return np.column_stack([turn, shift]).astype(np.float32)


def _wanted(photo: Photo, place: Place) -> tuple[Floats, Floats]:
    wanted, weight = np.zeros(len(ANSWERS), np.float32), np.zeros(len(ANSWERS), np.float32)
    weight[0] = 1
    if place.cube >= 0:
        _, _, colour, _, _, raised = photo.cubes[place.cube]
        wanted[0], wanted[1 + int(colour)], wanted[-1] = 1, 1, raised
        weight[:] = 1
    return wanted, weight


def endless(rng: Rng, sources: list[Source]) -> Iterator[Close]:
    """Yield flat cubes, raised ones and places that are none, as often as they teach."""
    flat, raised, none = cubes_of(sources)
    while True:
        kind = rng.uniform()
        if kind < 0.85:
            some = flat if kind < 0.38 else raised if kind < 0.65 else none
            number, place = some[int(rng.integers(len(some)))]
        elif (found := beside(rng, sources)) is not None:
            number, place = found
        else:
            continue
        yield close(rng, sources[number], place)
