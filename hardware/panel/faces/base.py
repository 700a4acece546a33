"""What the panel may mean in a game: values that each game's face fills in. No pins here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hardware.panel.patterns import Pattern


class Deed(StrEnum):
    """What the table itself does, in every game."""

    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"


Meaning = object | None  # a command of the game, a Deed, or nothing


@dataclass(frozen=True, slots=True)
class Face:
    """One game on the panel.

    press, tap, hold: (picture, button) -> what it means. A press that means something is the whole
    of a tap; a hold after it gets `counted`, how many cubes that press moved.
    chord: the last press was meant for this button's player; (last button, button).
    lamps: picture -> lamp name -> pattern; lamps that are not named are off.
    flashes: events -> lamp name -> pattern played once over it.
    greeting: picture -> lamp name -> pattern played once when the panel has started.
    """

    press: Callable[[Any, str], Meaning]
    tap: Callable[[Any, str], Meaning]
    hold: Callable[[Any, str, int], Meaning]
    chord: Callable[[str, str], Meaning]
    counted: Callable[[Sequence[Any]], int]
    lamps: Callable[[Any], Mapping[str, Pattern]]
    flashes: Callable[[Sequence[Any]], Mapping[str, Pattern]]
    greeting: Callable[[Any], Mapping[str, Pattern]]
