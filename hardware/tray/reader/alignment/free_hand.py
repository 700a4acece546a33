"""A photo taken from the hand, laid onto the calibration's photo of the empty tray.

    straight = laid_onto(photo, calibration.blank)     # None: they have too little in common
    reading = read_laid(straight, calibration)         # alignment/held.py

What both photos show decides: the printed mat's marks, or else corners in the tray's print, grain
and rim. What the photo does not show is filled with the empty tray, in the photo's light.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from companion.engine.sentence import Sentence
from hardware.tray.reader import margins
from hardware.tray.reader.alignment.unseen import Mask
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.light import light_change
from hardware.tray.reader.reading import Cube, Mark, Reading

Placed = TypeVar("Placed", Cube, Mark)

APART = Sentence(
    "The two photos have too little in common. Hold the phone over the tray in the same way for "
    "both, or lay the printed mat with its marks into the tray."
)
Pairs = tuple[Floats, Floats]  # places in the photo and in the blank (N, 2)
NO_PAIRS: Pairs = (np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32))


@dataclass(frozen=True)
class Straight:
    """A photo as the calibration's camera would have taken it."""

    photo: Photo
    is_seen: Mask  # (H, W): elsewhere it is filled with the blank
    back: Floats  # the map (3, 3) from its places to those of the photo as it was sent
    sent: tuple[int, int]  # width and height of that one, in pixels

    def told(self, reading: Reading) -> Reading:
        """Return a reading of this photo in the places of the photo as it was sent."""
        return replace(
            reading,
            cubes=tuple(self._moved(cube) for cube in reading.cubes),
            marks=tuple(self._moved(mark) for mark in reading.marks),
        )

    def _moved(self, what: Placed) -> Placed:
        ends = np.array([[[what.x, what.y], [what.x + what.radius, what.y]]], np.float32)
        (x, y), rim = cv2.perspectiveTransform(ends, self.back)[0]
        radius = float(np.hypot(rim[0] - x, rim[1] - y))
        return replace(what, x=round(float(x), 1), y=round(float(y), 1), radius=round(radius, 1))


def laid_onto(photo: Photo, blank: Photo) -> Straight | None:
    """Return the photo laid onto the blank, None where that cannot be done surely."""
    scale = margins.FREE_HAND_PX / max(photo.shape[:2])
    shrunk = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = np.asarray(shrunk, np.uint8)
    pairs = [_by_marks(small, blank), _by_corners(small, blank)]
    for (there, here), least in zip(
        pairs, (margins.MARK_CORNERS_COUNT, margins.SAME_CORNERS_COUNT), strict=True
    ):
        found = _homography(there, here, least)
        if found is not None and _is_sane(found, small, blank):
            return _straight(photo, blank, found @ np.diag([scale, scale, 1.0]))
    return None


def _straight(photo: Photo, blank: Photo, whole: Floats) -> Straight:
    """Return the photo laid onto the blank by a map, with the blank where it shows nothing."""
    size = (blank.shape[1], blank.shape[0])
    straight = np.asarray(cv2.warpPerspective(photo, whole, size, flags=cv2.INTER_AREA), np.uint8)
    every = np.full(photo.shape[:2], 255, np.uint8)
    is_seen = cv2.warpPerspective(every, whole, size, flags=cv2.INTER_AREA) == 255
    gain = np.exp2(light_change(straight[is_seen][:, None], blank[is_seen][:, None]))
    lit = np.clip(blank * gain, 0, 255).astype(np.uint8)
    filled = np.where(is_seen[..., None], straight, lit)
    sent = (photo.shape[1], photo.shape[0])
    return Straight(filled, np.asarray(is_seen, np.bool_), np.linalg.inv(whole), sent)


def _homography(there: Floats, here: Floats, least: int) -> Floats | None:
    if len(there) < least:
        return None
    found, inliers = cv2.findHomography(there, here, cv2.RANSAC, margins.SAME_PLACE_LEEWAY_PX)
    if found is None or int(inliers.sum()) < least:  # type: ignore[redundant-expr]  # it may fail
        return None
    return np.asarray(found, np.float32)


def _is_sane(found: Floats, photo: Photo, blank: Photo) -> bool:
    """Tell whether the photo shows most of the tray, neither mirrored nor from far aside."""
    high, wide = blank.shape[:2]
    corners = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32)
    if abs(float(np.linalg.det(found))) < margins.FLAT_MAP_SHARE:
        return False
    seen = cv2.perspectiveTransform(corners, np.linalg.inv(found))[0]
    area = float(cv2.contourArea(seen, oriented=True))
    frame = np.array([[0, 0], [photo.shape[1], 0], photo.shape[1::-1], [0, photo.shape[0]]])
    inside, _ = cv2.intersectConvexConvex(seen, frame.astype(np.float32))
    return (
        area > margins.TRAY_IN_PHOTO_SHARE * photo.shape[0] * photo.shape[1]
        and cv2.isContourConvex(seen)
        and inside > margins.TRAY_SEEN_SHARE * area
    )


def _by_marks(photo: Photo, blank: Photo) -> Pairs:
    """Return the corners of the marks that both show."""
    there, here = _marks(photo), _marks(blank)
    both = sorted(there.keys() & here.keys())
    if not both:
        return NO_PAIRS
    return np.concatenate([there[n] for n in both]), np.concatenate([here[n] for n in both])


def _marks(photo: Photo) -> dict[int, Floats]:
    """Return the mat's marks by number: four corners each (4, 2)."""
    if not hasattr(cv2, "aruco"):
        return {}
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    kind = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    # OpenCV 4.6, which a Pi has, knows a function of that name, and no class.
    old = getattr(cv2.aruco, "detectMarkers", None)
    found = old(grey, kind) if old else cv2.aruco.ArucoDetector(kind).detectMarkers(grey)
    if found[1] is None:
        return {}
    return {
        int(number): np.asarray(four, np.float32).reshape(4, 2)
        for number, four in zip(found[1].ravel(), found[0], strict=True)
    }


def _by_corners(photo: Photo, blank: Photo) -> Pairs:
    """Return corners that look alike in both, each the best by far."""
    finder = cv2.ORB.create(margins.CORNERS_COUNT)
    (places, texts), (places_before, texts_before) = (
        finder.detectAndCompute(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), None)
        for each in (photo, blank)
    )
    if len(places) < 2 or len(places_before) < 2:
        return NO_PAIRS
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(texts, texts_before, k=2)
    good = [
        pair[0]
        for pair in pairs
        if len(pair) == 2 and pair[0].distance < margins.BEST_BY_SHARE * pair[1].distance
    ]
    there = np.array([places[match.queryIdx].pt for match in good], np.float32)
    here = np.array([places_before[match.trainIdx].pt for match in good], np.float32)
    return there.reshape(-1, 2), here.reshape(-1, 2)
