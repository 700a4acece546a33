"""What a camera has read in the tray, as table and doors pass it on; needs no OpenCV.

A reading is no event: it is shown, set right where it is wrong, and counts only when a player
confirms it (`ReportDraw`, `CorrectCubes`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.engine.sentence import Sentence


class Purpose(StrEnum):
    """Which cubes lie before the camera."""

    DRAW = "draw"  # those that came out of the bag for the waiting attack
    BAG = "bag"  # the whole bag, tipped out
    AREA = "area"  # the Clank! Area of the board


@dataclass(frozen=True, slots=True)
class Spot:
    """One cube in the picture, in the picture's own elements."""

    colour: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Seen:
    """One reading: its picture's number and size, the cubes, why it may be wrong, what was noted.

    `before` are the cubes of earlier trays of the same count (a bag holds more than one tray).
    """

    number: int
    purpose: Purpose
    width: int
    height: int
    spots: tuple[Spot, ...]
    doubts: tuple[Sentence, ...] = ()
    notes: tuple[Sentence, ...] = ()
    before: Mapping[str, int] | None = None

    @property
    def counts(self) -> dict[str, int]:
        """Return how many cubes of each colour were seen, with those of the trays before."""
        counted = dict(self.before or {})
        for spot in self.spots:
            counted[spot.colour] = counted.get(spot.colour, 0) + 1
        return counted

    @property
    def is_sure(self) -> bool:
        """Return whether nothing speaks against the reading."""
        return not self.doubts
