"""What a correction, or an effect that says so, has changed; each with its reason."""

from companion.engine.value import Value
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import Cell, Condition, Place, Rulings


class ConditionCorrected(Value, frozen=True):
    """A pawn stands or lies, by an effect or a correction."""

    colour: Colour
    condition: Condition
    reason: str


class ActionPointsCorrected(Value, frozen=True):
    """The action points of this turn were set."""

    action_points: int
    reason: str


class TurnCorrected(Value, frozen=True):
    """It is this player's turn, from its beginning."""

    colour: Colour
    must_rest: bool
    reason: str


class CardCorrected(Value, frozen=True):
    """What a face-up dungeon card shows was corrected; `number` None: its number was right."""

    cell: Cell
    kind: Kind
    strength: int
    reason: str
    number: int | None = None
    to_lay: int = 0


class OrderCorrected(Value, frozen=True):
    """Two dungeon cards came out of the pile the other way round."""

    cell: Cell
    other: Cell
    reason: str


class FaceCorrected(Value, frozen=True):
    """A dungeon card lies face down; the items that lay on it are back in the pile."""

    cell: Cell
    items: int
    reason: str


class PlaceCorrected(Value, frozen=True):
    """A dungeon card lies at another place, with all that is on it; one that lay there, here."""

    cell: Cell
    other: Cell
    reason: str


class DungeonCorrected(Value, frozen=True):
    """A dungeon card lies face down at a place, or none does any more.

    drawn_as: its number out of the pile, 0 if none lies there. of_pile: it comes out of the pile or
    goes back there, and is none of those that fell. items: so many lay on it and are discarded.
    """

    cell: Cell
    drawn_as: int
    reason: str
    of_pile: bool = False
    items: int = 0


class TreasurePutBack(Value, frozen=True):
    """Nobody has found the treasure, and no card falls yet."""

    reason: str


class ItemsCorrected(Value, frozen=True):
    """Items were moved between two places to correct a count."""

    place: Place
    items: int  # so many more than before; fewer if negative
    balance: Place
    reason: str
    colour: Colour | None = None
    cell: Cell | None = None


class RulingsCorrected(Value, frozen=True):
    """The table has agreed on something else."""

    rulings: Rulings
    reason: str


class PlayerWithdrew(Value, frozen=True):
    """A person does not play any more; their items are discarded."""

    colour: Colour
    reason: str
