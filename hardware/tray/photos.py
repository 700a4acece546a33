"""Photos as files, and as phones send them. Their size is checked before they are unpacked."""

from pathlib import Path

import cv2
import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import CubeReaderError
from hardware.tray.sizes import NO_PHOTO, check_size

SHOWN_PX = 1024  # the longer side of a photo that is sent to phones
QUALITY = 80  # of its JPEG, in per cent
ENOUGH_PX = 1600  # the longer side; a larger photo is unpacked smaller
UNREADABLE = Sentence("{file}: {why}")
NO_PICTURE = Sentence("{file}: Dragonbag cannot read this photo. Use JPEG, PNG or WebP.")
SMALLER = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2,
           4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}  # fmt: skip


def open_photo(path: Path) -> Photo:
    """Return a photo as BGR, turned as its EXIF data says; CubeReaderError if it is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CubeReaderError(UNREADABLE, file=path, why=error.strerror) from error
    photo = _unpacked(content, 1)
    if photo is None:
        raise CubeReaderError(NO_PICTURE, file=path)
    return photo


def decode(content: bytes) -> Photo:
    """Return a phone's photo as BGR, turned as its EXIF data says, not much larger than ENOUGH_PX.

    CubeReaderError if it is no photo or too large; that is known before it is unpacked.
    """
    size = check_size(content)
    longer = max(size.width, size.height)
    fit = max(part for part in SMALLER if part == 1 or longer / part >= ENOUGH_PX)
    photo = _unpacked(content, fit)
    if photo is None:
        raise CubeReaderError(NO_PHOTO)
    return photo


def decode_whole(content: bytes) -> Photo:
    """Return a photo of our own at its full size; CubeReaderError if it is none."""
    photo = _unpacked(content, 1)
    if photo is None:
        raise CubeReaderError(NO_PHOTO)
    return photo


def _unpacked(content: bytes, part: int) -> Photo | None:
    if not content:
        return None
    try:
        photo = cv2.imdecode(np.frombuffer(content, np.uint8), SMALLER[part])
    except cv2.error:  # OpenCV's own checks found a fault
        return None
    return None if photo is None else np.asarray(photo, np.uint8)


def to_jpeg(photo: Photo) -> bytes:
    """Return a photo as JPEG, at most SHOWN_PX wide or high."""
    scale = SHOWN_PX / max(photo.shape[:2])
    if scale < 1:
        smaller = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        photo = np.asarray(smaller, np.uint8)
    return encoded(".jpg", photo)


def encoded(kind: str, photo: Photo) -> bytes:
    """Return a photo as the content of a file; `kind` is ".jpg" or ".png"."""
    settings = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if kind == ".jpg" else []
    return cv2.imencode(kind, photo, settings)[1].tobytes()
