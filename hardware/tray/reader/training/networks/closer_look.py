"""Single cubes as `hardware.tray.reader.closer_look` shows them, with the answers wanted."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.alignment.registration import find_move, moved
from hardware.tray.reader.channels import Floats, Photo, channels, places_shown
from hardware.tray.reader.closer_look import ANSWERS, RADIUS, SIDE, warped
from hardware.tray.reader.training.networks import reprint
from hardware.tray.reader.training.networks.crops import (
    FITS,
    REPRINTED,
    UNKNOWN,
    Labelled,
    load,
    recoloured,
)
from hardware.tray.reader.training.scenes.clutter import THING
from hardware.tray.reader.training.scenes.develop import GLARE
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH

Rng = np.random.Generator
AT_A_THING = 2.0  # the weight of a thing's place: so it is told from other places without a cube
SEEN = 0.4  # of a cube: one of which less is seen is none
READABLE = 0.7  # of a photograph's unclearness
OTHERWISE_SHARP = 0.5  # of what is shown, as by another camera
NEAR = 0.9  # of a radius: no centre is sought so near to another
FAR = 1.7  # radii: no corner or side of a cube lies farther from its middle
OTHER_LEVEL = 20  # so much differs what lies on the empty tray
OFF_CENTRE = 0.12  # of a radius: a centre is not found quite where it is
WITHOUT_BLANK = 0.2  # of the views; three quarters of them know no colours either
TOGETHER = 6  # places of one set-up, beside the five cubes of its calibration
OFTEN = (0.38, 0.27, 0.2, 0.15)  # flat, raised, seen where nothing is, beside or anywhere


class Place(NamedTuple):
    """Somewhere in a photograph: which cube's middle, if any."""

    photo: int
    x: float
    y: float
    cube: int


class Close(NamedTuple):
    """Places of one set-up and its calibration's cubes, as they are shown, and what is wanted.

    The five of the calibration come first in `shown`; `is_known` is 0 where there is none.
    """

    shown: Floats
    is_known: Floats
    wanted: Floats
    weight: Floats


class Source(NamedTuple):
    """A set-up's photographs and its shot of the five cubes, with the radius of these."""

    photos: list[Labelled]
    five: Labelled
    radius: float
    seen: Floats  # what the first look took for cubes: photograph, x, y


class View(NamedTuple):
    """How all of a set-up's places are shown together: under one light, from one side."""

    turn: Floats
    sharper: float
    has_blank: bool
    paints: Floats | None
    seed: int
    print_: Photo | None = None  # on the floor instead of its own


def source(path: Path) -> Source:
    """Return one set-up with what the first look saw in it."""
    with np.load(path) as file:
        cubes, shot, blank = file["colours_truth"], file["colours"], file["blank"]
    photos, slide = load(path), find_move(shot, blank)
    codes = _where_five(shot, moved(blank, slide), cubes)
    five = Labelled(shot, codes, cubes, 0.0, blank, slide, photos[0].paints)
    radius = float(np.median(cubes[:, 3]))
    return Source(photos, five, radius, np.load(path.with_suffix(".seen.npy")))


def _where_five(shot: Photo, blank: Photo, cubes: Floats) -> Photo:
    """Return codes that tell where the five cubes of a calibration are seen; at half size."""
    near = np.zeros((HEIGHT, WIDTH), np.uint8)
    for x, y, _, radius, *_ in cubes:
        cv2.circle(near, (round(x), round(y)), round(radius * FAR), 1, -1)
    is_other = cv2.absdiff(shot, blank).max(2) > OTHER_LEVEL
    return np.asarray((cv2.dilate(near * is_other, np.ones((3, 3), np.uint8)))[::2, ::2], np.uint8)


def _inside(x: float, y: float) -> float:
    return min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y)


def _code(photo: Labelled, x: float, y: float) -> int:
    """Return what is seen at a place; the codes are at half size."""
    row, column = (
        int(np.clip(place // 2, 0, side // 2 - 1)) for place, side in ((y, HEIGHT), (x, WIDTH))
    )
    return int(photo.codes[row, column])


Places = list[Place]


def cubes_of(each: Source) -> tuple[Places, Places, Places]:
    """Return all cubes that lie flat, all that are raised, and all places that are none."""
    flat: Places = []
    raised: Places = []
    none: Places = []
    for index, photo in enumerate(each.photos):
        if photo.unclear > READABLE:
            continue
        for cube, (x, y, _, radius, visible, up) in enumerate(photo.cubes):
            is_seen = visible >= SEEN and _inside(x, y) > SEEN * radius
            if is_seen and _code(photo, x, y) != GLARE:
                (raised if up else flat).append(Place(index, x, y, cube))
        for _, x, y in each.seen[each.seen[:, 0] == index]:
            if _is_none(photo, x, y):
                none.append(Place(index, float(x), float(y), -1))
    return flat, raised, none


def _is_none(photo: Labelled, x: float, y: float) -> bool:
    if _code(photo, x, y) in (UNKNOWN, GLARE):
        return False
    if not len(photo.cubes):
        return True
    away = np.hypot(photo.cubes[:, 0] - x, photo.cubes[:, 1] - y)
    return bool((away > NEAR * photo.cubes[:, 3]).all())


def beside(rng: Rng, each: Source) -> Place | None:
    """Return a place that is no cube's middle: at a thing, beside a cube or anywhere."""
    index = int(rng.integers(len(each.photos)))
    photo = each.photos[index]
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
    return Place(index, float(x), float(y), -1)


def view(rng: Rng, each: Source) -> View:
    """Return how a set-up is shown this time: turned, scaled, with or without its calibration."""
    size = RADIUS / each.radius * float(np.exp(rng.normal(0, 0.05)))
    angle = float(rng.uniform(0, 2 * np.pi))
    turn = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.uniform() < 0.5:
        turn[0] *= -1
    sharper = rng.uniform(-0.8, 1.0) if rng.uniform() < OTHERWISE_SHARP else 0.0
    paints = each.five.paints * np.exp(rng.normal(0, 0.03, (5, 3)).astype(np.float32))
    fate = rng.uniform()
    is_known = WITHOUT_BLANK - 0.05 <= fate <= 0.95
    known = np.asarray(paints, np.float32) if is_known else None
    seed = int(rng.integers(2**31))
    print_ = reprint.random_print(rng) if rng.uniform() < REPRINTED else None
    return View(turn.astype(np.float32), sharper, fate >= WITHOUT_BLANK, known, seed, print_)


def shown(rng: Rng, seen: View, photo: Labelled, x: float, y: float) -> Floats:
    """Return one place as the network is shown it, not quite in the middle."""
    middle = (SIDE - 1) / 2
    shift = np.array([middle, middle]) - seen.turn @ np.array([x, y])
    pose = np.column_stack([seen.turn, shift]).astype(np.float32)
    fits = np.vstack([photo.slide, [0, 0, 1]]) if rng.uniform() < FITS else np.eye(3)
    other = pose @ fits
    other[:, 2] += rng.normal(0, 0.5, 2)
    now, before = (warped(photo.photo, pose), warped(photo.blank, other.astype(np.float32)))
    if seen.print_ is not None:
        size = float(np.sqrt(abs(np.linalg.det(seen.turn))))
        factors = reprint.factors_of(rng, seen.print_, SIDE, size)
        between = reprint.from_one_to_other(pose @ np.vstack([photo.slide, [0, 0, 1]]), other)
        is_bare = reprint.bare(photo.codes, pose, SIDE)
        now, before = reprint.reprinted(now, before, factors, is_bare, between)
    now, before = (_sharpened(each, seen.sharper) for each in (now, before))
    light = np.random.default_rng(seen.seed)  # the same for all that are shown together
    now, bare, paints = recoloured(light, now, before if seen.has_blank else None, seen.paints)
    known = None if paints is None else np.asarray(paints, np.float32)
    return channels(now, bare, known, places_shown(pose, SIDE, HEIGHT, WIDTH))


def _sharpened(picture: Photo, amount: float) -> Photo:
    """Return a picture sharper, or less so if the amount is below zero."""
    if not amount:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)


def _wanted(photo: Labelled, place: Place) -> tuple[Floats, Floats]:
    wanted, weight = np.zeros(len(ANSWERS), np.float32), np.zeros(len(ANSWERS), np.float32)
    is_thing = place.cube < 0 and _code(photo, place.x, place.y) == THING
    weight[0] = AT_A_THING if is_thing else 1
    if place.cube >= 0:
        _, _, colour, _, _, raised = photo.cubes[place.cube]
        wanted[0], wanted[1 + int(colour)], wanted[-1] = 1, 1, raised
        weight[:] = 1
    return wanted, weight


def _any(rng: Rng, each: Source, places: tuple[Places, Places, Places]) -> Place:
    """Return a flat cube, a raised one or a place that is none, as often as they teach."""
    while True:
        kind = int(rng.choice(len(OFTEN), p=OFTEN))
        place = beside(rng, each) if kind == len(places) else None
        if kind < len(places) and places[kind]:
            place = places[kind][int(rng.integers(len(places[kind])))]
        if place is not None:
            return place


def close(rng: Rng, each: Source, chosen: Places) -> Close:
    """Return places of one set-up beside its calibration's cubes."""
    seen, radius = view(rng, each), each.radius
    five = [(each.five, x, y, True) for x, y, *_ in each.five.cubes]
    some = [(each.photos[place.photo], place.x, place.y, place.cube >= 0) for place in chosen]
    looks = []
    for photo, x, y, is_cube in five + some:
        right, down = rng.normal(0, OFF_CENTRE * radius, 2) * is_cube
        looks.append(shown(rng, seen, photo, x + right, y + down))
    told = [_wanted(each.photos[place.photo], place) for place in chosen]
    wanted, weight = (np.stack(part) for part in zip(*told, strict=True))
    is_known = np.array([seen.paints is not None and seen.has_blank], np.float32)
    return Close(np.stack(looks), is_known, wanted, weight)


def endless(
    rng: Rng,
    sources: list[Source],
    places: list[tuple[Places, Places, Places]],
    often: NDArray[np.float64] | None = None,
) -> Iterator[Close]:
    """Yield some places of one set-up after the other, `often` being each one's share.

    `places` are each one's `cubes_of`.
    """
    while True:
        number = int(rng.choice(len(sources), p=often))
        if any(places[number][:2]):
            each = sources[number]
            yield close(rng, each, [_any(rng, each, places[number]) for _ in range(TOGETHER)])
