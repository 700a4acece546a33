"""Measures of the photograph itself: light, glare, and how it fits the calibration."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.tray.reader.channels import Floats, Picture, brightest, darkest
from hardware.tray.reader.reading import Doubt
from hardware.tray.reader.registration import moved, moves_by, slide

DARK_BELOW = 60  # the brightest hundredth is darker than this: only noise is left
WHITE_FROM = 250  # of 255 in all three colours: nothing can be read there
OVEREXPOSED_FROM = 0.6  # of the picture is white that was not white when calibrated
GLARE_FROM = 0.015
MOVED_FROM_PX = 4.0  # at the reader's size: about 1.5 mm
LIGHT_CHANGED_FROM = 0.25  # in factors of two, of brightness or of one colour against another
LIGHT_LOST_FROM = 1.5  # beyond this the calibration's colours mean nothing


def exposure_doubts(photo: Picture, blank: Picture | None) -> tuple[Doubt, ...]:
    """Return the doubts about light; white that was white in the blank is the tray's own."""
    if np.percentile(brightest(photo)[::2, ::2], 99) < DARK_BELOW:
        return (Doubt.TOO_DARK,)
    white = darkest(photo) >= WHITE_FROM
    if blank is not None and blank.shape == photo.shape:
        white &= (
            darkest(np.asarray(cv2.erode(blank, np.ones((5, 5), np.uint8)), np.uint8)) < WHITE_FROM
        )
    if float(white.mean()) > OVEREXPOSED_FROM:
        return (Doubt.OVEREXPOSED,)
    return (Doubt.GLARE,) if largest_part(white) > GLARE_FROM else ()


def largest_part(mask: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> float:
    """Return the largest connected part's share of the picture."""
    count, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return float(measures[1:count, cv2.CC_STAT_AREA].max()) / mask.size if count > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The calibration brought to a photograph: what to compare with, and what was noticed."""

    blank: Picture | None
    paints: Floats | None
    notes: tuple[Doubt, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def fit(photo: Picture, blank: Picture, paints: Floats) -> Fit:
    """Move the blank and change its light so that it fits; give it up where it cannot."""
    if blank.shape != photo.shape:
        return Fit(None, None, (Doubt.TRAY_MOVED,))
    notes = []
    by = slide(photo, blank)
    blank = moved(blank, by)
    if moves_by(by, photo) > MOVED_FROM_PX:
        notes.append(Doubt.TRAY_MOVED)
    change = light_change(photo, blank)
    if change.mean() < -LIGHT_LOST_FROM:
        return Fit(None, None, (), (Doubt.TOO_DARK,))
    if np.abs(change).max() < LIGHT_CHANGED_FROM:
        return Fit(blank, paints, tuple(notes))
    notes.append(Doubt.LIGHT_CHANGED)
    if np.abs(change).max() > LIGHT_LOST_FROM:
        return Fit(None, None, (), (Doubt.LIGHT_CHANGED,))
    gain = np.exp2(change)
    table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    lit = np.asarray(cv2.LUT(blank, table[None]), np.uint8)
    return Fit(lit, np.asarray(np.clip(paints * gain, 0, 255), np.float32), tuple(notes))


def light_change(photo: Picture, blank: Picture) -> Floats:
    """Return the median change of each colour, in factors of two of the picture's own numbers."""
    one, other = (
        np.maximum(each[::4, ::4].reshape(-1, 3).astype(np.float32), 4) for each in (photo, blank)
    )
    return np.asarray(np.median(np.log2(one / other), 0), np.float32)
