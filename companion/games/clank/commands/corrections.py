"""What sets a Clank! table right: at any time, with a reason, and what came after stays."""

from dataclasses import dataclass, field

from companion.games.clank.box import Colour, Cube, Piece
from companion.games.clank.values import Number, Place, Rulings, Status


@dataclass(frozen=True, slots=True)
class CorrectCubes:
    """Set how many cubes of a colour lie in a place; the difference comes from `balance`."""

    cube: Cube
    place: Place
    cubes: int
    balance: Place
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectNumber:
    """Set a number of the whole table."""

    number: Number
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectCredit:
    """Set the leftover negative Clank! of the player whose turn it is."""

    credit: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectTurn:
    """Say whose turn it is."""

    colour: Colour
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectStatus:
    """Set whether a player is inside, escaped, rescued or lost."""

    colour: Colour
    status: Status
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectCountdown:
    """Set whose pawn is on the Countdown Track and on which space; nobody's without a colour."""

    reason: str
    colour: Colour | None = None
    space: int = 0


@dataclass(frozen=True, slots=True)
class CorrectRemovedArtifacts:
    """Set which Artifacts were put back into the box at set-up; () if nobody knows."""

    reason: str
    artifacts_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectRulings:
    """Set what the table has agreed on."""

    reason: str
    rulings: Rulings = field(default_factory=Rulings)


@dataclass(frozen=True, slots=True)
class CorrectGone:
    """Set how many of a Secret or of a card with Arrive have been there and do not come again."""

    piece: Piece
    gone: int
    reason: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A person goes home: out, without points; the table says if that starts the countdown."""

    colour: Colour
    reason: str
    starts_countdown: bool = False
