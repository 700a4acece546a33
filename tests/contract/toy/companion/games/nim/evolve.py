"""How an event changes the state of Nim."""

from dataclasses import replace
from typing import assert_never

from companion.games.nim import events as ev
from companion.games.nim.state import Nim


def evolve(state: Nim, event: ev.Event) -> Nim:
    """Return the state after an event."""
    match event:
        case ev.GameStarted():
            return Nim(event.seats, event.first)
        case ev.MatchesTaken():
            return replace(state, heap=state.heap - event.matches, turn=event.following)
        case ev.GameEnded():
            return replace(state, turn=None, loser=event.loser)
    assert_never(event)
