"""Checks an exported game without trusting who made it: every draw, every event, every line.

The same is checked, independently, by the browser (web_ui/static/verify.js); the method is written
down in companion/draws/FAIR_DRAWS.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.draws import fair_draw
from companion.draws.sealed_numbers import Mix
from companion.engine.codec import Codec, JsonObject, convert, parse
from companion.engine.errors import BadMessage, Rejected
from companion.engine.game import AnyGame, fold
from companion.games import GAMES
from companion.table.game_file import FORMAT, FORMAT_VERSION, FileLine, GameFile, is_seed
from companion.table.history import NUMBER, SEAL, Kind

BY_DRAGONBAG = "dragonbag"


def is_fair_draw(command: object) -> bool:
    """Does this command say that Dragonbag itself has drawn?"""
    return getattr(command, "drawn_by", None) == BY_DRAGONBAG


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is not as it should be: in which line, from 1, or 0 for the whole file."""

    line: int
    why: str

    def __str__(self) -> str:
        """Return it as a sentence names it."""
        return f"line {self.line}: {self.why}" if self.line else self.why


@dataclass(slots=True)
class Verdict:
    """What was checked and what is wrong; a game that is not over has draws that wait."""

    lines: int = 0
    draws: int = 0
    is_open: bool = False  # the seed is still secret, so no draw could be checked
    wrong: tuple[Wrong, ...] = ()


def verify(text: bytes) -> Verdict:
    """Return the verdict over a game file; BadMessage if it is none."""
    file = convert(parse(text), GameFile)
    if file.format != FORMAT or file.format_version > FORMAT_VERSION or file.game not in GAMES:
        raise BadMessage(f"no {FORMAT} file of a game and version that this Dragonbag knows")
    check = _Check(GAMES[file.game], file)
    wrong = (*check.seed_wrong(), *check.lines_wrong())
    return Verdict(len(file.lines), check.draws, not file.seed, wrong)


class _Check:
    """Goes through the lines of one file once."""

    def __init__(self, game: AnyGame, file: GameFile) -> None:
        self._game, self._file = game, file
        self._commands, self._events = Codec(game.commands), Codec(game.events)
        self._seed = bytes.fromhex(file.seed) if is_seed(file.seed) else None
        self._mix = Mix()
        self._done, self._undone = [game.empty], list[object]()
        self.draws = 0

    def seed_wrong(self) -> Iterator[Wrong]:
        seed, committed = self._file.seed, self._file.commitment
        if seed and not is_seed(seed):
            yield Wrong(0, "the seed is not 64 hexadecimal digits")
        elif seed and fair_draw.commitment(bytes.fromhex(seed)) != committed:
            yield Wrong(0, "the seed is not the one that was committed to before the game")

    def lines_wrong(self) -> Iterator[Wrong]:
        for number, line in enumerate(self._file.lines, 1):
            try:
                why = self._line(line)
            except (ValueError, KeyError, IndexError, TypeError) as error:
                why = f"it cannot be read: {error}"
            except Rejected as refused:
                why = f"the rules refuse it: {refused}"
            if why:
                yield Wrong(number, why)
                return  # what follows stands on it

    def _line(self, line: FileLine) -> str:
        if line.kind is Kind.UNDO:
            self._undone.append(self._done.pop())
            return "" if self._done else "there was nothing to undo"
        if line.kind is Kind.REDO:
            self._done.append(self._undone.pop())
            return ""
        if line.command is None:
            return "it is no step of a game"
        if line.kind is Kind.SEAL:
            self._mix.seal(line.command[SEAL])
            return ""
        if line.kind is Kind.NUMBER:
            self._mix.open(line.command[NUMBER])
            return ""
        if line.kind is not Kind.COMMAND:
            return "it is no step of a game"
        return self._command(line.command, line.events)

    def _command(self, given: JsonObject, told: tuple[JsonObject, ...]) -> str:
        before = self._done[-1]
        command = self._commands.read(given, is_own=True)
        events = tuple(self._events.read(event, is_own=True) for event in told)
        if why := self._draw_wrong(before, command):
            return why
        if self._game.decide(before, command) != events:
            return "what happened is not what the rules say"
        state = fold(self._game, events, before)
        if wrong := self._game.check(state):
            return "; ".join(wrong)
        self._done.append(state)
        self._undone.clear()
        self._mix.went_on(
            attack_waits=self._game.awaits_hand(state), is_fair_draw=is_fair_draw(command)
        )
        return ""

    def _draw_wrong(self, before: object, command: object) -> str:
        if not is_fair_draw(command) or self._seed is None:
            return ""
        self.draws += 1
        key = fair_draw.key(self._seed, self._mix.mixed)
        if command == self._game.hand(before, partial(fair_draw.draw, key)):
            return ""
        return "these are not the cubes that seed, number and bag give"
