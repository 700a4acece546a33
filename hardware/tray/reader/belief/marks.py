"""Where the doubts of a reading lie, so that players are shown what is meant.

    marks = Scene(photo, blank, maps, found, nothing).marks(doubts)   # at the reader's size

A counted cube that is in doubt says so itself. Everything else that speaks against a reading is
marked here: what may be a cube and is not counted, a hand, a reflection, a cube at the edge.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.tray.reader import margins
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.first_look import (
    Peak,
    centre_of,
    is_cell,
    is_cut,
    is_unexplained,
    known_of,
    unexplained_cells,
)
from hardware.tray.reader.light import new_white
from hardware.tray.reader.network import CELL, COLOUR_ROWS
from hardware.tray.reader.reading import COLOURS, Cube, Doubt, Mark

Mask = NDArray[np.bool_]


class Scene(NamedTuple):
    """A photograph in its own light, the calibration's empty tray, and what was found."""

    photo: Photo
    blank: Photo | None
    maps: Floats  # of the first look
    found: tuple[Peak, ...]  # what may be cubes
    nothing: tuple[Peak, ...]  # what is only shadow, or print on the floor
    stacked: float  # from here on a cube is taken for raised

    def marks(self, doubts: Collection[Doubt]) -> list[Mark]:
        """Return where these doubts and notes lie, in pixels of the photograph."""
        return [mark for doubt in doubts if doubt in PLACES for mark in PLACES[doubt](self)]


def _half_believed(scene: Scene, *, raised: bool) -> Iterator[Mark]:
    """Yield what may be a cube, raised or flat, and is not counted."""
    for peak in scene.found:
        is_left = margins.DOUBTED_BELIEF <= peak.belief < margins.COUNTED_BELIEF
        if is_left and (peak.raised > scene.stacked) == raised:
            doubt = Doubt.STACKED if raised else Doubt.UNCLEAR
            yield Mark(*centre_of(scene.maps, peak), peak.radius * CELL, doubt)


def _unclear(scene: Scene) -> Iterator[Mark]:
    known = known_of(scene.found, scene.nothing)
    left = is_unexplained(scene.maps, known)
    parts = _parts(left, unexplained_cells(known), CELL, Doubt.UNCLEAR)
    return apart([*_half_believed(scene, raised=False), *parts])


def _stacked(scene: Scene) -> Iterator[Mark]:
    return _half_believed(scene, raised=True)


def _cut_off(scene: Scene) -> Iterator[Mark]:
    return _parts(is_cut(scene.maps), margins.SMALLEST_CUT_CELLS, CELL, Doubt.CUT_OFF)


def _hand(scene: Scene) -> Iterator[Mark]:
    mask = is_cell(scene.maps, "cover")
    return _parts(mask, margins.SMALLEST_COVER_SHARE * mask.size, CELL, Doubt.HAND)


def _unknown_thing(scene: Scene) -> Iterator[Mark]:
    mask = is_cell(scene.maps, "thing")
    return _parts(mask, margins.SMALLEST_THING_SHARE * mask.size, CELL, Doubt.UNKNOWN_THING)


def _glare(scene: Scene) -> Iterator[Mark]:
    mask = new_white(scene.photo, scene.blank)
    return _parts(mask, margins.GLARE_SHARE * mask.size, 1, Doubt.GLARE)


PLACES: Mapping[Doubt, Callable[[Scene], Iterator[Mark]]] = {
    Doubt.UNCLEAR: _unclear,
    Doubt.STACKED: _stacked,
    Doubt.CUT_OFF: _cut_off,
    Doubt.HAND: _hand,
    Doubt.UNKNOWN_THING: _unknown_thing,
    Doubt.GLARE: _glare,
}


def _parts(mask: Mask, least: float, pixels: int, doubt: Doubt) -> Iterator[Mark]:
    """Yield each connected part that is large enough, or the largest; a cell has so many pixels."""
    count, _, measures, middles = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    areas = measures[1:count, cv2.CC_STAT_AREA]
    for area, (x, y) in zip(areas, middles[1:count], strict=True):
        if area >= min(least, areas.max()):
            at_x, at_y = (float((middle + 0.5) * pixels - 0.5) for middle in (x, y))
            yield Mark(at_x, at_y, float(np.sqrt(area / np.pi)) * pixels, doubt)


def with_unclear(
    cubes: tuple[Cube, ...], odd: Collection[Cube], marks: tuple[Mark, ...]
) -> tuple[Cube, ...]:
    """Return the cubes, the odd ones in doubt; the least sure one where nothing else is."""
    unclear = {*odd, *(cube for cube in cubes if cube.doubt is Doubt.UNCLEAR)}
    if cubes and not unclear and all(mark.doubt is not Doubt.UNCLEAR for mark in marks):
        unclear = {min(cubes, key=lambda cube: cube.confidence)}
    return tuple(
        replace(cube, doubt=cube.doubt or Doubt.UNCLEAR) if cube in unclear else cube
        for cube in cubes
    )


def coloured(mark: Mark, maps: Floats) -> Mark:
    """Return a place that may be a cube with its likeliest colour, by the maps there."""
    if mark.doubt is not Doubt.UNCLEAR:
        return mark
    row, column = (
        min(max(0, int(at / CELL)), side - 1)
        for at, side in zip((mark.y, mark.x), maps.shape[1:], strict=True)
    )
    return replace(mark, colour=COLOURS[int(maps[COLOUR_ROWS, row, column].argmax())])


def apart(marks: list[Mark]) -> Iterator[Mark]:
    """Yield those that lie outside every earlier one of the same doubt."""
    for number, mark in enumerate(marks):
        if all(
            mark.doubt is not other.doubt
            or np.hypot(mark.x - other.x, mark.y - other.y) > other.radius + mark.radius
            for other in marks[:number]
        ):
            yield mark


def strongest(layer: Floats, pixels: float, radius: float, doubt: Doubt) -> Mark:
    """Return a mark where a layer is largest; each of its places has so many pixels."""
    row, column = np.unravel_index(int(layer.argmax()), layer.shape)
    return Mark(float(column) * pixels, float(row) * pixels, radius, doubt)
