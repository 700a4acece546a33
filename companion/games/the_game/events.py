"""What happened at a table of The Game: past tense, outcomes only.

An event's meaning never changes; a new optional field has a default, or it is a new event.
"""

from dataclasses import dataclass

from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Ending, Level, Rulings, Wish


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A table was set up; `hand_size` cards each, `needed` to be laid in the first turn."""

    names: tuple[str, ...]
    first: Who | None
    level: Level
    on_fire: bool
    practice: bool
    rulings: Rulings
    hand_size: int
    needed: int


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """It was agreed who begins."""

    player: Who


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card lies on a pile now; `under` is the number that it covers."""

    player: Who
    pile: Pile
    card: int
    under: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over: so many cards were drawn, `following` must lay `needed` now.

    `duty` are the blue cards that must be covered by the end of the turn that begins.
    """

    player: Who
    drawn: int
    following: Who
    needed: int
    duty: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagRaised:
    """A wish about a pile; an older one of the same player about it is replaced."""

    pile: Pile
    wish: Wish
    player: Who | None = None


@dataclass(frozen=True, slots=True)
class FlagLowered:
    """A wish was taken back."""

    pile: Pile
    player: Who | None = None


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """The cards of a practice game were shuffled and dealt; `order` is known to nobody ()."""

    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over with so many cards not laid."""

    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class NamesCorrected:
    """These are the players' names, clockwise from the first seat."""

    names: tuple[str, ...]


Event = (
    GameStarted
    | FirstChosen
    | CardPlayed
    | TurnEnded
    | FlagRaised
    | FlagLowered
    | CardsShuffled
    | GameEnded
    | NamesCorrected
)
