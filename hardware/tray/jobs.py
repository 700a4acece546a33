"""What the worker's process does for a tray: it unpacks photos, reads them and calibrates.

OpenCV and the networks are imported when a job begins, so that the table's own process, which only
names these jobs, needs neither.
"""

import os
import pickle
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from companion.table.reading import Mark, Spot
from companion.worker.work import Job
from hardware.tray.reader.reading import (
    SENTENCES_OF_CUBE,
    SENTENCES_OF_PLACE,
    Cube,
    Reading,
)

if TYPE_CHECKING:
    from hardware.tray.reader.channels import Photo
    from hardware.tray.reader.read import Calibration


@dataclass(frozen=True, slots=True)
class Read:
    """What was read in a photo; the photo itself as JPEG, with its size in pixels."""

    reading: Reading
    width: int
    height: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A calibration, packed as only the jobs need it; its five cubes, and the photo of them."""

    packed: bytes
    spots: tuple[Spot, ...]
    width: int
    height: int
    jpeg: bytes
    blank_png: bytes = b""  # both photos as files, to be kept
    colours_png: bytes = b""


def get_ready() -> Job[None]:
    """Import the reader and load its networks, so that the next photo need not wait for that."""
    _leave_a_core()
    for module in ("hardware.tray.photos", "hardware.tray.reader.read"):
        yield None
        import_module(module)
    from hardware.tray.reader.weights import CLOSER_LOOK, FIRST_LOOK, read_network

    for network in (FIRST_LOOK, CLOSER_LOOK):
        read_network(network)
        yield None


def read_photo(content: bytes, calibration: bytes | None = None) -> Job[Read]:
    """Read a phone's photo; CubeReaderError if it is none or too large.

    With a phone's calibration it is laid onto that; where this fails it is read without.
    """
    _leave_a_core()
    from hardware.tray.photos import decode, to_jpeg
    from hardware.tray.reader.alignment.free_hand import laid_onto
    from hardware.tray.reader.alignment.held import read_laid

    photo = decode(content)
    yield None
    known = None if calibration is None else _unpacked(calibration)
    straight = None if known is None else laid_onto(photo, known.blank)
    if known is None or straight is None:
        return (yield from _shown(photo, None))
    yield None
    reading = read_laid(straight, known)
    return Read(reading, photo.shape[1], photo.shape[0], to_jpeg(photo))


def learn_photos(blank: bytes, colours: bytes) -> Job[Calibrated]:
    """Calibrate with two photos of a phone; CubeReaderError if they are not good enough."""
    _leave_a_core()
    from hardware.tray.photos import decode
    from hardware.tray.reader.alignment.held import on_blank

    empty, five = decode(blank), decode(colours)
    yield None
    return (yield from learn(*on_blank(empty, five)))


def read_still(photo: "Photo", calibration: bytes | None) -> Job[Read]:
    """Read a photo of the table's camera that everybody will be shown."""
    _leave_a_core()
    return (yield from _shown(photo, calibration))


def _shown(photo: "Photo", calibration: bytes | None) -> Job[Read]:
    from hardware.tray.photos import to_jpeg

    reading = yield from look(photo, calibration)
    return Read(reading, photo.shape[1], photo.shape[0], to_jpeg(photo))


def look(photo: "Photo", calibration: bytes | None) -> Job[Reading]:
    """Read a photo that nobody is shown."""
    _leave_a_core()
    from hardware.tray.reader.read import read_cubes

    yield None
    return read_cubes(photo, None if calibration is None else _unpacked(calibration))


def as_jpeg(photo: "Photo") -> Job[bytes]:
    """Make a photo smaller, to be shown."""
    from hardware.tray.photos import to_jpeg

    yield None
    return to_jpeg(photo)


def learn(blank: "Photo", colours: "Photo") -> Job[Calibrated]:
    """Calibrate with two photos of one camera; CubeReaderError if they are not good enough."""
    _leave_a_core()
    from hardware.tray.photos import encoded, to_jpeg
    from hardware.tray.reader.read import calibrate

    yield None
    found = calibrate(blank, colours)
    yield None
    return Calibrated(
        pickle.dumps(found),
        tuple(map(spot, found.cubes)),
        colours.shape[1],
        colours.shape[0],
        to_jpeg(colours),
        encoded(".png", blank),
        encoded(".png", colours),
    )


def remember(blank: bytes, colours: bytes) -> Job[bytes]:
    """Calibrate with the two photos that were kept, and return the packed calibration."""
    _leave_a_core()
    from hardware.tray.photos import decode_whole
    from hardware.tray.reader.read import calibrate

    yield None
    return pickle.dumps(calibrate(decode_whole(blank), decode_whole(colours)))


def spot(cube: Cube) -> Spot:
    """Return a cube as everybody is shown it."""
    doubt = None if cube.doubt is None else SENTENCES_OF_CUBE[cube.doubt]
    return Spot(cube.colour, cube.x, cube.y, cube.radius, doubt)


def marks(reading: Reading) -> tuple[Mark, ...]:
    """Return where else its doubts lie, as everybody is shown it."""
    return tuple(
        Mark(at.x, at.y, at.radius, SENTENCES_OF_PLACE[at.doubt], at.colour) for at in reading.marks
    )


@lru_cache(maxsize=1)
def _unpacked(calibration: bytes) -> "Calibration":
    found: Calibration = pickle.loads(calibration)
    return found


def _leave_a_core() -> None:
    """Let OpenCV leave one core to the table."""
    import cv2

    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))
