"""The steps of one game in order, with what undo and redo would take: pure values, no file.

Pictures are immutable, so undo is stepping back one picture; the journal's lines only grow.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.draws.sealed_numbers import Mix
from companion.engine.codec import Codec, parse
from companion.engine.game import AnyGame, fold
from companion.table.journal import Line

STORY_LINES = 40  # what the pages show; the journal has the rest


class Kind(StrEnum):
    """What a line of the journal is."""

    OPEN = "open"  # the table turned to this game
    COMMAND = "command"
    UNDO = "undo"
    REDO = "redo"
    SEAL = "seal"  # a phone has sealed a number for the draws
    NUMBER = "number"  # ... and opened it


STEPS = frozenset({Kind.COMMAND, Kind.UNDO, Kind.REDO})  # what the story tells of
FAIR_DRAW = '"drawn_by":"dragonbag"'  # in the JSON of a command
SEAL, NUMBER = "sha256", "number"  # where the lines of a mix keep them


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the story: what happened, who did it, and whether it still counts.

    For an undo or redo `events` are those of the step that was taken back or done again.
    """

    seq: int
    at: str
    source: str
    kind: Kind
    events: tuple[object, ...]
    is_undone: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A command that counts, or could again, and the picture after it."""

    entry: Entry
    state: object


@dataclass(slots=True)
class History:
    """Done and undone steps of one game; owned by one Table, used under its lock."""

    game: AnyGame
    done: list[Step]
    undone: list[Step]
    story: tuple[Entry, ...] = ()  # oldest first, at most STORY_LINES
    was_over: bool = False  # even if that was undone since: whoever saw the seed knows all draws
    was_secret: bool = False  # some cards were known to one seat only, perhaps undone since
    mix: Mix = field(default_factory=Mix)

    @classmethod
    def of(cls, game: AnyGame) -> "History":
        """Return the history of a game in which nothing has happened."""
        return cls(game, [], [])

    @property
    def state(self) -> object:
        """Return the picture that counts now."""
        return self.done[-1].state if self.done else self.game.empty

    def write(self, line: Line, kind: Kind, events: tuple[object, ...], state: object) -> None:
        """Take in a committed line; `state` is the picture after a command."""
        entry = Entry(line.seq, line.at, line.source, kind, events)
        if kind is Kind.COMMAND:
            self.done.append(Step(entry, state))
            self.was_over |= self.game.is_over(state)
            self.was_secret |= self.game.has_secrets(state)
            is_fair_draw = FAIR_DRAW in (line.command or "")
            self.mix.went_on(attack_waits=self.game.awaits_hand(state), is_fair_draw=is_fair_draw)
            self.undone.clear()
        elif kind is Kind.UNDO:
            self.undone.append(self.done.pop())
            self._mark(self.undone[-1].entry.seq, True)
        elif kind is Kind.REDO:
            self.done.append(self.undone.pop())
            self._mark(self.done[-1].entry.seq, False)
        elif kind is Kind.SEAL:
            self.mix.seal(parse(line.command or "")[SEAL])
        elif kind is Kind.NUMBER:
            self.mix.open(parse(line.command or "")[NUMBER])
        if kind in STEPS:
            self.story = (*self.story, entry)[-STORY_LINES:]

    def _mark(self, seq: int, is_undone: bool) -> None:
        self.story = tuple(
            replace(entry, is_undone=is_undone) if entry.seq == seq else entry
            for entry in self.story
        )

    def last_done(self) -> Entry | None:
        """Return what undo would take back."""
        return self.done[-1].entry if self.done else None

    def last_undone(self) -> Entry | None:
        """Return what redo would do again."""
        return self.undone[-1].entry if self.undone else None

    def take(self, line: Line, codec: Codec) -> None:
        """Take in a line read from a journal or an exported game."""
        kind = Kind(line.kind)
        if kind is Kind.UNDO:
            events = self.done[-1].entry.events
        elif kind is Kind.REDO:
            events = self.undone[-1].entry.events
        else:
            events = codec.loads(line.events)
        state = fold(self.game, events, self.state) if kind is Kind.COMMAND else None
        self.write(line, kind, events, state)
