"""The panel in The Game: the colours are the four piles, the bar shows the cards left."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import CARDS, Pile
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Flag, Result, Wish
from hardware.panel import patterns
from hardware.panel.faces.base import Face, TableAction, undo_or_redo
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Button

PILE_OF = dict(zip(map(Button, COLOURS), Pile, strict=True))
LAMP_OF = {pile: colour for colour, pile in PILE_OF.items()}


Meaning = co.Command | TableAction | None


def press(state: TheGame, button: Button) -> Meaning:
    """A colour flags its pile for this turn, "please not here", or lowers that flag."""
    pile = PILE_OF.get(button)
    if pile is None:
        return None
    if Flag(pile, Wish.NOT_HERE) in state.flags:
        return co.LowerFlag(pile)
    return co.RaiseFlag(pile, Wish.NOT_HERE)


def tap(state: TheGame, button: Button) -> Meaning:
    """Next ends the turn; Attack deals a practice game."""
    match button:
        case Button.NEXT:
            return co.EndTurn()
        case Button.ATTACK:
            is_to_deal = state.practice and not state.is_shuffled
            return TableAction.DRAW if is_to_deal else None
        case Button.UNDO:
            return TableAction.UNDO
        case Button.RED | Button.GREEN | Button.BLUE | Button.YELLOW:
            return None
        case _:
            assert_never(button)


def hold(state: TheGame, button: Button, counted: int) -> Meaning:
    """Undo held does again what was undone; nothing else is held."""
    return undo_or_redo(button, is_held=True)


def lamps(state: TheGame) -> Mapping[str, Pattern]:
    """A flag lights its pile, small steps breathe, fire blinks; the bar is the cards left."""
    if not state.names:
        return patterns.NO_GAME
    bar = dict.fromkeys(RAGE_LAMPS[: bar_of(state)], patterns.ON)
    if state.ending is not None:
        is_lost = state.result is Result.LOST
        return bar if is_lost else dict.fromkeys(COLOURS, patterns.ON) | bar
    shown = {LAMP_OF[flag.pile]: _of_wish(flag) for flag in _quietest_first(state.flags)}
    for pile in Pile:
        if any(card in state.cards(pile) for card in state.unmet):
            shown[LAMP_OF[pile]] = patterns.ASK
    return shown | bar


def bar_of(state: TheGame) -> int:
    """Return how many lamps of the bar are lit: none only if no card is left."""
    return -(-state.left * len(RAGE_LAMPS) // CARDS)


def _quietest_first(flags: tuple[Flag, ...]) -> list[Flag]:
    return sorted(flags, key=lambda flag: flag.wish is Wish.NOT_HERE)


def _of_wish(flag: Flag) -> Pattern:
    return patterns.ON if flag.wish is Wish.NOT_HERE else patterns.BREATHE


def flashes(events: Sequence[ev.Event]) -> dict[str, Pattern]:
    """A short flash for the pile that a card was laid on; the buzzer tells the end of the game."""
    shown: dict[str, Pattern] = {}
    for event in events:
        if isinstance(event, ev.CardPlayed):
            shown[LAMP_OF[event.pile]] = patterns.NOTED
        elif isinstance(event, ev.GameEnded):
            shown[BUZZER] = patterns.KNOCKED_OUT if event.left else patterns.ATTACK
    return shown


THE_GAME_FACE: Face[TheGame, co.Command, ev.Event] = Face(
    press=press,
    tap=tap,
    hold=hold,
    chord=lambda last, button, holder: None,
    counted=lambda events: 0,
    lamps=lamps,
    flashes=flashes,
    greeting=lambda state: patterns.greeting(COLOURS),
)
