"""Photos as files, and as phones send them. Their size is checked before they are unpacked."""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import CubeReaderError

MAX_BYTES = 24 * 1024 * 1024  # a phone's photo has 3 to 12 MB
MAX_PIXELS = 80_000_000  # a phone's largest photo; it is unpacked at a fraction of its size
MAX_PIXELS_WHOLE = 24_000_000  # of a PNG or a progressive JPEG: they are unpacked at full size
SHOWN_PX = 1024  # the longer side of a photo that is sent to phones
QUALITY = 80  # of its JPEG, in per cent
ENOUGH_PX = 1600  # the longer side; a larger photo is unpacked smaller
UNREADABLE = Sentence("{file}: {why}")
NO_PICTURE = Sentence("{file}: Dragonbag cannot read this photo. Use JPEG or PNG.")
NO_PHOTO = Sentence("Dragonbag cannot read this photo. Use JPEG or PNG.")
TOO_HEAVY = Sentence("The photo has {n} MB. At most {most} MB are possible.")
TOO_MANY = Sentence("The photo has {n} megapixels. At most {most} are possible.")
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG segments that tell the size
LAST_SEQUENTIAL = 0xC1
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
    if len(content) > MAX_BYTES:
        raise CubeReaderError(TOO_HEAVY, n=len(content) >> 20, most=MAX_BYTES >> 20)
    size = size_of(content)
    if size is None or not min(size.width, size.height):
        raise CubeReaderError(NO_PHOTO)
    pixels, most = size.width * size.height, MAX_PIXELS if size.in_parts else MAX_PIXELS_WHOLE
    if pixels > most:
        raise CubeReaderError(TOO_MANY, n=pixels // 1_000_000, most=most // 1_000_000)
    longer = max(size.width, size.height)
    fit = max(part for part in SMALLER if part == 1 or longer / part >= ENOUGH_PX)
    photo = _unpacked(content, fit)
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


class Size(NamedTuple):
    """The size that a file names; `in_parts`: it can be unpacked piece by piece."""

    width: int
    height: int
    in_parts: bool


def size_of(content: bytes) -> Size | None:
    """Return the size that the first bytes of a JPEG or PNG name, None if it is neither.

    (PNG: ISO 15948, 11.2.2; JPEG: ITU T.81, B.2.2.)
    """
    if content.startswith(PNG) and len(content) >= 24:
        return Size(int.from_bytes(content[16:20]), int.from_bytes(content[20:24]), False)
    return _jpeg_size(content) if content.startswith(JPEG) else None


def _jpeg_size(content: bytes) -> Size | None:
    place = 2
    while place + 9 <= len(content) and content[place] == 0xFF:
        kind = content[place + 1]
        if kind in FRAMES:
            high, wide = content[place + 5 : place + 7], content[place + 7 : place + 9]
            return Size(int.from_bytes(wide), int.from_bytes(high), kind <= LAST_SEQUENTIAL)
        # A single 0xFF is padding; every other segment begins with its length.
        place += 1 if kind == 0xFF else 2 + int.from_bytes(content[place + 2 : place + 4])
    return None


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
