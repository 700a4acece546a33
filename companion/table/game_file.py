"""A game as one JSON file: exported from a journal, checked event by event, and imported again."""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from companion.draws import fair_draw
from companion.engine.codec import Codec, JsonObject, convert, dump, parse
from companion.engine.errors import BadMessage
from companion.engine.game import AnyGame, C, E, Game, S
from companion.games import GAMES
from companion.table.history import STEPS, Entry, History, Kind
from companion.table.journal import Journal, Line

LONGEST_MIN = 24 * 60  # a clock that was set meanwhile tells no evening's length
FORMAT = "dragonbag-game"
FORMAT_VERSION = 2  # 2: with the commitment and, when the game is over, the seed


@dataclass(frozen=True, slots=True)
class FileLine:
    """One line of an exported game; messages as {"type": ..., fields}."""

    at: str
    source: str
    kind: Kind
    command: JsonObject | None = None
    events: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class GameFile:
    """An exported game. The secret seed of its draws is part of it only when the game was over."""

    format: str
    format_version: int
    game: str
    id: str
    lines: tuple[FileLine, ...]
    commitment: str = ""  # SHA-256 of the seed
    seed: str = ""  # hexadecimal


def new_game_id() -> str:
    """Return an id for a new game: the day, for people, and random digits that make it unique."""
    return f"{datetime.now(UTC):%Y-%m-%d}-{secrets.token_hex(3)}"


def export_game(journal: Journal, game_id: str) -> bytes:
    """Return a game as JSON; KeyError if the journal has no such game."""
    name = journal.name(game_id)
    lines = tuple(
        FileLine(
            at=line.at,
            source=line.source,
            kind=Kind(line.kind),
            command=None if line.command is None else parse(line.command),
            events=tuple(parse(line.events)),
        )
        for line in journal.lines(game_id)
        if line.kind != Kind.OPEN
    )
    seed = journal.seed(game_id)
    shown = seed.hex() if _history(journal, game_id).was_over else ""
    committed = fair_draw.commitment(seed)
    return dump(GameFile(FORMAT, FORMAT_VERSION, name, game_id, lines, committed, shown))


def is_secret(journal: Journal, game_id: str) -> bool:
    """Is the game still going on, and does its file hold what only one seat may know?"""
    history = _history(journal, game_id)
    return history.was_secret and not history.was_over


def _history(journal: Journal, game_id: str) -> History:
    game = game_of(journal, game_id)
    history, codec = History.of(game), Codec(game.events)
    for line in journal.lines(game_id):
        history.take(line, codec)
    return history


def import_game(journal: Journal, text: bytes) -> str:
    """Write an exported game into the journal and return its new id; BadMessage says why not.

    Nothing is written unless every event leads to a sound state.
    """
    file = read_file(text)
    lines = [_journal_line(line) for line in file.lines]
    if not lines:
        raise BadMessage("the file holds no lines")
    for _ in refold(file.game, lines):
        pass
    game_id = new_game_id()
    seed = bytes.fromhex(file.seed) if is_seed(file.seed) else fair_draw.new_seed()
    journal.write_lines(game_id, file.game, seed, lines)
    return game_id


def read_file(text: bytes) -> GameFile:
    """Return what a game file holds, unchecked; BadMessage if it is no file of a known game."""
    file = convert(parse(text), GameFile)
    if file.format != FORMAT or file.format_version > FORMAT_VERSION or file.game not in GAMES:
        raise BadMessage(f"no {FORMAT} file of a game and version that this Dragonbag knows")
    return file


def is_seed(text: str) -> bool:
    """Is this a seed as game files write it?"""
    return re.fullmatch(f"[0-9a-f]{{{2 * fair_draw.SEED_BYTES}}}", text) is not None


def _journal_line(line: FileLine) -> Line:
    if line.kind is Kind.OPEN:
        raise BadMessage("a game file has no opening lines")
    command = None if line.command is None else dump(line.command).decode()
    return Line(0, line.at, "", line.source, None, line.kind, command, dump(line.events).decode())


def refold(name: str, lines: list[Line]) -> Iterator[tuple[Entry, object]]:
    """Yield each step's entry with the state after it; BadMessage names the line that is wrong."""
    game = GAMES[name]
    codec, history = Codec(game.events), History.of(game)
    for number, line in enumerate(lines, 1):
        try:
            history.take(line, codec)
            wrong = game.check(history.state)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise BadMessage(f"line {number}: {error}") from error
        if wrong:
            raise BadMessage(f"line {number}: {'; '.join(wrong)}")
        if line.kind in STEPS:
            yield history.story[-1], history.state


def replay(
    journal: Journal, game_id: str, until: int | None = None
) -> Iterator[tuple[Entry, object]]:
    """Yield each step of a game with the state after it, up to the line `until`."""
    lines = [line for line in journal.lines(game_id) if until is None or line.seq <= until]
    return refold(journal.name(game_id), [line for line in lines if line.kind != Kind.OPEN])


def game_of(journal: Journal, game_id: str) -> AnyGame:
    """Return the rules of a game of the journal; KeyError if it has no game with this id."""
    return GAMES[journal.name(game_id)]


def set_up_of(journal: Journal, game_id: str) -> JsonObject | None:
    """Return the command that has set a game up, None if none has."""
    done = _history(journal, game_id).done
    given: JsonObject | None = parse(done[0].command) if done else None
    return given


def story(journal: Journal, game_id: str) -> tuple[list[Entry], object]:
    """Return the steps of a game, each marked if it was undone, and the state after the last."""
    game = game_of(journal, game_id)
    codec, history, entries = Codec(game.events), History.of(game), []
    for line in journal.lines(game_id):
        history.take(line, codec)
        if line.kind in STEPS:
            entries.append(history.story[-1])
    counts = {step.entry.seq for step in history.done}
    marked = [
        replace(entry, is_undone=entry.kind is Kind.COMMAND and entry.seq not in counts)
        for entry in entries
    ]
    return marked, history.state


def counted_events(journal: Journal, game_id: str, game: Game[S, C, E]) -> tuple[E, ...]:
    """Return the events of a game's steps that count; () if it was another game than `game`."""
    if journal.name(game_id) != game.name:
        return ()
    entries, _ = story(journal, game_id)
    steps = (entry for entry in entries if entry.kind is Kind.COMMAND and not entry.is_undone)
    return tuple(
        event for entry in steps for event in entry.events if isinstance(event, game.events)
    )


def minutes_of(times: Sequence[str]) -> int:
    """Return how long a game took by the clock of its lines; 0 if that cannot be."""
    if not times:
        return 0
    took = datetime.fromisoformat(times[-1]) - datetime.fromisoformat(times[0])
    minutes = round(took.total_seconds() / 60)
    return minutes if 0 < minutes < LONGEST_MIN else 0


def read_journal(path: Path) -> Journal:
    """Open a journal read-only; another process may be using it."""
    return Journal(path, read_only=True)
