"""A face: what the buttons and lamps of the panel mean in one game. No pins here."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from companion.engine.value import Value
from hardware.panel.patterns import Pattern
from hardware.panel.pins import Button

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")


class TableAction(StrEnum):
    """What the table itself can do, in every game."""

    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"


class Face(Value, Generic[StateT, CommandT, EventT], frozen=True):
    """One game on the panel, as functions of its own state, commands and events.

    press, tap, hold: (state, button) -> a command, a table action, or None for "means nothing".
    If a press means something, its tap means nothing more, and a hold after it is given `counted`
    of that press.
    chord: (last button that counted, or None; button pressed; button that was held) -> the same.
    counted: events of a press -> how many cubes it moved.
    lamps: state -> lamp name -> pattern; lamps that are not named are off.
    flashes: events -> lamp name -> pattern that is played once over `lamps`.
    greeting: state -> lamp name -> pattern that is played once when the panel has started.
    """

    press: Callable[[StateT, Button], CommandT | TableAction | None]
    tap: Callable[[StateT, Button], CommandT | TableAction | None]
    hold: Callable[[StateT, Button, int], CommandT | TableAction | None]
    chord: Callable[[Button | None, Button, Button], CommandT | TableAction | None]
    counted: Callable[[Sequence[EventT]], int]
    lamps: Callable[[StateT], Mapping[str, Pattern]]
    flashes: Callable[[Sequence[EventT]], Mapping[str, Pattern]]
    greeting: Callable[[StateT], Mapping[str, Pattern]]


def undo_or_redo(button: Button, *, is_held: bool) -> TableAction | None:
    """Return what Undo means in every game: held, it does again what was undone."""
    if button is not Button.UNDO:
        return None
    return TableAction.REDO if is_held else TableAction.UNDO
