"""Whether a photograph is as sharp as the empty tray's.

    is_as_sharp(photo, blank)

The first look calls a floor of soft print blurred, such as a marble's veins or a cloth out of
focus. Where it says so of the empty tray already, what counts is how much of the print the
photograph has lost.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo


def is_as_sharp(photo: Photo, blank: Photo) -> bool:
    """Return whether the floor has kept its detail; `blank` is fitted to the photograph."""
    same = _least_changed(photo, blank)
    now, before = (_detail(each)[same] for each in (photo, blank))
    return float(np.square(now).mean()) >= margins.AS_SHARP_RATIO**2 * float(
        np.square(before).mean()
    )


def _least_changed(photo: Photo, blank: Photo) -> NDArray[np.bool_]:
    """Return the part of the photograph that shows the tray and no cube (H, W)."""
    blurred = (cv2.GaussianBlur(each, (0, 0), margins.SAME_SMOOTH_PX) for each in (photo, blank))
    difference = cv2.absdiff(*blurred).max(2)
    return np.asarray(difference <= np.percentile(difference, margins.SAME_PERCENTILE), np.bool_)


def _detail(photo: Photo) -> Floats:
    """Return what is as fine as print on a floor: of lightness, as a logarithm (H, W)."""
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = np.log(grey + margins.DETAIL_FLOOR_LEVEL)
    fine, coarse = (cv2.GaussianBlur(light, (0, 0), times * margins.DETAIL_PX) for times in (1, 2))
    return np.asarray(fine - coarse, np.float32)
