"""What a game of Nim is at a moment, and what is impossible in it."""

from dataclasses import dataclass

from companion.games.nim.box import MATCHES
from companion.games.shared import Colour, Seat, name_in


@dataclass(frozen=True, slots=True)
class Nim:
    """A table of Nim; `turn` is None before a game and after it."""

    players: tuple[Seat, ...] = ()
    turn: Colour | None = None
    heap: int = MATCHES
    loser: Colour | None = None


def check(state: Nim) -> tuple[str, ...]:
    """Return everything impossible about a state."""
    wrong = []
    if not 0 <= state.heap <= MATCHES:
        wrong.append(f"{state.heap} matches")
    if (state.heap == 0) != (state.loser is not None):
        wrong.append("the heap and the end disagree")
    return tuple(wrong)


def notation(state: Nim) -> str:
    """Return the state in one line."""
    return f"{state.turn or '-'} {state.heap} {state.loser or '-'}"


def is_over(state: Nim) -> bool:
    """Has somebody lost?"""
    return state.loser is not None


def name_of(state: Nim, word: object) -> str:
    """Return the name that a player chose, or ""."""
    return name_in(state.players, word)
