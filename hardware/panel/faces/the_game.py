"""What the panel means in The Game: the colours are the four piles, the bar is the cards left."""

from collections.abc import Mapping, Sequence

from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import CARDS, Pile
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Flag, Result, Wish
from hardware.panel import patterns
from hardware.panel.faces.base import Deed, Face, Meaning
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS

PILE_OF = dict(zip(COLOURS, Pile, strict=True))
LAMP_OF = {pile: colour for colour, pile in PILE_OF.items()}


def press(state: TheGame, button: str) -> Meaning:
    """A colour is "please not on this pile", for the turn; pressed again it is taken back."""
    pile = PILE_OF.get(button)
    if pile is None:
        return None
    if Flag(pile, Wish.NOT_HERE) in state.flags:
        return co.LowerFlag(pile)
    return co.RaiseFlag(pile, Wish.NOT_HERE)


def tap(state: TheGame, button: str) -> Meaning:
    """Next ends the turn; Attack deals a practice game."""
    if button == "next":
        return co.EndTurn()
    if button == "attack" and state.practice and not state.is_shuffled:
        return Deed.DRAW
    return Deed.UNDO if button == "undo" else None


def hold(state: TheGame, button: str, counted: int) -> Meaning:
    """Undo held does again what was undone."""
    return Deed.REDO if button == "undo" else None


def lamps(state: TheGame) -> Mapping[str, Pattern]:
    """A flag lights its pile, small steps breathe, fire asks; the bar is what is left of 98."""
    if not state.names:
        return patterns.PAIR_ME
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
    """Return how many lamps of the bar stand for the cards left: none only when none are."""
    return -(-state.left * len(RAGE_LAMPS) // CARDS)


def _quietest_first(flags: tuple[Flag, ...]) -> list[Flag]:
    return sorted(flags, key=lambda flag: flag.wish is Wish.NOT_HERE)


def _of_wish(flag: Flag) -> Pattern:
    return patterns.ON if flag.wish is Wish.NOT_HERE else patterns.BREATHE


def flashes(events: Sequence[ev.Event]) -> dict[str, Pattern]:
    """The pile that a card was laid on winks; the buzzer tells the end of the game."""
    shown: dict[str, Pattern] = {}
    for event in events:
        if isinstance(event, ev.CardPlayed):
            shown[LAMP_OF[event.pile]] = patterns.NOTED
        elif isinstance(event, ev.GameEnded):
            shown[BUZZER] = patterns.KNOCKED_OUT if event.left else patterns.ATTACK
    return shown


THE_GAME_FACE = Face(
    press=press,
    tap=tap,
    hold=hold,
    chord=lambda last, button: None,
    counted=lambda events: 0,
    lamps=lamps,
    flashes=flashes,
    greeting=lambda state: patterns.greeting(COLOURS),
)
