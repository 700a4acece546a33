"""Which of the centres in a photograph are the five cubes of a calibration."""

from itertools import permutations

import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader import margins
from hardware.tray.reader.belief.outliers import least_apart
from hardware.tray.reader.channels import Floats, Photo, paint_at
from hardware.tray.reader.first_look import Peak, centres_of
from hardware.tray.reader.network import COLOUR_ROWS
from hardware.tray.reader.reading import COLOURS, CubeReaderError

NOT_FIVE = Sentence(
    "The camera sees {n} cube. Lay one of each colour, apart from each other: "
    "red, yellow, green, blue and black.",
    "The camera sees {n} cubes. Lay one of each colour, apart from each other: "
    "red, yellow, green, blue and black.",
)


def are_swallowed(found: tuple[Peak, ...], maps: Floats, shot: Photo) -> bool:
    """Tell whether the light has made the five colours alike: their names are then a guess.

    In a lamp's warm light the network takes blue for black, but beside each other they differ.
    """
    rows, columns = [peak.row for peak in found], [peak.column for peak in found]
    named = float(maps[COLOUR_ROWS, rows, columns].diagonal().min())
    if named >= margins.LEAST_NAMED_BELIEF:
        return False
    at = centres_of(maps, found)
    paints = np.array([paint_at(shot, x, y) for x, y in at], np.float32)
    return named < margins.GUESSED_NAME_BELIEF or least_apart(paints) < margins.PAINTS_APART_LAB


def one_of_each_colour(found: tuple[Peak, ...], maps: Floats) -> tuple[Peak, ...]:
    """Return the likeliest choice of one cube of each colour, in the order of COLOURS."""
    strongest = found[: margins.CALIBRATION_CANDIDATES_COUNT]
    rows, columns = [peak.row for peak in strongest], [peak.column for peak in strongest]
    beliefs = np.array([peak.belief for peak in strongest])
    chances = np.log(
        np.maximum(
            maps[COLOUR_ROWS, rows, columns].T * beliefs[:, None], margins.SMALLEST_CHANCE_BELIEF
        )
    )
    best = max(
        permutations(range(len(strongest)), len(COLOURS)),
        key=lambda order: float(chances[list(order), range(len(COLOURS))].sum()),
        default=(),
    )
    weakest = min((beliefs[index] for index in best), default=0.0)
    if not best or any(peak.belief > weakest for peak in _without(strongest, best)):
        count = sum(peak.belief >= margins.COUNTED_BELIEF for peak in found)
        raise CubeReaderError(NOT_FIVE, n=count)
    return tuple(strongest[index] for index in best)


def _without(found: tuple[Peak, ...], chosen: tuple[int, ...]) -> tuple[Peak, ...]:
    return tuple(peak for index, peak in enumerate(found) if index not in chosen)
