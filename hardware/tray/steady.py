"""Tells from small grey pictures when the tray has come to rest: far cheaper than reading it."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.tray.reader.channels import Floats, Photo

CALM_COUNT = 3  # so many pictures in a row show the same
SMALL_PX = (160, 120)  # a cube is 4 to 9 wide here
SMALL_CHANGE_LN = 0.05  # natural logarithm of a ratio of light: less is light that flickers
FAINT_LEVEL = 8  # added before a logarithm is taken: darker pixels are sensor noise
NOISE_SIGMAS = 6.0  # a change is so many times what the sensor's noise changes
MAD_TO_SIGMA_RATIO = 1.48  # median deviation to standard deviation, of a normal distribution
CHANGED_PX_COUNT = 4  # a sixth of the smallest cube


@dataclass(slots=True)
class Steady:
    """Takes one photo after another and knows when something else has come to rest.

    steady = Steady()
    if steady.take(camera.watch()):
        ...  # the tray is at rest, and does not look as it did the last time
    """

    _last: Floats | None = None
    _settled: Floats | None = None  # what lay there when take() said yes
    _calm: int = 0

    def take(self, photo: Photo) -> bool:
        """Return whether the tray is at rest and looks unlike when it was said to rest before."""
        now = _small(photo)
        same = self._last is not None and not _differ(now, self._last)
        self._calm = self._calm + 1 if same else 1
        self._last = now
        if not self.is_calm or (self._settled is not None and not _differ(now, self._settled)):
            return False
        self._settled = now
        return True

    @property
    def is_calm(self) -> bool:
        """Return whether nothing moves."""
        return self._calm >= CALM_COUNT

    def forget(self) -> None:
        """Start again: the tray was not watched for a while, or could not be read."""
        self._last = self._settled = None
        self._calm = 0


def _small(photo: Photo) -> Floats:
    small = cv2.resize(photo, SMALL_PX, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(np.log(grey + FAINT_LEVEL), np.float32)


def _differ(one: Floats, other: Floats) -> bool:
    """Tell whether anything lies elsewhere; light that changes everywhere is no difference.

    Both are logarithms of light.
    """
    change = one - other
    change -= np.median(change)
    noise = MAD_TO_SIGMA_RATIO * float(np.median(np.abs(change)))
    much = np.abs(change) > max(SMALL_CHANGE_LN, NOISE_SIGMAS * noise)
    return int(np.count_nonzero(much)) >= CHANGED_PX_COUNT
