"""From the first network's maps to cubes, and to the doubts about them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.belief.trust import Signs
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.closer_look import COLOURS as COLOURS_CLOSER
from hardware.tray.reader.network import CELL, COLOUR_ROWS, OUTPUTS
from hardware.tray.reader.reading import COLOURS, Cube, Doubt

ROW = {name: index for index, name in enumerate(OUTPUTS)}


@dataclass(frozen=True, slots=True)
class Peak:
    """The centre of what may be a cube: a local maximum of the map of centres."""

    row: int
    column: int
    belief: float  # that it is a cube, 0 to 1
    radius: float  # in cells
    colours: tuple[float, ...] = ()  # the chance of each, in the order of COLOURS
    raised: float = 0.0  # that it lies on another cube, 0 to 1
    closer_belief: float = 1.0  # that it is a cube, by the closer look alone


def peaks(answer: Floats, least: float) -> tuple[Peak, ...]:
    """Return the local maxima of the map of centres, the surest first, none inside another."""
    centre = answer[ROW["centre"]]
    top = centre >= cv2.dilate(centre, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(top & (centre >= least))
    order = np.argsort(-centre[rows, columns], kind="stable")
    found: list[Peak] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        radius = float(answer[ROW["radius"], row, column]) / CELL
        peak = Peak(int(row), int(column), float(centre[row, column]), radius)
        if not any(_is_near(peak, other) for other in found):
            chances = _around(answer[COLOUR_ROWS], peak).mean((1, 2))
            raised = _raised(answer, peak)
            found.append(replace(peak, colours=tuple(chances.tolist()), raised=raised))
    return tuple(found)


def _is_near(peak: Peak, other: Peak) -> bool:
    apart = np.hypot(peak.row - other.row, peak.column - other.column)
    return bool(apart < margins.CENTRES_APART_RADII * other.radius)


def candidates(answer: Floats) -> tuple[Peak, ...]:
    """Return what the closer look shall see: all likely centres and the surest of the rest."""
    found = peaks(answer, margins.CANDIDATE_BELIEF)
    likely = sum(peak.belief >= margins.DOUBTED_BELIEF for peak in found)
    return found[: likely + margins.FAINT_CANDIDATES_COUNT]


def _around(layer: Floats, peak: Peak) -> Floats:
    rows = slice(max(0, peak.row - 1), peak.row + 2)
    return layer[..., rows, max(0, peak.column - 1) : peak.column + 2]


def _raised(answer: Floats, peak: Peak) -> float:
    """Return how likely the cube at a peak is raised, where that is likeliest."""
    reach = max(1, round(peak.radius * margins.RAISED_WITHIN_RADII))
    rows = slice(max(0, peak.row - reach), peak.row + reach + 1)
    part = (..., rows, slice(max(0, peak.column - reach), peak.column + reach + 1))
    of_cubes = answer[ROW["raised"]][part] * is_cell(answer, "cube")[part]
    return float(cv2.blur(of_cubes, (margins.RAISED_BLUR_CELLS,) * 2).max())


def _between_cells(centre: Floats, peak: Peak) -> tuple[float, float]:
    """Return the centre's exact place (x, y), in cells: the mean of the cells round it."""
    part = _around(centre, peak)
    if part.shape != (3, 3):
        return float(peak.column), float(peak.row)
    weight = part / part.sum()
    x = peak.column + float((weight * (-1, 0, 1)).sum())
    return x, peak.row + float((weight * [[-1], [0], [1]]).sum())


def usual_radius(found: tuple[Peak, ...]) -> float:
    """Return the usual radius of the cubes found, in pixels."""
    return _median_radius([peak for peak in found if peak.belief >= margins.COUNTED_BELIEF]) * CELL


def centre_of(answer: Floats, peak: Peak) -> tuple[float, float]:
    """Return the middle of the cube at a peak (x, y), in pixels."""
    x, y = ((place + 0.5) * CELL - 0.5 for place in _between_cells(answer[ROW["centre"]], peak))
    return x, y


def centres_of(answer: Floats, found: tuple[Peak, ...]) -> Floats:
    """Return the middles of several cubes (N, 2), in pixels."""
    return np.array([centre_of(answer, peak) for peak in found], np.float32).reshape(-1, 2)


class RaisedBias(NamedTuple):
    """How much more raised than usual flat cubes look in this light, to each look: in log-odds."""

    first: float = 0.0
    closer: float = 0.0


def raised_bias(flat: tuple[Peak, ...], closer: Floats) -> RaisedBias:
    """Return the bias that both looks have for cubes that are known to lie flat.

    The most raised of them decides: in some lamps' light a cube's side looks like another cube.
    """
    first = max(log_odds(peak.raised) for peak in flat) - margins.FLAT_IN_FIRST_LOOK_LOG_ODDS
    close = log_odds(closer[:, -1].max()) - margins.FLAT_IN_CLOSER_LOOK_LOG_ODDS
    return RaisedBias(
        min(max(first, 0.0), margins.FIRST_LOOK_BIAS_LIMIT_LOG_ODDS),
        min(max(close, 0.0), margins.CLOSER_LOOK_BIAS_LIMIT_LOG_ODDS),
    )


def log_odds(chance: float) -> float:
    """Return the natural logarithm of the odds, kept finite."""
    sure = min(max(float(chance), margins.CLIPPED_CHANCE_BELIEF), 1 - margins.CLIPPED_CHANCE_BELIEF)
    return float(np.log(sure / (1 - sure)))


def _raised_in_both(first: float, closer: float, bias: RaisedBias) -> float:
    """Return how likely a cube is raised, by both looks together."""
    one, other = log_odds(first) - bias.first, log_odds(closer) - bias.closer
    share = margins.RAISED_FROM_FIRST_LOOK_SHARE
    return 1 / (1 + float(np.exp(-share * one - (1 - share) * other)))


def combined(peak: Peak, closer: Floats, bias: RaisedBias) -> Peak:
    """Return a peak by both looks together; `closer` is in the order of `closer_look.ANSWERS`."""
    chances = (np.array(peak.colours) + closer[COLOURS_CLOSER]) / 2
    share = margins.BELIEF_FROM_FIRST_LOOK_SHARE
    belief = share * peak.belief + (1 - share) * float(closer[0])
    raised = _raised_in_both(peak.raised, float(closer[-1]), bias)
    return replace(
        peak,
        belief=belief,
        colours=tuple(chances.tolist()),
        raised=raised,
        closer_belief=float(closer[0]),
    )


def is_sure_of_colour(peak: Peak, *, is_calibrated: bool) -> bool:
    """Tell whether both looks together are sure of the colour."""
    most = max(peak.colours)
    is_black = COLOURS[peak.colours.index(most)] == "black"
    if is_black and not is_calibrated:
        return most >= margins.SURE_BLACK_UNCALIBRATED_BELIEF
    return most >= margins.SURE_COLOUR_BELIEF


def doubt_of(peak: Peak, stacked: float) -> Doubt | None:
    """Return why a counted cube may be wrong, None if nothing speaks against it."""
    if peak.raised > stacked:
        return Doubt.STACKED
    is_unclear = (
        peak.belief < margins.SURE_BELIEF or peak.closer_belief < margins.SURE_CLOSER_LOOK_BELIEF
    )
    return Doubt.UNCLEAR if is_unclear else None


def signs_of(found: tuple[Peak, ...]) -> Signs:
    """Return what the centres themselves say against a reading."""
    counted = [peak for peak in found if peak.belief >= margins.COUNTED_BELIEF]
    others = [peak for peak in found if peak.belief < margins.COUNTED_BELIEF]
    likely = [peak for peak in found if peak.belief >= margins.DOUBTED_BELIEF]
    sure = [peak for peak in counted if peak.belief >= margins.SURE_BELIEF]
    black = [peak for peak in counted if COLOURS[peak.colours.index(max(peak.colours))] == "black"]
    raised = [log_odds(peak.raised) for peak in likely]
    nothing = Signs()
    return nothing._replace(
        least_cube=max((-log_odds(each.belief) for each in counted), default=nothing.least_cube),
        least_closer=_worst(each.closer_belief for each in counted),
        most_uncounted=max((log_odds(each.belief) for each in others), default=nothing.least_cube),
        doubted_centres=float(len(likely) - len(sure)),
        least_colour=_worst(max(each.colours) for each in counted),
        least_black=_worst(max(each.colours) for each in black),
        most_raised=max(raised, default=nothing.most_raised),
        all_raised=float(np.log1p(np.exp(raised)).sum()),
        cubes=math.log1p(len(counted)),
    )


def _worst(beliefs: Iterable[float]) -> float:
    """Return the largest log-odds against any of them."""
    return max((-log_odds(belief) for belief in beliefs), default=Signs().least_closer)


def cube_at(answer: Floats, peak: Peak, scale: float) -> Cube:
    """Return the cube at a peak, in the pixels of the photograph as it was sent."""
    most = max(peak.colours)
    x, y = centre_of(answer, peak)
    belief = peak.belief / margins.COUNTED_BELIEF * margins.CONFIDENCE_AT_COUNTED_SHARE
    confidence = min(belief, 1.0) * most
    # Rounded, because the last digits of sums depend on where a photograph lies in memory.
    place = (round(x / scale, 1), round(y / scale, 1), round(peak.radius * CELL / scale, 1))
    colour = COLOURS[peak.colours.index(most)]
    return Cube(colour, *place, round(min(confidence, 1.0), 4))


class Evidence(NamedTuple):
    """How much of a photograph speaks against its reading; from 1 on it is a doubt."""

    unexplained: float  # looks like cubes where no centre is
    cut: float  # cubes at the edge
    cover: float  # hands, cards
    thing: float  # what is no cube
    unreadable: float  # the network calls it unclear


def evidence(mean: Floats, found: tuple[Peak, ...], shadows: tuple[Peak, ...] = ()) -> Evidence:
    """Return what the maps say against a reading.

    `shadows` are the centres that are known to be only shadows, or print on the floor.
    """
    known = known_of(found, shadows)
    return Evidence(
        _largest(is_unexplained(mean, known)) / unexplained_cells(known),
        _largest(is_cut(mean)) / margins.SMALLEST_CUT_CELLS,
        _part(mean, "cover") / margins.SMALLEST_COVER_SHARE,
        _part(mean, "thing") / margins.SMALLEST_THING_SHARE,
        unreadable(mean) / margins.UNREADABLE_SHARE,
    )


def structural_doubts(
    seen: Evidence, found: tuple[Peak, ...], stacked: float = margins.STACKED_BELIEF
) -> tuple[tuple[Doubt, ...], tuple[Doubt, ...]]:
    """Return the doubts and the notes that follow from the maps and from the centres found."""
    counted = [peak for peak in found if peak.belief >= margins.COUNTED_BELIEF]
    doubts = {
        Doubt.UNCLEAR: _is_any_unclear(found, counted) or seen.unexplained > 1,
        Doubt.STACKED: any(
            peak.raised > stacked for peak in found if peak.belief >= margins.DOUBTED_BELIEF
        ),
        Doubt.CUT_OFF: seen.cut >= 1,
        Doubt.HAND: seen.cover > 1,
    }
    return _those_that_hold(doubts), _those_that_hold({Doubt.UNKNOWN_THING: seen.thing > 1})


def _those_that_hold(doubts: Mapping[Doubt, bool]) -> tuple[Doubt, ...]:
    return tuple(sorted(doubt for doubt, holds in doubts.items() if holds))


def is_cell(mean: Floats, name: str) -> NDArray[np.bool_]:
    """Return in which cells a map says yes."""
    return np.asarray(mean[ROW[name]] > margins.EVIDENCE_BELIEF, np.bool_)


def _part(mean: Floats, name: str) -> float:
    """Return in which part of the photograph a map says yes, 0 to 1."""
    return float(is_cell(mean, name).mean())


def _is_any_unclear(found: tuple[Peak, ...], counted: list[Peak]) -> bool:
    return any(
        margins.DOUBTED_BELIEF <= peak.belief < margins.SURE_BELIEF for peak in found
    ) or any(peak.closer_belief < margins.SURE_CLOSER_LOOK_BELIEF for peak in counted)


def known_of(found: tuple[Peak, ...], shadows: tuple[Peak, ...]) -> list[Peak]:
    """Return the centres that explain what looks like a cube: those counted, and the shadows."""
    return [*(peak for peak in found if peak.belief >= margins.COUNTED_BELIEF), *shadows]


def is_cut(mean: Floats) -> NDArray[np.bool_]:
    """Return in which cells a cube is cut by the photograph's edge."""
    return np.asarray(is_cell(mean, "cube") * mean[ROW["cut"]] > margins.EVIDENCE_BELIEF, np.bool_)


def is_unexplained(mean: Floats, known: list[Peak]) -> NDArray[np.bool_]:
    """Return which cells look like a cube where no centre explains it."""
    left = is_cell(mean, "cube").astype(np.uint8)
    for peak in known:
        cv2.circle(left, (peak.column, peak.row), _explained_cells(peak), 0, -1)
    return np.asarray(left > 0, np.bool_)


def unexplained_cells(known: list[Peak]) -> float:
    """Return how many unexplained cells in one part are a doubt."""
    return margins.UNEXPLAINED_CUBE_SHARE * 4 * _median_radius(known) ** 2


def _median_radius(found: Sequence[Peak]) -> float:
    radii = [peak.radius for peak in found]
    return float(np.median(radii)) if radii else margins.USUAL_RADIUS_CELLS


def _explained_cells(peak: Peak) -> int:
    reach = math.ceil(peak.radius * margins.EXPLAINED_REACH_RADII)
    return reach + margins.EXPLAINED_RIM_CELLS


def _largest(mask: NDArray[np.bool_]) -> int:
    """Return how many cells the largest connected part has."""
    count, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return int(measures[1:count, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def unreadable(mean: Floats) -> float:
    """Return the part of the photograph that the network calls unclear, 0 to 1."""
    return _part(mean, "unclear")


def where_things_lie(mean: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return where things that are no cubes lie, with their shadows, in the photograph (H, W)."""
    around = np.ones((2 * margins.THING_SHADOW_CELLS + 1,) * 2, np.uint8)
    things = cv2.dilate(is_cell(mean, "thing").astype(np.uint8), around)
    whole = cv2.resize(things, size[::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(whole > 0, np.bool_)
