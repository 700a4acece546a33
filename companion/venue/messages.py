"""What tables say, checked: an event with its number, the newest state, a call."""

from dataclasses import dataclass

from companion.engine.codec import JsonObject, convert, parse
from companion.engine.errors import BadMessage
from companion.engine.texts import is_showable

MOST_SEQ = 2**31 - 1  # of the database
MOST_NAME = 80
MOST_TABLE = 40  # as the settings of a table have it


@dataclass(frozen=True, slots=True)
class Player:
    """One player as a log of plays tells it."""

    seat: str
    name: str = ""
    has_won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    title: str
    begun: str
    is_cooperative: bool
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a table's journal, as far as a venue counts it.

    `tells_result`: the game is over, or its end was undone; then `result` is None.
    """

    table: str
    series: str
    seq: int
    at: str
    kind: str
    game_id: str
    result: Result | None = None
    tells_result: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game looks like from afar."""

    title: str = ""
    is_going_on: bool = False
    players: tuple[Player, ...] = ()
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The newest state of a table: its newest line, and since which it tells."""

    version: int
    series: str
    since: int
    is_over: bool
    standing: Standing


@dataclass(frozen=True, slots=True)
class Call:
    """Since when a table wants staff, "" if it does not."""

    at: str = ""
    is_coming: bool = False


def event_of(table: str, payload: bytes) -> Event:
    """Return an event; the topic says whose it is, whatever the message says."""
    given = _object(payload)
    own = {"table": table, "tells_result": "result" in given}
    found = convert({**given, **own}, Event, is_own=True)
    names = (found.series, found.kind, found.at, found.table)
    if not (0 < found.seq <= MOST_SEQ and all(map(_fits, names)) and len(found.game_id) <= 64):
        raise BadMessage(f"no event: {table} {found.seq}")
    return found


def _fits(name: str) -> bool:
    return 0 < len(name) <= MOST_TABLE and name.isprintable()


def state_of(payload: bytes) -> State:
    """Return a table's newest state."""
    found = convert(_object(payload), State, is_own=True)
    if not (0 <= found.since <= found.version <= MOST_SEQ and _fits(found.series)):
        raise BadMessage("no state")
    return found


def call_of(payload: bytes) -> Call:
    """Return whether a table wants staff."""
    return convert(_object(payload), Call, is_own=True) if payload else Call()


def clean(text: str) -> str:
    """Return a name as a database and a screen can take it."""
    return "".join(sign for sign in text if is_showable(sign))[:MOST_NAME]


def _object(payload: bytes) -> JsonObject:
    given = parse(payload)
    if not isinstance(given, dict):
        raise BadMessage("a message is an object")
    return given
