"""The trained network: what it answers for each cell of a picture, and how it is asked."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from hardware.cubes.channels import Floats, Picture, channels

CELL = 4  # an answer for every four by four picture elements
OUTPUTS = (
    "centre", "red", "yellow", "green", "blue", "black", "radius",
    "cube", "raised", "cut", "cover", "thing", "unclear",
)  # fmt: skip
COLOUR_ROWS = slice(1, 6)
RADIUS_UNIT_PX = 10.0  # the radius is answered as the logarithm of its share of this
WEIGHTS = Path(__file__).parent / "cubes.onnx"
TURNED = (slice(None, None, -1), slice(None, None, -1))  # half a turn: rows and columns backwards


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS))


def ask(shown: Floats) -> Floats:
    """Return the network's raw answers (OUTPUTS, rows, columns) to one input (CHANNELS, H, W)."""
    network = _network()
    network.setInput(shown[None])
    return np.array(network.forward()[0], np.float32)


def answers(
    photo: Picture, blank: Picture | None, paints: Floats | None
) -> tuple[Floats, Floats, Floats]:
    """Return the answers as probabilities: of the picture, of it upside down, and their mean.

    All are returned the picture's way up. The radius is in the fitted picture's elements.
    """
    shown = channels(photo, blank, paints)
    upright = _meaning(ask(shown))
    around = _meaning(ask(np.ascontiguousarray(shown[(slice(None), *TURNED)])))[
        (slice(None), *TURNED)
    ]
    return upright, around, np.asarray((upright + around) / 2, np.float32)


def _meaning(raw: Floats) -> Floats:
    """Return sigmoid of the evidence, softmax of the colours, the radius itself."""
    meant = 1 / (1 + np.exp(-np.clip(raw, -30, 30)))
    colours = np.exp(raw[COLOUR_ROWS] - raw[COLOUR_ROWS].max(0))
    meant[COLOUR_ROWS] = colours / colours.sum(0)
    meant[OUTPUTS.index("radius")] = RADIUS_UNIT_PX * np.exp(
        np.clip(raw[OUTPUTS.index("radius")], -2, 2)
    )
    return np.asarray(meant, np.float32)
