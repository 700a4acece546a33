"""Photographs that come over the network: measured before they are unpacked."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2
import numpy as np

from hardware.tray.photos import ENOUGH_PX, decode
from hardware.tray.reader.reading import CubeReaderError
from hardware.tray.sizes import MAX_BYTES, PNG, check_size, size_of


def picture(
    width: int = 320, height: int = 240
) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    made = np.zeros((height, width, 3), np.uint8)
    made[: height // 2, :, 2] = 255  # the upper half is red
    return made


def jpeg(width: int = 320, height: int = 240) -> bytes:
    return bytes(cv2.imencode(".jpg", picture(width, height))[1].tobytes())


def turned(content: bytes, orientation: int) -> bytes:
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0"
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + content[2:]


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is huge."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        PNG
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def flat(width: int, height: int) -> bytes:
    """A JPEG of a few bytes that says it is huge."""
    content = bytearray(jpeg(16, 16))
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


def test_the_smallest_file_of_a_large_photo_is_no_lie() -> None:
    grey = np.zeros((4_800, 4_800), np.uint8)
    for kind, settings in (
        (".png", [cv2.IMWRITE_PNG_COMPRESSION, 9]),
        (".jpg", [cv2.IMWRITE_JPEG_QUALITY, 0, cv2.IMWRITE_JPEG_OPTIMIZE, 1]),
        (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_OPTIMIZE, 1]),
    ):
        for photo in (grey, np.dstack([grey] * 3)):
            content = cv2.imencode(kind, photo, settings)[1].tobytes()
            assert check_size(content)[:2] == (4_800, 4_800)


def test_a_jpeg_and_a_png_are_unpacked() -> None:
    png = cv2.imencode(".png", picture())[1].tobytes()
    for content in (jpeg(), png):
        assert decode(content).shape == (240, 320, 3)


@pytest.mark.parametrize("quality", [80, 101])  # 101: nothing is lost
def test_a_webp_is_unpacked(quality: int) -> None:
    webp = cv2.imencode(".webp", picture(), [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()
    assert size_of(webp) == (320, 240, False)
    assert decode(webp).shape == (240, 320, 3)


def test_a_webp_with_more_than_a_picture_in_it_tells_its_size() -> None:
    head = b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0"
    assert size_of(head + b"\x3f\x01\0\xef\0\0") == (320, 240, False)


def test_a_photograph_is_turned_as_the_phone_was_held() -> None:
    upright = decode(turned(jpeg(), 6))  # the phone lay on its side: the top is at the right
    assert upright.shape == (320, 240, 3)
    assert upright[160, 200, 2] > 200
    assert upright[160, 40, 2] < 50


def test_a_large_photograph_is_unpacked_smaller() -> None:
    unpacked = decode(jpeg(4096, 3072))
    assert unpacked.shape == (1536, 2048, 3)
    assert max(unpacked.shape) >= ENOUGH_PX


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "cannot read this photo"),
        (b"GIF89a" + bytes(100), "cannot read this photo"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "cannot read HEIC"),
        (b"\0\0\0\x1cftypavif" + bytes(100), "cannot read HEIC"),
        (b"RIFF\x40\0\0\0WEBPVP8 " + bytes(100), "cannot read this photo"),
        (b"RIFF\x40\0\0\0WEBPVP8L" + bytes(5) + b"\xff" * 4 + bytes(20), "268 megapixels"),
        (bomb(60_000, 60_000), "3600 megapixels"),
        (bomb(6_000, 6_000), "36 megapixels. At most 24"),
        (bomb(4_800, 4_800), "says that it has 23 megapixels"),
        (flat(8_000, 8_000), "says that it has 64 megapixels"),
        (bomb(0, 10), "cannot read this photo"),
        (PNG, "cannot read this photo"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(content: bytes, why: str) -> None:
    with pytest.raises(CubeReaderError, match=why):
        decode(content)


def test_what_is_too_heavy_is_not_even_looked_at() -> None:
    with pytest.raises(CubeReaderError, match=r"25 MB\. At most 24"):
        decode(jpeg() + bytes(MAX_BYTES + 1_200_000))


def test_a_progressive_jpeg_fills_the_memory_and_may_be_less_large() -> None:
    settings = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    progressive = cv2.imencode(".jpg", picture(), settings)[1].tobytes()
    size = size_of(progressive)
    assert size == (320, 240, False)
    plain = size_of(jpeg())
    assert plain == (320, 240, True)
    assert decode(progressive).shape == (240, 320, 3)


@given(st.data())
def test_no_damage_to_a_photograph_ends_in_anything_but_a_picture_or_a_sentence(
    data: st.DataObject,
) -> None:
    content = bytearray(turned(jpeg(64, 48), 6))
    for _ in range(data.draw(st.integers(0, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        unpacked = decode(cut)
    except CubeReaderError:
        return  # a sentence
    assert unpacked.dtype == np.uint8
