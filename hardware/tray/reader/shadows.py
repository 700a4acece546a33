"""The shadows of cubes: which centres are only a shadow, and which shadows are too long.

    shadow = measure_shadow(Comparison(calibration_photo, blank, radius), cubes)
    comparison = Comparison(photo, blank, radius)
    find_shadows(found, maps, comparison, shadow)         # the centres that shadows explain
    long_shadow(comparison, shadow, cubes, things)        # a cube on another throws a longer one

The five cubes of a calibration lie flat and apart, so they show what a usual shadow is.

Darkness is the logarithm of the light that is left of the empty tray's: 0 where nothing lies,
negative in a shadow, whatever the colour of the floor. Photographs are BGR, uint8, at the reader's
size, the blank moved to fit the photograph. Places (N, 2: x, y) and radii are in pixels. A view is
the darkness round one cube, with the cube in the middle.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.first_look import Peak, centre_of

GRAIN = margins.VIEW_GRAIN_COUNT
MIDDLE = margins.VIEW_RADII * GRAIN  # the cube's row and column in a view
SHADOW_REACH = round(margins.SHADOW_MEAN_RADII * GRAIN)
# How far each place of a view is from the cube's middle, in radii.
AWAY = np.hypot(*np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]) / GRAIN
Mask = NDArray[np.bool_]
Place = tuple[float, float]


@dataclass(frozen=True)
class Comparison:
    """A photograph, the empty tray in the same place, and a cube's radius in them."""

    photo: Photo
    blank: Photo
    radius: float

    @cached_property
    def before(self) -> Floats:
        """The light of the empty tray (H, W)."""
        return _light(self.blank, self.radius)

    @cached_property
    def dark(self) -> Floats:
        """The darkness of the photograph (H, W)."""
        return _darkness(_light(self.photo, self.radius), self.before)

    @cached_property
    def dark_by_colour(self) -> tuple[Floats, ...]:
        """The darkness of blue, green and red."""
        colours = ((self.photo[..., n], self.blank[..., n]) for n in range(3))
        lights = ([_light(layer, self.radius) for layer in both] for both in colours)
        return tuple(_darkness(now, before) for now, before in lights)

    @cached_property
    def unusable(self) -> Mask:
        """Where darkness means nothing (H, W)."""
        return _unusable(self.before, self.radius)

    @property
    def noise(self) -> float:
        """How much darkness is only image noise."""
        return margins.MAD_TO_SIGMA_RATIO * float(np.median(np.abs(self.dark)))


@dataclass(frozen=True)
class CubeShadow:
    """The shadow of the calibration's cubes, as views (2 * MIDDLE + 1 each way)."""

    usual: Floats  # as dark as a flat cube makes it
    raised: Floats  # as dark as only a raised cube makes it
    colours: tuple[Floats, ...]  # the median darkness of blue, green and red
    noise: float  # of the calibration's photograph


def _darkness(now: Floats, before: Floats) -> Floats:
    dark = np.log(now / before)
    return np.asarray(dark - _lamp_change(dark), np.float32)


def _light(photo: Photo, radius: float) -> Floats:
    """Return the light of a photograph, or of one of its colours, smoothed."""
    light: Floats = photo.astype(np.float32)
    if photo.ndim > 2:
        light = np.asarray(cv2.transform(light, np.full((1, 3), 1 / 3)), np.float32)
    smooth = cv2.GaussianBlur(light, (0, 0), margins.LIGHT_SMOOTH_RADII * radius)
    return np.asarray(smooth + margins.LIGHT_FLOOR_LEVEL, np.float32)


def _lamp_change(dark: Floats) -> Floats:
    """Return the darkness that changes over more than a shadow's width: it comes from the lamp."""
    size = (dark.shape[1] // margins.LAMP_COARSE_PX, dark.shape[0] // margins.LAMP_COARSE_PX)
    coarse = cv2.resize(dark, size, interpolation=cv2.INTER_AREA)
    steps = np.clip(coarse * margins.LAMP_STEPS_PER_LN + 128, 0, 255).astype(np.uint8)
    median = cv2.medianBlur(steps, margins.LAMP_WINDOW_COUNT).astype(np.float32)
    change = (median - 128) / margins.LAMP_STEPS_PER_LN
    smooth = cv2.GaussianBlur(change, (0, 0), margins.LAMP_SMOOTH_COUNT)
    return np.asarray(cv2.resize(smooth, dark.shape[::-1]), np.float32)


def _unusable(before: Floats, radius: float) -> Mask:
    """Return where the empty tray is too dark, or changes too fast, to compare with it (H, W)."""
    log = np.log(before)
    across, down = (cv2.Sobel(log, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    is_edge = cv2.magnitude(across, down) > margins.FLOOR_EDGE_LN
    is_dark = before < margins.TOO_DARK_SHARE * np.median(before)
    near = 2 * round(margins.NEAR_EDGE_RADII * radius) + 1
    unusable = cv2.dilate((is_edge | is_dark).astype(np.uint8), np.ones((near, near), np.uint8)) > 0
    rim = max(1, int(margins.PHOTO_RIM_RADII * radius))
    inside = np.zeros_like(unusable)
    inside[rim:-rim, rim:-rim] = True
    return np.asarray(unusable | ~inside, np.bool_)


def measure_shadow(comparison: Comparison, at: Floats) -> CubeShadow:
    """Return the shadow of a calibration's five cubes, from where they lie."""
    ordered = _ordered(_views(comparison, comparison.dark, at))
    usual = _widened(ordered[margins.USUAL_RANK])
    median = np.where(AWAY < 1, 0, ordered[margins.MIDDLE_RANK])
    longer = np.min([_stretched(median, times) for times in margins.RAISED_SHADOW_RATIOS], axis=0)
    is_raised_only = (longer < -margins.DEEP_LN) & (usual > margins.FLAT_SHADOW_RATIO * longer)
    raised = np.where(is_raised_only, longer, 0).astype(np.float32)
    by_colour = (_ordered(_views(comparison, dark, at)) for dark in comparison.dark_by_colour)
    colours = tuple(ordered[margins.MIDDLE_RANK] for ordered in by_colour)
    return CubeShadow(usual, raised, colours, comparison.noise)


def _widened(usual: Floats) -> Floats:
    """Return a usual shadow with some leeway, and with the cube itself as fully dark."""
    whole = np.where(AWAY < 1, np.float32(-1), usual)
    side = 2 * round(margins.USUAL_LEEWAY_RADII * GRAIN) + 1
    return np.asarray(cv2.erode(whole, np.ones((side, side), np.uint8)), np.float32)


def _views(comparison: Comparison, dark: Floats, at: Floats) -> Floats:
    """Return the view of each cube; NaN where darkness means nothing."""
    usable = np.where(comparison.unusable, np.nan, dark).astype(np.float32)
    views = [_view(usable, at, cube, comparison.radius) for cube in range(len(at))]
    return np.array(views, np.float32)


def _ordered(views: Floats) -> Floats:
    """Return views sorted at each place, the darkest first; NaN becomes 0 and comes last."""
    return np.asarray(np.nan_to_num(np.minimum(np.sort(views, axis=0), 0)), np.float32)


def _view(usable: Floats, at: Floats, cube: int, radius: float) -> Floats:
    """Return the view of one cube; NaN where another cube lies or darkness means nothing."""
    alone = usable.copy()
    _draw(alone, np.delete(at, cube, 0), margins.OTHER_CUBE_RADII * radius, float("nan"))
    grain = GRAIN / radius
    right, down = MIDDLE - at[cube] * grain
    pose = np.array([[grain, 0, right], [0, grain, down]], np.float32)
    size = (2 * MIDDLE + 1, 2 * MIDDLE + 1)
    return np.asarray(cv2.warpAffine(alone, pose, size, borderValue=float("nan")), np.float32)


def _draw(layer: Floats, at: Floats, radius: float, value: float) -> None:
    for x, y in at:
        cv2.circle(layer, (round(x), round(y)), int(radius), value, -1)


def _stretched(dark: Floats, times: float) -> Floats:
    """Return a view in which the shadow falls so many times as far."""
    stay = MIDDLE * (1 - times)
    pose = np.array([[times, 0, stay], [0, times, stay]], np.float32)
    return np.asarray(cv2.warpAffine(dark, pose, dark.shape[::-1]), np.float32)


def find_shadows(
    found: tuple[Peak, ...], maps: Floats, comparison: Comparison, cube_shadow: CubeShadow
) -> tuple[Peak, ...]:
    """Return those centres that are only shadows; `found` has the surest centre first."""
    cubes: list[Place] = []
    explained = []
    for peak in found:
        place = centre_of(maps, peak)
        may_be_shadow = peak.belief < margins.NO_SHADOW_BELIEF
        if may_be_shadow and _is_explained(place, cubes, comparison, cube_shadow):
            explained.append(peak)
        else:
            cubes.append(place)
    return tuple(explained)


def _is_explained(
    place: Place, cubes: list[Place], comparison: Comparison, cube_shadow: CubeShadow
) -> bool:
    """Tell whether it is as dark here as beside cubes, and of a shadow's colour."""
    reach = max(1, int(margins.INNER_RADII * comparison.radius))
    here = _mean(comparison.dark, place, reach)
    if here > -margins.DEEP_LN:
        return False
    beside = [_in_view(cube, place, comparison.radius) for cube in cubes]
    if not beside:
        return False
    deepest = min(beside, key=lambda spot: _mean(cube_shadow.usual, spot, SHADOW_REACH))
    depth = _mean(cube_shadow.usual, deepest, SHADOW_REACH)
    if depth > here + margins.DARKER_THAN_SHADOW_LN:
        return False
    colours = np.array([_mean(each, place, reach) for each in comparison.dark_by_colour])
    usual = np.array([_mean(each, deepest, SHADOW_REACH) for each in cube_shadow.colours])
    return _colour_difference(colours, usual) < margins.OTHER_COLOUR_LN


def _in_view(cube: Place, place: Place, radius: float) -> Place:
    """Return where a place lies in the view of a cube."""
    grain = GRAIN / radius
    return MIDDLE + (place[0] - cube[0]) * grain, MIDDLE + (place[1] - cube[1]) * grain


def _mean(layer: Floats, place: Place, reach: int) -> float:
    """Return the mean round a place, 0 outside."""
    across, down = (slice(max(0, round(n) - reach), max(0, round(n) + reach + 1)) for n in place)
    part = layer[down, across]
    return float(part.mean()) if part.size else 0.0


def _colour_difference(colours: Floats, usual: Floats) -> float:
    """Return the largest difference of a colour from the same shadow made deeper or paler."""
    scale = float(colours @ usual) / max(float(usual @ usual), margins.LEAST_SHADOW_SQUARED_LN)
    return float(np.abs(colours - scale * usual).max())


def long_shadow(comparison: Comparison, cube_shadow: CubeShadow, at: Floats, things: Mask) -> float:
    """Return how much longer a shadow is than those of flat cubes; from 1 on it is a doubt.

    `things` is where other things lie (H, W); their shadows are left out.
    """
    return float(longer_shadows(comparison, cube_shadow, at, things).max())


def longer_shadows(
    comparison: Comparison, cube_shadow: CubeShadow, at: Floats, things: Mask
) -> Floats:
    """Return where shadows are longer than those of flat cubes, and how much (H, W)."""
    dark, radius = comparison.dark, comparison.radius
    views = _views(comparison, dark, at)
    if not _fall_as_usual(views, cube_shadow):
        return np.zeros_like(dark)
    tiles = (_usual_here(views, cube_shadow), cube_shadow.raised)
    half = round(MIDDLE * radius / GRAIN)
    usual, raised = (_laid_out(tile, half, dark.shape, at) for tile in tiles)
    more = usual - dark - max(comparison.noise, cube_shadow.noise)
    more = np.clip(more, 0, -raised) * ~(comparison.unusable | things | _walls(comparison, at))
    _draw(more, at, margins.OTHER_CUBE_RADII * radius, 0.0)
    side = max(1, round(margins.LONG_SHADOW_SIDE_RADII * radius))
    return np.asarray(cv2.blur(more, (side, side)) / margins.LONG_SHADOW_LN, np.float32)


def _walls(comparison: Comparison, at: Floats) -> Mask:
    """Return where the empty tray is much darker than below the cubes: mostly walls (H, W)."""
    columns, rows = at.round().astype(int).T
    below = np.median(comparison.before[rows, columns])
    return np.asarray(comparison.before < margins.WALL_SHARE * below, np.bool_)


def _fall_as_usual(views: Floats, cube_shadow: CubeShadow) -> bool:
    """Tell whether half of the cubes throw the usual shadow; if not, the lamp has moved."""
    median = np.mean(cube_shadow.colours, axis=0)
    fallen = (median < -margins.WELL_DEEP_LN) & (AWAY > margins.BESIDE_CUBE_RADII)
    there = [view[fallen][np.isfinite(view[fallen])] for view in views]
    depths = [float(dark.mean()) for dark in there if dark.size]
    if not depths:
        return True
    least = margins.USUAL_DEPTH_SHARE * float(median[fallen].mean())
    return float(np.median(depths)) < least


def _usual_here(views: Floats, cube_shadow: CubeShadow) -> Floats:
    """Return the usual shadow; if there are enough cubes, also what most of them show."""
    if len(views) < margins.OWN_SHADOW_COUNT:
        return cube_shadow.usual
    return np.minimum(cube_shadow.usual, _widened(_ordered(views)[len(views) // 2]))


def _laid_out(tile: Floats, half: int, size: tuple[int, ...], at: Floats) -> Floats:
    """Return a tile laid round each place, the darkest where tiles overlap, 0 elsewhere (H, W)."""
    small = cv2.resize(tile, (2 * half + 1, 2 * half + 1), interpolation=cv2.INTER_AREA)
    wide = np.zeros((size[0] + 2 * half, size[1] + 2 * half), np.float32)
    for x, y in at.round().astype(int):
        part = wide[y : y + 2 * half + 1, x : x + 2 * half + 1]
        np.minimum(part, small, out=part)
    return wide[half:-half, half:-half]
