"""What happened at a table of The Game: past tense, outcomes only.

An event's meaning never changes; a new optional field has a default, or it is a new event.
"""

from dataclasses import dataclass

from companion.games.shared import GameWentOn as GameWentOn
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


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A card that lies on a pile is really another; if that lies too, they changed places."""

    card: int
    real: int
    reason: str


@dataclass(frozen=True, slots=True)
class PileCorrected:
    """These cards lie on a pile; the difference came from the hand of `balance`, or the draw pile.

    `needed` are the cards that this turn must lay.
    """

    pile: Pile
    cards: tuple[int, ...]
    balance: Who | None
    needed: int
    reason: str


@dataclass(frozen=True, slots=True)
class CountCorrected:
    """A hand, or with None the draw pile, has so many cards; `balance` has the difference."""

    player: Who | None
    cards: int
    balance: Who | None
    needed: int
    reason: str


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """It is this player's turn, in which so many cards lie already."""

    player: Who
    laid: int
    needed: int
    duty: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class LevelCorrected:
    """This is the level; `hands` are what players hold by it."""

    level: Level
    on_fire: bool
    hand_size: int
    needed: int
    hands: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class RulingsCorrected:
    """The table has agreed on something else."""

    rulings: Rulings
    reason: str


CorrectionEvent = (
    CardCorrected
    | PileCorrected
    | CountCorrected
    | TurnCorrected
    | LevelCorrected
    | RulingsCorrected
    | GameWentOn
)
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
    | CardCorrected
    | PileCorrected
    | CountCorrected
    | TurnCorrected
    | LevelCorrected
    | RulingsCorrected
    | GameWentOn
)
