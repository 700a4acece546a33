"""What was learned, and how the raw output of both networks is turned into probabilities.

The networks' files are ONNX with numbers of two bytes, packed with gzip; what weighs their answers
(`belief`) is JSON.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from hardware.tray.reader.channels import Floats

FIRST_LOOK = Path(__file__).parent / "first_look.onnx.gz"
CLOSER_LOOK = Path(__file__).parent / "closer_look.onnx.gz"
PLACES = Path(__file__).parent / "places.json"
TRUST = Path(__file__).parent / "trust.json"
NETWORK_LOCK = Lock()  # setInput and forward belong together: one thread at a time


@cache
def read_network(path: Path) -> cv2.dnn.Net:
    """Return a network that OpenCV can run; read once, as that takes longer than to use it."""
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


@cache
def learned(path: Path, *, is_calibrated: bool) -> dict[str, Floats]:
    """Return the numbers by name that were learned of readings with a calibration, or without."""
    kept = json.loads(path.read_text())["calibrated" if is_calibrated else "alone"]
    return {name: np.array(values, np.float32) for name, values in kept.items()}
