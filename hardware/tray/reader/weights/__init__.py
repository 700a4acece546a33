"""The weights of both networks, and how their raw output is turned into probabilities.

The files are ONNX with numbers of two bytes, packed with gzip.
"""

import gzip
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from hardware.tray.reader.channels import Floats

FIRST_LOOK = Path(__file__).parent / "first_look.onnx.gz"
CLOSER_LOOK = Path(__file__).parent / "closer_look.onnx.gz"
NETWORK_LOCK = Lock()  # setInput and forward belong together: one thread at a time


def read_network(path: Path) -> cv2.dnn.Net:
    """Return a network that OpenCV can run."""
    # Unpacked here: OpenCV 4.6, which a Pi has, reads no numbers of two bytes from ONNX.
    return cv2.dnn.readNetFromONNX(np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8))


def probabilities(raw: Floats, colours: slice) -> Floats:
    """Return the sigmoid of the evidence and the softmax of the colours.

    A row for each answer, of any shape; `colours` are the rows of the colours.
    """
    likely = 1 / (1 + np.exp(-np.clip(raw, -30, 30)))
    chances = np.exp(raw[colours] - raw[colours].max(0))
    likely[colours] = chances / chances.sum(0)
    return np.asarray(likely, np.float32)
