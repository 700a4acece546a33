"""What the network is shown: the photograph, how it differs from the blank, its likeness to cubes.

And where in the picture each place lies: towards the edges a camera sees more of a cube's sides.

All pictures here are BGR, uint8, at the reader's own size (`fitted`).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

LONGEST_PX = 512  # a photograph is read at this size: a cube is then 15 to 30 picture elements wide
STRIDE = 16  # the network halves four times
CHANNELS = 17
PLACE = slice(15, 17)
LIKENESS_REACH = 50.0  # in CIELAB; what is further away is not alike at all
FAINT = 8  # of 255: what is darker than this is noise
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + FAINT)
LIGHTNESS_WEIGHT = 0.5  # a cube's sides are darker than its top, of the same hue


def fitted(image: Picture) -> tuple[Picture, float]:
    """Return the picture at the reader's size, edges repeated to whole strides, and its scale."""
    scale = LONGEST_PX / max(image.shape[:2])
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=method)
    more = (-height % STRIDE, -width % STRIDE)
    return _bytes(cv2.copyMakeBorder(small, 0, more[0], 0, more[1], cv2.BORDER_REPLICATE)), scale


def _bytes(picture: object) -> Picture:
    return np.asarray(picture, np.uint8)


def lab(bgr: Floats) -> Floats:
    """Return CIELAB of BGR values in 0 to 255, for a picture (H, W, 3)."""
    return np.asarray(
        cv2.cvtColor(np.asarray(bgr, np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32
    )


def likeness(photo: Picture, paints: Floats) -> Floats:
    """Return how alike each picture element is to each of five colours (5, H, W), 0 to 1."""
    lightness, *hue = cv2.split(lab(photo.astype(np.float32)))
    lightness *= LIGHTNESS_WEIGHT**0.5
    wanted = lab(paints[None])[0] * np.array([LIGHTNESS_WEIGHT**0.5, 1, 1], np.float32)
    layers = np.empty((len(paints), *photo.shape[:2]), np.float32)
    for layer, (light, *other) in zip(layers, wanted, strict=True):
        distance = lightness - light
        for plane, part in zip(hue, other, strict=True):
            distance = cv2.magnitude(distance, plane - part)
        np.minimum(distance / LIKENESS_REACH, 1, out=layer)
    return np.asarray(np.subtract(1, layers, out=layers), np.float32)


def share(photo: Picture, blank: Picture) -> Floats:
    """Return the logarithm of how bright the photograph is against the blank (3, H, W).

    A shadow leaves the same share of a dark stripe and of a bright one; a black cube does not.
    """
    planes = zip(cv2.split(photo), cv2.split(blank), strict=True)
    parts = [cv2.LUT(now, LOGARITHMS) - cv2.LUT(before, LOGARITHMS) for now, before in planes]
    return np.asarray(np.stack(parts), np.float32)


def darkest(picture: Picture) -> Picture:
    """Return each place's smallest colour (H, W); numpy takes ten times as long."""
    blue, green, red = cv2.split(picture)
    return _bytes(cv2.min(cv2.min(blue, green), red))


def brightest(picture: Picture) -> Picture:
    """Return each place's largest colour (H, W)."""
    blue, green, red = cv2.split(picture)
    return _bytes(cv2.max(cv2.max(blue, green), red))


def places(height: int, width: int) -> Floats:
    """Return how far each picture element lies to the right of the middle and below it (2, H, W).

    In halves of the longest side: 1 at the edge.
    """
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.stack([columns - (width - 1) / 2, rows - (height - 1) / 2])
    return np.asarray(away / (LONGEST_PX / 2), np.float32)


def places_shown(pose: Floats, side: int, height: int, width: int) -> Floats:
    """Return the same for a square that a map (2, 3) shows, turned as it is (2, side, side)."""
    size = float(np.sqrt(abs(np.linalg.det(pose[:, :2]))))
    middle = pose @ np.array([(width - 1) / 2, (height - 1) / 2, 1], np.float32)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    away = np.stack([columns - middle[0], rows - middle[1]])
    return np.asarray(away / (size * LONGEST_PX / 2), np.float32)


def channels(photo: Picture, blank: Picture | None, paints: Floats | None, place: Floats) -> Floats:
    """Return the network's input (17, H, W); without a blank or paints their channels are zero."""
    stack = np.zeros((CHANNELS, *photo.shape[:2]), np.float32)
    stack[0:3] = cv2.split(photo)
    stack[0:3] = stack[0:3] / 128 - 1
    if blank is not None:
        stack[3:6] = cv2.split(blank)
        stack[3:6] = stack[0:3] - (stack[3:6] / 128 - 1)
        stack[11] = 1
        stack[12:15] = share(photo, blank)
    if paints is not None:
        stack[6:11] = likeness(photo, paints)
    stack[PLACE] = place
    return stack


def paint_at(photo: Picture, x: float, y: float) -> Floats:
    """Return a cube's colour: the median BGR of seven by seven picture elements at its centre."""
    column, row = round(x), round(y)
    part = photo[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].reshape(-1, 3)
    return np.asarray(np.median(part, 0), np.float32)
