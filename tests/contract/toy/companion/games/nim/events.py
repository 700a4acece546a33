"""What happens in Nim."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.shared import Colour, Seat


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game was set up."""

    seats: tuple[Seat, ...]
    first: Colour


@dataclass(frozen=True, slots=True)
class MatchesTaken:
    """A player took matches; the next one's turn begins."""

    colour: Colour
    matches: int
    following: Colour


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A player took the last match and has lost."""

    loser: Colour


Event: TypeAlias = GameStarted | MatchesTaken | GameEnded
