"""The panel in Clank!: what a button means, what the lamps show of a state. No pins here."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Colour
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Status
from hardware.panel import patterns
from hardware.panel.faces.base import Face, TableAction
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Button

BEAT_S = 0.4  # between two players' damage, so that the draw order can be seen
CAME_OUT = (Status.ESCAPED, Status.RESCUED)
Meaning = co.Command | TableAction | None


def _player(state: Clank, colour: Colour) -> Player | None:
    return next((player for player in state.players if player.colour is colour), None)


def _must_answer(state: Clank, button: Button) -> bool:
    """Must this player say where the pawn was, or who was first?"""
    player = _player(state, Colour(button)) if button in COLOURS else None
    if player is None:
        return False
    return player.status is Status.KNOCKED_OUT or player.colour in state.first_out_asked


def press(state: Clank, button: Button) -> Meaning:
    """A colour makes one Clank! at once; while its player must answer it waits for tap or hold."""
    if button in COLOURS and not _must_answer(state, button):
        return co.MakeClank(Colour(button))
    return None


def tap(state: Clank, button: Button) -> Meaning:
    """Attack: a symbol was revealed, or draw. Next: end the turn. A colour: not in the Depths."""
    match button:
        case Button.ATTACK:
            return TableAction.DRAW if state.attack else co.RefillRow(symbol_revealed=True)
        case Button.NEXT:
            return co.EndTurn()
        case Button.UNDO:
            return TableAction.UNDO
        case Button.RED | Button.GREEN | Button.BLUE | Button.YELLOW:
            return _answer(state, button, in_depths=False)
        case _:
            assert_never(button)


def hold(state: Clank, button: Button, counted: int) -> Meaning:
    """Attack: take an Artifact. Next: leave the dungeon. A colour: Clank! −1, or in the Depths.

    A colour's own press has made Clank!, so it takes back that as well: `counted`.
    """
    match button:
        case Button.ATTACK:
            return None if state.turn is None else co.TakeArtifact(state.turn)
        case Button.NEXT:
            return None if state.turn is None else co.LeaveDungeon(state.turn)
        case Button.UNDO:
            return TableAction.REDO
        case Button.RED | Button.GREEN | Button.BLUE | Button.YELLOW:
            if _must_answer(state, button):
                return _answer(state, button, in_depths=True)
            return co.RemoveClank(Colour(button), 1 + counted)
        case _:
            assert_never(button)


def _answer(state: Clank, button: Button, *, in_depths: bool) -> Meaning:
    if not _must_answer(state, button):
        return None
    colour = Colour(button)
    if colour in state.first_out_asked:
        return co.TellFirstOut(colour)
    return co.TellDepths(colour, in_depths)


def chord(last: Button | None, button: Button, holder: Button) -> Meaning:
    """A colour under Undo: the last Clank! was theirs. Under Next: a tunnel. Attack: healed."""
    if button not in COLOURS:
        return None
    colour = Colour(button)
    if holder is Button.NEXT:
        return co.TakeTunnelDamage(colour)
    if holder is Button.ATTACK:
        return co.Heal(colour)
    return co.MoveClank(Colour(last), colour) if last in COLOURS and last != button else None


def counted(events: Sequence[ev.Event]) -> int:
    """Return how many cubes a press moved: 0 if the supply was empty."""
    return sum(
        event.cubes + event.credit_used for event in events if isinstance(event, ev.ClankMade)
    )


def lamps(state: Clank) -> Mapping[str, Pattern]:
    """Whose turn it is, who must answer, the rage as a bar, the countdown as a winking lamp.

    Before a game: the call to join. After it: who came out, and who must still answer.
    """
    if not state.players:
        return patterns.NO_GAME
    shown = {name: patterns.ASK for name in COLOURS if _must_answer(state, Button(name))}
    if state.ending is not None:
        here = [player.colour.value for player in state.players if player.status in CAME_OUT]
        return dict.fromkeys(here, patterns.ON) | shown
    if state.turn is not None:
        shown.setdefault(state.turn.value, patterns.ON)
    return shown | _bar(state)


def _bar(state: Clank) -> dict[str, Pattern]:
    """Return the rage as a bar, which breathes during an attack, with the countdown in it."""
    lit = patterns.BREATHE if state.attack else patterns.ON
    bar = dict.fromkeys(RAGE_LAMPS[: state.rage_space], lit)
    if state.countdown_space and not state.attack:
        is_lit = state.countdown_space <= state.rage_space
        wink = patterns.WINK_LIT if is_lit else patterns.WINK_DARK
        bar[RAGE_LAMPS[state.countdown_space - 1]] = wink
    return bar


def flashes(events: Sequence[ev.Event]) -> dict[str, Pattern]:
    """A short flash for every Clank!, and the damage: player after player, in draw order.

    The buzzer beeps with it. Each signal waits for the one before, on the buzzer and on the lamp.
    """
    shown: dict[str, Pattern] = {}
    beeps: tuple[tuple[float, float], ...] = ()
    for event in events:
        if isinstance(event, ev.ClankMade):
            shown[event.colour.value] = patterns.NOTED
        elif isinstance(event, ev.ClankRemoved | ev.CreditLeft):
            shown[event.colour.value] = patterns.TAKEN_BACK
        elif signal := _signal(event):
            wait_s = sum(seconds for seconds, _ in beeps)
            if isinstance(event, ev.DamageTaken | ev.TunnelDamageTaken):
                shown[event.colour.value] = signal.later(wait_s)
            beeps += (*signal.steps, (BEAT_S, 0.0))
    return shown | {BUZZER: Pattern(beeps)} if beeps else shown


def _signal(event: ev.Event) -> Pattern | None:
    """Return what is heard of an event, None for most."""
    match event:
        case ev.AttackBegan():
            return patterns.ATTACK
        case ev.DamageTaken() | ev.TunnelDamageTaken():
            return patterns.blinks(event.cubes)
        case ev.KnockedOut():
            return patterns.KNOCKED_OUT
        case ev.CountdownAdvanced():
            return patterns.blinks(event.space, 0.1, 0.2)
        case _:
            return None


def greeting(state: Clank) -> Mapping[str, Pattern]:
    """The lamps of those who play; all four before a game."""
    seated = tuple(player.colour.value for player in state.players)
    return patterns.greeting(seated or COLOURS)


CLANK_FACE: Face[Clank, co.Command, ev.Event] = Face(
    press, tap, hold, chord, counted, lamps, flashes, greeting
)
