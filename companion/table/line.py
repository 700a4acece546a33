"""One line of a journal, and its place in the chain of its game."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NewType

from companion.draws.fair_draw import commitment
from companion.engine.codec import JsonObject, dump, parse
from companion.engine.errors import BadMessage, DamagedLine
from companion.engine.sentence import Sentence
from companion.engine.value import Value, replace
from companion.table.fair import chain
from companion.table.fair.chain import Link
from companion.table.names import hide_names

NO_TIME = "1970-01-01T00:00:00.000+00:00"  # stands for a time that is none
YEARS = range(1970, 9999)  # a Pi without a clock begins in 1970; 9999 ends at once in the east
SELF = "dragonbag"  # the source of a line that Dragonbag writes unasked
CHANGED = Sentence("Line {number} of {at} is not as it was written.")
MISSING = Sentence("Line {number} is missing.")


class Kind(StrEnum):
    """What a line of the journal is."""

    OPEN = "open"  # the table turned to this game
    COMMAND = "command"
    UNDO = "undo"
    REDO = "redo"
    SEAL = "seal"  # a phone has sealed a chain of links for the draws
    ASK = "ask"  # a draw waits, and asks the phones for their links
    LINK = "link"  # a phone has opened its link
    CLOSE = "close"  # the end of the game takes no more links
    NUMBER = "number"  # until 0.1: a phone has opened the one number that it had sealed
    EPOCH = "epoch"  # something happened to the journal itself: its command says which EpochCause


# A kind that only a newer Dragonbag knows. Its lines count in the chain; no history can take them.
UnknownKind = NewType("UnknownKind", str)
KINDS = {kind.value: kind for kind in Kind}
NO_PLAY = frozenset({Kind.OPEN, Kind.EPOCH})  # of lines that say nothing about the game itself


class EpochCause(StrEnum):
    """What happened to a journal: the `why` of a line of the kind `epoch` (CHAIN.md)."""

    MIGRATION = "migration"  # the lines of an earlier version got their chain
    IMPORT = "import"  # the game came from a file
    MOVED = "moved"  # the journal was copied, and its head was not
    RESTORE = "restore"  # a backup took the place of a newer journal
    COPIED = "copied"  # a host downloaded a backup before the game was over
    RECOVERY = "recovery"  # what was sound of a damaged journal goes on
    NEW_SEED = "new_seed"  # the end was taken back, and the seed is known


CAUSES = frozenset(EpochCause)


class Line(Value, frozen=True):
    """One line: who (`source`) did what (`kind`, `command`) and what came of it (`events`).

    `at` is UTC in ISO 8601 and only for people: a Pi's clock jumps, so `seq` gives the order.
    `command` and `events` are JSON text. `number` counts the lines of its game from 1, 0 in a
    journal without a chain; `blind` goes into its digest, and `hash` is the chain's after it.
    """

    seq: int
    at: str
    game: str
    source: str
    key: str | None
    kind: Kind | UnknownKind
    command: str | None
    events: str
    number: int = 0
    blind: bytes = b""
    hash: bytes = b""

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> "Line":
        """Return the line that a row of the journal's file holds, in the order of its fields."""
        seq, at, game, source, key, kind, *rest = row
        return cls(seq, at, game, source, key, KINDS.get(kind, kind), *rest)

    @property
    def fields(self) -> JsonObject:
        """Return the fields of its command; BadMessage if it has none."""
        fields: JsonObject = parse(self.command or "")
        return fields

    def digest(self) -> bytes:
        """Return what this line puts into the chain; BadMessage if it is no JSON."""
        command = None if self.command is None else parse(self.command)
        events = parse(self.events)
        fields = fields_of(self.number, self.at, self.source, self.kind, command, events)
        return chain.digest(self.blind, fields)


class GameEntry(Value, frozen=True):
    """One game of the journal: its id, the game's name, when it was opened, its last line."""

    id: str
    name: str
    at: str
    last_at: str
    last_seq: int
    lines: int


def linked(line: Line, link: Link, blind: bytes) -> Line:
    """Return a line with its place in the chain after `link`."""
    placed = replace(line, number=link.number + 1, blind=blind)
    return replace(placed, hash=link.after(placed.digest()).hash)


def checked(line: Line, link: Link) -> Link:
    """Return where the chain stands after a line; DamagedLine if it is not the next one there."""
    number = link.number + 1
    try:
        after, promise = link.after(line.digest()), promise_of(line)
    except (BadMessage, TypeError, ValueError) as error:
        raise DamagedLine(
            CHANGED.about(number=number, at=line.at), game=line.game, number=number
        ) from error
    if after.hash != line.hash or (promise and promise.get("id") != line.game):
        is_gap = line.number > number
        why = MISSING.about(number=number) if is_gap else CHANGED.about(number=number, at=line.at)
        raise DamagedLine(why, game=line.game, number=number, at=line.at)
    return after


def promise_to(game: str, name: str, seed: bytes, edition: str = "") -> JsonObject:
    """Return what the first line of a game's chain, or an epoch in it, tells of the game."""
    told = {"edition": edition} if edition else {}
    return {"chain": chain.FORMAT, "id": game, "game": name, "commitment": commitment(seed), **told}


def promise_of(line: Line) -> JsonObject | None:
    """Return what a line tells of its game, None if it tells nothing."""
    if line.kind not in NO_PLAY or line.command is None:
        return None
    facts = line.fields
    return facts if "commitment" in facts else None


def is_new_seed(line: Line) -> bool:
    """Does a line commit to another seed than before?"""
    return (promise_of(line) or {}).get("is_new_seed") is True


def renamed(line: Line, game: str, name: str) -> str | None:
    """Return the command of a line that is written into another game, and promises things there."""
    if not is_new_seed(line):
        return line.command
    return dump({**line.fields, "chain": chain.FORMAT, "id": game, "game": name}).decode()


def first_seed(lines: Iterable[Line]) -> bytes | None:
    """Return the seed that the first of these lines to commit to a new one tells, if it does."""
    promises = (promise_of(line) or {} for line in lines if is_new_seed(line))
    seed = next(promises, {}).get("seed")
    return None if seed is None else bytes.fromhex(seed)


def fields_of(
    number: int, at: str, source: str, kind: str, command: object, events: object
) -> JsonObject:
    """Return what of a line goes into its digest, as JSON-ready values."""
    return {
        "number": number,
        "at": at,
        "source": source,
        "kind": str(kind),
        "command": command,
        "events": events,
    }


def without_names(line: Line) -> Line:
    """Return a line that tells neither names nor what people wrote, but all that they did."""
    command = None if line.command is None else hide_names(line.command)
    return replace(line, command=command, events=hide_names(line.events))


def is_time(at: str) -> bool:
    """Is this a time as now() writes it, of a year that a clock can show?"""
    return bool(at) and readable_time(at, "") == at


def readable_time(at: str, instead: str = NO_TIME) -> str:
    """Return a line's time so that every page can show it; `instead` if it is none.

    Only now() writes lines, but Dragonbag once took in game files with any time.
    """
    try:
        told = datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError):
        return instead
    return told.isoformat(timespec="milliseconds") if told.year in YEARS else instead


def now() -> str:
    """Return the time as a line tells it: UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
