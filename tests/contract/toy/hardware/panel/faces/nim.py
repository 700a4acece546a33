"""What the panel means in Nim: red, green and blue take one, two and three matches."""

from collections.abc import Mapping, Sequence

from companion.games.nim.box import MATCHES, MOST_TAKEN
from companion.games.nim.commands import TakeMatches
from companion.games.nim.events import Event, GameEnded
from companion.games.nim.state import Nim
from hardware.panel import patterns
from hardware.panel.faces.base import Face, TableAction, undo_or_redo
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Button

MATCHES_OF = {colour: number for number, colour in enumerate(COLOURS[:MOST_TAKEN], 1)}


def press(state: Nim, button: Button) -> TakeMatches | None:
    """A colour takes its number of matches."""
    return TakeMatches(MATCHES_OF[button]) if button in MATCHES_OF else None


def tap(state: Nim, button: Button) -> TableAction | None:
    """Undo takes a step back."""
    return undo_or_redo(button, is_held=False)


def hold(state: Nim, button: Button, counted: int) -> TableAction | None:
    """Undo held does a step again."""
    return undo_or_redo(button, is_held=True)


def lamps(state: Nim) -> Mapping[str, Pattern]:
    """The bar is what is left of the heap; the colours are lit when the game is over."""
    if state.loser is not None:
        return dict.fromkeys(COLOURS, patterns.ON)
    lit = -(-state.heap * len(RAGE_LAMPS) // MATCHES)
    return dict.fromkeys(RAGE_LAMPS[:lit], patterns.ON)


def flashes(events: Sequence[Event]) -> dict[str, Pattern]:
    """The buzzer tells the end."""
    is_end = any(isinstance(event, GameEnded) for event in events)
    return {BUZZER: patterns.ATTACK} if is_end else {}


NIM_FACE: Face[Nim, TakeMatches, Event] = Face(
    press=press,
    tap=tap,
    hold=hold,
    chord=lambda last, button, holder: None,
    counted=lambda events: 0,
    lamps=lamps,
    flashes=flashes,
    greeting=lambda state: patterns.greeting(COLOURS),
)
