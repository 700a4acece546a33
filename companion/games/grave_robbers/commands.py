"""What may be asked of a Grave Robbers table: imperative, as the players would say it.

Who acts is the player whose turn it is, unless a colour is named. A number that no card can show
is a ValueError.
"""

from companion.engine.texts import check_text
from companion.engine.typed import check_range
from companion.engine.value import Value
from companion.games.grave_robbers.box import ITEM_CARDS, SIDES, SIDES_OF_A_CARD, Colour, Kind
from companion.games.grave_robbers.values import (
    ABOVE,
    CARD_LENGTH,
    EFFECTS,
    Cell,
    Condition,
    EffectKind,
    ItemCard,
    Place,
    Rulings,
    Seat,
    Source,
)
from companion.games.shared import AddPlayers as AddPlayers
from companion.games.shared import CorrectSeats as CorrectSeats

MOST_POINTS = 9  # action points: an effect may give more than three; RULING, no text sets a limit
MOST_STRENGTH = 20  # a printed attack or difficulty, or a bonus; more is a typing error
LONG_NAME = f"a card's name has up to {CARD_LENGTH} printable characters"
RANGES = {
    "die": (0, SIDES),
    "strength": (0, MOST_STRENGTH),
    "bonus": (-MOST_STRENGTH, MOST_STRENGTH),
    "number": (0, SIDES_OF_A_CARD),
    "rewards": (0, ITEM_CARDS),
    "items": (0, ITEM_CARDS),
    "action_points": (0, MOST_POINTS),
    "effect": (1, EFFECTS),
}


class _InRange(Value, frozen=True):
    """Refuses a number outside its range, or a card's name too long to show."""

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            value = getattr(self, name, None)
            if value is not None:
                check_range(name, value, least, most)
        card = getattr(self, "card", "")
        if isinstance(card, str):
            check_text("card", card, CARD_LENGTH, LONG_NAME)


class StartGame(Value, frozen=True):
    """Set up a table; seats go clockwise, `laid_at` is where the first dungeon card lies.

    `cards` is the table's list of item cards, kept from an earlier evening.
    """

    seats: tuple[Seat, ...]
    first: Colour
    laid_at: Cell = ABOVE
    rulings: Rulings = Rulings()
    cards: tuple[ItemCard, ...] = ()


class Rest(Value, frozen=True):
    """Stand up at the start of the turn."""


class Explore(_InRange, frozen=True):
    """Flip the face-down card at `cell` and say what it shows.

    strength: an enemy's attack or a chest's difficulty. number: its placement number. rewards: the
    items to put on it. has_item: it shows the icon that gives an item.
    """

    cell: Cell
    kind: Kind
    strength: int = 0
    number: int = 0
    rewards: int = 0
    has_item: bool = False


class LayDungeonCard(Value, frozen=True):
    """Lay the next card of the dungeon pile face down beside the explored one."""

    cell: Cell


class Move(Value, frozen=True):
    """Walk to a face-up neighbour."""

    cell: Cell


class FightEnemy(Value, frozen=True):
    """Fight the enemy on whose card the pawn stands."""


class FightPlayer(Value, frozen=True):
    """Attack a standing player on the same card."""

    target: Colour


class OpenChest(Value, frozen=True):
    """Try to open the chest on whose card the pawn stands."""


class LayItem(_InRange, frozen=True):
    """Use an item card as the die of a fight or a chest.

    Between players die 0 means that the value is said when the card is turned up. bonus: what items
    add beside the open cards, which the card list knows.
    """

    colour: Colour
    source: Source
    die: int = 0
    card: str = ""
    bonus: int = 0


class ShowDie(_InRange, frozen=True):
    """Say a die value: of the enemy's or the chest's card, or of a colour's, turned up."""

    die: int
    colour: Colour | None = None
    card: str = ""


class SetBonus(_InRange, frozen=True):
    """Say what items add to a side, until the fight is settled."""

    colour: Colour
    bonus: int


class ReplaceDie(_InRange, frozen=True):
    """An effect gives a side another die; colour None is the enemy or the chest.

    source: where the new card comes from, the pile if the roll is done again. None: the card stays
    and another value counts. reason: whose effect it is, or what was entered wrongly.
    """

    die: int
    reason: str
    colour: Colour | None = None
    source: Source | None = None
    card: str = ""


class CallOffFight(Value, frozen=True):
    """An effect ends the fight without a winner.

    `colour` flees to the card at `cell`; None is the acting side, and None the card it stands on.
    """

    reason: str
    colour: Colour | None = None
    cell: Cell | None = None


class SettleFight(Value, frozen=True):
    """Compare both sides; no more effects are played on this fight."""


class UseItem(_InRange, frozen=True):
    """Use an effect of an item card; `spent` is where it is discarded from, None if it stays."""

    colour: Colour
    card: str
    kind: EffectKind = EffectKind.NORMAL
    effect: int = 1
    spent: Source | None = None


class DrawItems(_InRange, frozen=True):
    """An effect lets a player draw items from the pile."""

    colour: Colour
    items: int = 1


class DiscardItem(_InRange, frozen=True):
    """An effect lets a player discard an item; die and card if the table tells them."""

    colour: Colour
    source: Source = Source.HAND
    die: int = 0
    card: str = ""


class GiveItems(_InRange, frozen=True):
    """An effect moves items from one hand to another."""

    giver: Colour
    taker: Colour
    items: int = 1


class EndTurn(Value, frozen=True):
    """The turn is over; `open_cards` are the names that lie open now, None: as before."""

    open_cards: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse names that a screen cannot show with ValueError."""
        for name in self.open_cards or ():
            check_text("open_cards", name, CARD_LENGTH, LONG_NAME)


class LetFall(Value, frozen=True):
    """Choose the card that the rockfall takes, and where the pawns on it go if that is open."""

    cell: Cell
    onto: Cell | None = None


class StopRockfall(Value, frozen=True):
    """An effect keeps the dungeon whole: no card falls at the end of this turn."""

    reason: str


class WriteCard(Value, frozen=True):
    """Put a card into the table's list, or change it; cards are known by their names.

    A card that `is_new` changes none: it is refused if the list has its name.
    """

    card: ItemCard
    is_new: bool = False


class EraseCard(Value, frozen=True):
    """Take a card out of the table's list."""

    name: str


class ReplaceCards(Value, frozen=True):
    """Take a whole list of cards, as a file has it."""

    cards: tuple[ItemCard, ...]


class CorrectPawn(Value, frozen=True):
    """Put a pawn on a face-up card, because of an effect or as a correction."""

    colour: Colour
    cell: Cell
    reason: str


class CorrectCondition(Value, frozen=True):
    """Let a pawn stand or lie, because of an effect or as a correction."""

    colour: Colour
    condition: Condition
    reason: str


class CorrectActionPoints(_InRange, frozen=True):
    """Set the action points of this turn."""

    action_points: int
    reason: str


class CorrectTurn(Value, frozen=True):
    """Say whose turn it is; the turn begins again."""

    colour: Colour
    reason: str


class CorrectTreasure(Value, frozen=True):
    """Say who holds the treasure that was found; None: nobody has found it."""

    colour: Colour | None
    reason: str


class CorrectCard(_InRange, frozen=True):
    """Set what a dungeon card shows, and so that it lies face up.

    number: its placement number, None: that was right.
    """

    cell: Cell
    kind: Kind
    reason: str
    strength: int = 0
    number: int | None = None


class CorrectOrder(Value, frozen=True):
    """Two dungeon cards were laid the other way round: each takes the other's number."""

    cell: Cell
    other: Cell
    reason: str


class CorrectFace(Value, frozen=True):
    """A dungeon card lies face down: another was flipped."""

    cell: Cell
    reason: str


class CorrectPlace(Value, frozen=True):
    """A dungeon card lies at another place; one that is there comes here."""

    cell: Cell
    other: Cell
    reason: str


class CorrectDungeon(Value, frozen=True):
    """A dungeon card lies at a place, or none does: another has fallen, or was laid."""

    cell: Cell
    lies: bool
    reason: str


class CorrectItems(_InRange, frozen=True):
    """Set how many items lie in a place; the difference comes from the pile or the discards."""

    place: Place
    items: int
    balance: Place
    reason: str
    colour: Colour | None = None  # whose hand
    cell: Cell | None = None  # which card's rewards


class CorrectRulings(Value, frozen=True):
    """Set what the table has agreed on."""

    reason: str
    rulings: Rulings = Rulings()


class Withdraw(Value, frozen=True):
    """A person goes home, or never played: the others go on without them."""

    colour: Colour
    reason: str


# The commands in groups. decide() has a function for each group, in which mypy finds a missing one.
TurnCommand = EndTurn | Rest | LetFall | StopRockfall | StartGame
DungeonCommand = Move | Explore | LayDungeonCard
FightBegin = FightEnemy | FightPlayer | OpenChest
FightCommand = LayItem | ShowDie | SetBonus | ReplaceDie | CallOffFight | SettleFight
ItemCommand = UseItem | DrawItems | DiscardItem | GiveItems
ListCommand = WriteCard | EraseCard | ReplaceCards
Correction = (
    CorrectPawn
    | CorrectCondition
    | CorrectActionPoints
    | CorrectTurn
    | CorrectTreasure
    | CorrectCard
    | CorrectOrder
    | CorrectFace
    | CorrectPlace
    | CorrectDungeon
    | CorrectItems
    | CorrectRulings
    | CorrectSeats
    | AddPlayers
    | Withdraw
)
Command = (
    TurnCommand
    | DungeonCommand
    | FightBegin
    | FightCommand
    | ItemCommand
    | ListCommand
    | Correction
)
