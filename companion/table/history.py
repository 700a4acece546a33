"""The steps of one game in order, with what undo and redo would take: pure values, no file.

States are immutable, so undo returns to the state before; the journal's lines are only ever added.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.engine.codec import Codec, JsonObject
from companion.engine.errors import Rejected, RulesBroken
from companion.engine.game import AnyGame, fold
from companion.engine.garbage import collection_paused
from companion.engine.moments import Moment
from companion.engine.value import Value, field, replace
from companion.table.fair.phones_part import OF_DRAWS, PhonesPart
from companion.table.line import KINDS, NO_TIME, Kind, Line, is_new_seed, promise_of, readable_time

log = logging.getLogger(__name__)

STORY_LINES = 40  # what the pages show; the journal has the rest
# The kinds of the lines that the story shows.
STEPS = frozenset({Kind.COMMAND, Kind.UNDO, Kind.REDO, Kind.EPOCH})

Moments = Mapping[Moment, int]  # which moments it is: the line that each began with
NO_MOMENTS: Moments = {}
Epoch = tuple[int, JsonObject]  # the number of a game's newest line of that kind, and its fields
NO_EPOCH: Epoch = (0, {})
NO_FACTS: JsonObject = {}


class Entry(Value, frozen=True):
    """A line of the story: what happened, who did it, and whether it still counts.

    For an undo or redo `events` are those of the step that was taken back or done again. `facts`
    are an epoch's.
    """

    seq: int
    at: str
    source: str
    kind: Kind
    events: tuple[object, ...]
    is_undone: bool = False
    facts: JsonObject = NO_FACTS

    @classmethod
    def of(cls, line: Line, events: tuple[object, ...], before: str) -> "Entry":
        """Return the entry of a line; KeyError if only a newer Dragonbag knows its kind.

        `before` is the time of the entry before it, for a line whose time is none.
        """
        kind = KINDS[line.kind]
        facts = line.fields if kind is Kind.EPOCH else NO_FACTS
        at = readable_time(line.at, before)
        return cls(line.seq, at, line.source, kind, events, facts=facts)


class Step(Value, frozen=True):
    """A command that counts, or could again, and the state and the moments after it."""

    entry: Entry
    state: object
    command: str  # as the journal has it
    moments: Moments


class History(Value):
    """Done and undone steps of one game; owned by one Table, used under its lock."""

    game: AnyGame
    done: list[Step]
    undone: list[Step]
    phones: PhonesPart
    story: tuple[Entry, ...] = ()  # oldest first, at most STORY_LINES
    was_over: bool = False  # stays true after an undo
    is_seed_shown: bool = False  # as soon as the game is over, until a new seed is committed to
    commitment: str = ""  # the one that counts; "" in a journal without a chain
    epoch: Epoch = NO_EPOCH
    was_secret: bool = False  # stays true after an undo: only one seat knew some of the cards
    newest: Line | None = None  # where the chain of the game stands
    steps: list[tuple[Entry, object]] = field(default_factory=list)  # all, with the state after

    @classmethod
    def of(cls, game: AnyGame) -> "History":
        """Return the history of a game in which nothing has happened."""
        return cls(game, [], [], PhonesPart(game))

    @classmethod
    def replayed(cls, game: AnyGame, lines: Iterable[Line], codec: Codec) -> "History":
        """Return the history of a game after these lines of a journal.

        Nothing that a replay makes is garbage, so the collector is off meanwhile.
        """
        history = cls.of(game)
        with collection_paused():
            for line in lines:
                history.take(line, codec)
        return history

    @property
    def state(self) -> object:
        """Return the state that counts now."""
        return self.done[-1].state if self.done else self.game.empty

    @property
    def keeps_secrets(self) -> bool:
        """Do seats have secrets now, or would they if what was undone were done again?"""
        states = (self.state, *(step.state for step in self.undone))
        return any(map(self.game.has_secrets, states))

    @property
    def moments(self) -> Moments:
        """Return which turn, attack and fight it is now; after an undo, what they were before."""
        return self.done[-1].moments if self.done else NO_MOMENTS

    def take(self, line: Line, codec: Codec) -> None:
        """Take in a committed line, of this table, of a journal or of an exported game.

        ValueError, KeyError, IndexError or TypeError if it cannot come after the lines before it.
        """
        kind = Kind(line.kind)
        if kind is Kind.COMMAND:
            events = codec.loads(line.events)
            self.take_step(line, events, fold(self.game, events, self.state))
        elif kind is Kind.UNDO:
            self._move(line, self.done, self.undone)
        elif kind is Kind.REDO:
            self._move(line, self.undone, self.done)
        else:
            self._take_other(line, codec.loads(line.events))

    def take_step(self, line: Line, events: tuple[object, ...], state: object) -> None:
        """Take in the committed line of a command, what it made happen, and the state after it."""
        self._stand_at(line)
        entry = Entry.of(line, events, self._told_at())
        self.phones.step(line, self.state, state)
        step = Step(entry, state, line.command or "", self._moments_after(events, line.seq))
        self.done.append(step)
        self.undone.clear()
        self.was_over |= self.game.is_over(state)
        self.was_secret |= self.game.has_secrets(state)
        self._tell(entry)

    def _move(self, line: Line, of: list[Step], to: list[Step]) -> None:
        """Take in the line of an undo or redo, which moves the newest step."""
        step, left = of[-1], self.state
        self._stand_at(line)
        to.append(of.pop())
        self._mark(step.entry.seq, is_undone=to is self.undone)
        self._recall(left)
        self._tell(Entry.of(line, step.entry.events, self._told_at()))

    def _take_other(self, line: Line, events: tuple[object, ...]) -> None:
        """Take in the line of no step; a game that came from a file may tell events in it."""
        self._stand_at(line)
        if line.kind in OF_DRAWS:
            self.phones.take(line, self.state)
        elif line.kind is Kind.EPOCH:
            entry = Entry.of(line, events, self._told_at())
            self._begin_epoch(line)
            self._tell(entry)

    def _stand_at(self, line: Line) -> None:
        self.newest = line
        self.commitment = (promise_of(line) or {}).get("commitment", self.commitment)

    def _told_at(self) -> str:
        """Return the time of the newest entry."""
        return self.steps[-1][0].at if self.steps else NO_TIME

    def _tell(self, entry: Entry) -> None:
        """Add what was done to the story."""
        self.story = (*self.story, entry)[-STORY_LINES:]
        self.is_seed_shown |= self.game.is_over(self.state)
        self.steps.append((entry, self.state))

    def _begin_epoch(self, line: Line) -> None:
        self.epoch = line.number, line.fields
        if is_new_seed(line):
            self.phones.begin_epoch()
            self.is_seed_shown = False

    def _recall(self, left: object) -> None:
        """Let the state that counts now know what had been seen in the one that was left."""
        if self.done:
            self.done[-1] = replace(self.done[-1], state=self.game.recall(left, self.state))

    def must_be_sound(self, state: object, command: object) -> None:
        """Raise RulesBroken if a command has led to a state that cannot be."""
        if wrong := self.game.check(state):
            is_secret = any(map(self.game.has_secrets, (self.state, state)))
            told = type(command).__name__ if is_secret else command
            before = self.game.notation(self.state)
            log.error("rules broken by %s: %s; before: %s", told, "; ".join(wrong), before)
            raise RulesBroken("; ".join(wrong))

    def said(self, kind: Kind, events: tuple[object, ...]) -> str:
        """Return a line for the log: what everybody may know, and no card of a single seat."""
        told = " ".join(str(self.game.tell(self.game.public(event))) for event in events)
        return f"{kind.value} ({told})" if told and kind is not Kind.COMMAND else told or kind.value

    @property
    def needs_new_seed(self) -> bool:
        """Does the game go on although its seed was shown?"""
        return self.is_seed_shown and not self.game.is_over(self.state)

    def _moments_after(self, events: tuple[object, ...], seq: int) -> Moments:
        begun = {moment for event in events if (moment := self.game.begins(event))}
        if Moment.TURN in begun:
            return dict.fromkeys(Moment, seq)
        return {**self.moments, **dict.fromkeys(begun, seq)} if begun else self.moments

    def must_be_now(self, moment: Moment, meant: int) -> None:
        """Raise Rejected if the moment that was meant has passed; the facts say what is now."""
        if self.moments.get(moment, 0) == meant:
            return
        turn = self.game.whose_turn(self.state)
        if self.game.is_over(self.state):
            raise Rejected("game_is_over_now")
        if turn is None:
            raise Rejected("moment_has_passed")
        if meant < self.moments[Moment.TURN]:
            moment = Moment.TURN
        is_undone = moment is not Moment.TURN and meant > self.moments[moment]
        raise Rejected("moment_was_undone" if is_undone else f"{moment}_has_passed", turn=turn)

    def was_done(self, moment: Moment, meant: int, is_same: Callable[[str], bool]) -> bool:
        """Has the same command been done in the moment that was meant, and does it count?"""
        before = (NO_MOMENTS, *(step.moments for step in self.done))
        return any(
            moments.get(moment, 0) == meant and is_same(step.command)
            for moments, step in zip(before, self.done, strict=False)
        )

    def is_undone(self, seq: int) -> bool:
        """Has the step of this line been taken back, and does the story still show it?"""
        return any(entry.seq == seq and entry.is_undone for entry in self.story)

    def counts(self, seq: int) -> bool:
        """Does the step of this line count?"""
        return any(step.entry.seq == seq for step in self.done)

    def _mark(self, seq: int, *, is_undone: bool) -> None:
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


def step_taken(lines: Iterable[Line], seq: int) -> int | None:
    """Return which step the undo or redo of this line took; None if it took none."""
    until = [line for line in lines if line.seq <= seq]
    done, undone = _walked(until)
    kind = until[-1].kind if until and until[-1].seq == seq else ""
    return {Kind.UNDO: undone, Kind.REDO: done}.get(Kind(kind), [None])[-1] if kind else None


def as_they_count(entries: Sequence[Entry]) -> list[Entry]:
    """Return the steps of a game, each marked if it was undone later."""
    counts = set(_walked(entries)[0])
    return [
        replace(entry, is_undone=True)
        if entry.kind is Kind.COMMAND and entry.seq not in counts
        else entry
        for entry in entries
    ]


def _walked(steps: Iterable[Line] | Iterable[Entry]) -> tuple[list[int], list[int]]:
    """Return the lines whose steps count after these, and those that redo would take."""
    done: list[int] = []
    undone: list[int] = []
    for step in steps:
        if step.kind == Kind.COMMAND:
            done.append(step.seq)
            undone.clear()
        elif step.kind == Kind.UNDO:
            undone.append(done.pop())
        elif step.kind == Kind.REDO:
            done.append(undone.pop())
    return done, undone
