"""Read the cubes that lie in a tray from one photograph: pure, the same photograph reads the same.

    calibration = calibrate(blank, colours)      # the empty tray; one cube of each colour in it
    reading = read_cubes(photo, calibration)     # BGR, uint8, as OpenCV gives them
    reading.counts["red"], reading.is_sure, reading.doubts

Importing this needs OpenCV and numpy; `reading` beside it (the words of a reading) does not.
"""

from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader import first_look, light
from hardware.tray.reader.channels import Floats, Picture, fitted, paint_at
from hardware.tray.reader.closer_look import NOTHING_KNOWN, Looks, closely, known_of
from hardware.tray.reader.network import COLOUR_ROWS, answers, seen_again
from hardware.tray.reader.outliers import all_plain, any_stranger
from hardware.tray.reader.reading import (
    COLOURS,
    SENTENCES,
    CubeReaderError,
    Doubt,
    Reading,
    SeenCube,
)
from hardware.tray.reader.shadows import Compared, Shade, is_any_long, shade_of, shadows

__all__ = [
    "SENTENCES",
    "Calibration",
    "CubeReaderError",
    "Doubt",
    "Reading",
    "SeenCube",
    "calibrate",
    "read_cubes",
]

SMALLEST_PX, LARGEST_PX = 160, 10_000
CANDIDATES = 8  # for the five cubes of a calibration: more are not weighed against each other
NO_PHOTOGRAPH = Sentence("This is no colour photograph.")
NOT_BYTES = Sentence("The photograph holds {kind}; whole numbers from 0 to 255 are needed.")
TOO_SMALL = Sentence("The photograph is {width}×{height}; at least {least} each way are needed.")
TOO_LARGE = Sentence("The photograph is {width}×{height}; at most {most} each way can be read.")
SHOTS_DIFFER = Sentence("The two calibration shots differ in size: take both with one camera.")
BLANK_USELESS = Sentence("The shot of the empty tray does not serve. {why}")
COLOURS_USELESS = Sentence("The shot of the five cubes does not serve. {why}")
NOT_FIVE = Sentence(
    "{n} cube is seen. Lay one of each colour apart: red, yellow, green, blue and black.",
    "{n} cubes are seen. Lay one of each colour apart: red, yellow, green, blue and black.",
)
NO_PAINTS = np.zeros((len(COLOURS), 3), np.float32)


@dataclass(frozen=True)
class Calibration:
    """A tray, light and camera: the empty tray at the reader's size, and each colour's BGR."""

    blank: Picture
    paints: Floats  # in the order of COLOURS
    cubes: tuple[SeenCube, ...]  # where the five were seen in the shot, to be shown
    known: Floats  # what cubes that lie flat look like here: see `known_of`
    exaggerated: first_look.Exaggeration  # how raised they look all the same
    shade: Shade  # what they darken round themselves


def read_cubes(image: Picture, calibration: Calibration | None = None) -> Reading:
    """Return the cubes in a photograph with all doubts; CubeReaderError if it is no photograph."""
    shot = _shot(checked(image), calibration)
    maps = answers(shot.photo, shot.fit.blank, shot.fit.paints)
    if not shot.doubts:  # then one look is enough for most photographs, in half the time
        at_once = _reading(shot, maps, first_look.STACKED_AT_ONCE)
        if at_once.is_sure:
            return at_once
    maps = seen_again(maps, shot.photo, shot.fit.blank, shot.fit.paints)
    return _reading(shot, maps, first_look.STACKED)


@dataclass(frozen=True)
class _Shot:
    """A photograph at the reader's size, what fits it, and what its light makes doubtful."""

    photo: Picture
    scale: float
    fit: light.Fit
    doubts: tuple[Doubt, ...]
    calibration: Calibration | None
    compared: Compared | None  # None without a calibration that fits
    looks: Looks = field(default_factory=Looks)


def _shot(image: Picture, calibration: Calibration | None) -> _Shot:
    """Return a photograph with its calibration brought to it."""
    photo, scale = fitted(image)
    fit = light.Fit(None, None)
    doubts = light.exposure_doubts(photo, calibration.blank if calibration else None)
    if calibration and not doubts:
        fit = light.fit(photo, calibration.blank, calibration.paints)
    compared = None
    if calibration and fit.blank is not None:
        compared = Compared(photo, fit.blank, _radius(calibration.cubes, scale))
    return _Shot(photo, scale, fit, (*doubts, *fit.doubts), calibration, compared)


def _reading(shot: _Shot, maps: Floats, stacked: float) -> Reading:
    """Return what the first look's answers and the closer look make of a photograph."""
    found, dark = _found(shot, maps)
    counted = [peak for peak in found if peak.belief >= first_look.COUNTED]
    cubes = tuple(first_look.cube_at(maps, peak, shot.scale) for peak in counted)
    seen, notes = first_look.structural_doubts(maps, found, dark, stacked)
    doubts = list(shot.doubts)
    if first_look.unreadable(maps) > first_look.UNREADABLE and not doubts:
        doubts.append(Doubt.BLURRED)
    doubts += seen
    is_calibrated = shot.fit.paints is not None
    wavering = tuple(
        cube
        for cube, peak in zip(cubes, counted, strict=True)
        if not first_look.is_sure_of_colour(peak, is_calibrated=is_calibrated)
    )
    if Doubt.UNCLEAR not in doubts and _is_strange(shot, cubes, wavering):
        doubts.append(Doubt.UNCLEAR)
    if not doubts and _is_any_shadow_long(shot, maps, found):
        doubts.append(Doubt.STACKED)
    least = min((cube.confidence for cube in cubes), default=1.0)
    confidence = least * (0.3 if doubts else 1.0)
    return Reading(_in_reading_order(cubes), tuple(doubts), (*shot.fit.notes, *notes), confidence)


def _is_strange(shot: _Shot, cubes: tuple[SeenCube, ...], wavering: tuple[SeenCube, ...]) -> bool:
    """Tell whether something looks like a cube and is none, or a cube's colour is none."""
    five, paints = shot.calibration.cubes if shot.calibration else (), shot.fit.paints
    return any_stranger(shot.photo, shot.scale, cubes, paints, five) or not all_plain(
        shot.photo, shot.scale, wavering, paints
    )


def _is_any_shadow_long(shot: _Shot, maps: Floats, found: tuple[first_look.Peak, ...]) -> bool:
    """Tell whether a shadow is longer than the calibration's: a cube lies on another."""
    at = first_look.centres_of(
        maps, tuple(peak for peak in found if peak.belief >= first_look.DOUBTED)
    )
    if not (shot.calibration and shot.compared and len(at)):
        return False
    things = first_look.where_things_lie(maps, shot.photo.shape[:2])
    return is_any_long(shot.compared, shot.calibration.shade, at, things)


def _found(
    shot: _Shot, maps: Floats
) -> tuple[tuple[first_look.Peak, ...], tuple[first_look.Peak, ...]]:
    """Return what may be cubes as the first and the closer look see them, and what are shadows."""
    photo, fit, calibration = shot.photo, shot.fit, shot.calibration
    first = first_look.worth_a_look(maps)
    dark: tuple[first_look.Peak, ...] = ()
    if calibration and shot.compared:
        dark = shadows(first, maps, shot.compared, calibration.shade)
    likely = tuple(peak for peak in first if peak not in dark)
    at = first_look.centres_of(maps, likely)
    five = calibration.cubes if calibration else ()
    radius = _radius(five, shot.scale) if five else first_look.usual_radius(first)
    exaggerated = calibration.exaggerated if calibration else first_look.Exaggeration()
    known = calibration.known if calibration else NOTHING_KNOWN
    looks = shot.looks.of(at, lambda new: closely(photo, fit, new, radius, known))
    pairs = zip(likely, looks, strict=True)
    return tuple(first_look.looked_at(peak, look, exaggerated) for peak, look in pairs), dark


def _radius(cubes: tuple[SeenCube, ...], scale: float) -> float:
    """Return the cubes' usual radius at the reader's size."""
    return float(np.median([cube.radius for cube in cubes])) * scale


def _in_reading_order(cubes: tuple[SeenCube, ...]) -> tuple[SeenCube, ...]:
    return tuple(sorted(cubes, key=lambda cube: (cube.y, cube.x)))


def checked(image: Any) -> Picture:
    """Return the image if it can be a photograph; CubeReaderError says what it is instead."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3:
        raise CubeReaderError(NO_PHOTOGRAPH)
    if image.dtype != np.uint8:
        raise CubeReaderError(NOT_BYTES, kind=str(image.dtype))
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise CubeReaderError(TOO_SMALL, width=width, height=height, least=SMALLEST_PX)
    if max(height, width) > LARGEST_PX:
        raise CubeReaderError(TOO_LARGE, width=width, height=height, most=LARGEST_PX)
    return np.asarray(image, np.uint8)


def calibrate(blank: Picture, colours: Picture) -> Calibration:
    """Return what two shots teach: the empty tray, and one cube of each of the five colours in it.

    CubeReaderError says what is wrong with the shots: they do not fit, or not five cubes are seen.
    """
    if checked(blank).shape != checked(colours).shape:
        raise CubeReaderError(SHOTS_DIFFER)
    (empty, _), (shot, scale) = fitted(blank), fitted(colours)
    for picture, useless in ((empty, BLANK_USELESS), (shot, COLOURS_USELESS)):
        if doubts := light.exposure_doubts(picture, None):
            raise CubeReaderError(useless, why=SENTENCES[doubts[0]])
    bare = light.fit(shot, empty, NO_PAINTS).blank
    maps = seen_again(answers(shot, bare, None), shot, bare, None)
    found = _five(first_look.peaks(maps, first_look.DOUBTED), maps)
    cubes = tuple(
        replace(first_look.cube_at(maps, peak, scale), colour=colour)
        for peak, colour in zip(found, COLOURS, strict=True)
    )
    paints = np.array(
        [paint_at(shot, cube.x * scale, cube.y * scale) for cube in cubes], np.float32
    )
    fit, at = light.Fit(bare, paints), first_look.centres_of(maps, found)
    radius = _radius(cubes, scale)
    known = known_of(shot, fit, at, radius)
    exaggerated = first_look.exaggeration(found, closely(shot, fit, at, radius, known))
    shade = shade_of(Compared(shot, empty if bare is None else bare, radius), at)
    return Calibration(empty, paints, cubes, known, exaggerated, shade)


def _five(found: tuple[first_look.Peak, ...], maps: Floats) -> tuple[first_look.Peak, ...]:
    """Return the five cubes in the order of COLOURS: the likeliest choice, one of each colour."""
    strongest = found[:CANDIDATES]
    rows, columns = [peak.row for peak in strongest], [peak.column for peak in strongest]
    beliefs = np.array([peak.belief for peak in strongest])
    chances = np.log(np.maximum(maps[COLOUR_ROWS, rows, columns].T * beliefs[:, None], 1e-6))
    best = max(
        permutations(range(len(strongest)), len(COLOURS)),
        key=lambda order: float(chances[list(order), range(len(COLOURS))].sum()),
        default=(),
    )
    weakest = min((beliefs[index] for index in best), default=0.0)
    if not best or any(peak.belief > weakest for peak in _without(strongest, best)):
        count = sum(peak.belief >= first_look.COUNTED for peak in found)
        raise CubeReaderError(NOT_FIVE, n=count)
    return tuple(strongest[index] for index in best)


def _without(
    found: tuple[first_look.Peak, ...], chosen: tuple[int, ...]
) -> tuple[first_look.Peak, ...]:
    return tuple(peak for index, peak in enumerate(found) if index not in chosen)
