"""Photographs in files."""

from pathlib import Path

import cv2
import numpy as np

from hardware.cubes.channels import Picture
from hardware.cubes.seen import CubeReaderError


def open_picture(path: Path) -> Picture:
    """Return a photograph as BGR, turned as its EXIF says; CubeReaderError if it is none."""
    try:
        content = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise CubeReaderError(f"{path}: {error.strerror}") from error
    picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    if picture is None:
        raise CubeReaderError(f"{path}: this is no picture that can be read (JPEG or PNG)")
    return np.asarray(picture, np.uint8)
