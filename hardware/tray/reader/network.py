"""The first network, which sees the whole photograph: its answers for each cell, and how to ask."""

import cv2
import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.channels import CHANNELS, STRIDE, Floats, Photo, channels, places
from hardware.tray.reader.weights import FIRST_LOOK, NETWORK_LOCK, probabilities, read_network

CELL = 4  # there is an answer for every 4 x 4 pixels
OUTPUTS = (
    "centre", "red", "yellow", "green", "blue", "black", "radius",
    "cube", "raised", "cut", "cover", "thing", "unclear",
)  # fmt: skip
COLOUR_ROWS = slice(1, 6)
RADIUS_UNIT_PX = 10.0  # the answer for a radius is the logarithm of radius / RADIUS_UNIT_PX
HALF_TURN = (slice(None, None, -1), slice(None, None, -1))  # rows and columns backwards

SMALLEST_INPUT = np.zeros((1, CHANNELS, STRIDE, STRIDE), np.float32)


def first_look(shown: Floats) -> Floats:
    """Return the answers (OUTPUTS, rows, columns) to one input (CHANNELS, H, W).

    All are probabilities, except the radius, which is in pixels.
    """
    network = read_network(FIRST_LOOK)
    with NETWORK_LOCK:
        network.setInput(shown[None])
        del shown  # OpenCV has a copy of its own; this frees ours while it works
        raw = np.array(network.forward()[0], np.float32)
        # OpenCV keeps the memory of the last input until the next one: give it a tiny one.
        network.setInput(SMALLEST_INPUT)
        network.forward()
    return _meaning(raw)


def answers(photo: Photo, blank: Photo | None, paints: Floats | None) -> Floats:
    """Return the answers (OUTPUTS, rows, columns) to a photograph."""
    return first_look(channels(photo, blank, paints, places(*photo.shape[:2])))


def second_look(
    upright: Floats, photo: Photo, blank: Photo | None, paints: Floats | None
) -> Floats:
    """Return the mean of the answers to the photograph and to it enlarged and turned."""
    around = enlarged_answers(photo, blank, paints, (upright.shape[1], upright.shape[2]))
    return np.asarray((upright + around) / 2, np.float32)


def enlarged_answers(
    photo: Photo, blank: Photo | None, paints: Floats | None, cells: tuple[int, int]
) -> Floats:
    """Return the answers to the photograph enlarged and turned by 180 degrees, in its own cells.

    The belief in a speck or in image noise changes with its size; the belief in a cube stays.
    """
    large, large_blank = _enlarged(photo), None if blank is None else _enlarged(blank)
    place = places(*large.shape[:2]) / margins.SECOND_LOOK_RATIO
    answer = first_look(channels(large, large_blank, paints, place))[(slice(None), *HALF_TURN)]
    # Layer by layer: OpenCV resizes no image of thirteen channels in this memory order.
    around = np.stack([cv2.resize(layer, cells[::-1]) for layer in answer])
    around[OUTPUTS.index("radius")] /= margins.SECOND_LOOK_RATIO
    return np.asarray(around, np.float32)


def _enlarged(photo: Photo) -> Photo:
    size = [
        round(side * margins.SECOND_LOOK_RATIO / STRIDE) * STRIDE for side in photo.shape[1::-1]
    ]
    large = cv2.resize(photo, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.ascontiguousarray(large[HALF_TURN]), np.uint8)


def _meaning(raw: Floats) -> Floats:
    """Turn the raw output into probabilities and the radius into pixels."""
    meant = probabilities(raw, COLOUR_ROWS)
    meant[OUTPUTS.index("radius")] = RADIUS_UNIT_PX * np.exp(
        np.clip(raw[OUTPUTS.index("radius")], -2, 2)
    )
    return meant
