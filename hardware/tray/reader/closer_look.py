"""The second network, which sees one place at a time.

It answers: is this a cube, which colour has it, and does it touch a cube above or below it? The
place is in the middle and scaled to the size of a cube that lies on the tray. What lies beneath a
cube then shows at its sides, in the length of its shadow and in its size.
"""

from collections.abc import Callable

import cv2
import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo, channels, places_shown
from hardware.tray.reader.light import Fit
from hardware.tray.reader.weights import CLOSER_LOOK, NETWORK_LOCK, probabilities, read_network

SIDE = 96  # of the square that the network sees, in pixels
RADIUS = 11.0  # in that square, of a cube that lies on the tray, in pixels
ANSWERS = ("cube", "red", "yellow", "green", "blue", "black", "raised")
COLOURS = slice(1, 6)
ANSWER_COUNT = len(ANSWERS)
EMBEDDING_SIZE = 24  # numbers that describe a cube, so that two cubes can be compared
NO_REFERENCE = np.zeros(2 * EMBEDDING_SIZE, np.float32)


def look_closer(
    photo: Photo, fit: Fit, at: Floats, radius: float, reference: Floats = NO_REFERENCE
) -> Floats:
    """Return the answers for each place in `at` (N, 2: x, y) as probabilities (N, 7).

    `radius` is that of a cube in this photograph; places and radius are in its pixels. Each place
    is compared with `reference`, which `reference_of` returned for the calibration's cubes.
    """
    is_calibrated = fit.blank is not None and fit.paints is not None
    raw = _raw(photo, fit, at, radius, reference if is_calibrated else NO_REFERENCE)
    return probabilities(raw[:, :ANSWER_COUNT].T, COLOURS).T


class CloserLooks:
    """The answers for places of one photograph; no place is shown to the network twice."""

    def __init__(self) -> None:
        """Start without any answer."""
        self._places: Floats = np.zeros((0, 2), np.float32)
        self._answers: Floats = np.zeros((0, ANSWER_COUNT), np.float32)

    def of(self, at: Floats, look: Callable[[Floats], Floats]) -> Floats:
        """Return the answers (N, 7) for places (N, 2); `look` is called for the new ones only."""
        if not len(at):
            return self._answers[:0]
        new = at[self._away(at).min(1, initial=np.inf) >= margins.SAME_PLACE_PX]
        self._answers = np.concatenate([self._answers, look(new)])
        self._places = np.concatenate([self._places, new])
        return np.asarray(self._answers[self._away(at).argmin(1)], np.float32)

    def _away(self, at: Floats) -> Floats:
        """Return the distance of each place from each known place."""
        apart = at[:, None] - self._places
        return np.asarray(np.hypot(apart[..., 0], apart[..., 1]), np.float32)


def reference_of(photo: Photo, fit: Fit, at: Floats, radius: float) -> Floats:
    """Return what flat cubes look like here: the mean and the maximum of their embeddings.

    The shape is (2 * EMBEDDING_SIZE,). Places and radius are as for `look_closer`.
    """
    embeddings = _raw(photo, fit, at, radius, NO_REFERENCE)[:, ANSWER_COUNT:]
    return np.concatenate([embeddings.mean(0), embeddings.max(0)])


def _raw(photo: Photo, fit: Fit, at: Floats, radius: float, reference: Floats) -> Floats:
    """Return the raw output for each place: evidence for the answers, then the embedding."""
    looks = [_look(photo, fit, pose_at(x, y, RADIUS / radius), reference) for x, y in at]
    return np.array(looks, np.float32).reshape(len(looks), ANSWER_COUNT + EMBEDDING_SIZE)


def _look(photo: Photo, fit: Fit, pose: Floats, reference: Floats) -> Floats:
    blank = None if fit.blank is None else warped(fit.blank, pose)
    place = places_shown(pose, SIDE, *photo.shape[:2])
    shown = channels(warped(photo, pose), blank, fit.paints, place)
    network = read_network(CLOSER_LOOK)
    with NETWORK_LOCK:
        # One place at a time is as quick as several, and needs less memory.
        network.setInput(shown[None], "photo")
        network.setInput(reference.reshape(1, -1, 1, 1), "known")
        return np.array(network.forward(), np.float32).reshape(-1)


def pose_at(x: float, y: float, size: float) -> Floats:
    """Return the map (2, 3) that moves a place to the middle and scales by `size`."""
    middle = (SIDE - 1) / 2
    return np.array([[size, 0, middle - size * x], [0, size, middle - size * y]], np.float32)


def warped(photo: Photo, pose: Floats) -> Photo:
    """Return the square that a map cuts out of a photograph."""
    shown = cv2.warpAffine(
        photo, pose, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.uint8)
