"""The table: commands come in, are decided, checked, written to the journal, and only then shown.

    with Table.open(Path("journal.sqlite")) as table:
        table.open_game("cli", "clank")
        snapshot = table.submit(StartGame(seats, first), "cli")
        print(snapshot.version, snapshot.game.notation(snapshot.state))

The order makes it safe against power cuts: decide -> fold -> check -> journal (committed) ->
publish -> its head. There is one lock; everybody who shows something waits in wait_newer().
"""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

from companion.draws import fair_draw
from companion.engine.codec import Codec, JsonObject, dump, parse
from companion.engine.errors import BadMessage, JournalError, Rejected
from companion.engine.game import FAIR_DRAW, AnyCommand, AnyGame, Placeholder, fold
from companion.engine.sentence import Sentence
from companion.engine.value import replace
from companion.games import GAMES
from companion.table import game_file
from companion.table.disk.notices import DAMAGED, NOTHING_SAVED, SLOW, UNWRITTEN, slowness, unsaved
from companion.table.disk.opening import open_journal
from companion.table.fair import part_fields
from companion.table.fair.awaited import THE_END
from companion.table.fair.phones_part import is_fair_draw
from companion.table.game_file import Checked
from companion.table.history import Entry, History, step_taken
from companion.table.journal import Journal
from companion.table.line import SELF, Kind, Line
from companion.table.news import News
from companion.table.reading import still_seen
from companion.table.snapshot import Snapshot

KEY_LENGTH = 64  # an idempotency key that a phone makes has 24 characters
LINKS_WAIT_S = 2.0  # a phone that listens needs a tenth of it

Games = Mapping[str, AnyGame]
Events = tuple[object, ...]
Notices = Mapping[str, Sentence]

log = logging.getLogger(__name__)


class Table(News):
    """One table: one journal, one current game, any number of phones, panels and programs."""

    def __init__(self, journal: Journal, games: Games = GAMES) -> None:
        """Continue after the journal's last line; `games` are those that it may hold."""
        self.journal = journal
        self.path = journal.path
        self._games = games
        super().__init__()
        self.listening: Callable[[], set[str]] = set  # the seats whose phones have a stream open
        self._game_id = journal.current_game() or ""
        self._turn_to(self._game_id)
        self._snapshot = self._first_snapshot({})

    @classmethod
    def open(cls, path: Path, games: Games = GAMES) -> Self:
        """Return the table of a journal file, made if missing; JournalError says why not.

        A damaged journal is mended, and one that cannot be written is read; a notice says so.
        """
        table = cls(open_journal(path), games)
        table.path = path
        return table

    def __enter__(self) -> Self:
        """Return the open table."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Close the table."""
        self.close()

    @property
    def played(self) -> tuple[AnyGame, list[tuple[Entry, object]]]:
        """Return the game on the table and its steps, each with the state after it; no lock."""
        history = self._history
        return history.game, list(history.steps)

    def close(self) -> None:
        """Let everybody who waits in wait_newer() return None, and close the journal."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()
            self.journal.close()

    def adopt(self, reopen: Callable[[Journal], Journal | None]) -> None:
        """Go on with what `reopen` makes of the journal; None keeps it as it is."""
        with self._news:
            fresh = None if self._is_closed else reopen(self.journal)
            if fresh is None:
                return
            self.journal, self._game_id = fresh, fresh.current_game() or ""
            self._turn_to(self._game_id)
            self._snapshot = self._first_snapshot(self._snapshot.notices)
            self._news.notify_all()

    def submit(
        self, command: object, source: str, key: str | None = None, meant: int | None = None
    ) -> Snapshot:
        """Do a command and return the snapshot after it, committed and published.

        `source` says who: "panel", "phone:red", "cli". A `key` makes the call idempotent: the same
        key again changes nothing and returns the newest snapshot. `meant` is the moment for which
        it was meant (Snapshot.moment_of), None for now. If that has passed, or the rules say no,
        and somebody has done the same in it, that counts: the newest snapshot is returned.

        Raises Rejected (the rules say no, or the moment has passed), RulesBroken (our fault) or
        JournalError (the disk); then nothing has changed.
        """
        if is_fair_draw(command):
            raise Rejected("only_dragonbag_draws")
        do = partial(self._command, lambda: command, source, key)
        is_same = partial(self._is_command, command)
        return self._once(key, partial(self._in_time, do, command, meant), is_same)

    def draw(self, source: str, key: str | None = None, meant: int | None = None) -> Snapshot:
        """Let Dragonbag draw for the waiting attack; `meant` and what it raises as in submit().

        It waits for the links of the phones that listen, at most LINKS_WAIT_S.
        """
        with self._news:
            self._news.wait_for(lambda: self._is_closed or not self._awaits_links(), LINKS_WAIT_S)
        do = partial(self._command, self._fair_draw, source, key)
        is_same = partial(self._is_command, FAIR_DRAW)
        return self._once(key, partial(self._in_time, do, FAIR_DRAW, meant), is_same)

    def undo(self, source: str, key: str | None = None, step: int | None = None) -> Snapshot:
        """Take back the newest step that counts; Rejected if there is none.

        `step` is the line that the caller means, None for the newest. If two people undo it at
        once, it is undone once.
        """
        return self._step(Kind.UNDO, source, key, step)

    def redo(self, source: str, key: str | None = None, step: int | None = None) -> Snapshot:
        """Do the step undone last again; Rejected if there is none, or it is not `step`."""
        return self._step(Kind.REDO, source, key, step)

    def seal(self, source: str, seat: str, end: str, key: str | None = None) -> Snapshot:
        """Take the end of the chain that a seat's phone has made; it counts from the next draw."""
        return self._take_part(Kind.SEAL, source, key, part_fields.seal(seat, end))

    def open_link(self, source: str, seal: str, link: str, key: str | None = None) -> Snapshot:
        """Take the link that the waiting draw asked for; Rejected if it is not that."""
        return self._take_part(Kind.LINK, source, key, part_fields.link(seal, link))

    def close_end(self) -> Snapshot:
        """Take no more links for the end; Rejected unless some are missing (EndWatch)."""
        return self._take_part(Kind.CLOSE, SELF, None, part_fields.close(THE_END))

    def open_game(
        self, source: str, name: str, key: str | None = None, leaving: str | None = None
    ) -> Snapshot:
        """Start a new game; `name` is its name in GAMES.

        `leaving` is the id of the game that the caller means to leave, None for any; Rejected if
        another one is on the table.
        """

        def is_same(line: Line) -> bool:
            return line.kind == Kind.OPEN and self.journal.name(line.game) == name

        return self._once(key, partial(self._start_game, source, name, key, leaving), is_same)

    def return_to(self, source: str, game_id: str, key: str | None = None) -> Snapshot:
        """Return to a game of the journal by its id; Rejected if there is none."""

        def is_same(line: Line) -> bool:
            return line.kind == Kind.OPEN and line.game == game_id

        return self._once(key, partial(self._return_to, source, game_id, key), is_same)

    def import_game(self, text: bytes) -> str:
        """Check an exported game and write it into the journal; return its new id.

        BadMessage if the file is not sound; then nothing was written. Checking takes long and no
        lock; a served table has it done at its desk, and takes in what was checked.
        """
        return self.take_in(game_file.checked(text))

    def take_in(self, checked: Checked) -> str:
        """Write a game that was checked (game_file.check) into the journal; return its new id.

        The table stays at its game. JournalError if the disk refuses.
        """
        with self._news:
            return game_file.write(self.journal, checked)

    def _step(self, kind: Kind, source: str, key: str | None, step: int | None) -> Snapshot:
        def is_same(line: Line) -> bool:
            lines = self.journal.lines(line.game)
            return line.kind == kind and step in (None, step_taken(lines, line.seq))

        return self._once(key, partial(self._undo_or_redo, kind, source, key, step), is_same)

    def _take_part(self, kind: Kind, source: str, key: str | None, fields: JsonObject) -> Snapshot:
        def is_same(line: Line) -> bool:
            return line.kind == kind and line.command == dump(fields).decode()

        return self._once(key, partial(self._part, kind, source, key, fields), is_same)

    def _is_command(self, command: AnyCommand | Placeholder, line: Line) -> bool:
        return line.kind == Kind.COMMAND and self._is_same(command, line.command or "")

    def _once(
        self, key: str | None, action: Callable[[], Snapshot], is_same: Callable[[Line], bool]
    ) -> Snapshot:
        """Act, unless a line with this key has done the same; Rejected if it did something else."""
        if key is not None and not 0 < len(key) <= KEY_LENGTH:
            raise BadMessage(f"a key has 1 to {KEY_LENGTH} characters")
        with self.drawn_first(), self.journal.head_last(), self._news:
            line = None if key is None else self.journal.line_with_key(key)
            if line is not None:
                if not is_same(line):
                    raise Rejected("key_was_used")
                return self._snapshot
            began_s = time.monotonic()
            try:
                return action()
            except JournalError as error:
                self.notice(UNWRITTEN, unsaved(error))
                raise
            finally:
                self.notice(SLOW, slowness(time.monotonic() - began_s))

    def _in_time(
        self, do: Callable[[], Snapshot], command: AnyCommand | Placeholder, meant: int | None
    ) -> Snapshot:
        """Do a command, unless it is done or its moment has passed."""
        history = self._history
        moment = history.game.moment_of(command)
        if moment is None or meant is None:
            return do()
        try:
            history.must_be_now(moment, meant)
            return do()
        except Rejected:
            if history.was_done(moment, meant, partial(self._is_same, command)):
                return self._snapshot
            raise

    def _is_same(self, command: AnyCommand | Placeholder, written: str) -> bool:
        """Is this line's command the same? Any draw of Dragonbag's is FAIR_DRAW."""
        if command is FAIR_DRAW:
            return is_fair_draw(parse(written))
        return written == self._written(command)

    def _written(self, command: object) -> str:
        return self._commands.dumps([command])[1:-1]

    def _command(self, make: Callable[[], object], source: str, key: str | None) -> Snapshot:
        if not self._game_id:
            raise Rejected("no_game")
        game, before = self._history.game, self._history.state
        command = make()
        events = game.decide(before, command)
        state = fold(game, events, before)
        self._history.must_be_sound(state, command)
        written, told = self._written(command), self._events.dumps(events)
        line = self.journal.append(self._game_id, source, key, Kind.COMMAND, written, told)
        self._history.take_step(line, events, state)
        return self._publish(line, events)

    def _awaits_links(self) -> bool:
        """Is there a phone that listens and has not opened its link for the waiting draw?"""
        history = self._history
        return not history.phones.unopened(history.state).isdisjoint(self.listening())

    def _fair_draw(self) -> object:
        self._renew_seed()  # if the disk refused it when the end was undone, or the attack began
        self._ask()
        history = self._history
        numbers = history.phones.numbers(history.state)
        key = fair_draw.key(self.journal.seed(self._game_id), numbers)
        return history.game.hand(history.state, partial(fair_draw.draw, key))

    def _part(self, kind: Kind, source: str, key: str | None, fields: JsonObject) -> Snapshot:
        """Write what a phone does for the draws."""
        if not self._game_id:
            raise Rejected("no_game")
        if code := self._history.phones.refusal(kind, fields, self._history.state):
            raise Rejected(code)
        return self._publish(self._write(kind, source, key, fields), ())

    def _write(self, kind: Kind, source: str, key: str | None, fields: JsonObject) -> Line:
        command = dump(fields).decode()
        line = self.journal.append(self._game_id, source, key, kind, command, "[]")
        self._history.take(line, self._events)
        return line

    def _renew_seed(self) -> Line | None:
        """Commit to a new seed if the old one was shown and the game goes on all the same."""
        if not self._history.needs_new_seed:
            return None
        line = self.journal.renew_seed(self._game_id)
        self._history.take(line, self._events)
        return line

    def _ask(self) -> Line | None:
        """Ask the sealed phones for their links if a new draw waits; None if there is none."""
        fields = self._history.phones.ask(self._history.state, self.listening)
        return None if fields is None else self._write(Kind.ASK, SELF, None, fields)

    def _undo_or_redo(self, kind: Kind, source: str, key: str | None, step: int | None) -> Snapshot:
        history, is_undo = self._history, kind is Kind.UNDO
        is_done = history.is_undone if is_undo else history.counts
        if step is not None and is_done(step):
            return self._snapshot  # somebody was quicker
        entry = history.last_done() if is_undo else history.last_undone()
        if entry is None:
            raise Rejected(f"nothing_to_{kind}")
        if step not in (None, entry.seq):
            raise Rejected("step_is_past")
        line = self.journal.append(self._game_id, source, key, kind, None, "[]")
        history.take(line, self._events)
        return self._publish(line, entry.events)

    def _start_game(self, source: str, name: str, key: str | None, leaving: str | None) -> Snapshot:
        if leaving not in (None, self._game_id):
            raise Rejected("other_game_begun")
        return self._open(game_file.new_game_id(), name, fair_draw.new_seed(), source, key)

    def _return_to(self, source: str, game_id: str, key: str | None) -> Snapshot:
        try:
            self.journal.check_game(game_id)
            name, seed = self.journal.name(game_id), self.journal.seed(game_id)
        except KeyError:
            raise Rejected("game_unknown", game=game_id) from None
        return self._open(game_id, name, seed, source, key)

    def _open(self, game_id: str, name: str, seed: bytes, source: str, key: str | None) -> Snapshot:
        line = self.journal.open_game(game_id, name, seed, source, key, self._games[name].edition)
        self._game_id = game_id
        self._turn_to(game_id)
        return self._publish(line, ())

    def _turn_to(self, game_id: str) -> None:
        usual = next(iter(self._games))
        game = self._games[self.journal.name(game_id) if game_id else usual]
        self._commands, self._events = Codec(game.commands), Codec(game.events)
        self._history = History.replayed(game, self.journal.lines(game_id), self._events)

    def _publish(self, line: Line, events: Events) -> Snapshot:
        before, history = self._snapshot, self._history
        kind, source = Kind(line.kind), line.source
        log.info("%s %s by %s", line.seq, history.said(kind, events), source)
        with suppress(JournalError):  # the step is written; the draw tries again
            line = self._renew_seed() or line
            line = self._ask() or line
        fresh = self._new_snapshot(line.seq, events, kind, source, before.notices)
        is_same = before.game_id == self._game_id
        awaits_hand = history.game.awaits_hand(history.state)
        newest = replace(
            fresh,
            seen=still_seen(before.seen, awaits_hand) if is_same else None,
            shown_again=before.shown_again,
        )
        for hear in self._followers:
            hear(newest)
        self._snapshot = newest
        self._news.notify_all()
        return self._snapshot

    def _first_snapshot(self, notices: Notices) -> Snapshot:
        """Return what is shown of a journal that was just opened."""
        journal, told = self.journal, {**notices}
        if journal.recovered is not None:
            told[DAMAGED] = journal.recovered
        kind = Kind.OPEN if journal.recovered is None else Kind.EPOCH
        snapshot = self._new_snapshot(journal.last_seq(), (), kind, "", told)
        if journal.trouble is None:
            return snapshot
        return replace(snapshot, notices={**told, UNWRITTEN: NOTHING_SAVED})

    def _new_snapshot(
        self, version: int, events: Events, kind: Kind, source: str, notices: Notices
    ) -> Snapshot:
        return Snapshot.of(
            self._history,
            self._game_id,
            version=version,
            events=events,
            kind=kind,
            source=source,
            notices={key: told for key, told in notices.items() if key != UNWRITTEN},
        )
