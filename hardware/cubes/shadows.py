"""Shadows that look like black cubes: they lie on the same side of every cube.

A dark spot beside one cube is a shadow if the tray is as dark at the same place beside the others.
"""

import cv2
import numpy as np

from hardware.cubes.channels import Floats, Picture
from hardware.cubes.network import CELL
from hardware.cubes.peaks import COUNTED, Peak

# Chosen on a development set, of whose 100 readable photographs this rule answers 8 more; of 130 of
# 32 other rendered set-ups 2 more, none of them wrong.
SOLID = 0.6  # a centre believed this much is no shadow
NEAR, FAR = 1.2, 3.0  # of a cube's radius: where a shadow that looks like a cube lies
CLEAR = 1.5  # of a radius: a place nearer to a cube tells nothing of the tray
DARK = 0.6  # of the brightness of the empty tray
LIKE = 1.8  # as dark: at most so many times as bright
MOST = 0.6  # of the places beside other cubes
SLACK_PX = 2  # a lamp near by does not throw all shadows alike
BRIGHT = 75.0  # of 255: on a darker tray a black cube and a shadow cannot be told apart


def shadows(found: tuple[Peak, ...], photo: Picture, blank: Picture | None) -> tuple[Peak, ...]:
    """Return those of the centres that are shadows; none are known without an empty tray."""
    solid = [peak for peak in found if peak.belief >= SOLID]
    if blank is None or len(solid) == len(found):
        return ()
    share = _share(photo, blank)
    return tuple(peak for peak in found if peak.belief < SOLID and _is_shadow(peak, solid, share))


def _share(photo: Picture, blank: Picture) -> Floats:
    """Return how bright the photograph is for each part of the empty tray (H, W); 1 in the dark."""
    now, before = (cv2.blur(np.asarray(each, np.float32), (5, 5)).max(2) for each in (photo, blank))
    return np.asarray(np.where(before < BRIGHT, 1.0, now / np.maximum(before, 1)), np.float32)


def _is_shadow(peak: Peak, solid: list[Peak], share: Floats) -> bool:
    dark = _darkest(share, peak.row, peak.column)
    if dark is None or dark > DARK:
        return False
    return any(
        _others_have_it(peak, cube, solid, share, dark)
        for cube in solid
        if NEAR * cube.radius
        < np.hypot(peak.row - cube.row, peak.column - cube.column)
        < FAR * cube.radius
    )


def _others_have_it(peak: Peak, cube: Peak, solid: list[Peak], share: Floats, dark: float) -> bool:
    """Tell whether most other cubes have as dark a spot on the same side."""
    down, right = peak.row - cube.row, peak.column - cube.column
    places = [(other.row + down, other.column + right) for other in solid if other is not cube]
    seen = [_darkest(share, *place) for place in places if _is_clear(place, solid)]
    known = [each for each in seen if each is not None]
    alike = sum(each <= dark * LIKE for each in known)
    least = 1 if peak.belief < COUNTED else 2
    return len(known) >= least and alike >= MOST * len(known)


def _is_clear(place: tuple[int, int], solid: list[Peak]) -> bool:
    return all(
        np.hypot(place[0] - cube.row, place[1] - cube.column) > CLEAR * cube.radius
        for cube in solid
    )


def _darkest(share: Floats, row: int, column: int) -> float | None:
    """Return the smallest share near a cell's middle, None outside the picture."""
    y, x = row * CELL + CELL // 2, column * CELL + CELL // 2
    if not (0 <= y < share.shape[0] and 0 <= x < share.shape[1]):
        return None
    part = share[max(0, y - SLACK_PX) : y + SLACK_PX + 1, max(0, x - SLACK_PX) : x + SLACK_PX + 1]
    return float(part.min())
