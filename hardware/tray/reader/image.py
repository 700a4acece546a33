"""What can be read at all: a colour photo in bytes, neither tiny nor huge."""

import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader import margins
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import CubeReaderError

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
