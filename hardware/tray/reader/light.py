"""The light of a photograph, and the calibration moved and lit to fit it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.alignment.registration import find_move, move_px, moved
from hardware.tray.reader.channels import Floats, Photo, brightest, darkest
from hardware.tray.reader.reading import Doubt

GREEN = 1  # of blue, green and red


def exposure_doubts(photo: Photo, blank: Photo | None) -> tuple[Doubt, ...]:
    """Return the doubts about light. White that was white in the blank belongs to the tray."""
    step = margins.BRIGHTNESS_STEP_PX
    some = brightest(photo)[::step, ::step]
    if np.percentile(some, margins.BRIGHTEST_PERCENTILE) < margins.TOO_DARK_LEVEL:
        return (Doubt.TOO_DARK,)
    white = new_white(photo, blank)
    if float(white.mean()) > margins.OVEREXPOSED_SHARE:
        return (Doubt.OVEREXPOSED,)
    return (Doubt.GLARE,) if largest_part(white) > margins.GLARE_SHARE else ()


def new_white(photo: Photo, blank: Photo | None) -> NDArray[np.bool_]:
    """Return where the photograph is white and the blank, which shows the same, is not (H, W)."""
    white = np.asarray(darkest(photo) >= margins.WHITE_LEVEL, np.bool_)
    if blank is not None and blank.shape == photo.shape:
        around = np.ones((2 * margins.WHITE_IN_BLANK_REACH_PX + 1,) * 2, np.uint8)
        white &= darkest(np.asarray(cv2.dilate(blank, around), np.uint8)) < margins.WHITE_LEVEL
    return white


def is_only_noise(photo: Photo) -> bool:
    """Tell whether a photograph is nothing but a sensor's noise, however deep, coarse or smoothed.

    The means of squares twice as wide vary half as much in noise. Whatever can be seen is larger.
    """
    fine, coarse = (_variation(photo, side) for side in (1, 2))
    return coarse < margins.ONLY_NOISE_RATIO * fine


def _variation(photo: Photo, times: int) -> float:
    """Return how much the means of squares vary, of so many times their usual side."""
    side = times * margins.NOISE_SQUARE_PX
    height, width = (length // side for length in photo.shape[:2])
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA).std())


def largest_part(mask: NDArray[np.bool_]) -> float:
    """Return the largest connected part's share of the photograph."""
    count, _, measures, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return float(measures[1:count, cv2.CC_STAT_AREA].max()) / mask.size if count > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The calibration as it fits one photograph, and what was noticed.

    Without a calibration, or where it cannot be made to fit, `blank` and `paints` are None.
    """

    blank: Photo | None
    paints: Floats | None
    notes: tuple[Doubt, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    light_changed: float = 0.0  # how much, and how far the tray moved; from 1 on it is noted
    moved: float = 0.0


def fit(photo: Photo, blank: Photo, paints: Floats) -> Fit:
    """Move the blank and change its light until it fits; give it up where it cannot fit."""
    if blank.shape != photo.shape:
        return Fit(None, None, (Doubt.TRAY_MOVED,))
    notes = []
    by = find_move(photo, blank)
    blank = moved(blank, by)
    shift = move_px(by, photo) / margins.TRAY_MOVED_PX
    if shift > 1:
        notes.append(Doubt.TRAY_MOVED)
    change = light_change(photo, blank)
    if change.mean() < -margins.LIGHT_LOST_STOPS:
        return Fit(None, None, (), (Doubt.TOO_DARK,))
    most = float(np.abs(change).max()) / margins.LIGHT_CHANGED_STOPS
    if most < 1:
        return Fit(blank, paints, tuple(notes), (), most, shift)
    notes.append(Doubt.LIGHT_CHANGED)
    if np.abs(change).max() > margins.LIGHT_LOST_STOPS:
        return Fit(None, None, (), (Doubt.LIGHT_CHANGED,))
    gain = np.exp2(change)
    table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    lit = np.asarray(cv2.LUT(blank, table[None]), np.uint8)
    lit_paints = np.asarray(np.clip(paints * gain, 0, 255), np.float32)
    return Fit(lit, lit_paints, tuple(notes), (), most, shift)


def without_cast(photo: Photo) -> Photo:
    """Return the photograph with half of the light's colour taken away, if that is strong.

    Without a calibration nothing else tells a blue cube from a black one in a lamp's warm light.
    The brightest of each colour stands for the light. It may be that of a coloured floor, so half;
    where green is the brightest it is that of a floor, because no lamp is green.
    """
    most = np.percentile(photo.reshape(-1, 3), margins.LIGHT_PERCENTILE, axis=0) + 1.0
    cast = np.log(most) - np.log(most).mean()
    if np.abs(cast).max() < margins.CAST_LN or cast.argmax() == GREEN:
        return photo
    gain = (most.mean() / most) ** margins.CAST_TAKEN_SHARE
    gain /= gain.max() ** 0.5  # no colour grows so much that it is cut off
    table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(photo, table[None]), np.uint8)


def light_change(photo: Photo, blank: Photo) -> Floats:
    """Return the median change of each colour, in factors of two."""
    step = margins.LIGHT_STEP_PX
    some = (each[::step, ::step].reshape(-1, 3).astype(np.float32) for each in (photo, blank))
    one, other = (np.maximum(each, margins.DARKEST_LEVEL) for each in some)
    return np.asarray(np.median(np.log2(one / other), 0), np.float32)
