"""The input of the networks: the photograph, how it differs from the blank, its likeness to cubes.

The input also holds the position of each pixel: towards the edges a camera sees more of a cube's
sides. The blank is the photograph of the empty tray. All photographs here are BGR, uint8, at the
reader's own size (`resized`).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.engine.sentence import Sentence
from hardware.tray.reader import margins
from hardware.tray.reader.reading import CubeReaderError

Photo = NDArray[np.uint8]
Floats = NDArray[np.float32]

LONGEST_PX = 512  # a photograph is read at this size: a cube is then 15 to 30 pixels wide
STRIDE = 16  # the network halves four times
CHANNELS = 17
PLACE = slice(15, 17)
# Before a distance in CIELAB is taken.
LAB_WEIGHTS = np.array([margins.LIGHTNESS_WEIGHT_SHARE**0.5, 1, 1], np.float32)
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + margins.FAINT_LEVEL)

NO_PHOTOGRAPH = Sentence("This is not a colour photo.")
NOT_BYTES = Sentence("The photo holds {kind}. It needs whole numbers from 0 to 255.")
TOO_SMALL = Sentence("The photo is {width}×{height}. Each side needs at least {least} pixels.")
TOO_LARGE = Sentence("The photo is {width}×{height}. Each side can have at most {most} pixels.")


def checked(image: object) -> Photo:
    """Return the image if it can be a photograph; CubeReaderError says what it is instead."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3:
        raise CubeReaderError(NO_PHOTOGRAPH)
    if image.dtype != np.uint8:
        raise CubeReaderError(NOT_BYTES, kind=str(image.dtype))
    height, width = image.shape[:2]
    if min(height, width) < margins.SMALLEST_PHOTO_PX:
        raise CubeReaderError(
            TOO_SMALL, width=width, height=height, least=margins.SMALLEST_PHOTO_PX
        )
    if max(height, width) > margins.LARGEST_PHOTO_PX:
        raise CubeReaderError(TOO_LARGE, width=width, height=height, most=margins.LARGEST_PHOTO_PX)
    return np.asarray(image, np.uint8)


def resized(image: Photo) -> tuple[Photo, float]:
    """Return the photograph at the reader's size, and the scale that was applied.

    Its edges are repeated until both sides are whole strides.
    """
    scale = LONGEST_PX / max(image.shape[:2])
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=method)
    more = (-height % STRIDE, -width % STRIDE)
    return _bytes(cv2.copyMakeBorder(small, 0, more[0], 0, more[1], cv2.BORDER_REPLICATE)), scale


def _bytes(photo: object) -> Photo:
    return np.asarray(photo, np.uint8)


def lab(bgr: Floats) -> Floats:
    """Return CIELAB of BGR values in 0 to 255, for a photograph (H, W, 3)."""
    return np.asarray(
        cv2.cvtColor(np.asarray(bgr, np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32
    )


def weighted(bgr: Floats) -> Floats:
    """Return the weighted CIELAB of some BGR colours (N, 3), between which distances are taken."""
    return np.asarray(lab(bgr[None])[0] * LAB_WEIGHTS, np.float32)


def likeness(photo: Photo, paints: Floats) -> Floats:
    """Return how much each pixel is like each of five colours (5, H, W), 0 to 1."""
    lightness, *hue = cv2.split(lab(photo.astype(np.float32)))
    lightness *= LAB_WEIGHTS[0]
    layers = np.empty((len(paints), *photo.shape[:2]), np.float32)
    for layer, (light, *other) in zip(layers, weighted(paints), strict=True):
        distance = lightness - light
        for plane, part in zip(hue, other, strict=True):
            distance = cv2.magnitude(distance, plane - part)
        np.minimum(distance / margins.LIKENESS_REACH_LAB, 1, out=layer)
    return np.asarray(np.subtract(1, layers, out=layers), np.float32)


def log_ratio(photo: Photo, blank: Photo) -> Floats:
    """Return the logarithm of the photograph's brightness divided by the blank's (3, H, W).

    A shadow gives the same ratio on a dark stripe and on a bright one; a black cube does not.
    """
    planes = zip(cv2.split(photo), cv2.split(blank), strict=True)
    parts = [cv2.LUT(now, LOGARITHMS) - cv2.LUT(before, LOGARITHMS) for now, before in planes]
    return np.asarray(np.stack(parts), np.float32)


def darkest(photo: Photo) -> Photo:
    """Return the smallest colour of each pixel (H, W). NumPy takes ten times as long."""
    blue, green, red = cv2.split(photo)
    return _bytes(cv2.min(cv2.min(blue, green), red))


def brightest(photo: Photo) -> Photo:
    """Return the largest colour of each pixel (H, W)."""
    blue, green, red = cv2.split(photo)
    return _bytes(cv2.max(cv2.max(blue, green), red))


def places(height: int, width: int) -> Floats:
    """Return how far each pixel lies to the right of the middle and below it (2, H, W).

    The unit is half of the longest side, so the value is 1 at that edge.
    """
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.stack([columns - (width - 1) / 2, rows - (height - 1) / 2])
    return np.asarray(away / (LONGEST_PX / 2), np.float32)


def places_shown(pose: Floats, side: int, height: int, width: int) -> Floats:
    """Return `places` for a square cut out by the map `pose` (2, 3): (2, side, side)."""
    size = float(np.sqrt(abs(np.linalg.det(pose[:, :2]))))
    middle = pose @ np.array([(width - 1) / 2, (height - 1) / 2, 1], np.float32)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    away = np.stack([columns - middle[0], rows - middle[1]])
    return np.asarray(away / (size * LONGEST_PX / 2), np.float32)


def channels(photo: Photo, blank: Photo | None, paints: Floats | None, place: Floats) -> Floats:
    """Return the network's input (17, H, W); without a blank or paints their channels stay zero."""
    stack = np.zeros((CHANNELS, *photo.shape[:2]), np.float32)
    stack[0:3] = cv2.split(photo)
    stack[0:3] = stack[0:3] / 128 - 1
    if blank is not None:
        stack[3:6] = cv2.split(blank)
        stack[3:6] = stack[0:3] - (stack[3:6] / 128 - 1)
        stack[11] = 1
        stack[12:15] = log_ratio(photo, blank)
    if paints is not None:
        stack[6:11] = likeness(photo, paints)
    stack[PLACE] = place
    return stack


def paint_at(photo: Photo, x: float, y: float) -> Floats:
    """Return a cube's colour: the median BGR of the pixels round its centre."""
    column, row = round(x), round(y)
    part = photo[_near(row), _near(column)].reshape(-1, 3)
    return np.asarray(np.median(part, 0), np.float32)


def _near(place: int) -> slice:
    return slice(max(0, place - margins.PAINT_REACH_PX), place + margins.PAINT_REACH_PX + 1)
