"""A closer look at each cube: is it one, of which colour, and does it lie on another or under one?

Each is shown alone, in the middle, as large as a cube of this tray looks: what lies beneath it
shows at its sides, in the length of its shadow and in its own size.
"""

from functools import cache

import cv2
import numpy as np

from hardware.cubes.channels import Floats, Picture, channels, places_shown
from hardware.cubes.weights import CLOSER_LOOK, read_network

SIDE = 96  # of what is shown, in picture elements
RADIUS = 11.0  # of a cube that lies on the tray, in it
ANSWERS = ("cube", "red", "yellow", "green", "blue", "black", "raised")
COLOURS = slice(1, 6)


@cache
def _network() -> cv2.dnn.Net:
    return read_network(CLOSER_LOOK)


def closely(
    photo: Picture, blank: Picture | None, paints: Floats | None, at: Floats, radius: float
) -> Floats:
    """Return the answers for each place in `at` (N, 2: x, y) as probabilities (N, 7).

    The radius is what a cube has here, in the photograph's elements, as the places are.
    """
    poses = [pose_at(x, y, RADIUS / radius) for x, y in at]
    raw = [_look(photo, blank, paints, pose) for pose in poses]
    return _meaning(np.array(raw, np.float32).reshape(len(poses), len(ANSWERS)))


def _look(photo: Picture, blank: Picture | None, paints: Floats | None, pose: Floats) -> Floats:
    bare = None if blank is None else brought(blank, pose)
    place = places_shown(pose, SIDE, *photo.shape[:2])
    shown = channels(brought(photo, pose), bare, paints, place)
    network = _network()
    network.setInput(shown[None])  # one at a time: as quick as several at once, in less memory
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


def _meaning(raw: Floats) -> Floats:
    meant = 1 / (1 + np.exp(-np.clip(raw, -30, 30)))
    colours = np.exp(raw[:, COLOURS] - raw[:, COLOURS].max(1, keepdims=True))
    meant[:, COLOURS] = colours / colours.sum(1, keepdims=True)
    return np.asarray(meant, np.float32)
