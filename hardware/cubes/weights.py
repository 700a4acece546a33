"""The trained networks' weights: ONNX, each number in half its digits, packed."""

import gzip
from pathlib import Path

import cv2
import numpy as np

FIRST_LOOK = Path(__file__).parent / "cubes.onnx.gz"
CLOSER_LOOK = Path(__file__).parent / "closer.onnx.gz"


def read_network(path: Path) -> cv2.dnn.Net:
    """Return a network that OpenCV runs."""
    # Unpacked here: OpenCV 4.6, which a Pi has, reads no numbers of two bytes from ONNX.
    return cv2.dnn.readNetFromONNX(np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8))
