"""Read the cubes in a tray from one photograph. The same photograph always gives the same reading.

    calibration = calibrate(blank, colours)      # the empty tray; one cube of each colour in it
    reading = read_cubes(photo, calibration)     # BGR, uint8, as OpenCV gives them
    reading.counts["red"], reading.is_sure, reading.doubts

Importing this module needs OpenCV and NumPy; importing `reading` does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from hardware.tray.reader import first_look, light, margins
from hardware.tray.reader.alignment.rim import beside
from hardware.tray.reader.belief.against_blank import weigh, without_tray
from hardware.tray.reader.belief.marks import Scene, apart, coloured, strongest, with_unclear
from hardware.tray.reader.belief.outliers import farthest, of_unclear_colour, outliers
from hardware.tray.reader.belief.places import Places, believed, chances_of, signs_of
from hardware.tray.reader.belief.sharpness import is_as_sharp
from hardware.tray.reader.belief.trust import Signs, trust_in
from hardware.tray.reader.calibration import Calibration, calibrate
from hardware.tray.reader.channels import Floats, Photo, checked, resized
from hardware.tray.reader.closer_look import NO_REFERENCE, CloserLooks, look_closer
from hardware.tray.reader.lines.paint import (
    NewPaint,
    new_paint,
    uncounted_paint,
    widths_of_uncounted,
)
from hardware.tray.reader.lines.unseen import with_lines
from hardware.tray.reader.network import answers, second_look
from hardware.tray.reader.reading import (
    SENTENCES,
    Cube,
    CubeReaderError,
    Doubt,
    Mark,
    Reading,
)
from hardware.tray.reader.shadows import Comparison, find_shadows, longer_shadows

__all__ = [
    "SENTENCES",
    "Calibration",
    "Cube",
    "CubeReaderError",
    "Doubt",
    "Reading",
    "calibrate",
    "read_cubes",
]

TRUST_DIGITS = 4


def read_cubes(image: Photo, calibration: Calibration | None = None) -> Reading:
    """Return the cubes in a photograph, with all doubts; CubeReaderError if it is no photograph.

    reading = read_cubes(photo, calibration)
    if reading.is_sure:
        print(reading.counts["red"], "red cubes")
    """
    for told in looks(image, calibration):
        if told.reading.is_sure:  # one look is enough for most photographs, in half the time
            break
    return told.reading


class Told(NamedTuple):
    """A reading, with the signs that its trust and the belief in each place come from."""

    reading: Reading
    signs: Signs
    at: Floats  # places (N, 2) in the pixels of the photograph as it was sent
    places: Floats  # the signs of each (N, belief.places.SIGNS)


def looks(image: Photo, calibration: Calibration | None = None) -> Iterator[Told]:
    """Yield the reading after one look, then the reading after two."""
    shot = _shot(checked(image), calibration)
    maps = answers(shot.photo, shot.fit.blank, shot.fit.paints)
    at_once = _told(shot, maps, margins.STACKED_AFTER_ONE_LOOK_BELIEF)
    if not shot.doubts:
        yield at_once
    maps = second_look(maps, shot.photo, shot.fit.blank, shot.fit.paints)
    yield _told(shot, maps, margins.STACKED_BELIEF, at_once.reading)


@dataclass(frozen=True)
class _Shot:
    """A photograph at the reader's size, the calibration that fits it, and the doubts so far."""

    photo: Photo
    as_lit: Photo  # the same in its own light
    scale: float
    fit: light.Fit
    doubts: tuple[Doubt, ...]
    calibration: Calibration | None
    comparison: Comparison | None  # None without a calibration that fits
    paint: NewPaint | None  # None without a calibration that fits
    is_usual_blur: bool  # it looks as blurred as the empty tray does, and no more
    looks: CloserLooks = field(default_factory=CloserLooks)


def _shot(image: Photo, calibration: Calibration | None) -> _Shot:
    """Return a photograph with the calibration that fits it."""
    photo, scale = resized(image)
    fit = light.Fit(None, None)
    doubts = light.exposure_doubts(photo, calibration.blank if calibration else None)
    if light.is_only_noise(photo) and not doubts:
        doubts = (Doubt.TOO_DARK,)
    if calibration and not doubts:
        fit = light.fit(photo, calibration.blank, calibration.paints)
    as_lit, photo = photo, light.without_cast(photo) if fit.paints is None else photo
    comparison, is_usual_blur = None, False
    if calibration and fit.blank is not None:
        comparison = Comparison(photo, fit.blank, calibration.radius)
        is_usual_blur = calibration.looks_blurred and is_as_sharp(photo, fit.blank)
    paint = new_paint(photo, fit)
    doubts = (*doubts, *fit.doubts)
    return _Shot(photo, as_lit, scale, fit, doubts, calibration, comparison, paint, is_usual_blur)


def _told(shot: _Shot, maps: Floats, stacked: float, before: Reading | None = None) -> Told:
    """Return what follows from the first look's maps and the closer look.

    `before` is what one look alone has read.
    """
    maps = without_tray(maps, shot.photo, shot.fit, is_usual_blur=shot.is_usual_blur)
    weighed = _found(shot, maps)
    found, shadows = weighed.cubes, weighed.nothing
    counted = tuple(peak for peak in found if peak.belief >= margins.COUNTED_BELIEF)
    cubes = tuple(
        replace(
            first_look.cube_at(maps, peak, shot.scale), doubt=first_look.doubt_of(peak, stacked)
        )
        for peak in counted
    )
    seen = first_look.evidence(maps, found, shadows)
    structural, notes = first_look.structural_doubts(seen, found, stacked)
    signs = _signs(shot, maps, found, cubes, seen, before)
    odd = _odd(shot, cubes, counted)
    why = _why(shot, structural, signs, is_any_odd=bool(odd))
    trust = _trust(shot, signs)
    is_sure = trust >= _least_trust(shot, why) and not shot.doubts
    doubts = () if is_sure else why or (Doubt.UNCLEAR,)
    confidence = trust * (margins.CONFIDENCE_IN_DOUBT_SHARE if shot.doubts else 1.0)
    notes = (*shot.fit.notes, *notes, *_notes_of_places(shot, cubes))
    blank = shot.calibration.blank if shot.calibration else None
    scene = Scene(shot.as_lit, blank, maps, found, shadows, stacked)
    marks = _marks(shot, scene, cubes, (*doubts, *notes), signs)
    if Doubt.UNCLEAR in doubts:
        cubes = with_unclear(cubes, odd, marks)
    reading = Reading(_in_reading_order(cubes), doubts, notes, confidence, marks=marks)
    return Told(reading, signs, weighed.at / shot.scale, weighed.signs)


def _trust(shot: _Shot, signs: Signs) -> float:
    """Return the trust, rounded: sums differ in the last digits by where a photograph lies."""
    return round(trust_in(signs, is_calibrated=shot.fit.paints is not None), TRUST_DIGITS)


def _least_trust(shot: _Shot, why: tuple[Doubt, ...]) -> float:
    """Return from where on a reading is sure; what one sign alone would doubt needs more."""
    if not why:
        return margins.LEAST_TRUST
    if shot.fit.paints is None:
        return margins.SURE_IN_DOUBT_UNCALIBRATED_TRUST
    return margins.SURE_IN_DOUBT_TRUST


def _why(
    shot: _Shot, structural: tuple[Doubt, ...], signs: Signs, *, is_any_odd: bool
) -> tuple[Doubt, ...]:
    """Return every doubt that there would be if each sign stood alone, in the order of weight."""
    doubts = list(shot.doubts)
    if signs.unreadable > 1 and not doubts:
        doubts.append(Doubt.BLURRED)
    doubts += structural
    if Doubt.UNCLEAR not in doubts and (signs.uncounted_paint > 1 or is_any_odd):
        doubts.append(Doubt.UNCLEAR)
    if not doubts and signs.long_shadow > 1:
        doubts.append(Doubt.STACKED)
    return tuple(doubts)


def _signs(
    shot: _Shot,
    maps: Floats,
    found: tuple[first_look.Peak, ...],
    cubes: tuple[Cube, ...],
    seen: first_look.Evidence,
    before: Reading | None,
) -> Signs:
    """Return what speaks against a reading, `cubes` being what was counted of `found`."""
    calibration = shot.calibration
    usual = calibration.radius / shot.scale if calibration else None
    outlying = farthest(shot.photo, shot.scale, cubes, shot.fit.paints, usual)
    return first_look.signs_of(found)._replace(
        **seen._asdict(),
        long_shadow=_long_shadow(shot, maps, found),
        uncounted_paint=_uncounted_paint(shot, cubes),
        other_size=outlying.size,
        other_colour=outlying.colour,
        nearer_colour=outlying.nearer,
        light_changed=shot.fit.light_changed,
        tray_moved=shot.fit.moved,
        looks_differ=_difference(before, cubes),
    )


def _difference(before: Reading | None, cubes: tuple[Cube, ...]) -> float:
    """Return how many cubes one look has counted and two have not, or two and not one."""
    if before is None:
        return 0.0
    now = Reading(cubes).counts
    return float(sum(abs(count - now[colour]) for colour, count in before.counts.items()))


def _notes_of_places(shot: _Shot, cubes: tuple[Cube, ...]) -> tuple[Doubt, ...]:
    """Return a note if a cube lies beside the tray; only the empty tray shows where it ends."""
    if not (shot.calibration and shot.fit.blank is not None):
        return ()
    at = np.array([(cube.x, cube.y) for cube in cubes], np.float32).reshape(-1, 2) * shot.scale
    is_any = beside(shot.fit.blank, at, shot.calibration.radius).any()
    return (Doubt.BESIDE_TRAY,) if is_any else ()


def _odd(shot: _Shot, cubes: tuple[Cube, ...], peaks: tuple[first_look.Peak, ...]) -> list[Cube]:
    """Return what looks like a cube and may be none, or has a colour that no cube has."""
    paints, is_calibrated = shot.fit.paints, shot.fit.paints is not None
    unsure = tuple(
        cube
        for cube, peak in zip(cubes, peaks, strict=True)
        if not first_look.is_sure_of_colour(peak, is_calibrated=is_calibrated)
    )
    usual = shot.calibration.radius / shot.scale if shot.calibration else None
    odd = outliers(shot.photo, shot.scale, cubes, paints, usual)
    return odd + of_unclear_colour(shot.photo, shot.scale, unsure, paints)


def _marks(
    shot: _Shot, scene: Scene, cubes: tuple[Cube, ...], doubts: tuple[Doubt, ...], signs: Signs
) -> tuple[Mark, ...]:
    """Return where these doubts and notes lie, in the pixels of the photograph as it was sent."""
    marks = scene.marks(doubts)
    radius = shot.calibration.radius if shot.calibration else 0.0
    if Doubt.UNCLEAR in doubts and signs.uncounted_paint > 1 and shot.paint is not None:
        widths = widths_of_uncounted(shot.paint, cubes, shot.scale)
        marks.append(strongest(widths, 1 / margins.PAINT_SHRINK_SHARE, radius, Doubt.UNCLEAR))
    if Doubt.STACKED in doubts and signs.long_shadow > 1:
        longer = _longer_shadows(shot, scene.maps, scene.found)
        if longer is not None:
            marks.append(strongest(longer, 1.0, radius, Doubt.STACKED))
    return tuple(coloured(mark, scene.maps).scaled(1 / shot.scale) for mark in apart(marks))


def _uncounted_paint(shot: _Shot, cubes: tuple[Cube, ...]) -> float:
    """Return how much more of a paint there is than the cubes of it show."""
    if shot.calibration is None or shot.paint is None:
        return 0.0
    return uncounted_paint(shot.paint, cubes, shot.scale, shot.calibration.radius)


def _long_shadow(shot: _Shot, maps: Floats, found: tuple[first_look.Peak, ...]) -> float:
    """Return how much longer a shadow is than in the calibration: a cube lies on another."""
    longer = _longer_shadows(shot, maps, found)
    return 0.0 if longer is None else float(longer.max())


def _longer_shadows(shot: _Shot, maps: Floats, found: tuple[first_look.Peak, ...]) -> Floats | None:
    at = first_look.centres_of(
        maps, tuple(peak for peak in found if peak.belief >= margins.DOUBTED_BELIEF)
    )
    if not (shot.calibration and shot.comparison and len(at)):
        return None
    things = first_look.where_things_lie(maps, shot.photo.shape[:2])
    return longer_shadows(shot.comparison, shot.calibration.cube_shadow, at, things)


class Found(NamedTuple):
    """What may be cubes: the centres, what is only shadow or print, and what spoke for each."""

    cubes: tuple[first_look.Peak, ...]
    nothing: tuple[first_look.Peak, ...]
    at: Floats  # the places that were weighed (N, 2), at the reader's size
    signs: Floats  # (N, belief.places.SIGNS)


def _found(shot: _Shot, maps: Floats) -> Found:
    """Return the centres of what may be cubes, by both looks and what is measured there."""
    photo, fit, calibration = shot.photo, shot.fit, shot.calibration
    first = first_look.candidates(maps)
    shadows: tuple[first_look.Peak, ...] = ()
    if calibration and shot.comparison:
        shadows = find_shadows(first, maps, shot.comparison, calibration.cube_shadow)
    likely = tuple(peak for peak in first if peak not in shadows)
    seen = _places(shot, maps, likely)
    signs = signs_of(seen)
    both = believed(seen.both, chances_of(signs, is_calibrated=seen.is_calibrated))
    weighed = weigh(both, photo, fit, seen.at, seen.radius) if calibration else both
    printed = tuple(peak for peak in weighed if peak.belief == 0)
    left = tuple(peak for peak in weighed if peak.belief > 0)
    left = with_lines(left, first_look.centres_of(maps, left), photo, shot.paint, seen.radius)
    return Found(left, (*shadows, *printed), seen.at, signs)


def _places(shot: _Shot, maps: Floats, likely: tuple[first_look.Peak, ...]) -> Places:
    """Return what both looks see at the places that may be cubes."""
    photo, fit, calibration = shot.photo, shot.fit, shot.calibration
    at = first_look.centres_of(maps, likely)
    radius = calibration.radius if calibration else first_look.usual_radius(likely)
    bias = calibration.raised_bias if calibration else first_look.RaisedBias()
    reference = calibration.reference if calibration else NO_REFERENCE
    closer = shot.looks.of(at, lambda new: look_closer(photo, fit, new, radius, reference))
    pairs = zip(likely, closer, strict=True)
    both = tuple(first_look.combined(peak, look, bias) for peak, look in pairs)
    dark = shot.comparison.dark if shot.comparison else None
    return Places(photo, fit, maps, dark, likely, both, closer, at, radius, bias)


def _in_reading_order(cubes: tuple[Cube, ...]) -> tuple[Cube, ...]:
    return tuple(sorted(cubes, key=lambda cube: (cube.y, cube.x)))
