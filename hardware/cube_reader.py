"""Read the cubes that lie in a tray from one photograph: pure, the same photograph reads the same.

    calibration = calibrate(blank, colours)      # the empty tray; one cube of each colour in it
    reading = read_cubes(photo, calibration)     # BGR, uint8, as OpenCV gives them
    reading.counts["red"], reading.is_sure, reading.doubts

Importing this needs OpenCV and numpy; `hardware.cubes.seen` (the words of a reading) does not.
"""

from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from hardware.cubes import light, peaks
from hardware.cubes.channels import Floats, Picture, fitted, paint_at
from hardware.cubes.network import COLOUR_ROWS, answers
from hardware.cubes.seen import COLOURS, SENTENCES, CubeReaderError, Doubt, Reading, SeenCube

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
STANDS_OUT = 0.6  # of the fifth cube's belief: a sixth below it is no cube
NO_PAINTS = np.zeros((len(COLOURS), 3), np.float32)


@dataclass(frozen=True)
class Calibration:
    """A tray, light and camera: the empty tray at the reader's size, and each colour's BGR."""

    blank: Picture
    paints: Floats  # in the order of COLOURS
    cubes: tuple[SeenCube, ...]  # where the five were seen in the shot, to be shown


def read_cubes(image: Picture, calibration: Calibration | None = None) -> Reading:
    """Return the cubes in a photograph with all doubts; CubeReaderError if it is no photograph."""
    photo, scale = fitted(checked(image))
    fit = light.Fit(None, None)
    doubts = list(light.exposure_doubts(photo, calibration.blank if calibration else None))
    if calibration and not doubts:
        fit = light.fit(photo, calibration.blank, calibration.paints)
    upright, around, mean = answers(photo, fit.blank, fit.paints)
    cubes = tuple(peaks.cube_at(mean, peak, scale) for peak in peaks.peaks(mean, peaks.COUNTED))
    seen, notes = peaks.structural_doubts(upright, around, mean)
    doubts += fit.doubts
    if peaks.unreadable(mean) > peaks.UNREADABLE and not doubts:
        doubts.append(Doubt.BLURRED)
    doubts += seen
    least = min((cube.confidence for cube in cubes), default=1.0)
    confidence = least * (0.3 if doubts else 1.0)
    return Reading(_in_reading_order(cubes), tuple(doubts), (*fit.notes, *notes), confidence)


def _in_reading_order(cubes: tuple[SeenCube, ...]) -> tuple[SeenCube, ...]:
    return tuple(sorted(cubes, key=lambda cube: (cube.y, cube.x)))


def checked(image: Any) -> Picture:
    """Return the image if it can be a photograph; CubeReaderError says what it is instead."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3:
        raise CubeReaderError(
            "this is no colour photograph: rows, columns and three colours are needed"
        )
    if image.dtype != np.uint8:
        raise CubeReaderError(
            f"the photograph holds {image.dtype}; whole numbers from 0 to 255 are needed"
        )
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise CubeReaderError(
            f"the photograph is {width}x{height}; at least {SMALLEST_PX} each way are needed"
        )
    if max(height, width) > LARGEST_PX:
        raise CubeReaderError(
            f"the photograph is {width}x{height}; at most {LARGEST_PX} each way can be read"
        )
    return np.asarray(image, np.uint8)


def calibrate(blank: Picture, colours: Picture) -> Calibration:
    """Return what two shots teach: the empty tray, and one cube of each of the five colours in it.

    CubeReaderError says what is wrong with the shots: they do not fit, or not five cubes are seen.
    """
    if checked(blank).shape != checked(colours).shape:
        raise CubeReaderError(
            "the two calibration shots differ in size: take both with the same camera"
        )
    (empty, _), (shot, scale) = fitted(blank), fitted(colours)
    for picture, name in ((empty, "empty tray"), (shot, "five cubes")):
        if doubts := light.exposure_doubts(picture, None):
            raise CubeReaderError(f"the shot of the {name} does not serve: {SENTENCES[doubts[0]]}")
    _, _, mean = answers(shot, light.fit(shot, empty, NO_PAINTS).blank, None)
    found = _five(peaks.peaks(mean, peaks.DOUBTED))
    seen = [peaks.cube_at(mean, peak, scale) for peak in found]
    chances = np.array([mean[COLOUR_ROWS, peak.row, peak.column] for peak in found])
    ordered = [seen[index] for index in _matched(chances)]
    paints = [paint_at(shot, cube.x * scale, cube.y * scale) for cube in ordered]
    named = zip(ordered, COLOURS, strict=True)
    cubes = tuple(replace(cube, colour=colour) for cube, colour in named)
    return Calibration(empty, np.array(paints, np.float32), cubes)


def _five(found: tuple[peaks.Peak, ...]) -> tuple[peaks.Peak, ...]:
    """Return the five cubes if they stand out from whatever else was half taken for one."""
    five, more = found[: len(COLOURS)], found[len(COLOURS) :]
    if len(five) < len(COLOURS) or (more and more[0].belief > five[-1].belief * STANDS_OUT):
        count = sum(peak.belief >= peaks.COUNTED for peak in found)
        raise CubeReaderError(
            f"the calibration shot shows {count} cubes; put exactly one of each colour "
            f"({', '.join(COLOURS)}) into the tray, apart from each other"
        )
    return five


def _matched(chances: Floats) -> tuple[int, ...]:
    """Return which cube is which colour: the assignment that is likeliest as a whole."""
    logs = np.log(np.maximum(chances, 1e-6))
    return max(
        permutations(range(len(COLOURS))),
        key=lambda order: float(logs[list(order), range(5)].sum()),
    )
