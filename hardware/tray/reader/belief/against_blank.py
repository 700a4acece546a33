"""What the photograph of the empty tray says of a centre: is it only print, is it surely a cube?

    weighed = weigh(found, photo, fit, at, radius)     # peaks that are nothing have belief 0
    maps = without_tray(maps, photo, blank)            # what equals the empty tray is no evidence

A cube of a known paint differs from the floor below it by a known amount. What is printed on the
floor does not differ at all, however much it looks like a cube. A black cube on a dark floor
differs by little, but no less than its paint.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import LAB_WEIGHTS, Floats, Photo, lab, weighted
from hardware.tray.reader.first_look import ROW, Peak
from hardware.tray.reader.light import Fit
from hardware.tray.reader.reading import COLOURS

BLACK = COLOURS.index("black")
TRAY_ROWS = [ROW[name] for name in ("cube", "cut", "cover", "thing")]  # what print can be taken for


@dataclass(frozen=True, slots=True)
class Weight:
    """How one place differs from the empty tray, in weighted CIELAB."""

    difference: float  # from the tray, wherever within reach it is most alike
    expected: float  # of a cube of that paint
    from_paint: float  # from the paint itself

    @property
    def is_tray(self) -> bool:
        """Return whether only the floor is seen here."""
        return (
            self.difference < margins.LIKE_TRAY_LAB
            and self.difference < margins.LIKE_TRAY_SHARE * self.expected
        )

    @property
    def is_strange(self) -> bool:
        """Return whether it is neither: a hard shadow, or a thing of a colour of its own."""
        return (
            self.difference < margins.TOO_LITTLE_SHARE * self.expected
            and self.from_paint > margins.OFF_PAINT_LAB
        )

    @property
    def is_cube(self) -> bool:
        """Return whether the paint is there, and was not before."""
        return (
            self.from_paint < margins.LIKE_PAINT_LAB
            and self.expected > margins.TELLING_LAB
            and self.difference > margins.UNLIKE_TRAY_SHARE * self.expected
        )


def weigh(
    found: tuple[Peak, ...], photo: Photo, fit: Fit, at: Floats, radius: float
) -> tuple[Peak, ...]:
    """Return the peaks with their belief set right where the empty tray decides; `at` (N, 2)."""
    if fit.blank is None or fit.paints is None:
        return found
    wanted = lab(fit.paints[None])[0]
    weighed = []
    for peak, place in zip(found, at, strict=True):
        paint = wanted[peak.colours.index(max(peak.colours))]
        weight = weight_at(photo, fit.blank, place, radius, paint)
        weighed.append(_set_right(peak, weight) if weight else peak)
    return tuple(weighed)


def _set_right(peak: Peak, weight: Weight) -> Peak:
    if weight.is_tray:
        return replace(peak, belief=0.0)
    if weight.is_strange:
        return replace(peak, closer_belief=0.0)
    is_black = peak.colours.index(max(peak.colours)) == BLACK  # so is many a shadow
    if weight.is_cube and not is_black and peak.belief >= margins.PROVEN_FROM_BELIEF:
        return replace(
            peak,
            belief=max(peak.belief, margins.SURE_BELIEF),
            closer_belief=max(peak.closer_belief, margins.SURE_CLOSER_LOOK_BELIEF),
        )
    return peak


def weight_at(
    photo: Photo, blank: Photo, place: Floats, radius: float, paint: Floats
) -> Weight | None:
    """Return how a place differs, `paint` being CIELAB; None at the photograph's edge."""
    reach = max(2, int(margins.INNER_RADII * radius))
    around = reach + margins.TRAY_SLIDE_PX
    column, row = (round(float(n)) for n in place)
    now = photo[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    before = blank[
        max(0, row - around) : row + around + 1, max(0, column - around) : column + around + 1
    ]
    if now.shape[:2] != (2 * reach + 1,) * 2 or before.shape[:2] != (2 * around + 1,) * 2:
        return None
    one, other = (lab(part.astype(np.float32)) * LAB_WEIGHTS for part in (now, before))
    squares = cv2.matchTemplate(other, one, cv2.TM_SQDIFF)
    difference = float(np.sqrt(max(0.0, float(squares.min())) / (now.shape[0] * now.shape[1])))
    middle, floor = (np.median(part.reshape(-1, 3), 0) for part in (one, other))
    target = paint * LAB_WEIGHTS
    return Weight(
        difference,
        float(np.linalg.norm(target - floor)),
        float(np.linalg.norm(target - middle)),
    )


def without_tray(maps: Floats, photo: Photo, fit: Fit, *, is_usual_blur: bool = False) -> Floats:
    """Return the maps without what was taken for a thing where only the empty tray is seen.

    Nor is anything blurred that is as sharp as an empty tray which looks blurred (`sharpness`).
    """
    if fit.blank is None or fit.paints is None:
        return maps
    left = maps.copy()
    if is_usual_blur:
        left[ROW["unclear"]] = 0
    left[TRAY_ROWS] *= _may_be_changed(photo, fit.blank, fit.paints, maps.shape[1:])
    return left


def _may_be_changed(
    photo: Photo, blank: Photo, paints: Floats, cells: tuple[int, ...]
) -> NDArray[np.bool_]:
    """Return in which cells the photograph differs from the empty tray, or is next to such.

    Where the tray has nearly the colour of a cube, such as black felt, a cube may differ as little.
    """
    size = (cells[1], cells[0])
    small = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (photo, blank))
    one, other = (lab(each.astype(np.float32)) * LAB_WEIGHTS for each in small)
    is_other = np.linalg.norm(one - other, axis=2) > margins.CHANGED_CELL_LAB
    for paint in weighted(paints):
        is_other |= np.linalg.norm(other - paint, axis=2) < margins.LIKE_CUBE_CELL_LAB
    return np.asarray(cv2.dilate(is_other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
