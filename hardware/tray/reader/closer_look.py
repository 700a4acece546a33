"""A closer look at each cube: is it one, of which colour, and does it lie on another or under one?

Each is shown alone, in the middle, as large as a cube of this tray looks: what lies beneath it
shows at its sides, in the length of its shadow and in its own size.
"""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from hardware.tray.reader.channels import Floats, Picture, channels, places_shown
from hardware.tray.reader.light import Fit
from hardware.tray.reader.weights import ASKING, CLOSER_LOOK, probabilities, read_network

SIDE = 96  # of what is shown, in picture elements
RADIUS = 11.0  # of a cube that lies on the tray, in it
ANSWERS = ("cube", "red", "yellow", "green", "blue", "black", "raised")
COLOURS = slice(1, 6)
TOLD = len(ANSWERS)
GIST = 24  # numbers in which what a cube looks like is told, to be compared
NOTHING_KNOWN = np.zeros(2 * GIST, np.float32)
SAME_PLACE_PX = 1.5  # at the reader's size: a tenth of a cube


@cache
def _network() -> cv2.dnn.Net:
    return read_network(CLOSER_LOOK)


def closely(
    photo: Picture, fit: Fit, at: Floats, radius: float, known: Floats = NOTHING_KNOWN
) -> Floats:
    """Return the answers for each place in `at` (N, 2: x, y) as probabilities (N, 7).

    The radius is what a cube has here, in the photograph's elements, as the places are; `known`
    is what `known_of` returned for the calibration's cubes, with which each is compared.
    """
    is_known = fit.blank is not None and fit.paints is not None
    raw = _raw(photo, fit, at, radius, known if is_known else NOTHING_KNOWN)
    return probabilities(raw[:, :TOLD].T, COLOURS).T


class Looks:
    """What is said of places in one photograph: none is looked at a second time."""

    def __init__(self) -> None:
        """Nothing has been looked at yet."""
        self._at: Floats = np.zeros((0, 2), np.float32)
        self._said: Floats = np.zeros((0, TOLD), np.float32)

    def of(self, at: Floats, look: Callable[[Floats], Floats]) -> Floats:
        """Return the answers (N, 7) for each place (N, 2); `look` returns those of new places."""
        if not len(at):
            return self._said[:0]
        new = at[self._away(at).min(1, initial=np.inf) >= SAME_PLACE_PX]
        self._said = np.concatenate([self._said, look(new)])
        self._at = np.concatenate([self._at, new])
        return np.asarray(self._said[self._away(at).argmin(1)], np.float32)

    def _away(self, at: Floats) -> Floats:
        """Return how far each place is from each that has been looked at."""
        apart = at[:, None] - self._at
        return np.asarray(np.hypot(apart[..., 0], apart[..., 1]), np.float32)


def known_of(photo: Picture, fit: Fit, at: Floats, radius: float) -> Floats:
    """Return what cubes that lie flat look like in this tray and light: mean and most of each gist.

    (2 x GIST,); the places and the radius as for `closely`.
    """
    gists = _raw(photo, fit, at, radius, NOTHING_KNOWN)[:, TOLD:]
    return np.concatenate([gists.mean(0), gists.max(0)])


def _raw(photo: Picture, fit: Fit, at: Floats, radius: float, known: Floats) -> Floats:
    """Return what the network says of each place: the answers' evidence and the gist."""
    looks = [_look(photo, fit, pose_at(x, y, RADIUS / radius), known) for x, y in at]
    return np.array(looks, np.float32).reshape(len(looks), TOLD + GIST)


def _look(photo: Picture, fit: Fit, pose: Floats, known: Floats) -> Floats:
    bare = None if fit.blank is None else brought(fit.blank, pose)
    place = places_shown(pose, SIDE, *photo.shape[:2])
    shown = channels(brought(photo, pose), bare, fit.paints, place)
    network = _network()
    with ASKING:
        network.setInput(shown[None], "photo")  # one place: as quick as several, in less memory
        network.setInput(known.reshape(1, -1, 1, 1), "known")
        return np.array(network.forward(), np.float32).reshape(-1)


def pose_at(x: float, y: float, size: float) -> Floats:
    """Return the map that brings a place to the middle, so much larger (2, 3)."""
    middle = (SIDE - 1) / 2
    return np.array([[size, 0, middle - size * x], [0, size, middle - size * y]], np.float32)


def brought(picture: Picture, pose: Floats) -> Picture:
    """Return what is shown of a picture."""
    shown = cv2.warpAffine(
        picture, pose, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.uint8)
