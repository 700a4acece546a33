"""What a correction has changed, each with its reason; the attack that waits follows it."""

from dataclasses import dataclass

from companion.games.clank.box import Colour, Cube, Piece
from companion.games.clank.values import Because, Number, Place, Rulings, Status


@dataclass(frozen=True, slots=True)
class AttackCorrected:
    """The attack that waits follows a correction; all Clank! of the area is in the bag."""

    cubes_to_draw: int
    because: Because


@dataclass(frozen=True, slots=True)
class CountdownCorrected:
    """This player's pawn is on this space of the Countdown Track; nobody's on space 0."""

    colour: Colour | None
    space: int
    reason: str


@dataclass(frozen=True, slots=True)
class RemovedArtifactsCorrected:
    """These Artifacts lie in the box; () if nobody knows."""

    artifacts_out: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class RulingsCorrected:
    """What the table has agreed on from now on."""

    rulings: Rulings
    reason: str


@dataclass(frozen=True, slots=True)
class GoneCorrected:
    """So many of a piece have been there and do not come again."""

    piece: Piece
    gone: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerWithdrew:
    """A person went home."""

    colour: Colour
    reason: str


@dataclass(frozen=True, slots=True)
class CubesCorrected:
    """Cubes of one colour were moved between two places to correct a count."""

    cube: Cube
    source: Place
    target: Place
    cubes: int
    reason: str


@dataclass(frozen=True, slots=True)
class NumberCorrected:
    """A number of the whole table was corrected."""

    number: Number
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class CreditCorrected:
    """The credit of the player whose turn it is was corrected."""

    colour: Colour
    credit: int
    reason: str


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """It is this player's turn."""

    colour: Colour
    reason: str


@dataclass(frozen=True, slots=True)
class StatusCorrected:
    """A player's status was corrected."""

    colour: Colour
    status: Status
    reason: str
