"""What happened at a Grave Robbers table: past tense, outcomes only.

An event's meaning never changes; a new field has a default, or it is a new event.
"""

from companion.engine.value import Value
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.events.corrections import (
    ActionPointsCorrected as ActionPointsCorrected,
)
from companion.games.grave_robbers.events.corrections import CardCorrected as CardCorrected
from companion.games.grave_robbers.events.corrections import (
    ConditionCorrected as ConditionCorrected,
)
from companion.games.grave_robbers.events.corrections import DungeonCorrected as DungeonCorrected
from companion.games.grave_robbers.events.corrections import FaceCorrected as FaceCorrected
from companion.games.grave_robbers.events.corrections import ItemsCorrected as ItemsCorrected
from companion.games.grave_robbers.events.corrections import OrderCorrected as OrderCorrected
from companion.games.grave_robbers.events.corrections import PlaceCorrected as PlaceCorrected
from companion.games.grave_robbers.events.corrections import PlayerWithdrew as PlayerWithdrew
from companion.games.grave_robbers.events.corrections import RulingsCorrected as RulingsCorrected
from companion.games.grave_robbers.events.corrections import TreasurePutBack as TreasurePutBack
from companion.games.grave_robbers.events.corrections import TurnCorrected as TurnCorrected
from companion.games.grave_robbers.values import (
    Against,
    Cell,
    EffectKind,
    ItemCard,
    Rulings,
    Seat,
    Source,
    Why,
)
from companion.games.shared import GameWentOn as GameWentOn
from companion.games.shared import PlayersAdded as PlayersAdded
from companion.games.shared import SeatsCorrected as SeatsCorrected


class GameStarted(Value, frozen=True):
    """The table is set up; the first dungeon card and the hands follow."""

    seats: tuple[Seat, ...]
    first: Colour
    rulings: Rulings = Rulings()
    cards: tuple[ItemCard, ...] = ()


class DungeonCardLaid(Value, frozen=True):
    """A card of the dungeon pile lies face down here."""

    cell: Cell


class ItemsDrawn(Value, frozen=True):
    """Items went from the pile to a hand."""

    colour: Colour
    items: int


class ItemsShuffled(Value, frozen=True):
    """The discarded items are the new pile."""


class ActionPointsSpent(Value, frozen=True):
    """The player whose turn it is has so many action points fewer."""

    action_points: int


class Rested(Value, frozen=True):
    """A pawn stands again."""

    colour: Colour


class CardFlipped(Value, frozen=True):
    """A dungeon card lies face up; so many cards are to be laid beside it."""

    cell: Cell
    kind: Kind
    strength: int
    number: int
    to_lay: int


class RewardsPlaced(Value, frozen=True):
    """Items went from the pile, face down, onto a dungeon card."""

    cell: Cell
    items: int


class PawnMoved(Value, frozen=True):
    """A pawn came to this card."""

    colour: Colour
    cell: Cell
    why: Why = Why.WALKED
    reason: str = ""


class TreasureTaken(Value, frozen=True):
    """A player holds the treasure; from the treasure room, or from the `loser` of a fight."""

    colour: Colour
    loser: Colour | None = None
    reason: str = ""


class FightBegan(Value, frozen=True):
    """Two sides roll: a player against the `target`, or an enemy or a chest with its `strength`."""

    colour: Colour
    against: Against
    target: Colour | None = None
    strength: int = 0


class ItemLaid(Value, frozen=True):
    """A side has its item card, hidden between players; `from_open` is the open cards' bonus."""

    colour: Colour
    source: Source
    die: int
    card: str = ""
    bonus: int = 0
    is_hidden: bool = False
    from_open: int = 0


class PileDieShown(Value, frozen=True):
    """The enemy's or the chest's card was drawn, shown and discarded."""

    die: int


class DieShown(Value, frozen=True):
    """A card that a player had laid was turned up."""

    colour: Colour
    die: int
    card: str = ""


class BonusSet(Value, frozen=True):
    """Items add this to a side."""

    colour: Colour
    bonus: int


class DieReplaced(Value, frozen=True):
    """A side has another die: of a new card out of `source`, or None: another value counts."""

    colour: Colour | None  # None: the enemy or the chest
    die: int
    reason: str
    source: Source | None = None
    card: str = ""


class FightCalledOff(Value, frozen=True):
    """A fight ended without a winner; what was laid is discarded."""

    reason: str


class FightSettled(Value, frozen=True):
    """The two sides were compared: did the acting side win, and did a 1 beat a 6?"""

    colour: Colour
    against: Against
    target: Colour | None
    has_won: bool
    dice: tuple[int, int]
    bonuses: tuple[int, int]
    one_beats_six: bool = False


class RewardsWon(Value, frozen=True):
    """The items on a dungeon card went to a hand."""

    colour: Colour
    cell: Cell
    items: int


class ItemTaken(Value, frozen=True):
    """The winner looked at the loser's hand and took a card."""

    colour: Colour
    loser: Colour


class Injured(Value, frozen=True):
    """A pawn lies down."""

    colour: Colour


class ItemUsed(Value, frozen=True):
    """An effect of an item card was used; what it does follows as the table enters it."""

    colour: Colour
    card: str
    kind: EffectKind
    effect: int = 1


class ItemDiscarded(Value, frozen=True):
    """An item went to the discards, with its die value where it was told."""

    colour: Colour
    source: Source
    die: int = 0
    card: str = ""


class ItemsGiven(Value, frozen=True):
    """Items went from one hand to another."""

    giver: Colour
    taker: Colour
    items: int


class OpenCardsArranged(Value, frozen=True):
    """These cards of a player lie open, the rest is the hand; "" is one without a name."""

    colour: Colour
    cards: tuple[str, ...]


class RockfallBegan(Value, frozen=True):
    """The turn is over but for the card that must fall."""


class NothingFell(Value, frozen=True):
    """No card has exactly one neighbour, or an effect (`reason`) keeps all: none falls."""

    reason: str = ""


class CardFell(Value, frozen=True):
    """A dungeon card and the items on it were discarded."""

    cell: Cell
    items: int = 0


class TurnEnded(Value, frozen=True):
    """A turn is over; `following` is next and must rest first if injured."""

    colour: Colour
    following: Colour
    must_rest: bool


class GameEnded(Value, frozen=True):
    """The treasure came to the entrance."""

    winner: Colour


class CardWritten(Value, frozen=True):
    """The table's list holds this card, in the place of one with the same name."""

    card: ItemCard


class CardErased(Value, frozen=True):
    """The table's list holds no such card any more."""

    name: str


class CardsReplaced(Value, frozen=True):
    """The table's list is this one."""

    cards: tuple[ItemCard, ...]


# The events in groups: evolve() and tell() have a function for each. The most frequent come first.
TurnEvent = (
    ActionPointsSpent | TurnEnded | Rested | RockfallBegan | NothingFell | GameStarted | GameEnded
)
DungeonEvent = PawnMoved | DungeonCardLaid | CardFlipped | RewardsPlaced | CardFell | TreasureTaken
FightEvent = (
    ItemLaid
    | FightBegan
    | FightSettled
    | PileDieShown
    | Injured
    | RewardsWon
    | ItemTaken
    | DieShown
    | BonusSet
    | DieReplaced
    | FightCalledOff
)
ItemEvent = ItemsDrawn | OpenCardsArranged | ItemUsed | ItemDiscarded | ItemsShuffled | ItemsGiven
ListEvent = CardWritten | CardErased | CardsReplaced
CorrectionEvent = (
    ConditionCorrected
    | ActionPointsCorrected
    | TurnCorrected
    | CardCorrected
    | OrderCorrected
    | FaceCorrected
    | PlaceCorrected
    | DungeonCorrected
    | TreasurePutBack
    | ItemsCorrected
    | RulingsCorrected
    | SeatsCorrected
    | GameWentOn
    | PlayersAdded
    | PlayerWithdrew
)
Event = TurnEvent | DungeonEvent | FightEvent | ItemEvent | ListEvent | CorrectionEvent
