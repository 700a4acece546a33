"""The rules of Nim."""

from typing import assert_never

from companion.engine.errors import Rejected
from companion.engine.game import FairDraw
from companion.games.nim import commands as co
from companion.games.nim import events as ev
from companion.games.nim.box import PLAYERS
from companion.games.nim.state import Nim
from companion.games.shared import Colour, check_seats, clockwise


def decide(state: Nim, command: co.Command) -> tuple[ev.Event, ...]:
    """Return what a command makes happen, or raise Rejected."""
    match command:
        case co.StartGame():
            return _start(state, command)
        case co.TakeMatches():
            return _take(state, command)
    assert_never(command)


def _start(state: Nim, command: co.StartGame) -> tuple[ev.Event, ...]:
    """Two to four players (R 1)."""
    if state.players:
        raise Rejected("game_is_on")
    if len(command.seats) not in PLAYERS:
        raise Rejected("nim_players", least=PLAYERS[0], most=PLAYERS[-1])
    check_seats(command.seats, command.first)
    return (ev.GameStarted(command.seats, command.first),)


def _take(state: Nim, command: co.TakeMatches) -> tuple[ev.Event, ...]:
    """One to three matches in turn (R 2); whoever takes the last one has lost (R 3)."""
    if not state.players:
        raise Rejected("no_game")
    if state.turn is None:
        raise Rejected("game_is_over")
    if command.matches > state.heap:
        raise Rejected("heap_is_smaller", n=state.heap)
    following = clockwise([seat.colour for seat in state.players], state.turn)[1]
    taken = ev.MatchesTaken(state.turn, command.matches, following)
    return (taken, ev.GameEnded(state.turn)) if command.matches == state.heap else (taken,)


def acts_for(state: Nim, command: co.Command) -> tuple[Colour, ...]:
    """Return the seats that a command acts for."""
    is_turn = isinstance(command, co.TakeMatches) and state.turn is not None
    return (state.turn,) if is_turn and state.turn else ()


def no_draws(state: Nim, draw: FairDraw) -> co.Command:
    """Refuse: nothing is drawn in Nim."""
    raise Rejected("nim_draws_nothing")
