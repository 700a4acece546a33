"""What a camera has read in the tray, as plain values; needs no OpenCV.

A reading is no event: players see it, correct it where it is wrong, and it counts only when a
player confirms it (`ReportDraw`, `CorrectCubes`).
"""

from collections.abc import Mapping
from enum import StrEnum

from companion.engine.sentence import Sentence
from companion.engine.value import Value


class Purpose(StrEnum):
    """Which cubes lie before the camera."""

    DRAW = "draw"  # those that came out of the bag for the waiting attack
    BAG = "bag"  # the whole bag, tipped out
    AREA = "area"  # the Clank! Area of the board


class Spot(Value, frozen=True):
    """One cube in the photo; all three numbers in pixels of the photo."""

    colour: str
    x: float
    y: float
    radius: float
    doubt: Sentence | None = None  # why this very cube may be wrong


class Mark(Value, frozen=True):
    """A place in the photo, in pixels, that a doubt or note is about; no cube is counted there."""

    x: float
    y: float
    radius: float
    why: Sentence
    likely_colour: str | None = None  # of the cube that it may be; None where no cube is meant


class Edge(Value, frozen=True):
    """Part of an edge of the photo, from one place to another, in pixels of the photo."""

    x: float
    y: float
    to_x: float
    to_y: float


class Seen(Value, frozen=True):
    """One reading: the photo's number and size (pixels), the cubes, why it may be wrong, and notes.

    `before` are the cubes of earlier trays that belong to the same count: a bag fills several.
    `ends_at` are edges behind which the tray goes on, so far that a cube could lie there; `marks`
    are the other places where its doubts and notes lie.
    """

    number: int
    purpose: Purpose
    width: int
    height: int
    spots: tuple[Spot, ...]
    doubts: tuple[Sentence, ...] = ()
    notes: tuple[Sentence, ...] = ()
    before: Mapping[str, int] | None = None
    ends_at: tuple[Edge, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Return how many cubes of each colour were seen, those of earlier trays included."""
        counted = dict(self.before or {})
        for spot in self.spots:
            counted[spot.colour] = counted.get(spot.colour, 0) + 1
        return counted

    @property
    def is_sure(self) -> bool:
        """Return whether nothing speaks against the reading."""
        return not self.doubts


def still_seen(seen: Seen | None, awaits_hand: bool) -> Seen | None:
    """Return what the camera read; None if it read a draw and no draw waits any more."""
    is_past = seen is not None and seen.purpose is Purpose.DRAW and not awaits_hand
    return None if is_past else seen
