"""How large a photo is, from its first bytes: known before anything is unpacked, without OpenCV."""

from typing import NamedTuple

from companion.engine.sentence import Sentence
from hardware.tray.reader.reading import CubeReaderError

MAX_BYTES = 24 * 1024 * 1024  # a phone's photo has 3 to 12 MB
MAX_PIXELS = 80_000_000  # a phone's largest photo; it is unpacked at a fraction of its size
MAX_PIXELS_WHOLE = 24_000_000  # of a PNG or a progressive JPEG: they are unpacked at full size
NO_PHOTO = Sentence("Dragonbag cannot read this photo. Use JPEG, PNG or WebP.")
NO_HEIC = Sentence(
    "Dragonbag cannot read HEIC photos. Take the photo from this page instead of choosing one, or "
    "set the phone's camera to JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)."
)
TOO_HEAVY = Sentence("The photo has {n} MB. At most {most} MB are possible.")
TOO_MANY = Sentence("The photo has {n} megapixels. At most {most} are possible.")
FALSE_SIZE = Sentence(
    "The photo says that it has {n} megapixels, but it is much too small for that. It is damaged."
)
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
HEIC = (b"ftyphei", b"ftyphev", b"ftypmif1", b"ftypmsf1", b"ftypavif")  # ISO 23008-12, 10.2
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # JPEG segments that tell the size
LAST_SEQUENTIAL = 0xC1
# What a file of so many bytes can hold at most. Deflate packs 1032 bytes into one (RFC 1951, 3.2.5:
# 258 bytes in two bits); a JPEG needs a bit or more for each 8 x 8 pixels.
DEFLATED_BYTES = 1032
JPEG_PIXELS = 8 * 64
WEBP_PIXELS = 8 * 16 * 256  # a whole block of 16 x 16 can be skipped in a part of a bit (RFC 6386)
SLACK_PIXELS = 1_000_000  # unpacked in milliseconds, however small its file is
PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type (ISO 15948, 11.2.2)


class Size(NamedTuple):
    """The size that a file names; `in_parts`: it can be unpacked piece by piece."""

    width: int
    height: int
    in_parts: bool


def check_size(content: bytes) -> Size:
    """Return the size of a phone's photo; CubeReaderError if it is none, too large, or a lie."""
    if len(content) > MAX_BYTES:
        raise CubeReaderError(TOO_HEAVY, n=len(content) >> 20, most=MAX_BYTES >> 20)
    if content[4:12].startswith(HEIC):
        raise CubeReaderError(NO_HEIC)
    size = size_of(content)
    if size is None or not min(size.width, size.height):
        raise CubeReaderError(NO_PHOTO)
    pixels, most = size.width * size.height, MAX_PIXELS if size.in_parts else MAX_PIXELS_WHOLE
    if pixels > most:
        raise CubeReaderError(TOO_MANY, n=pixels // 1_000_000, most=most // 1_000_000)
    if pixels > max(SLACK_PIXELS, _most_pixels(content)):
        raise CubeReaderError(FALSE_SIZE, n=pixels // 1_000_000)
    return size


def _most_pixels(content: bytes) -> int:
    """Return how many pixels so small a file can hold at most."""
    if not content.startswith(PNG):
        return len(content) * (JPEG_PIXELS if content.startswith(JPEG) else WEBP_PIXELS)
    depth, kind = (content + b"\0\0")[24:26]
    return len(content) * DEFLATED_BYTES * 8 // (max(depth, 1) * PNG_CHANNELS.get(kind, 1))


def size_of(content: bytes) -> Size | None:
    """Return the size that the first bytes of a JPEG, PNG or WebP name, None if it is none.

    (PNG: ISO 15948, 11.2.2; JPEG: ITU T.81, B.2.2; WebP: RFC 9649, 2.5 to 2.7.)
    """
    if content.startswith(PNG) and len(content) >= 24:
        return Size(int.from_bytes(content[16:20]), int.from_bytes(content[20:24]), False)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) >= 30:
        return _webp_size(content)
    return _jpeg_size(content) if content.startswith(JPEG) else None


def _webp_size(content: bytes) -> Size | None:
    """Return what the first chunk says: it is the picture, lossy or not, or what is to come."""
    if content[12:16] == b"VP8X":
        wide, high = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
        return Size(wide, high, False)
    if content[12:16] == b"VP8L":
        both = int.from_bytes(content[21:25], "little")
        return Size((both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1, False)
    if content[12:16] == b"VP8 ":
        wide, high = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (26, 28))
        return Size(wide, high, False)
    return None


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
