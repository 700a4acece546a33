"""What happened at a table of The Game: past tense, outcomes only.

An event's meaning never changes; a new optional field has a default, or it is a new event.
"""

from companion.engine.value import Value
from companion.games.shared import GameWentOn as GameWentOn
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Ending, Level, Rulings, Wish


class GameStarted(Value, frozen=True):
    """A table was set up; `hand_size` cards each, `needed` to be laid in the first turn."""

    names: tuple[str, ...]
    first: Who | None
    level: Level
    on_fire: bool
    practice: bool
    rulings: Rulings
    hand_size: int
    needed: int


class FirstChosen(Value, frozen=True):
    """It was agreed who begins."""

    player: Who


class CardPlayed(Value, frozen=True):
    """A card lies on a pile now; `under` is the number that it covers."""

    player: Who
    pile: Pile
    card: int
    under: int


class TurnEnded(Value, frozen=True):
    """A turn is over: so many cards were drawn, `following` must lay `needed` now.

    `duty` are the blue cards that must be covered by the end of the turn that begins.
    """

    player: Who
    drawn: int
    following: Who
    needed: int
    duty: tuple[int, ...] = ()


class FlagRaised(Value, frozen=True):
    """A wish about a pile; an older one of the same player about it is replaced."""

    pile: Pile
    wish: Wish
    player: Who | None = None


class FlagLowered(Value, frozen=True):
    """A wish was taken back."""

    pile: Pile
    player: Who | None = None


class CardsShuffled(Value, frozen=True):
    """The cards of a practice game were shuffled and dealt; `order` is known to nobody ()."""

    order: tuple[int, ...] = ()


class GameEnded(Value, frozen=True):
    """The game is over with so many cards not laid."""

    ending: Ending
    left: int


class NamesCorrected(Value, frozen=True):
    """These are the players' names, clockwise from the first seat."""

    names: tuple[str, ...]


class CardCorrected(Value, frozen=True):
    """A card that lies on a pile is really another; if that lies too, they changed places."""

    card: int
    real: int
    reason: str


class PileCorrected(Value, frozen=True):
    """These cards lie on a pile; the difference came from the hand of `balance`, or the draw pile.

    `needed` are the cards that this turn must lay.
    """

    pile: Pile
    cards: tuple[int, ...]
    balance: Who | None
    needed: int
    reason: str


class CountCorrected(Value, frozen=True):
    """A hand, or with None the draw pile, has so many cards; `balance` has the difference."""

    player: Who | None
    cards: int
    balance: Who | None
    needed: int
    reason: str


class TurnCorrected(Value, frozen=True):
    """It is this player's turn, in which so many cards lie already."""

    player: Who
    laid: int
    needed: int
    duty: tuple[int, ...]
    reason: str


class LevelCorrected(Value, frozen=True):
    """This is the level; `hands` are what players hold by it."""

    level: Level
    on_fire: bool
    hand_size: int
    needed: int
    hands: tuple[int, ...]
    reason: str


class RulingsCorrected(Value, frozen=True):
    """The table has agreed on something else."""

    rulings: Rulings
    reason: str


class PlayersAdded(Value, frozen=True):
    """They play too, after `after`; `hands` are everybody's then, clockwise, `hand_size` the full.

    `needed` are the cards that this turn must lay.
    """

    names: tuple[str, ...]
    after: Who
    hand_size: int
    hands: tuple[int, ...]
    needed: int
    reason: str


class PlayerWithdrew(Value, frozen=True):
    """A person does not play any more; `hands` are those of the others, clockwise.

    It is the turn of `following`, by the numbers that the players had until now.
    """

    player: Who
    following: Who | None
    hand_size: int
    hands: tuple[int, ...]
    needed: int
    duty: tuple[int, ...]
    reason: str


SeatEvent = PlayersAdded | PlayerWithdrew
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
    | PlayersAdded
    | PlayerWithdrew
)
