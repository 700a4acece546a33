"""The values that commands, events and states of a Grave Robbers table share."""

from enum import StrEnum
from functools import cache

from companion.engine.errors import Unfit
from companion.engine.texts import check_text
from companion.engine.typed import NOTHING, check_range
from companion.engine.value import Value
from companion.games import shared
from companion.games.grave_robbers.box import DUNGEON_CARDS, ITEM_CARDS, SIDES

CARD_LENGTH = 30  # characters of a card's name
TEXT_LENGTH = 200  # characters of an effect's text
FARTHEST = DUNGEON_CARDS - 1  # steps from the entrance that 17 cards in a line can reach
MOST_ADDED = 9  # by one effect; more is a typing error
UNKNOWN_DIE = "die is {number}, 1 to {most} is possible, 0 is not known"
EFFECTS = 3  # kinds of effects, and as many lines as one card gets in the list

Seat = shared.Seat


class Rulings(Value, frozen=True):
    """What the table agreed on where the manual's text decides nothing.

    ties_win: the acting side wins with an equal sum too. The sign of the comparison is lost in the
    manual's text (GR 163, 189, 209); "otherwise the second player wins" speaks for higher only.
    show_odds: phones may show the chances of a fight.
    """

    ties_win: bool = False
    show_odds: bool = True


class Cell(Value, frozen=True, order=True):
    """A place on the table's grid; the entrance lies at 0, 0 and rows grow downwards."""

    column: int
    row: int

    def __post_init__(self) -> None:
        """Refuse a place that no card can reach with ValueError."""
        if max(abs(self.column), abs(self.row)) > FARTHEST:
            raise ValueError(f"no card can lie {self.column}, {self.row} from the entrance")

    @property
    def around(self) -> tuple["Cell", ...]:
        """Return the places that share an edge with this one, those of the grid only."""
        return _around(self.column, self.row)


@cache
def _around(column: int, row: int) -> tuple[Cell, ...]:
    beside = ((column + right, row + down) for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0)))
    return tuple(Cell(*at) for at in beside if max(map(abs, at)) <= FARTHEST)


ENTRANCE = Cell(0, 0)
ABOVE = Cell(0, -1)  # beside the entrance, where the first card lies unless told otherwise


class Condition(StrEnum):
    """How a pawn stands (GR 33)."""

    STANDING = "standing"
    INJURED = "injured"


class Source(StrEnum):
    """Where the item card comes from whose die value counts (GR 155-157)."""

    PILE = "pile"
    HAND = "hand"
    OPEN = "open"


class Place(StrEnum):
    """The places of item cards that a correction may count again."""

    PILE = "pile"
    DISCARDS = "discards"
    HAND = "hand"
    REWARD = "reward"


class Against(StrEnum):
    """What the player whose turn it is rolls against."""

    ENEMY = "enemy"
    PLAYER = "player"
    CHEST = "chest"


class EffectKind(StrEnum):
    """The three kinds of effects on item cards (GR 47)."""

    NORMAL = "normal"  # on the own turn, each name once a turn; GR 49-51
    OPEN = "open_effect"  # works while the card lies open; GR 53-55
    SPECIAL = "special"  # when the card says so, as often as it says; GR 57-59


class Why(StrEnum):
    """Why a pawn came to a card."""

    WALKED = "walked"
    PUSHED = "pushed"  # by a rockfall
    PLACED = "placed"  # by an item's effect or a correction


class Effect(Value, frozen=True):
    """One effect of an item card, as the table has typed it.

    attack, opening: what an open effect adds in fights, and to open chests.
    """

    kind: EffectKind
    text: str = ""
    attack: int = 0
    opening: int = 0

    def __post_init__(self) -> None:
        """Refuse a text that a screen cannot show with ValueError."""
        told = f"an effect has up to {TEXT_LENGTH} printable characters"
        check_text("text", self.text, TEXT_LENGTH, told)
        for name in ("attack", "opening"):
            added = getattr(self, name)
            check_range(name, added, -MOST_ADDED, MOST_ADDED, "an effect adds up to {most}")


class ItemCard(Value, frozen=True):
    """One kind of item card in the table's own list; die 0 is a value nobody has typed yet."""

    name: str
    die: int = 0
    copies: int = 1
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no card can be with ValueError."""
        told = f"a card's name has 1 to {CARD_LENGTH} printable characters"
        if not self.name.strip():
            raise Unfit(told, "card.name", NOTHING)
        check_text("card.name", self.name.strip(" "), CARD_LENGTH, told)
        check_range("die", self.die, 0, SIDES, UNKNOWN_DIE)
        check_range("copies", self.copies, 1, ITEM_CARDS)
        if len(self.effects) > EFFECTS:
            raise ValueError(f"a card has up to {EFFECTS} effects here, not {len(self.effects)}")
