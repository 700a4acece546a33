"""What a phone needs to check that a game is still the one it has seen; it tells no secret."""

from companion.engine.codec import JsonObject, parse
from companion.engine.value import Value
from companion.table.journal import Journal
from companion.table.line import Kind, Line, fields_of, promise_of

PUBLIC = frozenset({Kind.EPOCH, Kind.SEAL, Kind.ASK, Kind.LINK, Kind.CLOSE})


class Opened(Value, frozen=True):
    """A line that everybody may know, with the blind that its digest was made with."""

    line: JsonObject
    blind: str


class Digests(Value, frozen=True):
    """The digests after a line, the head that they lead to, and the lines that are no secret.

    `commitment` is the one that counts; everything is hexadecimal. `lines` tell what happened to
    the journal, and what the phones did for the draws.
    """

    commitment: str
    number: int
    hash: str
    digests: tuple[str, ...]
    lines: tuple[Opened, ...]


def digests_after(journal: Journal, game_id: str, after: int) -> Digests:
    """Return what follows line number `after` of a game; KeyError if there is no such game."""
    journal.name(game_id)
    commitment, number, found, newest, opened = "", 0, [], "", []
    for number, line in enumerate(journal.written(game_id), 1):
        promised = promise_of(line)
        commitment = promised["commitment"] if promised else commitment
        newest = line.hash.hex()
        if number > after:
            found.append(line.digest().hex())
            opened += [_opened(line)] if line.kind in PUBLIC else []
    return Digests(commitment, number, newest, tuple(found), tuple(opened))


def _opened(line: Line) -> Opened:
    command = None if line.command is None else parse(line.command)
    fields = fields_of(line.number, line.at, line.source, line.kind, command, parse(line.events))
    return Opened(fields, line.blind.hex())
