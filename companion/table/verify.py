"""Checks every line, event and draw of an exported game, without trusting who made it.

The browser checks the same with code of its own (web_ui/static/verify.js). The method stands in
companion/draws/FAIR_DRAWS.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.draws import fair_draw
from companion.draws.sealed_numbers import SealedNumbers
from companion.engine.codec import Codec, JsonObject
from companion.engine.errors import Rejected
from companion.engine.game import AnyGame, fold
from companion.games import GAMES
from companion.table.game_file import FileLine, GameFile, is_seed, read_file
from companion.table.history import NUMBER, SEAL, Kind, is_fair_draw


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong, and in which line, from 1; line 0 means the whole file."""

    line: int
    why: str

    def __str__(self) -> str:
        """Return what is wrong, after its line."""
        return f"line {self.line}: {self.why}" if self.line else self.why


@dataclass(slots=True)
class Verdict:
    """How many lines and draws were checked, and what is wrong."""

    lines: int = 0
    draws: int = 0
    is_open: bool = False  # the seed is still secret, so no draw could be checked
    wrong: tuple[Wrong, ...] = ()


def verify(text: bytes) -> Verdict:
    """Return the verdict on a game file; BadMessage if it is no game file."""
    file = read_file(text)
    check = _Check(GAMES[file.game], file)
    wrong = (*check.seed_wrong(), *check.lines_wrong())
    return Verdict(len(file.lines), check.draws, not file.seed, wrong)


class _Check:
    """Goes through the lines of one file once."""

    def __init__(self, game: AnyGame, file: GameFile) -> None:
        self._game, self._file = game, file
        self._commands, self._events = Codec(game.commands), Codec(game.events)
        self._seed = bytes.fromhex(file.seed) if is_seed(file.seed) else None
        self._sealed = SealedNumbers()
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
                return  # every later line builds on this one

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
            self._sealed.seal(line.command[SEAL])
            return ""
        if line.kind is Kind.NUMBER:
            self._sealed.open(line.command[NUMBER])
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
        self._sealed.advance(
            attack_waits=self._game.awaits_hand(state), is_fair_draw=is_fair_draw(command)
        )
        return ""

    def _draw_wrong(self, before: object, command: object) -> str:
        if not is_fair_draw(command) or self._seed is None:
            return ""
        self.draws += 1
        key = fair_draw.key(self._seed, self._sealed.opened)
        if command == self._game.hand(before, partial(fair_draw.draw, key)):
            return ""
        return "these are not the cubes that seed, number and bag give"
