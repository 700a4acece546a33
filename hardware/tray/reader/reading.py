"""What a reading says: the cubes that are seen, and why it may not be trusted.

Needs no OpenCV, so that pages and rules can speak of readings on a table without a camera.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence

COLOURS = ("red", "yellow", "green", "blue", "black")  # the order of the network's answers


class Doubt(StrEnum):
    """A reason not to trust a reading, or (as a note) something worth telling."""

    TOO_DARK = "too_dark"
    OVEREXPOSED = "overexposed"
    GLARE = "glare"
    BLURRED = "blurred"
    HAND = "hand"  # or a sleeve, a card: whatever is large enough to hide a cube
    STACKED = "stacked"
    CUT_OFF = "cut_off"
    UNKNOWN_THING = "unknown_thing"
    LIGHT_CHANGED = "light_changed"
    TRAY_MOVED = "tray_moved"
    UNCLEAR = "unclear"  # a cube or a colour is only half believed


SENTENCES: Mapping[Doubt, Sentence] = MappingProxyType(
    {
        Doubt.TOO_DARK: Sentence("The picture is too dark: more light, please."),
        Doubt.OVEREXPOSED: Sentence(
            "The picture is overexposed: less light, please, or calibrate again."
        ),
        Doubt.GLARE: Sentence("A lamp glares in the tray: turn the lamp or the tray a little."),
        Doubt.BLURRED: Sentence("The picture is blurred: hold still, or focus the camera."),
        Doubt.HAND: Sentence("Something covers the tray: take hands, sleeves and cards away."),
        Doubt.STACKED: Sentence("Cubes lie on each other: please spread them."),
        Doubt.CUT_OFF: Sentence("A cube is cut off at the picture's edge: push it to the middle."),
        Doubt.UNKNOWN_THING: Sentence(
            "Something that is no cube lies in the tray; it is not counted."
        ),
        Doubt.LIGHT_CHANGED: Sentence("The light has changed since the calibration."),
        Doubt.TRAY_MOVED: Sentence("The tray or the camera has moved since the calibration."),
        Doubt.UNCLEAR: Sentence("One cube is hard to tell: please spread them a little."),
    }
)


@dataclass(frozen=True, slots=True)
class SeenCube:
    """One cube in the photograph: places in the photograph's own picture elements."""

    colour: str
    x: float
    y: float
    radius: float  # of a circle round the middle that lies well inside the cube
    confidence: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reader sees; `doubts` forbid to trust it, `notes` were noticed and allowed for."""

    cubes: tuple[SeenCube, ...]
    doubts: tuple[Doubt, ...] = ()
    notes: tuple[Doubt, ...] = ()
    confidence: float = 1.0  # of the whole: the least certain thing in it

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many cubes of each colour are seen, all five colours."""
        seen = [cube.colour for cube in self.cubes]
        return {colour: seen.count(colour) for colour in COLOURS}

    @property
    def is_sure(self) -> bool:
        """Return whether the counts may be proposed; the players still confirm them."""
        return not self.doubts


class CubeReaderError(DragonbagError):
    """A photograph cannot be read at all, or a calibration does not serve; says why."""

    def __init__(self, sentence: Sentence, **facts: Any) -> None:
        """Keep the sentence with its facts, for the reader's language."""
        self.sentence = sentence.about(**facts)
        plain = {name: getattr(fact, "one", fact) for name, fact in facts.items()}
        many = sentence.many if facts.get("n", 1) != 1 else ""
        super().__init__((many or sentence.one).format_map(plain))
