"""What a correction has changed, each with its reason; the attack that waits follows it."""

from companion.engine.value import Value
from companion.games.clank.box import Colour, Cube, Piece
from companion.games.clank.values import Because, Number, Place, Rulings, Status


class AttackCorrected(Value, frozen=True):
    """The attack that waits follows a correction; all Clank! of the area is in the bag."""

    cubes_to_draw: int
    because: Because


class CountdownCorrected(Value, frozen=True):
    """This player's pawn is on this space of the Countdown Track; nobody's on space 0."""

    colour: Colour | None
    space: int
    reason: str


class RemovedArtifactsCorrected(Value, frozen=True):
    """These Artifacts lie in the box; () if nobody knows."""

    artifacts_out: tuple[int, ...]
    reason: str


class RulingsCorrected(Value, frozen=True):
    """What the table has agreed on from now on."""

    rulings: Rulings
    reason: str


class GoneCorrected(Value, frozen=True):
    """So many of a piece have been there and do not come again."""

    piece: Piece
    gone: int
    reason: str


class PlayerWithdrew(Value, frozen=True):
    """A person went home."""

    colour: Colour
    reason: str


class CubesCorrected(Value, frozen=True):
    """Cubes of one colour were moved between two places to correct a count."""

    cube: Cube
    source: Place
    target: Place
    cubes: int
    reason: str


class NumberCorrected(Value, frozen=True):
    """A number of the whole table was corrected."""

    number: Number
    value: int
    reason: str


class CreditCorrected(Value, frozen=True):
    """The credit of the player whose turn it is was corrected."""

    colour: Colour
    credit: int
    reason: str


class TurnCorrected(Value, frozen=True):
    """It is this player's turn."""

    colour: Colour
    reason: str


class StatusCorrected(Value, frozen=True):
    """A player's status was corrected."""

    colour: Colour
    status: Status
    reason: str
