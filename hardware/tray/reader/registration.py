"""Bring the picture of the empty tray to a photograph: trays are nudged and turned a little."""

import cv2
import numpy as np

from hardware.tray.reader.channels import FAINT, Floats, Picture

SHRUNK = 0.5  # of the reader's size: fine enough for a quarter of a picture element
UNLIKE = 0.3  # in natural logarithms of light; what differs more, a cube, differs no more than this
SEEN = 85  # of a hundred places: the others may be cubes and their shadows
LEAST_UNLIKE = 0.05
ROUNDS = 2  # the second knows better which places are cubes
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 15, 1e-3)
STAYS = 0.97  # a tray has moved if the blank fits better by this factor
FARTHEST_PX, FARTHEST_TURN = 40.0, 0.08  # what is found beyond them (radians) is chance
UNMOVED: Floats = np.eye(2, 3, dtype=np.float32)


def slide(photo: Picture, blank: Picture) -> Floats:
    """Return the map (2, 3) from places of the blank to those of the photograph, in their elements.

    Both are of one size. The map shifts and turns; it is UNMOVED where nothing better is found.
    """
    now, before = _small(photo), _small(blank)
    start = min((UNMOVED, _shift(now, before)), key=lambda each: _misfit(now, before, each))
    found = _refined(now, before, start)
    if _misfit(now, before, found) >= STAYS * _misfit(now, before, UNMOVED):
        return UNMOVED
    whole = found.copy()
    whole[:, 2] /= SHRUNK
    is_far = moves_by(whole, photo) > FARTHEST_PX or abs(float(whole[1, 0])) > FARTHEST_TURN
    return UNMOVED if is_far else whole


def moves_by(by: Floats, picture: Picture) -> float:
    """Return how far a map takes the middle of a picture, in its elements."""
    middle = np.array([picture.shape[1] / 2, picture.shape[0] / 2, 1], np.float32)
    return float(np.hypot(*(by @ middle - middle[:2])))


def moved(blank: Picture, by: Floats) -> Picture:
    """Return the blank where it lies in the photograph, its edges repeated."""
    size = (blank.shape[1], blank.shape[0])
    return np.asarray(cv2.warpAffine(blank, by, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _small(picture: Picture) -> Floats:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=SHRUNK, fy=SHRUNK, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1), np.float32)


def _unlike(now: Floats, before: Floats, by: Floats) -> Floats:
    """Return how much each place differs from the moved blank, whatever the light's strength."""
    size = (before.shape[1], before.shape[0])
    there = cv2.warpAffine(before, by, size, borderMode=cv2.BORDER_REPLICATE)
    change = np.log((now + FAINT) / (there + FAINT))
    return np.asarray(np.abs(change - np.median(change)), np.float32)


def _misfit(now: Floats, before: Floats, by: Floats) -> float:
    return float(np.minimum(_unlike(now, before, by), UNLIKE).mean())


def _shift(now: Floats, before: Floats) -> Floats:
    """Return a first guess, from the edges of the whole picture."""
    one, other = (_edges(each) for each in (now, before))
    (x, y), _ = cv2.phaseCorrelate(other, one, cv2.createHanningWindow(one.shape[::-1], cv2.CV_32F))
    return np.array([[1, 0, x], [0, 1, y]], np.float32)


def _edges(grey: Floats) -> Floats:
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _refined(now: Floats, before: Floats, start: Floats) -> Floats:
    """Return the map that makes the blank likest, cubes left out.

    By the enhanced correlation coefficient (Evangelidis and Psarakis 2008), which asks for the way
    back: from the photograph to the blank.
    """
    found = start
    for _ in range(ROUNDS):
        unlike = cv2.blur(_unlike(now, before, found), (3, 3))
        is_tray = unlike < max(float(np.percentile(unlike, SEEN)), LEAST_UNLIKE)
        back = np.asarray(cv2.invertAffineTransform(found), np.float32)
        mask = is_tray.astype(np.uint8)
        try:
            _, onto = cv2.findTransformECC(now, before, back, cv2.MOTION_EUCLIDEAN, STEPS, mask, 1)
        except cv2.error:  # nothing to hold on to: a bare floor without an edge
            break
        better = np.asarray(cv2.invertAffineTransform(onto), np.float32)
        if _misfit(now, before, better) >= _misfit(now, before, found):
            break
        found = better
    return found
