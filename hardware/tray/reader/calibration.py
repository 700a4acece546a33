"""What the reader learns of a tray, its light and its camera from two photographs.

    calibration = calibrate(blank, colours)      # the empty tray; one cube of each colour in it

Photographs are then read with it by `reader.read.read_cubes`.
"""

from dataclasses import dataclass, replace

import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader import first_look, light, margins
from hardware.tray.reader.alignment.five import are_swallowed, one_of_each_colour
from hardware.tray.reader.channels import Floats, Photo, checked, paint_at, resized
from hardware.tray.reader.closer_look import look_closer, reference_of
from hardware.tray.reader.network import answers, second_look
from hardware.tray.reader.reading import COLOURS, SENTENCES, Cube, CubeReaderError, Doubt
from hardware.tray.reader.shadows import Comparison, CubeShadow, measure_shadow

SHOTS_DIFFER = Sentence(
    "The two calibration photos differ in size. Take both with the same camera."
)
BLANK_USELESS = Sentence("The photo of the empty tray is not good enough. {why}")
COLOURS_USELESS = Sentence("The photo of the five cubes is not good enough. {why}")
COLOURS_ALIKE = Sentence(
    "In this light the five colours cannot be told apart. Use white light, and set the camera's "
    "white balance."
)
NO_PAINTS = np.zeros((len(COLOURS), 3), np.float32)


@dataclass(frozen=True)
class Calibration:
    """What the reader knows of a tray, its light and its camera; made by `calibrate`."""

    blank: Photo  # the empty tray, at the reader's size
    paints: Floats  # the BGR of each colour, in the order of COLOURS
    cubes: tuple[Cube, ...]  # the five cubes of the calibration, in the pixels of their photograph
    radius: float  # of a cube, at the reader's size: other photographs may be larger or smaller
    reference: Floats  # what flat cubes look like here: see `closer_look.reference_of`
    raised_bias: first_look.RaisedBias  # how much more raised than usual flat cubes look here
    cube_shadow: CubeShadow  # the shadow that a flat cube throws here
    looks_blurred: bool = False  # the empty tray does already: it has soft print


def calibrate(blank: Photo, colours: Photo) -> Calibration:
    """Learn a tray, its light and its camera from two photographs of one camera.

    `blank` shows the empty tray; `colours` shows one cube of each of the five colours in it, flat
    and apart. CubeReaderError says what is wrong with them.

    calibration = calibrate(blank, colours)
    read_cubes(photo, calibration)
    """
    if checked(blank).shape != checked(colours).shape:
        raise CubeReaderError(SHOTS_DIFFER)
    (empty, _), (shot, scale) = resized(blank), resized(colours)
    # Glare that is there without cubes belongs to the tray, as a polished stone's does.
    doubted = [doubt for doubt in light.exposure_doubts(empty, None) if doubt is not Doubt.GLARE]
    for useless, doubts in (
        (BLANK_USELESS, doubted),
        (COLOURS_USELESS, light.exposure_doubts(shot, empty)),
    ):
        if doubts:
            raise CubeReaderError(useless, why=SENTENCES[doubts[0]])
    fitted = light.fit(shot, empty, NO_PAINTS).blank
    maps = second_look(answers(shot, fitted, None), shot, fitted, None)
    found = one_of_each_colour(first_look.peaks(maps, margins.DOUBTED_BELIEF), maps)
    if are_swallowed(found, maps, shot):
        raise CubeReaderError(COLOURS_USELESS, why=COLOURS_ALIKE)
    cubes = tuple(
        replace(first_look.cube_at(maps, peak, scale), colour=colour)
        for peak, colour in zip(found, COLOURS, strict=True)
    )
    paints = np.array(
        [paint_at(shot, cube.x * scale, cube.y * scale) for cube in cubes], np.float32
    )
    fit, at = light.Fit(fitted, paints), first_look.centres_of(maps, found)
    radius = _radius(cubes, scale)
    reference = reference_of(shot, fit, at, radius)
    bias = first_look.raised_bias(found, look_closer(shot, fit, at, radius, reference))
    comparison = Comparison(shot, empty if fitted is None else fitted, radius)
    shadow = measure_shadow(comparison, at)
    seen = first_look.unreadable(answers(empty, empty, paints))
    is_soft = seen > margins.UNREADABLE_SHARE
    return Calibration(empty, paints, cubes, radius, reference, bias, shadow, is_soft)


def _radius(cubes: tuple[Cube, ...], scale: float) -> float:
    """Return the median radius of cubes, at the reader's size."""
    return float(np.median([cube.radius for cube in cubes])) * scale
