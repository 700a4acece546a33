"""From the network's maps to cubes and to what speaks against trusting them."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader.channels import Floats
from hardware.tray.reader.closer_look import COLOURS as COLOURS_CLOSER
from hardware.tray.reader.network import CELL, COLOUR_ROWS, OUTPUTS, RADIUS_UNIT_PX
from hardware.tray.reader.reading import COLOURS, Doubt, SeenCube

ROW = {name: index for index, name in enumerate(OUTPUTS)}
# The margins were chosen on rendered set-ups kept back from training (training/scenes/data_set.py)
# and a development set, of which none is sure and wrong; of the others one in a hundred is.
FIRST = 0.8  # of a belief is the first look's
LEAST = 0.15  # a centre believed less is not looked at more closely,
MOST_FAINT = 32  # nor are more than so many that nobody would count: noise can show hundreds
COUNTED = 0.45  # a centre believed this much is a cube
DOUBTED = 0.3  # one believed less is nothing; between this and SURE nobody knows
SURE = 0.48
LEAST_CLOSELY = 0.35  # of what the closer look alone believes less nobody is sure
STACKED, STACKED_AT_ONCE = 0.45, 0.3  # the latter for one who has not looked again
FIRST_RAISED = 0.35  # of the log-odds that a cube is raised are the first look's
SURE_COLOUR = 0.75
SURE_BLACK = 0.98  # without a calibration: in a lamp's warm light a blue cube looks black
EVIDENCE = 0.5
APART = 1.35  # of a cube's radius: no two cubes that lie flat come nearer than 1.5
FLAT_FIRST, FLAT_CLOSER = -0.8, -1.5  # log-odds; five flat cubes look no more raised as a rule
MOST_FIRST, MOST_CLOSER = 4.5, 1.0  # that are taken back: else no stack would be seen any more
WITHIN = 0.7  # of its radius a cube is looked at for being raised
SMALLEST_CUT = 6  # cells: about a quarter of a cube; less is a speck of the tray's rim
SMALLEST_COVER = 0.004  # of the picture's cells: a hand's finger, not a speck
SMALLEST_THING = 0.0012
BESIDE_A_THING = 5  # cells: about as far as a cube's shadow falls
UNEXPLAINED = 0.35  # of a cube's area that looks like cube but belongs to no centre
UNREADABLE = 0.3  # of the picture
LEAST_CHANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Peak:
    """A centre in the map: cell, belief, radius in cells, each colour's chance, is it raised."""

    row: int
    column: int
    belief: float
    radius: float
    colours: tuple[float, ...] = ()
    raised: float = 0.0
    closely: float = 1.0  # what the closer look alone believes


def peaks(answer: Floats, least: float) -> tuple[Peak, ...]:
    """Return the local maxima of the centres' map, the surest first, none within another."""
    centre = answer[ROW["centre"]]
    top = centre >= cv2.dilate(centre, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(top & (centre >= least))
    order = np.argsort(-centre[rows, columns], kind="stable")
    found: list[Peak] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        radius = float(answer[ROW["radius"], row, column]) / CELL
        near = (
            np.hypot(row - other.row, column - other.column) < APART * other.radius
            for other in found
        )
        if not any(near):
            peak = Peak(int(row), int(column), float(centre[row, column]), radius)
            chances = _around(answer[COLOUR_ROWS], peak).mean((1, 2))
            raised = _raised(answer, peak)
            found.append(replace(peak, colours=tuple(chances.tolist()), raised=raised))
    return tuple(found)


def worth_a_look(answer: Floats) -> tuple[Peak, ...]:
    """Return what may be cubes: all that is half believed, and the strongest of what is less."""
    found = peaks(answer, LEAST)
    likely = sum(peak.belief >= DOUBTED for peak in found)
    return found[: likely + MOST_FAINT]


def _around(layer: Floats, peak: Peak) -> Floats:
    rows = slice(max(0, peak.row - 1), peak.row + 2)
    return layer[..., rows, max(0, peak.column - 1) : peak.column + 2]


def _raised(answer: Floats, peak: Peak) -> float:
    """Return how raised the cube at a peak looks, where it does most."""
    reach = max(1, round(peak.radius * WITHIN))
    rows = slice(max(0, peak.row - reach), peak.row + reach + 1)
    part = (..., rows, slice(max(0, peak.column - reach), peak.column + reach + 1))
    is_cube = answer[ROW["cube"]][part] > EVIDENCE
    return float(cv2.blur(answer[ROW["raised"]][part] * is_cube, (2, 2)).max())


def _finer(centre: Floats, peak: Peak) -> tuple[float, float]:
    """Return the centre's place between the cells (x, y), in cells: the mean of its bump."""
    part = _around(centre, peak)
    if part.shape != (3, 3):
        return float(peak.column), float(peak.row)
    weight = part / part.sum()
    x = peak.column + float((weight * (-1, 0, 1)).sum())
    return x, peak.row + float((weight * [[-1], [0], [1]]).sum())


def usual_radius(found: tuple[Peak, ...]) -> float:
    """Return the usual radius of the cubes found, in the picture's elements."""
    radii = [peak.radius for peak in found if peak.belief >= COUNTED]
    return float(np.median(radii)) * CELL if radii else RADIUS_UNIT_PX


def centre_of(answer: Floats, peak: Peak) -> tuple[float, float]:
    """Return the middle of the cube at a peak (x, y), in the picture's elements."""
    x, y = ((place + 0.5) * CELL - 0.5 for place in _finer(answer[ROW["centre"]], peak))
    return x, y


def centres_of(answer: Floats, found: tuple[Peak, ...]) -> Floats:
    """Return the same of several (N, 2)."""
    return np.array([centre_of(answer, peak) for peak in found], np.float32).reshape(-1, 2)


class Exaggeration(NamedTuple):
    """By how much both looks take flat cubes for raised, beyond what is usual: in log-odds."""

    first: float = 0.0
    closer: float = 0.0


def exaggeration(flat: tuple[Peak, ...], closer: Floats) -> Exaggeration:
    """Return what both looks say of cubes that are known to lie flat.

    The likeliest tells: in some lamps' light one side of a cube looks like another cube.
    """
    first = max(_log_odds(peak.raised) for peak in flat) - FLAT_FIRST
    close = _log_odds(closer[:, -1].max()) - FLAT_CLOSER
    return Exaggeration(min(max(first, 0.0), MOST_FIRST), min(max(close, 0.0), MOST_CLOSER))


def _log_odds(chance: float) -> float:
    sure = min(max(float(chance), LEAST_CHANCE), 1 - LEAST_CHANCE)
    return float(np.log(sure / (1 - sure)))


def _raised_in_both(first: float, closer: float, by: Exaggeration) -> float:
    """Return how likely a cube is raised by what both looks say."""
    one, other = _log_odds(first) - by.first, _log_odds(closer) - by.closer
    return 1 / (1 + float(np.exp(-FIRST_RAISED * one - (1 - FIRST_RAISED) * other)))


def looked_at(peak: Peak, closer: Floats, exaggerated: Exaggeration) -> Peak:
    """Return a peak as both looks see it; `closer` is in the order of `closer.ANSWERS`."""
    chances = (np.array(peak.colours) + closer[COLOURS_CLOSER]) / 2
    belief = FIRST * peak.belief + (1 - FIRST) * float(closer[0])
    raised = _raised_in_both(peak.raised, float(closer[-1]), exaggerated)
    colours, closely = tuple(chances.tolist()), float(closer[0])
    return replace(peak, belief=belief, colours=colours, raised=raised, closely=closely)


def is_sure_of_colour(peak: Peak, *, is_calibrated: bool) -> bool:
    """Tell whether the networks hardly waver between colours, as they do where they differ."""
    most = max(peak.colours)
    is_black = COLOURS[peak.colours.index(most)] == "black"
    return most >= (SURE_BLACK if is_black and not is_calibrated else SURE_COLOUR)


def cube_at(answer: Floats, peak: Peak, scale: float) -> SeenCube:
    """Return the cube at a peak, in the photograph's own picture elements."""
    most = max(peak.colours)
    x, y = centre_of(answer, peak)
    belief = min(peak.belief / COUNTED * 0.6, 1.0) * most
    # Rounded: where a picture lies in memory changes the sums' last digits, and nothing else may.
    place = (round(x / scale, 1), round(y / scale, 1), round(peak.radius * CELL / scale, 1))
    colour = COLOURS[peak.colours.index(most)]
    return SeenCube(colour, *place, round(min(belief, 1.0), 4))


def structural_doubts(
    mean: Floats,
    found: tuple[Peak, ...],
    dark: tuple[Peak, ...] = (),
    stacked: float = STACKED,
) -> tuple[tuple[Doubt, ...], tuple[Doubt, ...]]:
    """Return the doubts and notes that the first look's maps and all that was found give.

    `dark` are the centres that are known to be shadows.
    """
    doubts, notes = set(), set()
    counted = [peak for peak in found if peak.belief >= COUNTED]
    if any(DOUBTED <= peak.belief < SURE for peak in found):
        doubts.add(Doubt.UNCLEAR)
    if any(peak.closely < LEAST_CLOSELY for peak in counted) or _unexplained(
        mean, [*counted, *dark]
    ):
        doubts.add(Doubt.UNCLEAR)
    if any(peak.raised > stacked for peak in found if peak.belief >= DOUBTED):
        doubts.add(Doubt.STACKED)
    if _largest(mean[ROW["cut"]] * (mean[ROW["cube"]] > EVIDENCE) > EVIDENCE) >= SMALLEST_CUT:
        doubts.add(Doubt.CUT_OFF)
    if float((mean[ROW["cover"]] > EVIDENCE).mean()) > SMALLEST_COVER:
        doubts.add(Doubt.HAND)
    if float((mean[ROW["thing"]] > EVIDENCE).mean()) > SMALLEST_THING:
        notes.add(Doubt.UNKNOWN_THING)
    return tuple(sorted(doubts)), tuple(sorted(notes))


def _unexplained(mean: Floats, counted: list[Peak]) -> bool:
    """Tell whether a good part of a cube is seen where no centre accounts for it."""
    left = (mean[ROW["cube"]] > EVIDENCE).astype(np.uint8)
    for peak in counted:
        cv2.circle(left, (peak.column, peak.row), int(np.ceil(peak.radius * 1.3)) + 1, 0, -1)
    radius = float(np.median([peak.radius for peak in counted])) if counted else 2.5
    return _largest(left > 0) > UNEXPLAINED * 4 * radius**2


def _largest(mask: NDArray[np.bool_]) -> int:
    """Return how many cells the largest connected part has."""
    count, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return int(measures[1:count, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def unreadable(mean: Floats) -> float:
    """Return the part of the picture that the network calls unclear (0 to 1)."""
    return float((mean[ROW["unclear"]] > EVIDENCE).mean())


def where_things_lie(mean: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return where things lie that are no cubes, and their shadows, in the picture (H, W)."""
    around = np.ones((2 * BESIDE_A_THING + 1,) * 2, np.uint8)
    things = cv2.dilate((mean[ROW["thing"]] > EVIDENCE).astype(np.uint8), around)
    whole = cv2.resize(things, size[::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(whole > 0, np.bool_)
