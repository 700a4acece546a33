"""Two counted cubes, and one colour all the way between them: there are more cubes.

The colour is that of both tops, or another paint of the calibration. A floor or a shadow between
two cubes has neither.
"""

from collections.abc import Iterator
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


def gaps(at: Floats, colours: list[int], radius: float) -> Iterator[Gap]:
    """Yield the gaps between counted cubes, `at` (N, 2), in which no other one is counted.

    The shortest come first.
    """
    edge = margins.LINE_EDGE_RADII * radius
    edges = np.linalg.norm(at[:, None] - at, axis=2) / edge
    fits = np.triu((edges > margins.GAP_EDGES[0]) & (edges < margins.GAP_EDGES[1]))
    pairs = np.argwhere(fits)
    for one, other in pairs[np.argsort(edges[fits], kind="stable")]:
        if _is_free(at, at[one], at[other], edge):
            pair = (colours[one], colours[other])
            yield Gap(at[one], at[other], pair, round(float(edges[one, other])) - 1)


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
    between = None if paint is None else _paint_between(gap, paint, radius)
    one, other = gap.colours
    if one != other:
        return between
    # Nearly their paint, but not like both tops, is a shadow beside black cubes.
    is_theirs = _is_like_tops(gap, photo, radius, is_new=between == one)
    return one if is_theirs else between if between != one else None


def _is_like_tops(gap: Gap, photo: Photo, radius: float, *, is_new: bool) -> bool:
    """Tell whether all between both cubes looks like their tops, and is no floor of that colour.

    What is new, compared with the empty tray, is no floor. Else one side of it must look different.
    """
    across = (gap.end - gap.start)[::-1] * (-1, 1)
    across = across / np.hypot(*across) * margins.GAP_SIDE_RADII * radius
    at = _strip(gap, radius, -radius / 2)
    shown, *sides = (_smooth_lab(photo, at + side) for side in (0, across, -across))
    tops = np.concatenate([shown[: int(radius)], shown[-int(radius) :]])
    top = np.median(tops.reshape(-1, 3), 0)
    if _share_like(shown, top) <= margins.GAP_FILLED_SHARE:
        return False
    return is_new or min(_share_like(side, top) for side in sides) < margins.GAP_FLOOR_SHARE


def _smooth_lab(photo: Photo, at: Floats) -> Floats:
    return np.asarray(lab(_seen(photo, at).astype(np.float32)) * LAB_WEIGHTS, np.float32)


def _share_like(part: Floats, colour: Floats) -> float:
    return float((np.linalg.norm(part - colour, axis=2) < margins.GAP_LAB).mean())


def _paint_between(gap: Gap, paint: NewPaint, radius: float) -> int | None:
    sides = margins.LINE_EDGE_RADII * radius / 2 + 1 / SHRINK  # of both cubes, and a little more
    shown = _seen(paint, (_strip(gap, radius, sides) + 0.5) * SHRINK - 0.5)
    return next(
        (
            number
            for number in range(len(COLOURS))
            if (shown == number).sum() > margins.GAP_FILLED_SHARE * shown.size
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
