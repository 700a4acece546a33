"""What a tutorial on OpenCV does: count spots of fixed colours. Times are told by it.

counts(photo)["red"]     # as `Reading.counts`
"""

import cv2
import numpy as np

from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import COLOURS

# Hue in half degrees, saturation and value, from and to. Red is at both ends of the hues.
SPANS = {
    "red": [((0, 120, 70), (8, 255, 255)), ((170, 120, 70), (179, 255, 255))],
    "yellow": [((18, 100, 100), (35, 255, 255))],
    "green": [((40, 70, 50), (85, 255, 255))],
    "blue": [((95, 90, 50), (130, 255, 255))],
    "black": [((0, 0, 0), (179, 255, 50))],
}
KERNEL = np.ones((5, 5), np.uint8)
LEAST_SHARE = 0.0008  # of the photo: half a cube's top


def counts(photo: Photo) -> dict[str, int]:
    """Return how many spots of each colour a photo has."""
    hues = cv2.cvtColor(cv2.GaussianBlur(photo, (5, 5), 0), cv2.COLOR_BGR2HSV)
    return {colour: _spots(hues, colour) for colour in COLOURS}


def _spots(hues: cv2.typing.MatLike, colour: str) -> int:
    mask = np.zeros(hues.shape[:2], np.uint8)
    for low, high in SPANS[colour]:
        mask |= cv2.inRange(hues, np.array(low), np.array(high)).astype(np.uint8)
    clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, KERNEL)
    found, _ = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sum(cv2.contourArea(each) > LEAST_SHARE * mask.size for each in found)
