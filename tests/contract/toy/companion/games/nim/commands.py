"""What may be asked of a table of Nim."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.nim.box import MOST_TAKEN
from companion.games.shared import Colour, Seat


@dataclass(frozen=True, slots=True)
class StartGame:
    """Set up a game; seats go clockwise."""

    seats: tuple[Seat, ...]
    first: Colour


@dataclass(frozen=True, slots=True)
class TakeMatches:
    """The player whose turn it is takes matches from the heap."""

    matches: int

    def __post_init__(self) -> None:
        """Refuse with ValueError a number that nobody may take."""
        if not 1 <= self.matches <= MOST_TAKEN:
            raise ValueError(f"one to {MOST_TAKEN} matches are taken, not {self.matches}")


Command: TypeAlias = StartGame | TakeMatches
