"""How likely a place is a cube: what both looks, its colour, its size and the empty tray say of it.

    signs = signs_of(seen)                                    # a row for each place
    chances = chances_of(signs, is_calibrated=True)           # 0 to 1

The networks see shapes, and take a pink cube for a red one, or a round token for a cube. A small
network weighs what they say with what is measured: how far the colour is from the calibration's,
how much the place differs from the empty tray. It was learned on floors of the training alone
(`training/networks/train_places.py`).
"""

from dataclasses import dataclass, replace

import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.belief.against_blank import weight_at
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab
from hardware.tray.reader.first_look import ROW, Peak, RaisedBias, log_odds
from hardware.tray.reader.light import Fit
from hardware.tray.reader.network import CELL
from hardware.tray.reader.reading import COLOURS
from hardware.tray.reader.weights import PLACES, learned

# Both beliefs, `colour` and both `raised` are log-odds. Both `..._colour` and the rows of the maps
# (`cube` to `unclear`) are chances, 0 to 1; `is_...` and `..._agrees` are 0 or 1.
# `from_...` and `expected`: distance in weighted CIELAB, divided by 20. `light`: lightness by 50.
# `grain`, `colour_grain`: mean deviation by 10. `to_...`: radii. `radius`: pixels by 10.
# `size`: logarithm of the radius by the usual one. `shadow`: how much darker, as a logarithm.
SIGNS = (
    "first_belief", "closer_belief", "colour", "first_agrees", "closer_agrees",
    "first_colour", "closer_colour", "from_paint", "from_tray", "expected", "share_of_expected",
    "is_weighed", "from_own", "from_other", "is_black", "size", "first_raised", "closer_raised",
    "cube", "thing", "cover", "cut", "unclear", "shadow", "to_a_surer", "light", "grain",
    "colour_grain", "to_the_edge", "radius",
)  # fmt: skip
MAPS = [ROW[name] for name in ("cube", "thing", "cover", "cut", "unclear")]
BLACK = COLOURS.index("black")
FAR_RADII = 4.0  # no sign tells of anything farther


@dataclass(frozen=True)
class Places:
    """What is known of the places of one photograph that may be cubes (N of them)."""

    photo: Photo
    fit: Fit
    maps: Floats  # of the first look
    dark: Floats | None  # how much darker than the empty tray (H, W), None without a calibration
    first: tuple[Peak, ...]  # by the first look
    both: tuple[Peak, ...]  # by both looks
    closer: Floats  # what the closer look answers (N, 7)
    at: Floats  # (N, 2)
    radius: float
    bias: RaisedBias

    @property
    def is_calibrated(self) -> bool:
        """Return whether the empty tray and the paints are known."""
        return self.fit.blank is not None and self.fit.paints is not None


def signs_of(seen: Places) -> Floats:
    """Return the signs of each place (N, SIGNS)."""
    colours = lab(seen.photo.astype(np.float32)) * LAB_WEIGHTS
    paints = None if seen.fit.paints is None else lab(seen.fit.paints[None])[0]
    rows = [_row(seen, number, colours, paints) for number in range(len(seen.both))]
    return np.array(rows, np.float32).reshape(-1, len(SIGNS))


def _row(seen: Places, number: int, colours: Floats, paints: Floats | None) -> list[float]:
    one, both, closer = seen.first[number], seen.both[number], seen.closer[number]
    x, y = (float(place) for place in seen.at[number])
    top = both.colours.index(max(both.colours))
    part = _round(colours, x, y, max(2, int(margins.INNER_RADII * seen.radius)))
    middle = np.median(part, 0)
    grain = np.abs(part - middle).mean(0)
    cells = (slice(max(0, one.row - 1), one.row + 2), slice(max(0, one.column - 1), one.column + 2))
    high, wide = seen.photo.shape[:2]
    return [
        log_odds(one.belief), log_odds(float(closer[0])), log_odds(both.colours[top]),
        float(one.colours.index(max(one.colours)) == top), float(closer[1:6].argmax() == top),
        one.colours[top], float(closer[1 + top]),
        *_by_colour(seen, number, top, middle, paints),
        float(top == BLACK), float(np.log(max(one.radius * CELL, 1) / max(seen.radius, 1))),
        log_odds(one.raised) - seen.bias.first, log_odds(float(closer[-1])) - seen.bias.closer,
        *seen.maps[MAPS][(slice(None), *cells)].mean((1, 2)).tolist(),
        _shadow(seen, x, y), _to_a_surer(seen.at, number, seen.radius),
        float(middle[0]) / 50, float(grain[0]) / 10, float(np.hypot(*grain[1:])) / 10,
        min(x, y, wide - x, high - y) / max(seen.radius, 1), seen.radius / 10,
    ]  # fmt: skip


def _by_colour(
    seen: Places, number: int, top: int, middle: Floats, paints: Floats | None
) -> list[float]:
    """Return how far a place is from its paint, from the tray and from other paints."""
    if seen.fit.blank is None or paints is None:
        return [0.0] * 7
    away = np.linalg.norm(paints * LAB_WEIGHTS - middle, axis=1) / 20
    own, other = float(away[top]), float(np.delete(away, top).min())
    weight = weight_at(seen.photo, seen.fit.blank, seen.at[number], seen.radius, paints[top])
    if weight is None:
        return [own, 0.0, 0.0, 0.0, 0.0, own, other]
    share = weight.difference / (weight.expected + 5)
    told = (weight.from_paint, weight.difference, weight.expected)
    return [*(each / 20 for each in told), share, 1.0, own, other]


def _round(layer: Floats, x: float, y: float, reach: int) -> Floats:
    column, row = round(x), round(y)
    rows = slice(max(0, row - reach), row + reach + 1)
    part = layer[rows, max(0, column - reach) : column + reach + 1]
    return np.asarray(part.reshape(-1, *layer.shape[2:]), np.float32)


def _shadow(seen: Places, x: float, y: float) -> float:
    if seen.dark is None:
        return 0.0
    return float(_round(seen.dark, x, y, max(1, int(margins.INNER_RADII * seen.radius))).mean())


def _to_a_surer(at: Floats, number: int, radius: float) -> float:
    """Return how many radii away the nearest place is that the first look believes more."""
    away = np.hypot(*(at[:number] - at[number]).T) / max(radius, 1)
    return min(FAR_RADII, float(away.min(initial=FAR_RADII)))


def chances_of(signs: Floats, *, is_calibrated: bool) -> Floats:
    """Return the chance of each place (N) to be a cube."""
    kept = learned(PLACES, is_calibrated=is_calibrated)
    shown = np.clip((signs - kept["usual"]) / kept["spread"], -4, 4)
    hidden = np.maximum(shown @ kept["into"] + kept["start"], 0)
    odds = hidden @ kept["out"] + shown @ kept["straight"] + kept["odds"]
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))), np.float32)


def believed(found: tuple[Peak, ...], chances: Floats) -> tuple[Peak, ...]:
    """Return the peaks with a belief that is half of the looks and half of the chances (N)."""
    beliefs = np.interp(chances, margins.CHANCES_SHARE, margins.BELIEFS_BY_CHANCE)
    share = margins.BELIEF_FROM_LOOKS_SHARE
    return tuple(
        replace(peak, belief=share * peak.belief + (1 - share) * float(belief))
        for peak, belief in zip(found, beliefs, strict=True)
    )
