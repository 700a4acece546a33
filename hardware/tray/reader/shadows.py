"""What cubes darken round themselves, as the calibration's five show it, which lie flat and apart.

    shade = shade_of(Compared(shot, blank, radius), at)
    compared = Compared(photo, blank, radius)
    shadows(found, maps, compared, shade)  # centres that are none: the cubes' shadows explain them
    is_any_long(compared, shade, at, aside)  # a cube that lies on another throws a longer shadow

Darkness is the logarithm of what is left of the empty tray's light: 0 where nothing lies, less in a
shadow, whatever the floor's colour. Pictures are BGR, uint8, at the reader's size, the blank
brought to the photograph; places (N, 2: x, y) and a cube's radius are in their elements.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.channels import Floats, Picture
from hardware.tray.reader.first_look import Peak, centre_of

# Chosen on a development set of 10 set-ups and on 176 rendered ones; what they find and what they
# let through: hardware/tray/reader/training/README.md.
REACH, GRAIN = 7, 6  # how far round a cube is looked, in its radii; places in a radius
MIDDLE = REACH * GRAIN
SECOND, THIRD = 1, 2  # of the five, the darkest first: what is usual, and what is middling
SMOOTH = 0.22  # of a radius
FAINT = 3.0  # of 255: what is darker than this is noise
CLEAR = 2.0  # of a radius: the cube itself, its sides and what it touches
DEEP = 0.12  # what is less dark is not relied on
EDGE = 0.07  # a floor that changes more from one element to the next may be moved a little,
AROUND, RIM = 0.25, 0.6  # and so may what is so near to it, or to the picture's edge (in radii)
IN_THE_DARK = 0.35  # of the tray's usual light: less leaves nothing to be darkened
COARSE, SLOWLY = 8, 13  # elements; a lamp's flicker changes over more of these than a shadow
STEPS = 100.0  # of darkness that are told apart where it changes slowly
TO_SIGMA = 1.48

SOLID = 0.6  # a centre believed this much is no shadow
INNER = 0.6  # of a radius: so much of what may be a cube is asked whether shadows explain it
UNEXPLAINED = 0.15  # darker than shadows are is a black cube,
STAINED = 0.15  # and what is of another colour than they are is a cube as well
LEAST_SQUARE = 1e-3

LATER = (1.5, 1.8, 2.1)  # so many times as far the shadow of a raised cube falls
USUALLY_LESS = 0.5  # where it is half as dark beside cubes that lie flat, nothing is told
WIDE = 1.5  # of a radius: over so much a shadow that is too long is taken together
BESIDE, AS_DEEP = 1.3, 0.5  # from so many radii on a shadow is sought, and at least so deep
AS_BRIGHT = 0.5  # as where the cubes lie: a wall is darkened by what lies at its foot
MANY = 4  # so many cubes show by themselves what is usual: most of them lie flat
LONG = 0.09  # darker by so much than any flat cube explains

AWAY = np.hypot(*np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]) / GRAIN  # from the middle
Mask = NDArray[np.bool_]
Place = tuple[float, float]


@dataclass(frozen=True)
class Compared:
    """A photograph beside the empty tray, and a cube's radius in it."""

    photo: Picture
    blank: Picture
    radius: float

    @cached_property
    def before(self) -> Floats:
        """How much light the empty tray gives (H, W)."""
        return _light(self.blank, self.radius)

    @cached_property
    def dark(self) -> Floats:
        """How dark it is (H, W)."""
        return _darkness(_light(self.photo, self.radius), self.before)

    @cached_property
    def in_colours(self) -> tuple[Floats, ...]:
        """How dark its blue is, its green and its red."""
        colours = ((self.photo[..., n], self.blank[..., n]) for n in range(3))
        lights = ([_light(layer, self.radius) for layer in both] for both in colours)
        return tuple(_darkness(now, before) for now, before in lights)

    @cached_property
    def untold(self) -> Mask:
        """Where nothing can be told of it (H, W)."""
        return _untold(self.before, self.radius)

    @property
    def noise(self) -> float:
        """How much darkness means nothing."""
        return TO_SIGMA * float(np.median(np.abs(self.dark)))


@dataclass(frozen=True)
class Shade:
    """Darkness round a cube, with the cube in the middle: usual, and where only a raised one's is.

    All (2 x MIDDLE + 1, the same); `colours` is what is middling of blue, green and red, `noise`
    the calibration's own.
    """

    usual: Floats
    raised: Floats
    colours: tuple[Floats, ...]
    noise: float


def _darkness(now: Floats, before: Floats) -> Floats:
    dark = np.log(now / before)
    return np.asarray(dark - _slowly(dark), np.float32)


def _light(picture: Picture, radius: float) -> Floats:
    """Return how much light there is, smoothed: of all colours, or of the one that is given."""
    light: Floats = picture.astype(np.float32)
    if picture.ndim > 2:
        light = np.asarray(cv2.transform(light, np.full((1, 3), 1 / 3)), np.float32)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), SMOOTH * radius) + FAINT, np.float32)


def _slowly(dark: Floats) -> Floats:
    """Return what changes over more than a shadow's width: the lamp, not a cube."""
    size = (dark.shape[1] // COARSE, dark.shape[0] // COARSE)
    coarse = cv2.resize(dark, size, interpolation=cv2.INTER_AREA)
    steps = np.clip(coarse * STEPS + 128, 0, 255).astype(np.uint8)
    usual = (cv2.medianBlur(steps, SLOWLY).astype(np.float32) - 128) / STEPS
    return np.asarray(cv2.resize(cv2.GaussianBlur(usual, (0, 0), 2), dark.shape[::-1]), np.float32)


def _untold(before: Floats, radius: float) -> Mask:
    """Return where the empty tray is too dark, or changes too fast, to be compared with (H, W)."""
    log = np.log(before)
    across, down = (cv2.Sobel(log, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    untold = (cv2.magnitude(across, down) > EDGE) | (before < IN_THE_DARK * np.median(before))
    near, rim = 2 * round(AROUND * radius) + 1, max(1, int(RIM * radius))
    untold = cv2.dilate(untold.astype(np.uint8), np.ones((near, near), np.uint8)) > 0
    inside = np.zeros_like(untold)
    inside[rim:-rim, rim:-rim] = True
    return np.asarray(untold | ~inside, np.bool_)


def shade_of(compared: Compared, at: Floats) -> Shade:
    """Return the darkness round the calibration's five cubes."""
    ordered = _ordered(_views(compared, compared.dark, at))
    usual, middling = _wider(ordered[SECOND]), np.where(AWAY < 1, 0, ordered[THIRD])
    later = np.min([_farther(middling, times) for times in LATER], axis=0)
    is_seen = (later < -DEEP) & (usual > USUALLY_LESS * later)
    raised = np.where(is_seen, later, 0).astype(np.float32)
    colours = (_ordered(_views(compared, dark, at))[THIRD] for dark in compared.in_colours)
    return Shade(usual, raised, tuple(colours), compared.noise)


def _wider(usual: Floats) -> Floats:
    """Return the same with some leeway, and with the cube itself."""
    whole = np.where(AWAY < 1, np.float32(-1), usual)
    return np.asarray(cv2.erode(whole, np.ones((GRAIN + 1, GRAIN + 1), np.uint8)), np.float32)


def _views(compared: Compared, dark: Floats, at: Floats) -> Floats:
    """Return the darkness round each cube, not a number where nothing is told of it."""
    told = np.where(compared.untold, np.nan, dark).astype(np.float32)
    views = [_round(told, at, cube, compared.radius) for cube in range(len(at))]
    return np.array(views, np.float32)


def _ordered(views: Floats) -> Floats:
    """Return darkness with the darkest first at each place; what is not told is 0, and last."""
    return np.asarray(np.nan_to_num(np.minimum(np.sort(views, axis=0), 0)), np.float32)


def _round(told: Floats, at: Floats, cube: int, radius: float) -> Floats:
    """Return the darkness round one cube, not a number where it is another's or untold."""
    alone = told.copy()
    _draw(alone, np.delete(at, cube, 0), CLEAR * radius, float("nan"))
    grain = GRAIN / radius
    right, down = MIDDLE - at[cube] * grain
    pose = np.array([[grain, 0, right], [0, grain, down]], np.float32)
    size = (2 * MIDDLE + 1, 2 * MIDDLE + 1)
    return np.asarray(cv2.warpAffine(alone, pose, size, borderValue=float("nan")), np.float32)


def _draw(layer: Floats, at: Floats, radius: float, value: float) -> None:
    for x, y in at:
        cv2.circle(layer, (round(x), round(y)), int(radius), value, -1)


def _farther(dark: Floats, times: float) -> Floats:
    stay = MIDDLE * (1 - times)
    pose = np.array([[times, 0, stay], [0, times, stay]], np.float32)
    return np.asarray(cv2.warpAffine(dark, pose, dark.shape[::-1]), np.float32)


def shadows(
    found: tuple[Peak, ...], maps: Floats, compared: Compared, shade: Shade
) -> tuple[Peak, ...]:
    """Return those of the centres, the most believed first, that are other centres' shadows."""
    cubes: list[Place] = []
    explained = []
    for peak in found:
        place = centre_of(maps, peak)
        if peak.belief < SOLID and _is_explained(place, cubes, compared, shade):
            explained.append(peak)
        else:
            cubes.append(place)
    return tuple(explained)


def _is_explained(place: Place, cubes: list[Place], compared: Compared, shade: Shade) -> bool:
    """Tell whether it is dark here as it is beside cubes, and of a shadow's colour."""
    reach = max(1, int(INNER * compared.radius))
    here = _mean(compared.dark, place, reach)
    if here > -DEEP:
        return False
    beside = [_seen_from(cube, place, compared.radius) for cube in cubes]
    deepest = min(beside, key=lambda spot: _mean(shade.usual, spot, GRAIN // 2), default=None)
    if deepest is None or _mean(shade.usual, deepest, GRAIN // 2) > here + UNEXPLAINED:
        return False
    colours = np.array([_mean(each, place, reach) for each in compared.in_colours])
    usual = np.array([_mean(each, deepest, GRAIN // 2) for each in shade.colours])
    return _off_the_line(colours, usual) < STAINED


def _seen_from(cube: Place, place: Place, radius: float) -> Place:
    """Return where in a shade's layers a place lies."""
    grain = GRAIN / radius
    return MIDDLE + (place[0] - cube[0]) * grain, MIDDLE + (place[1] - cube[1]) * grain


def _mean(layer: Floats, place: Place, reach: int) -> float:
    """Return the mean round a place, 0 outside."""
    across, down = (slice(max(0, round(n) - reach), max(0, round(n) + reach + 1)) for n in place)
    part = layer[down, across]
    return float(part.mean()) if part.size else 0.0


def _off_the_line(colours: Floats, usual: Floats) -> float:
    """Return by how much some colour is not as dark as in a deeper or paler shadow."""
    share = float(colours @ usual) / max(float(usual @ usual), LEAST_SQUARE)
    return float(np.abs(colours - share * usual).max())


def is_any_long(compared: Compared, shade: Shade, at: Floats, aside: Mask) -> bool:
    """Tell whether some shadow is longer than those of cubes that lie flat.

    `aside` is where other things lie (H, W): theirs are not told from cubes'.
    """
    dark, radius = compared.dark, compared.radius
    views = _views(compared, dark, at)
    if not _falls_as_usual(views, shade):
        return False
    tiles = (_usual_here(views, shade), shade.raised)
    half = round(MIDDLE * radius / GRAIN)
    usual, raised = (_spread(tile, half, dark.shape, at) for tile in tiles)
    more = usual - dark - max(compared.noise, shade.noise)
    more = np.clip(more, 0, -raised) * ~(compared.untold | aside | _walls(compared, at))
    _draw(more, at, CLEAR * radius, 0.0)
    side = max(1, round(WIDE * radius))
    return bool(cv2.blur(more, (side, side)).max() > LONG)


def _walls(compared: Compared, at: Floats) -> Mask:
    """Return where the empty tray is much darker than below the cubes (H, W): mostly its walls."""
    columns, rows = at.round().astype(int).T
    below = np.median(compared.before[rows, columns])
    return np.asarray(compared.before < AS_BRIGHT * below, np.bool_)


def _falls_as_usual(views: Floats, shade: Shade) -> bool:
    """Tell whether half of the cubes throw the calibration's shadow; else the lamp has moved."""
    middling = np.mean(shade.colours, axis=0)
    fallen = (middling < -2 * DEEP) & (AWAY > BESIDE)
    there = [view[fallen][np.isfinite(view[fallen])] for view in views]
    depths = [float(dark.mean()) for dark in there if dark.size]
    return not depths or float(np.median(depths)) < AS_DEEP * float(middling[fallen].mean())


def _usual_here(views: Floats, shade: Shade) -> Floats:
    """Return what is usual, or what most cubes here have: the lamp may have moved since."""
    if len(views) < MANY:
        return shade.usual
    return np.minimum(shade.usual, _wider(_ordered(views)[len(views) // 2]))


def _spread(tile: Floats, half: int, size: tuple[int, ...], at: Floats) -> Floats:
    """Return the least of the tiles, so large, laid round each place; 0 elsewhere (H, W)."""
    small = cv2.resize(tile, (2 * half + 1, 2 * half + 1), interpolation=cv2.INTER_AREA)
    wide = np.zeros((size[0] + 2 * half, size[1] + 2 * half), np.float32)
    for x, y in at.round().astype(int):
        part = wide[y : y + 2 * half + 1, x : x + 2 * half + 1]
        np.minimum(part, small, out=part)
    return wide[half:-half, half:-half]
