"""A game as one JSON file: exported from a journal, checked event by event, and imported again."""

import codecs
import re
import secrets
from collections.abc import Generator, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion.draws import fair_draw
from companion.engine.codec import Codec, JsonObject, convert, dump, parse
from companion.engine.errors import BadGameFile, BadMessage, Rejected
from companion.engine.game import AnyGame, AnyState, C, E, Game, S
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.games import GAMES
from companion.table.history import STEPS, Entry, History, as_they_count
from companion.table.journal import Journal
from companion.table.line import (
    NO_PLAY,
    Kind,
    Line,
    is_new_seed,
    is_time,
    promise_of,
    without_names,
)

LONGEST_MIN = 24 * 60  # a clock that was set meanwhile tells no evening's length
MOST_LINES = 10_000  # of an import: bots need up to 350, and people change their minds
FORMAT = "dragonbag-game"
# 2: with the commitment and, when the game is over, the seed; 3: every line with its hash
FORMAT_VERSION = 3
NO_LINES = Sentence("This game file holds no lines, so there is no game in it.")
UNKNOWN = Sentence(
    "This is no game file, or one of a game or version that this Dragonbag does not know."
)
# What exactly is wrong is for programs alone (the fact `detail`), in English.
DAMAGED = Sentence("This is no game file, or it is damaged.")
WRONG_LINE = Sentence("Line {n} of the game is wrong, so this file is not taken in.")
WRONG_TIME = Sentence(
    "Line {n} of the game has a time that no clock shows, so this file is not taken in."
)
TOO_LONG = Sentence("The game file has too many lines: {n}. At most {most} are possible.")


class FileLine(Value, frozen=True):
    """One line of an exported game; messages as {"type": ..., fields}.

    `hash` is the chain's after this line, hexadecimal; "" in a file of an earlier version. Where
    names are hidden, `digest` stands for the line as it was written; else `blind` opens it.
    """

    at: str
    source: str
    kind: Kind
    command: JsonObject | None = None
    events: tuple[JsonObject, ...] = ()
    hash: str = ""
    blind: str = ""
    digest: str = ""


class GameFile(Value, frozen=True):
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
    return _exported(journal, game_id, is_for_all=False)


def export_public(journal: Journal, game_id: str) -> bytes:
    """Return what export_game() returns; Rejected while only one seat may know some of it."""
    return _exported(journal, game_id, is_for_all=True)


def public_file(path: Path, game_id: str) -> Generator[tuple[int, int], None, bytes | None]:
    """Return what export_public() returns of a game in a file; None where that is Rejected."""
    yield 0, 1
    with read_journal(path) as journal:
        try:
            return export_public(journal, game_id)
        except Rejected:
            return None


def _exported(journal: Journal, game_id: str, *, is_for_all: bool) -> bytes:
    game = game_of(journal, game_id)
    written, since = list(journal.written(game_id)), journal.group_since()
    history = _told_by(game, written)
    if is_for_all and history.was_secret and not history.was_over:
        raise Rejected("secret_until_over")
    lines = tuple(_file_line(line, since) for line in written)
    seed = journal.seed(game_id)
    shown = seed.hex() if history.is_seed_shown else ""
    committed = fair_draw.commitment(seed)
    return dump(GameFile(FORMAT, FORMAT_VERSION, game.name, game_id, lines, committed, shown))


def _file_line(line: Line, since: int) -> FileLine:
    """Return a line as a file shows it: without names if it was written before the line `since`."""
    shown = without_names(line) if line.seq < since else line
    is_whole = shown == line
    return FileLine(
        at=line.at,
        source=line.source,
        kind=Kind(line.kind),
        command=None if shown.command is None else parse(shown.command),
        events=tuple(parse(shown.events)),
        hash=line.hash.hex(),
        blind=line.blind.hex() if is_whole else "",
        digest="" if is_whole or not line.hash else line.digest().hex(),
    )


def _history(journal: Journal, game_id: str) -> History:
    return _told_by(game_of(journal, game_id), journal.lines(game_id))


def _told_by(game: AnyGame, lines: Iterable[Line]) -> History:
    return History.replayed(game, lines, Codec(game.events))


class Checked(Value, frozen=True):
    """A game file whose every event leads to a sound state."""

    game: str
    origin: str  # the id that the game had
    seed: bytes
    is_new_seed: bool
    lines: tuple[Line, ...]


def check(text: bytes) -> Generator[tuple[int, int], None, Checked]:
    """Check a game file line by line and return what is to be written; BadMessage says why not.

    Yields how many steps are checked, of how many. The file's seed counts only if the game is
    over: whoever has sent a game that goes on must not know its next draws.
    """
    file = read_file(text)
    if len(file.lines) > MOST_LINES:
        raise BadGameFile(TOO_LONG.about(n=len(file.lines), most=MOST_LINES))
    for number, told_line in enumerate(file.lines, 1):
        if not is_time(told_line.at):
            raise BadGameFile(WRONG_TIME.about(n=number, detail=repr(told_line.at)))
    lines = [_journal_line(line) for line in file.lines]
    if all(line.kind in NO_PLAY for line in lines):
        raise BadGameFile(NO_LINES)
    game, steps = GAMES[file.game], sum(line.kind in STEPS for line in lines)
    is_over = False
    for number, (_, state) in enumerate(refold(file.game, lines), 1):
        is_over = game.is_over(state)
        yield number, steps
    told = tuple(line for line in lines if line.kind not in NO_PLAY or is_new_seed(line))
    has_seed = is_over and is_seed(file.seed) and _fits(bytes.fromhex(file.seed), told)
    seed = bytes.fromhex(file.seed) if has_seed else fair_draw.new_seed()
    return Checked(file.game, file.id, seed, not has_seed, told)


def _fits(seed: bytes, lines: Sequence[Line]) -> bool:
    """Is this the seed that the last of these lines to commit to one has promised, if any has?"""
    promised = [promise["commitment"] for line in lines if (promise := promise_of(line))]
    return promised[-1:] in ([], [fair_draw.commitment(seed)])


def checked(text: bytes) -> Checked:
    """Check a game file at once; BadMessage as in check()."""
    checking = check(text)
    while True:
        try:
            next(checking)
        except StopIteration as end:
            found: Checked = end.value
            return found


def write(journal: Journal, checked: Checked) -> str:
    """Write a checked game into the journal and return its new id."""
    game_id = new_game_id()
    journal.write_lines(
        game_id,
        checked.game,
        checked.seed,
        list(checked.lines),
        checked.origin,
        edition=GAMES[checked.game].edition,
        is_new_seed=checked.is_new_seed,
    )
    return game_id


def import_game(journal: Journal, text: bytes) -> str:
    """Check an exported game and write it into the journal; return its new id. See check()."""
    return write(journal, checked(text))


def read_file(text: bytes) -> GameFile:
    """Return what a game file holds, unchecked; BadMessage if it is no file of a known game."""
    try:
        file = convert(parse(text.removeprefix(codecs.BOM_UTF8)), GameFile)
    except BadMessage as error:
        raise BadGameFile(DAMAGED.about(detail=str(error))) from error
    if file.format != FORMAT or file.format_version > FORMAT_VERSION or file.game not in GAMES:
        raise BadGameFile(UNKNOWN)
    return file


def is_seed(text: str) -> bool:
    """Is this a seed as game files write it?"""
    return re.fullmatch(f"[0-9a-f]{{{2 * fair_draw.SEED_BYTES}}}", text) is not None


def _journal_line(line: FileLine) -> Line:
    command = None if line.command is None else dump(line.command).decode()
    return Line(0, line.at, "", line.source, None, line.kind, command, dump(line.events).decode())


def refold(name: str, lines: Sequence[Line]) -> Iterator[tuple[Entry, object]]:
    """Yield each step's entry with the state after it; BadMessage names the line that is wrong."""
    game = GAMES[name]
    codec, history = Codec(game.events), History.of(game)
    for number, line in enumerate(lines, 1):
        try:
            history.take(line, codec)
            wrong = game.check(history.state)
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise BadGameFile(WRONG_LINE.about(n=number, detail=str(error))) from error
        if wrong:
            raise BadGameFile(WRONG_LINE.about(n=number, detail="; ".join(wrong)))
        if line.kind in STEPS:
            yield history.steps[-1]


def replay(
    journal: Journal, game_id: str, until: int | None = None
) -> Iterator[tuple[Entry, object]]:
    """Yield each step of a game with the state after it, up to the line `until`."""
    lines = [line for line in journal.lines(game_id) if until is None or line.seq <= until]
    return refold(journal.name(game_id), [line for line in lines if line.kind not in NO_PLAY])


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
    history = _history(journal, game_id)
    return as_they_count([entry for entry, _ in history.steps]), history.state


class End(Value, frozen=True):
    """How a game stands after its last line, and how many minutes it took, 0 if unknown."""

    state: AnyState
    minutes: int


def ends(path: Path, games: Sequence[str]) -> Generator[tuple[int, int], None, dict[str, End]]:
    """Return how each of these games of a journal stands; yields how many are done, of how many."""
    found: dict[str, End] = {}
    with read_journal(path) as journal:
        for game_id in games:
            entries, state = story(journal, game_id)
            found[game_id] = End(state, minutes_of([entry.at for entry in entries]))
            yield len(found), len(games)
    return found


def counted_events(journal: Journal, game_id: str, game: Game[S, C, E]) -> tuple[E, ...]:
    """Return the events of a game's steps that count; () if it was another game than `game`."""
    if journal.name(game_id) != game.name:
        return ()
    return counted(story(journal, game_id)[0], game)


def counted(entries: Iterable[Entry], game: Game[S, C, E]) -> tuple[E, ...]:
    """Return the events of those steps that count."""
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
