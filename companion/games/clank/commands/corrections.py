"""What sets a Clank! table right: at any time, with a reason, and what came after stays."""

from companion.engine.value import Value
from companion.games.clank.box import Colour, Cube, Piece
from companion.games.clank.values import Number, Place, Rulings, Status


class CorrectCubes(Value, frozen=True):
    """Set how many cubes of a colour lie in a place; the difference comes from `balance`."""

    cube: Cube
    place: Place
    cubes: int
    balance: Place
    reason: str


class CorrectNumber(Value, frozen=True):
    """Set a number of the whole table."""

    number: Number
    value: int
    reason: str


class CorrectCredit(Value, frozen=True):
    """Set the leftover negative Clank! of the player whose turn it is."""

    credit: int
    reason: str


class CorrectTurn(Value, frozen=True):
    """Say whose turn it is."""

    colour: Colour
    reason: str


class CorrectStatus(Value, frozen=True):
    """Set whether a player is inside, escaped, rescued or lost."""

    colour: Colour
    status: Status
    reason: str


class CorrectCountdown(Value, frozen=True):
    """Set whose pawn is on the Countdown Track and on which space; nobody's without a colour."""

    reason: str
    colour: Colour | None = None
    space: int = 0


class CorrectRemovedArtifacts(Value, frozen=True):
    """Set which Artifacts were put back into the box at set-up; () if nobody knows."""

    reason: str
    artifacts_out: tuple[int, ...] = ()


class CorrectRulings(Value, frozen=True):
    """Set what the table has agreed on."""

    reason: str
    rulings: Rulings = Rulings()


class CorrectGone(Value, frozen=True):
    """Set how many of a Secret or of a card with Arrive have been there and do not come again."""

    piece: Piece
    gone: int
    reason: str


class Withdraw(Value, frozen=True):
    """A person goes home: out, without points; the table says if that starts the countdown."""

    colour: Colour
    reason: str
    starts_countdown: bool = False
