"""Move the photograph of the empty tray onto another photograph: trays are nudged and turned."""

import cv2
import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo

ENDS = cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS
STEPS = (ENDS, margins.STEPS_COUNT, margins.STEP_GAIN_SHARE)
UNMOVED: Floats = np.eye(2, 3, dtype=np.float32)


def find_move(photo: Photo, blank: Photo) -> Floats:
    """Return the map (2, 3) from places of the blank to places of the photograph, in pixels.

    Both have the same size. The map shifts and turns; it is UNMOVED where nothing fits better.
    """
    now, before = _small(photo), _small(blank)
    start = min((UNMOVED, _shift(now, before)), key=lambda each: _misfit(now, before, each))
    found = _refined(now, before, start)
    if _misfit(now, before, found) >= margins.BETTER_FIT_RATIO * _misfit(now, before, UNMOVED):
        return UNMOVED
    whole = found.copy()
    whole[:, 2] /= margins.SHRUNK_SHARE
    is_far = (
        move_px(whole, photo) > margins.FARTHEST_MOVE_PX
        or abs(float(whole[1, 0])) > margins.FARTHEST_TURN_RAD
    )
    return UNMOVED if is_far else whole


def move_px(by: Floats, photo: Photo) -> float:
    """Return how far a map moves the middle of a photograph, in pixels."""
    middle = np.array([photo.shape[1] / 2, photo.shape[0] / 2, 1], np.float32)
    return float(np.hypot(*(by @ middle - middle[:2])))


def moved(blank: Photo, by: Floats) -> Photo:
    """Return the blank moved by a map; pixels from outside repeat its edges."""
    size = (blank.shape[1], blank.shape[0])
    return np.asarray(cv2.warpAffine(blank, by, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _small(photo: Photo) -> Floats:
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    scale = margins.SHRUNK_SHARE
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    light = small.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), margins.SMOOTH_PX), np.float32)


def _difference(now: Floats, before: Floats, by: Floats) -> Floats:
    """Return how much each place differs from the moved blank, in any strength of light."""
    size = (before.shape[1], before.shape[0])
    there = cv2.warpAffine(before, by, size, borderMode=cv2.BORDER_REPLICATE)
    change = np.log((now + margins.FAINT_LEVEL) / (there + margins.FAINT_LEVEL))
    return np.asarray(np.abs(change - np.median(change)), np.float32)


def _misfit(now: Floats, before: Floats, by: Floats) -> float:
    return float(np.minimum(_difference(now, before, by), margins.DIFFERENT_LN).mean())


def _shift(now: Floats, before: Floats) -> Floats:
    """Return a first guess, from the edges in the whole photograph."""
    one, other = (_edges(each) for each in (now, before))
    (x, y), _ = cv2.phaseCorrelate(other, one, cv2.createHanningWindow(one.shape[::-1], cv2.CV_32F))
    return np.array([[1, 0, x], [0, 1, y]], np.float32)


def _edges(grey: Floats) -> Floats:
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _refined(now: Floats, before: Floats, start: Floats) -> Floats:
    """Return the map with which the blank fits best, cubes left out.

    Maximises the enhanced correlation coefficient (Evangelidis and Psarakis 2008). That needs the
    inverse map: from the photograph to the blank.
    """
    found = start
    for _ in range(margins.ROUNDS_COUNT):
        difference = cv2.blur(_difference(now, before, found), (margins.DIFFERENCE_BLUR_PX,) * 2)
        most = max(float(np.percentile(difference, margins.TRAY_PERCENTILE)), margins.ALIKE_LN)
        is_tray = (difference < most).astype(np.uint8)
        back = np.asarray(cv2.invertAffineTransform(found), np.float32)
        try:
            _, onto = cv2.findTransformECC(
                now, before, back, cv2.MOTION_EUCLIDEAN, STEPS, is_tray, 1
            )
        except cv2.error:  # a bare floor without an edge: there is nothing to fit
            break
        better = np.asarray(cv2.invertAffineTransform(onto), np.float32)
        if _misfit(now, before, better) >= _misfit(now, before, found):
            break
        found = better
    return found
