"""Two counted cubes, and one colour all the way between them: there are more cubes.

The colour is that of both tops, or another paint of the calibration. A floor or a shadow between
two cubes has neither.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab
from hardware.tray.reader.lines.paint import SHRINK, NewPaint
from hardware.tray.reader.reading import COLOURS

SAMPLES_ACROSS = 7


class Gap(NamedTuple):
    """Two counted cubes with room for others between them; at the reader's size."""

    start: Floats  # (2,)
    end: Floats  # (2,)
    colours: tuple[int, int]  # of both, as in COLOURS
    room: int  # for so many cubes

    def places(self) -> Floats:
        """Return the middles of the cubes between (room, 2)."""
        shares = np.arange(1, self.room + 1)[:, None] / (self.room + 1)
        return np.asarray(self.start + shares * (self.end - self.start), np.float32)


def gaps(at: Floats, colours: list[int], radius: float) -> list[Gap]:
    """Return the gaps between counted cubes, `at` (N, 2), in which no other one is counted."""
    edge = margins.LINE_EDGE_RADII * radius
    found = []
    for one, other in combinations(range(len(at)), 2):
        edges = float(np.hypot(*(at[other] - at[one]))) / edge
        fits = margins.GAP_EDGES[0] < edges < margins.GAP_EDGES[1]
        if fits and _is_free(at, at[one], at[other], edge):
            pair = (colours[one], colours[other])
            found.append(Gap(at[one], at[other], pair, round(edges) - 1))
    return found


def _is_free(at: Floats, start: Floats, end: Floats, edge: float) -> bool:
    """Tell whether none of these places (N, 2) lies on the way from start to end."""
    length = float(np.hypot(*(end - start)))
    along = (end - start) / length
    forward = (at - start) @ along
    sideways = np.abs((at - start) @ (-along[1], along[0]))
    is_on_way = (forward > edge / 4) & (forward < length - edge / 4) & (sideways < edge / 2)
    return not is_on_way.any()


def colour_between(gap: Gap, photo: Photo, paint: NewPaint | None, radius: float) -> int | None:
    """Return the colour of the cubes between, None if there are none.

    `photo` is blurred, or noise hides that the colour is one.
    """
    one, other = gap.colours
    if one == other and _is_like_tops(gap, photo, radius):
        return one
    between = None if paint is None else _paint_between(gap, paint, radius)
    # Not like both tops, although it may be near to their paint: a shadow beside black cubes.
    return None if between == one == other else between


def _is_like_tops(gap: Gap, photo: Photo, radius: float) -> bool:
    at = _strip(gap, radius, -radius / 2)
    shown = lab(_seen(photo, at).astype(np.float32)) * LAB_WEIGHTS
    tops = np.concatenate([shown[: int(radius)], shown[-int(radius) :]])
    away = np.linalg.norm(shown - np.median(tops.reshape(-1, 3), 0), axis=2)
    return bool((away < margins.GAP_LAB).mean() > margins.GAP_FILLED_SHARE)


def _paint_between(gap: Gap, paint: NewPaint, radius: float) -> int | None:
    sides = margins.LINE_EDGE_RADII * radius / 2 + 1 / SHRINK  # of both cubes, and a little more
    shown = _seen(paint, (_strip(gap, radius, sides) + 0.5) * SHRINK - 0.5)
    return next(
        (
            number
            for number in range(len(COLOURS))
            if (shown == number).mean() > margins.GAP_FILLED_SHARE
        ),
        None,
    )


def _strip(gap: Gap, radius: float, margin: float) -> Floats:
    """Return places between both cubes (H, W, 2), so far from the middle of each."""
    length = float(np.hypot(*(gap.end - gap.start)))
    along = (gap.end - gap.start) / length
    half = margins.GAP_HALF_WIDTH_RADII * radius
    forward = np.arange(margin, length - margin)[:, None, None] * along
    sideways = np.linspace(-half, half, SAMPLES_ACROSS)[:, None] * (-along[1], along[0])
    return np.asarray(gap.start + forward + sideways, np.float32)


def _seen(layer: Photo | NewPaint, at: Floats) -> Photo | NewPaint:
    """Return what a layer shows at these places (H, W, 2), or at the nearest that it has."""
    last = np.array([layer.shape[1] - 1, layer.shape[0] - 1])
    columns, rows = np.moveaxis(np.clip(np.rint(at), 0, last).astype(int), 2, 0)
    seen: Photo | NewPaint = layer[rows, columns]
    return seen
