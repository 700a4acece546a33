"""What a correction, or an effect that says so, has changed; each with its reason."""

from dataclasses import dataclass

from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import Cell, Condition, Place, Rulings


@dataclass(frozen=True, slots=True)
class ConditionCorrected:
    """A pawn stands or lies, by an effect or a correction."""

    colour: Colour
    condition: Condition
    reason: str


@dataclass(frozen=True, slots=True)
class ActionPointsCorrected:
    """The action points of this turn were set."""

    action_points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """It is this player's turn, from its beginning."""

    colour: Colour
    must_rest: bool
    reason: str


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """What a face-up dungeon card shows was corrected; `number` None: its number was right."""

    cell: Cell
    kind: Kind
    strength: int
    reason: str
    number: int | None = None
    to_lay: int = 0


@dataclass(frozen=True, slots=True)
class OrderCorrected:
    """Two dungeon cards came out of the pile the other way round."""

    cell: Cell
    other: Cell
    reason: str


@dataclass(frozen=True, slots=True)
class ItemsCorrected:
    """Items were moved between two places to correct a count."""

    place: Place
    items: int  # so many more than before; fewer if negative
    balance: Place
    reason: str
    colour: Colour | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class RulingsCorrected:
    """The table has agreed on something else."""

    rulings: Rulings
    reason: str
