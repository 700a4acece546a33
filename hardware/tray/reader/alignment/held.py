"""Calibrate with a phone's photos and read them: each is laid onto that of the empty tray first.

    calibration = calibrate(*on_blank(blank, colours))
    straight = laid_onto(photo, calibration.blank)
    reading = read_laid(straight, calibration)      # in the places of the photo as it was sent

A cube may lie where such a photo shows nothing. Where there is room for one, the reading has a
doubt, and so has a cube that is seen only in part.
"""

from dataclasses import replace

import numpy as np

from hardware.tray.reader import margins
from hardware.tray.reader.alignment.free_hand import APART, Straight, laid_onto
from hardware.tray.reader.alignment.unseen import edges_at, room_unseen
from hardware.tray.reader.channels import Photo, resized
from hardware.tray.reader.read import Calibration, read_cubes
from hardware.tray.reader.reading import Cube, CubeReaderError, Doubt, Reading


def on_blank(blank: Photo, colours: Photo) -> tuple[Photo, Photo]:
    """Return two photos from the hand as one camera would have taken them, to calibrate with.

    CubeReaderError if they have too little in common.
    """
    small, _ = resized(blank)
    straight = laid_onto(colours, small)
    if straight is None:
        raise CubeReaderError(APART)
    return small, straight.photo


def read_held(photo: Photo, calibration: Calibration | None) -> Reading:
    """Return the cubes in a photo from the hand; where it cannot be laid, without calibration."""
    straight = laid_onto(photo, calibration.blank) if calibration else None
    return read_laid(straight, calibration) if calibration and straight else read_cubes(photo)


def read_laid(straight: Straight, calibration: Calibration) -> Reading:
    """Return the cubes in a photo that was laid onto the calibration's blank."""
    reading = read_cubes(straight.photo, calibration)
    cubes = tuple(_seen_in_part(cube, straight) for cube in reading.cubes)
    room = room_unseen(straight.is_seen, calibration.blank, calibration.radius)
    more = [Doubt.UNSEEN] if room.any() else []
    if any(cube.doubt is Doubt.CUT_OFF for cube in cubes):
        more.append(Doubt.CUT_OFF)
    doubts = (*reading.doubts, *(each for each in more if each not in reading.doubts))
    is_newly_doubted = doubts and not reading.doubts
    share = margins.CONFIDENCE_IN_DOUBT_SHARE if is_newly_doubted else 1.0
    edges = edges_at(room, straight.back, straight.sent, calibration.radius)
    return straight.told(
        replace(
            reading,
            cubes=cubes,
            doubts=doubts,
            confidence=reading.confidence * share,
            ends_at=edges,
        )
    )


def _seen_in_part(cube: Cube, straight: Straight) -> Cube:
    """Return the cube, in doubt if the photo's edge cuts it."""
    rows, columns = np.ogrid[: straight.is_seen.shape[0], : straight.is_seen.shape[1]]
    disc = (columns - cube.x) ** 2 + (rows - cube.y) ** 2 <= cube.radius**2
    return cube if straight.is_seen[disc].all() else replace(cube, doubt=Doubt.CUT_OFF)
