"""The steps of one game in order, with what undo and redo would take: pure values, no file.

States are immutable, so undo returns to the state before; the journal's lines are only ever added.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.draws.sealed_numbers import SealedNumbers
from companion.engine.codec import Codec, JsonObject, parse
from companion.engine.errors import Rejected
from companion.engine.game import AnyGame, fold
from companion.engine.moments import Moment
from companion.table.journal import Line

STORY_LINES = 40  # what the pages show; the journal has the rest


class Kind(StrEnum):
    """What a line of the journal is."""

    OPEN = "open"  # the table turned to this game
    COMMAND = "command"
    UNDO = "undo"
    REDO = "redo"
    SEAL = "seal"  # a phone has sealed a number for the draws
    NUMBER = "number"  # a phone has opened its number


STEPS = frozenset({Kind.COMMAND, Kind.UNDO, Kind.REDO})  # the kinds that the story shows
SEAL, NUMBER = "sha256", "number"  # the fields of a line about a sealed number
DRAWN_BY, BY_DRAGONBAG = "drawn_by", "dragonbag"  # who has drawn, in any game's draw command

Moments = Mapping[Moment, int]  # which moments it is: the line that each began with
NO_MOMENTS: Moments = {}


def is_fair_draw(command: object) -> bool:
    """Does this command, or its JSON object, say that Dragonbag itself has drawn?"""
    if isinstance(command, Mapping):
        return command.get(DRAWN_BY) == BY_DRAGONBAG
    return getattr(command, DRAWN_BY, None) == BY_DRAGONBAG


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
    """A command that counts, or could again, and the state and the moments after it."""

    entry: Entry
    state: object
    command: str  # as the journal has it
    moments: Moments


@dataclass(slots=True)
class History:
    """Done and undone steps of one game; owned by one Table, used under its lock."""

    game: AnyGame
    done: list[Step]
    undone: list[Step]
    story: tuple[Entry, ...] = ()  # oldest first, at most STORY_LINES
    was_over: bool = False  # stays true after an undo: whoever saw the seed knows all draws
    was_secret: bool = False  # stays true after an undo: only one seat knew some of the cards
    sealed: SealedNumbers = field(default_factory=SealedNumbers)

    @classmethod
    def of(cls, game: AnyGame) -> "History":
        """Return the history of a game in which nothing has happened."""
        return cls(game, [], [])

    @property
    def state(self) -> object:
        """Return the state that counts now."""
        return self.done[-1].state if self.done else self.game.empty

    @property
    def moments(self) -> Moments:
        """Return which turn, attack and fight it is now; after an undo, what they were before."""
        return self.done[-1].moments if self.done else NO_MOMENTS

    def write(self, line: Line, kind: Kind, events: tuple[object, ...], state: object) -> None:
        """Take in a committed line; `state` is the state after a command."""
        entry = Entry(line.seq, line.at, line.source, kind, events)
        if kind is Kind.COMMAND:
            moments = self._moments_after(events, line.seq)
            self._step_on(Step(entry, state, line.command or "", moments), line)
        elif kind is Kind.UNDO:
            self.undone.append(self.done.pop())
            self._mark(self.undone[-1].entry.seq, True)
        elif kind is Kind.REDO:
            self.done.append(self.undone.pop())
            self._mark(self.done[-1].entry.seq, False)
        elif kind is Kind.SEAL:
            self.sealed.seal(_fields(line)[SEAL])
        elif kind is Kind.NUMBER:
            self.sealed.open(_fields(line)[NUMBER])
        if kind in STEPS:
            self.story = (*self.story, entry)[-STORY_LINES:]

    def _step_on(self, step: Step, line: Line) -> None:
        self.done.append(step)
        self.undone.clear()
        self.was_over |= self.game.is_over(step.state)
        self.was_secret |= self.game.has_secrets(step.state)
        # The fields of the JSON and not the command's class: an old journal may hold commands that
        # this version no longer has, and only its events have to be understood.
        is_fair = line.command is not None and is_fair_draw(_fields(line))
        self.sealed.advance(attack_waits=self.game.awaits_hand(step.state), is_fair_draw=is_fair)

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


def _fields(line: Line) -> JsonObject:
    """Return the fields of a line's command; BadMessage if it has none."""
    fields: JsonObject = parse(line.command or "")
    return fields
