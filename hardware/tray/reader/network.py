"""The trained network: what it answers for each cell of a picture, and how it is asked."""

from functools import cache

import cv2
import numpy as np

from hardware.tray.reader.channels import CHANNELS, STRIDE, Floats, Picture, channels, places
from hardware.tray.reader.weights import ASKING, FIRST_LOOK, probabilities, read_network

CELL = 4  # an answer for every four by four picture elements
OUTPUTS = (
    "centre", "red", "yellow", "green", "blue", "black", "radius",
    "cube", "raised", "cut", "cover", "thing", "unclear",
)  # fmt: skip
COLOUR_ROWS = slice(1, 6)
RADIUS_UNIT_PX = 10.0  # the radius is answered as the logarithm of its share of this
LARGER = 1.125  # the second look
TURNED = (slice(None, None, -1), slice(None, None, -1))  # half a turn: rows and columns backwards

SPECK = np.zeros((1, CHANNELS, STRIDE, STRIDE), np.float32)


@cache
def _network() -> cv2.dnn.Net:
    return read_network(FIRST_LOOK)


def first_look(shown: Floats) -> Floats:
    """Return the answers (OUTPUTS, rows, columns) to one input (CHANNELS, H, W).

    Probabilities, and the radius in the picture's elements.
    """
    network = _network()
    with ASKING:
        network.setInput(shown[None])
        del shown  # OpenCV has its own copy; nobody needs both while it works
        raw = np.array(network.forward()[0], np.float32)
        # OpenCV keeps what the last picture took until another comes: let the least there is come.
        network.setInput(SPECK)
        network.forward()
    return _meaning(raw)


def answers(photo: Picture, blank: Picture | None, paints: Floats | None) -> Floats:
    """Return the answers to the picture."""
    return first_look(channels(photo, blank, paints, places(*photo.shape[:2])))


def seen_again(
    upright: Floats, photo: Picture, blank: Picture | None, paints: Floats | None
) -> Floats:
    """Return the mean of the answers to the picture and to the picture larger and turned."""
    around = larger(photo, blank, paints, (upright.shape[1], upright.shape[2]))
    return np.asarray((upright + around) / 2, np.float32)


def larger(
    photo: Picture, blank: Picture | None, paints: Floats | None, cells: tuple[int, int]
) -> Floats:
    """Return the answers to the picture enlarged and turned by half, in the cells of the picture.

    What is believed of a speck or of noise changes with its size; what is believed of a cube stays.
    """
    large, bare = _enlarged(photo), None if blank is None else _enlarged(blank)
    place = places(*large.shape[:2]) / LARGER
    answer = first_look(channels(large, bare, paints, place))[(slice(None), *TURNED)]
    # Layer by layer: OpenCV takes no picture of thirteen colours turned around.
    around = np.stack([cv2.resize(layer, cells[::-1]) for layer in answer])
    around[OUTPUTS.index("radius")] /= LARGER
    return np.asarray(around, np.float32)


def _enlarged(picture: Picture) -> Picture:
    size = [round(side * LARGER / STRIDE) * STRIDE for side in picture.shape[1::-1]]
    large = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.ascontiguousarray(large[TURNED]), np.uint8)


def _meaning(raw: Floats) -> Floats:
    """Return probabilities, and the radius itself."""
    meant = probabilities(raw, COLOUR_ROWS)
    meant[OUTPUTS.index("radius")] = RADIUS_UNIT_PX * np.exp(
        np.clip(raw[OUTPUTS.index("radius")], -2, 2)
    )
    return meant
