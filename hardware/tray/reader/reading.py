"""A reading: the cubes that were found in a photograph, and the doubts about them.

Needs no OpenCV, so that pages and rules can use readings on a table without a camera.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.table.reading import Edge

COLOURS = ("red", "yellow", "green", "blue", "black")  # the order of the network's answers


class Doubt(StrEnum):
    """A reason not to trust a reading or, as a note, something that players should know."""

    TOO_DARK = "too_dark"
    OVEREXPOSED = "overexposed"
    GLARE = "glare"
    BLURRED = "blurred"
    HAND = "hand"  # or a sleeve, or a card: anything that is large enough to hide a cube
    STACKED = "stacked"
    CUT_OFF = "cut_off"
    UNSEEN = "unseen"  # a cube could lie in a part of the tray that the photo does not show
    UNKNOWN_THING = "unknown_thing"
    LIGHT_CHANGED = "light_changed"
    TRAY_MOVED = "tray_moved"
    BESIDE_TRAY = "beside_tray"
    UNCLEAR = "unclear"  # the networks are not sure of a cube or of its colour


SENTENCES: Mapping[Doubt, Sentence] = MappingProxyType(
    {
        Doubt.TOO_DARK: Sentence("The photo is too dark. Use more light."),
        Doubt.OVEREXPOSED: Sentence("The photo is too bright. Use less light, or calibrate again."),
        Doubt.GLARE: Sentence("Light reflects in the tray. Turn the light or the tray a little."),
        Doubt.BLURRED: Sentence("The photo is blurred. Hold still, or focus the camera."),
        Doubt.HAND: Sentence("Something covers the tray. Take hands, sleeves and cards away."),
        Doubt.STACKED: Sentence("Cubes lie on each other. Spread them out."),
        Doubt.CUT_OFF: Sentence(
            "A cube is cut off at the edge of the photo. Push it to the middle."
        ),
        Doubt.UNSEEN: Sentence(
            "Part of the tray is not in the photo: a cube could lie there. "
            "Hold the phone so that the whole tray is seen."
        ),
        Doubt.UNKNOWN_THING: Sentence("Something in the tray is not a cube. It is not counted."),
        Doubt.LIGHT_CHANGED: Sentence("The light has changed since the calibration."),
        Doubt.TRAY_MOVED: Sentence("The tray or the camera has moved since the calibration."),
        Doubt.BESIDE_TRAY: Sentence("A cube lies beside the tray. It is counted."),
        Doubt.UNCLEAR: Sentence("Not every cube is clear. Spread the cubes a little."),
    }
)
# The same of one cube, where that reads otherwise.
SENTENCES_OF_CUBE: Mapping[Doubt, Sentence] = MappingProxyType(
    {**SENTENCES, Doubt.UNCLEAR: Sentence("This cube is not clear.")}
)
# The same of a place where no cube is counted.
SENTENCES_OF_PLACE: Mapping[Doubt, Sentence] = MappingProxyType(
    {**SENTENCES, Doubt.UNCLEAR: Sentence("Is this a cube? It is not counted.")}
)


@dataclass(frozen=True, slots=True)
class Cube:
    """One cube; places are in the pixels of the photograph as it was sent."""

    colour: str
    x: float
    y: float
    radius: float  # of a circle round the middle, well inside the cube
    confidence: float  # 0 to 1
    doubt: Doubt | None = None  # why this very cube may be wrong


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that a doubt or a note is about, where no cube is counted; numbers as of a cube."""

    x: float
    y: float
    radius: float  # of a circle round what is meant
    doubt: Doubt
    colour: str | None = None  # the likeliest, where it may be a cube

    def scaled(self, by: float) -> "Mark":
        """Return the same place in a photograph that is so many times as large."""
        x, y, radius = (round(length * by, 1) for length in (self.x, self.y, self.radius))
        return replace(self, x=x, y=y, radius=radius)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reader found; `doubts` are reasons not to trust it, `notes` are no such reasons."""

    cubes: tuple[Cube, ...]
    doubts: tuple[Doubt, ...] = ()
    notes: tuple[Doubt, ...] = ()
    confidence: float = 1.0  # in the whole: that of the least certain cube
    ends_at: tuple[Edge, ...] = ()  # edges of the photo behind which the tray goes on, unseen
    marks: tuple[Mark, ...] = ()  # where else than at a cube its doubts lie

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many cubes of each of the five colours were found."""
        found = [cube.colour for cube in self.cubes]
        return {colour: found.count(colour) for colour in COLOURS}

    @property
    def is_sure(self) -> bool:
        """Return whether the counts may be proposed to the players, who confirm them."""
        return not self.doubts


class CubeReaderError(DragonbagError):
    """A photograph cannot be read, or a calibration cannot be used; the text says why."""

    sentence: Sentence

    def __init__(self, sentence: Sentence, **facts: object) -> None:
        """Keep the sentence with its facts, to be said in the player's language."""
        super().__init__(sentence.about(**facts))
