"""Checks every line, event and draw of an exported game, without trusting who made it.

The browser checks the same with code of its own (web_ui/static/verify.js). The method stands in
companion/draws/FAIR_DRAWS.md.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from companion.draws import fair_draw
from companion.draws.links import Links
from companion.draws.sealed_numbers import SealedNumbers
from companion.engine.codec import Codec, JsonObject, dump
from companion.engine.errors import Rejected
from companion.engine.game import AnyGame, fold
from companion.engine.value import Value
from companion.games import GAMES
from companion.table.fair import part_fields
from companion.table.fair.awaited import THE_END, Awaited, awaited
from companion.table.fair.chain import Link, digest
from companion.table.fair.phones_part import DRAWN_BY, OF_DRAWS, is_fair_draw
from companion.table.fair.promises import Promises
from companion.table.fair.statement import Statement, statement
from companion.table.game_file import FileLine, GameFile, is_seed, read_file
from companion.table.line import NO_PLAY, Kind, fields_of
from companion.table.names import tells_of_people

HASH = re.compile(r"[0-9a-f]{64}")
BLIND = re.compile(r"[0-9a-f]{32}")
HEAD = re.compile(r"([0-9]{1,9}):([0-9a-f]{64})")
SEED_IS_KNOWN = "everybody knows the seed since the game was over, and there is no new one"
CHAINED = 3  # from this version on a game file has the chain
SINCE_CHAINED = frozenset({Kind.ASK, Kind.LINK, Kind.CLOSE, Kind.EPOCH})


class Wrong(Value, frozen=True):
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
    besides: Statement = field(default_factory=Statement)  # what people should know of the draws
    head: str = ""  # the hash after the last line; "" in a file of a version without a chain
    hidden: int = 0  # lines of which only the digest is shown, because they tell names
    is_open: bool = False  # the seed is still secret, so no draw could be checked
    wrong: tuple[Wrong, ...] = ()


class Remembered(Value, frozen=True):
    """What somebody wrote down while the game was on, hexadecimal; "" and 0 if they did not.

    `number` and `hash`: that the chain had this hash after this line.
    """

    commitment: str = ""
    number: int = 0
    hash: str = ""

    @classmethod
    def of(cls, head: str, commitment: str) -> "Remembered":
        """Return what a head as "57:ab12..." and a commitment tell; ValueError if one is none."""
        told = commitment.replace(" ", "").lower()
        if told and not HASH.fullmatch(told):
            raise ValueError(f"{commitment}: a commitment has 64 hexadecimal digits")
        if not head:
            return cls(told)
        found = HEAD.fullmatch(head.replace(" ", "").lower())
        if found is None:
            raise ValueError(
                f"{head}: a head is a line's number and 64 hexadecimal digits: 57:ab12..."
            )
        return cls(told, int(found[1]), found[2])


def verify(text: bytes, remembered: Remembered | None = None) -> Verdict:
    """Return the verdict on a game file; BadMessage if it is no game file."""
    file = read_file(text)
    check = _Check(GAMES[file.game], file)
    wrong = (
        *check.seed_wrong(),
        *check.lines_wrong(),
        *check.seed_withheld(),
        *chain_wrong(file),
        *other_than(remembered or Remembered(), file),
    )
    return Verdict(
        lines=len(file.lines),
        draws=check.draws,
        besides=statement(file, check.links, by_hand=check.by_hand, uncheckable=check.uncheckable),
        head=file.lines[-1].hash if file.lines else "",
        hidden=sum(bool(line.digest) for line in file.lines),
        is_open=not file.seed,
        wrong=wrong,
    )


def chain_wrong(file: GameFile) -> Iterator[Wrong]:
    """Yield the first line that does not fit into the chain, and what the chain promised else."""
    if file.format_version < CHAINED:
        if any(line.kind in SINCE_CHAINED for line in file.lines):
            yield Wrong(0, "it has no chain, though its Dragonbag wrote one")
        return
    link, promised = Link(), JsonObject()
    for number, line in enumerate(file.lines, 1):
        if not (BLIND if line.blind else HASH).fullmatch(line.blind or line.digest):
            yield Wrong(number, "its blind or its digest is not hexadecimal")
            return
        if line.digest and (line.blind or not _may_hide(line)):
            yield Wrong(number, "it is hidden, though it tells no names")
            return
        link = link.after(_digest(number, line))
        if link.hash.hex() != line.hash:
            yield Wrong(number, "it was changed, or a line is missing before it: the hash differs")
            return
        promised = _promise(line) or promised
    told = {"id": file.id, "game": file.game, "commitment": file.commitment}
    if any(promised.get(name) != said for name, said in told.items()):
        yield Wrong(0, "id, game or commitment is not what the chain says")


def other_than(remembered: Remembered, file: GameFile) -> Iterator[Wrong]:
    """Yield where a file is not the game that somebody remembers."""
    if remembered.commitment and remembered.commitment != file.commitment:
        yield Wrong(0, "the commitment is not the one that you wrote down")
    if not remembered.number:
        return
    if not 0 < remembered.number <= len(file.lines):
        yield Wrong(0, f"it ends before line {remembered.number}, whose hash you wrote down")
    elif file.lines[remembered.number - 1].hash != remembered.hash:
        yield Wrong(remembered.number, "its hash is not the one that you wrote down")


def _digest(number: int, line: FileLine) -> bytes:
    if line.digest:
        return bytes.fromhex(line.digest)
    blind = bytes.fromhex(line.blind)
    events = list(line.events)
    fields = fields_of(number, line.at, line.source, line.kind.value, line.command, events)
    return digest(blind, fields)


def _may_hide(line: FileLine) -> bool:
    """May a line show only its digest? Those with names, so nothing of which a draw is made."""
    if line.kind is not Kind.COMMAND or line.command is None or DRAWN_BY in line.command:
        return False
    return tells_of_people(dump([line.command, line.events]).decode())


def _promise(line: FileLine) -> JsonObject:
    facts = line.command if line.kind in NO_PLAY else None
    return facts if facts and "commitment" in facts else {}


def _is_new_seed(line: FileLine) -> bool:
    return _promise(line).get("is_new_seed") is True


def _seeds(file: GameFile) -> list[bytes | None]:
    """Return the seed that each line's draws follow, None if it is not known.

    A new seed, after a recovery, an import or an end that was taken back, says nothing of earlier
    draws; its line may tell the seed before.
    """
    seeds: list[bytes | None] = []
    known = file.seed
    for line in reversed(file.lines):
        seeds.append(bytes.fromhex(known) if is_seed(known) else None)
        if _is_new_seed(line):
            known = str(_promise(line).get("seed", ""))
    return seeds[::-1]


class _Check:
    """Goes through the lines of one file once."""

    def __init__(self, game: AnyGame, file: GameFile) -> None:
        self._game, self._file = game, file
        self._commands, self._events = Codec(game.commands), Codec(game.events)
        self._seeds = _seeds(file)
        self._promises = Promises()
        self._is_old = True  # nothing shows yet that it was not played with 0.1
        self._sealed = SealedNumbers()
        self._done, self._undone = [game.empty], list[object]()
        self.links = Links()
        self.draws = self.by_hand = self.uncheckable = 0
        self.is_seed_due = False  # the game was over, so its seed has to be shown

    def seed_wrong(self) -> Iterator[Wrong]:
        seed, committed = self._file.seed, self._file.commitment
        if seed and not is_seed(seed):
            yield Wrong(0, "the seed is not 64 hexadecimal digits")
        elif seed and fair_draw.commitment(bytes.fromhex(seed)) != committed:
            yield Wrong(0, "the seed is not the one that was committed to before the game")

    def seed_withheld(self) -> Iterator[Wrong]:
        if self.is_seed_due and not self._file.seed:
            yield Wrong(0, "the game is over, and its seed is withheld")

    def lines_wrong(self) -> Iterator[Wrong]:
        for number, line in enumerate(self._file.lines, 1):
            try:
                why = self._line(number, line)
            except (ValueError, KeyError, IndexError, TypeError) as error:
                why = f"it cannot be read: {error}"
            except Rejected as refused:
                why = f"the rules refuse it: {refused}"
            if why:
                yield Wrong(number, why)
                return  # every later line builds on this one

    def _line(self, number: int, line: FileLine) -> str:
        if line.kind in NO_PLAY:
            return self._promised(line)
        if line.kind in (Kind.UNDO, Kind.REDO):
            return self._move(line.kind)
        if line.command is None:
            return "it is no step of a game"
        if line.kind in OF_DRAWS:
            return self._part(line.kind, line.command, number)
        return self._command(line.command, line, self._seeds[number - 1])

    def _promised(self, line: FileLine) -> str:
        """Follow the promises; with a new seed the phones begin anew."""
        facts, is_over = line.command or {}, self._game.is_over(self._done[-1])
        is_due = self.is_seed_due and not is_over
        if why := self._promises.wrong(line.kind, facts, is_new_seed_due=is_due):
            return why
        if facts.get("edition", self._game.edition) != self._game.edition:
            return "it was played by the rules of another edition than this Dragonbag knows"
        self._is_old &= "commitment" not in facts or self._promises.is_import
        if _is_new_seed(line):
            self.links.begin_epoch()
            self._sealed, self.is_seed_due = SealedNumbers(), is_over
        return ""

    def _move(self, kind: Kind) -> str:
        left, is_undo = self._done[-1], kind is Kind.UNDO
        if is_undo and len(self._done) == 1:
            return "there was nothing to undo"
        if is_undo:
            self._undone.append(self._done.pop())
        else:
            self._done.append(self._undone.pop())
        if len(self._done) > 1:
            self._done[-1] = self._game.recall(left, self._done[-1])
        self.is_seed_due |= self._game.is_over(self._done[-1])
        return ""

    def _part(self, kind: Kind, fields: JsonObject, number: int) -> str:
        """Follow what phones did for the draws; ValueError if they could not."""
        waiting = awaited(self._game, self._done[-1])
        if kind is Kind.ASK:
            if waiting is None or fields != part_fields.ask(waiting, part_fields.asked(fields)):
                return "it asks for another draw than the one that waits"
            if waiting is not THE_END and self._is_seed_known:
                return SEED_IS_KNOWN
            self.links.ask(waiting.key, part_fields.asked(fields), number)
        elif kind is Kind.LINK:
            self.links.open(waiting.key if waiting else None, fields["sha256"], fields["link"])
        elif kind is Kind.CLOSE:
            if waiting is not THE_END or fields != part_fields.close(THE_END):
                return "it closes what does not wait"
            self.links.close_end()
        elif kind is Kind.SEAL and part_fields.is_chain(fields):
            return self._seal(fields)
        elif not self._is_old:
            return "phones seal chains since 0.1, and no single numbers"
        elif kind is Kind.NUMBER:
            self._sealed.open(fields["number"])
        else:
            self._sealed.seal(fields["sha256"])
        return ""

    def _seal(self, fields: JsonObject) -> str:
        """Follow a phone that seals a chain; ValueError if it cannot be this one."""
        if fields != part_fields.seal(fields["seat"], fields["sha256"]):
            return "it seals no chain of as many links as a chain has"
        if fields["seat"] not in self._game.seats:
            return "there is no such seat"
        self._is_old = False
        self.links.seal(fields["seat"], fields["sha256"])
        return ""

    @property
    def _is_seed_known(self) -> bool:
        """Was the seed shown, though the game goes on? 0.1 went on with it."""
        return self.is_seed_due and not self._is_old

    def _command(self, given: JsonObject, line: FileLine, seed: bytes | None) -> str:
        before = self._done[-1]
        command = self._commands.read(given, is_own=True)
        events = tuple(self._events.read(event, is_own=True) for event in line.events)
        if (waiting := awaited(self._game, before)) and (
            why := self._draw_wrong(before, waiting, command, seed)
        ):
            return why
        if self._decided(before, command, events, is_hidden=bool(line.digest)) != events:
            return "what happened is not what the rules say"
        state = fold(self._game, events, before)
        if wrong := self._game.check(state):
            return "; ".join(wrong)
        self._done.append(state)
        self._undone.clear()
        self.is_seed_due |= self._game.is_over(state)
        self._sealed.advance(
            attack_waits=self._game.awaits_hand(state), is_fair_draw=is_fair_draw(command)
        )
        return ""

    def _decided(
        self, before: object, command: object, events: tuple[object, ...], *, is_hidden: bool
    ) -> tuple[object, ...]:
        """Return what the rules make of a command; Rejected if they refuse it."""
        try:
            return self._game.decide(before, command)
        except Rejected as refused:
            # Somebody has typed a name again, and the names are hidden.
            is_name = is_hidden and refused.code == "nothing_changes"
            if not is_name or fold(self._game, events, before) != before:
                raise
            return events

    def _draw_wrong(
        self, before: object, waiting: Awaited, command: object, seed: bytes | None
    ) -> str:
        if not is_fair_draw(command):
            if waiting.cubes and hasattr(command, DRAWN_BY):
                self.by_hand += 1
                self.links.drawn_by_hand(waiting.key)
            return ""
        if self._is_seed_known:
            return SEED_IS_KNOWN
        if self.links.due(waiting.key):
            return "the phones were not asked for their links"
        self.links.drawn(waiting.key)
        if seed is None:
            self.uncheckable += 1
            return ""
        self.draws += 1
        key = fair_draw.key(seed, (*self._sealed.opened, *self.links.of(waiting.key)))
        if command == self._game.hand(before, partial(fair_draw.draw, key)):
            return ""
        return "these are not the cubes that seed, links, number and bag give"
