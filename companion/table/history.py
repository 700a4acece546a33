"""The steps of one game in order, with what undo and redo would take: pure values, no file.

States are immutable, so undo returns to the state before; the journal's lines are only ever added.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.draws.links import Asked, DrawKey, Links
from companion.draws.sealed_numbers import SealedNumbers
from companion.engine.codec import Codec, JsonObject, parse
from companion.engine.errors import Rejected, RulesBroken
from companion.engine.game import AnyGame, fold
from companion.engine.garbage import no_search
from companion.engine.moments import Moment
from companion.engine.value import Value, field, replace
from companion.table.fair import part_fields
from companion.table.fair.awaited import THE_END, Awaited, awaited
from companion.table.line import Kind, Line, is_new_seed, promise_of

log = logging.getLogger(__name__)

STORY_LINES = 40  # what the pages show; the journal has the rest
OF_DRAWS = frozenset({Kind.SEAL, Kind.ASK, Kind.LINK, Kind.CLOSE, Kind.NUMBER})
# What the story shows.
STEPS = frozenset({Kind.COMMAND, Kind.UNDO, Kind.REDO, Kind.EPOCH})
DRAWN_BY, BY_DRAGONBAG = "drawn_by", "dragonbag"  # who has drawn, in any game's draw command

Moments = Mapping[Moment, int]  # which moments it is: the line that each began with
NO_MOMENTS: Moments = {}
Epoch = tuple[int, JsonObject]  # the number of a game's newest line of that kind, and its fields
NO_EPOCH: Epoch = (0, {})
NO_FACTS: JsonObject = {}


def is_fair_draw(command: object) -> bool:
    """Does this command, or its JSON object, say that Dragonbag itself has drawn?"""
    if isinstance(command, Mapping):
        return command.get(DRAWN_BY) == BY_DRAGONBAG
    return getattr(command, DRAWN_BY, None) == BY_DRAGONBAG


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
    story: tuple[Entry, ...] = ()  # oldest first, at most STORY_LINES
    was_over: bool = False  # stays true after an undo
    is_seed_shown: bool = False  # as soon as the game is over, until a new seed is committed to
    commitment: str = ""  # the one that counts; "" in a journal without a chain
    epoch: Epoch = NO_EPOCH
    was_secret: bool = False  # stays true after an undo: only one seat knew some of the cards
    sealed: SealedNumbers = field(default_factory=SealedNumbers)
    links: Links = field(default_factory=Links)
    newest: Line | None = None  # where the chain of the game stands
    steps: list[tuple[Entry, object]] = field(default_factory=list)  # all, with the state after

    @classmethod
    def of(cls, game: AnyGame) -> "History":
        """Return the history of a game in which nothing has happened."""
        return cls(game, [], [])

    @classmethod
    def replayed(cls, game: AnyGame, lines: Iterable[Line], codec: Codec) -> "History":
        """Return the history of a game after these lines of a journal.

        Nothing that a replay makes is garbage, so Python does not look for any meanwhile.
        """
        history = cls.of(game)
        with no_search():
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

    def write(self, line: Line, kind: Kind, events: tuple[object, ...], state: object) -> None:
        """Take in a committed line; `state` is the state after a command."""
        self.newest = line
        self.commitment = (promise_of(line) or {}).get("commitment", self.commitment)
        facts = _fields(line) if kind is Kind.EPOCH else {}
        entry = Entry(line.seq, line.at, line.source, kind, events, facts=facts)
        if kind is Kind.COMMAND:
            moments = self._moments_after(events, line.seq)
            self._step_on(Step(entry, state, line.command or "", moments), line)
        elif kind is Kind.UNDO:
            left = self.state
            self.undone.append(self.done.pop())
            self._mark(self.undone[-1].entry.seq, True)
            self._recall(left)
        elif kind is Kind.REDO:
            left = self.state
            self.done.append(self.undone.pop())
            self._mark(self.done[-1].entry.seq, False)
            self._recall(left)
        elif kind in OF_DRAWS:
            self._take_part(line, kind)
        elif kind is Kind.EPOCH:
            self._begin_epoch(line)
        if kind in STEPS:
            self.story = (*self.story, entry)[-STORY_LINES:]
            self.is_seed_shown |= self.game.is_over(self.state)
            self.steps.append((entry, self.state))

    def _begin_epoch(self, line: Line) -> None:
        self.epoch = line.number, _fields(line)
        if is_new_seed(line):
            self.links.begin_epoch()
            self.sealed, self.is_seed_shown = SealedNumbers(), False

    def _recall(self, left: object) -> None:
        """Let the state that counts now know what had been seen in the one that was left."""
        if self.done:
            self.done[-1] = replace(self.done[-1], state=self.game.recall(left, self.state))

    def _take_part(self, line: Line, kind: Kind) -> None:
        """Take in what phones, or a draw that waits, did for the draws."""
        fields = _fields(line)
        if kind is Kind.ASK:
            draw = fields["draw"], fields["bag"]
            self.links.ask(draw, part_fields.asked(fields), line.number)
        elif kind is Kind.LINK:
            self.links.open(self.waiting_draw, fields["sha256"], fields["link"])
        elif kind is Kind.CLOSE:
            self.links.close_end()
        elif kind is Kind.NUMBER:
            self.sealed.open(fields["number"])
        elif part_fields.is_chain(fields):
            self.links.seal(fields["seat"], fields["sha256"])
        else:
            self.sealed.seal(fields["sha256"])

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
    def unopened(self) -> set[str]:
        """Return the seats whose links the waiting draw still lacks."""
        waiting = self.waiting_draw
        ask = self.links.asks.get(waiting) if waiting else None
        return {each.seat for each in ask.missing} if ask and not ask.is_drawn else set()

    def refusal_of_part(self, kind: Kind, fields: JsonObject) -> str:
        """Return why a seal, a link or the end of links does not count now, "" if it does."""
        if kind is Kind.CLOSE:
            ask = self.links.asks.get(THE_END.key) if self.awaited is THE_END else None
            return "" if ask and ask.may_close else "not_the_time_to_open"
        if kind is Kind.SEAL:
            is_seat = fields["seat"] in self.game.seats
            return self.links.seal_refusal(fields["sha256"]) if is_seat else "no_seal"
        return self.links.link_refusal(self.waiting_draw, fields["sha256"], fields["link"])

    @property
    def awaited(self) -> Awaited | None:
        """Return the draw that the game waits for now."""
        return awaited(self.game, self.state)

    @property
    def needs_new_seed(self) -> bool:
        """Does the game go on although its seed was shown?"""
        return self.is_seed_shown and not self.game.is_over(self.state)

    def due_links(self, listening: Callable[[], set[str]]) -> tuple[Asked, ...]:
        """Return the links that have to be asked for now; the end asks those who listen."""
        waiting = self.awaited
        due = self.links.due(waiting.key) if waiting else ()
        if due and waiting is THE_END:
            seats = listening()
            return tuple(each for each in due if each.seat in seats)
        return due

    @property
    def waiting_draw(self) -> DrawKey | None:
        """Return which draw the game waits for now."""
        waiting = self.awaited
        return None if waiting is None else waiting.key

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return all that goes into the draw that waits, besides the seed."""
        return (*self.sealed.opened, *self.links.of(self.waiting_draw))

    def _step_on(self, step: Step, line: Line) -> None:
        # The fields of the JSON and not the command's class: an old journal may hold commands that
        # this version no longer has, and only its events have to be understood.
        is_fair = line.command is not None and is_fair_draw(_fields(line))
        if is_fair and (drawn := self.awaited):
            self.links.drawn(drawn.key)
        self.done.append(step)
        self.undone.clear()
        self.was_over |= self.game.is_over(step.state)
        self.was_secret |= self.game.has_secrets(step.state)
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
