"""Photographs in files and in what phones send: measured before they are unpacked."""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import CubeReaderError

MOST_BYTES = 24 * 1024 * 1024  # a phone's photograph has 3 to 12 MB
MOST_PIXELS = 80_000_000  # as phones' largest; unpacked at a fraction of its size
MOST_WHOLE = 24_000_000  # of a PNG or a progressive JPEG, which fills the memory as a whole
ENOUGH_PX = 1600  # the longer side; what is larger is unpacked smaller
UNREADABLE = Sentence("{file}: {why}")
NO_PICTURE = Sentence("{file}: this is no picture that can be read (JPEG or PNG).")
NO_PHOTO = Sentence("This is no photograph that can be read: JPEG or PNG, please.")
TOO_HEAVY = Sentence("The photograph has {n} MB; at most {most} can be read.")
TOO_MANY = Sentence("The photograph has {n} million picture elements; at most {most} can be read.")
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG segments that tell the size
LAST_SEQUENTIAL = 0xC1
SMALLER = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2,
           4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}  # fmt: skip


def open_picture(path: Path) -> Photo:
    """Return a photograph as BGR, turned as its EXIF says; CubeReaderError if it is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CubeReaderError(UNREADABLE, file=path, why=error.strerror) from error
    picture = _unpacked(content, 1)
    if picture is None:
        raise CubeReaderError(NO_PICTURE, file=path)
    return picture


def decode(content: bytes) -> Photo:
    """Return a photograph that came over the network, as BGR, turned, not much above ENOUGH_PX.

    Its size is read before it is unpacked: CubeReaderError if it is none, or too large.
    """
    if len(content) > MOST_BYTES:
        raise CubeReaderError(TOO_HEAVY, n=len(content) >> 20, most=MOST_BYTES >> 20)
    size = size_of(content)
    if size is None or not min(size.width, size.height):
        raise CubeReaderError(NO_PHOTO)
    pixels, most = size.width * size.height, MOST_PIXELS if size.in_parts else MOST_WHOLE
    if pixels > most:
        raise CubeReaderError(TOO_MANY, n=pixels // 1_000_000, most=most // 1_000_000)
    longer = max(size.width, size.height)
    fit = max(part for part in SMALLER if part == 1 or longer / part >= ENOUGH_PX)
    picture = _unpacked(content, fit)
    if picture is None:
        raise CubeReaderError(NO_PHOTO)
    return picture


def _unpacked(content: bytes, part: int) -> Photo | None:
    if not content:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), SMALLER[part])
    except cv2.error:  # what its own checks found wrong
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


class Size(NamedTuple):
    """How large a picture says it is; `in_parts`: it can be unpacked piece by piece."""

    width: int
    height: int
    in_parts: bool


def size_of(content: bytes) -> Size | None:
    """Return what the first bytes of a JPEG or PNG say, None if it is neither.

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
        # A lone 0xFF fills; every other segment says how long it is.
        place += 1 if kind == 0xFF else 2 + int.from_bytes(content[place + 2 : place + 4])
    return None
