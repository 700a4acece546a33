"""The table: commands come in, are decided, checked, written to the journal, and only then shown.

    with Table.open(Path("journal.sqlite")) as table:
        table.open_game("cli", name="clank")
        snapshot = table.submit(StartGame(seats, first), "cli")
        print(snapshot.version, snapshot.game.notation(snapshot.state))

The order makes it safe against power cuts: decide -> fold -> check -> journal (committed) ->
publish. There is one lock; everybody who shows something waits in wait_newer().
"""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from companion.draws import fair_draw
from companion.engine.codec import Codec, dump, parse
from companion.engine.errors import BadMessage, JournalError, Rejected, RulesBroken
from companion.engine.game import AnyGame, fold
from companion.engine.sentence import Sentence
from companion.games import GAMES
from companion.table import game_file
from companion.table.history import NUMBER, SEAL, History, Kind, is_fair_draw
from companion.table.journal import Journal, Line
from companion.table.reading import Purpose, Seen
from companion.table.snapshot import Snapshot

KEY_LENGTH = 64  # an idempotency key that a phone makes has 24 characters
UNWRITTEN = "unwritten"  # key of the notice that nothing can be saved
NOTHING_SAVED = Sentence(
    "Dragonbag cannot save: the disk is full or broken. Nothing you do now counts."
)

Games = Mapping[str, AnyGame]

log = logging.getLogger(__name__)


class Table:
    """One table: one journal, one current game, any number of phones, panels and programs."""

    def __init__(self, journal: Journal, games: Games = GAMES) -> None:
        """Continue after the journal's last line; `games` are those that it may hold."""
        self.journal = journal
        self._games = games
        self._news = threading.Condition()
        self._is_closed = False
        self._game_id = journal.current_game() or ""
        self._turn_to(self._game_id)
        self._snapshot = self._new_snapshot(journal.last_seq(), (), Kind.OPEN, "", {})

    @classmethod
    def open(cls, path: Path, games: Games = GAMES) -> Self:
        """Return the table of a journal file, made if missing; JournalError says why not."""
        return cls(Journal(path), games)

    def __enter__(self) -> Self:
        """Return the open table."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Close the table."""
        self.close()

    def close(self) -> None:
        """Let everybody who waits in wait_newer() return None, and close the journal."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()
            self.journal.close()

    @property
    def is_closed(self) -> bool:
        """Is there nothing more to wait for?"""
        return self._is_closed

    @property
    def snapshot(self) -> Snapshot:
        """Return the newest published snapshot; reading it takes no lock."""
        return self._snapshot

    def wait_newer(
        self,
        version: int,
        timeout_s: float | None = None,
        or_when: Callable[[], bool] = lambda: False,
    ) -> Snapshot | None:
        """Wait for a snapshot newer than `version`, and return the newest one.

        Returns None if there is none after `timeout_s`, or as soon as `or_when` is true or the
        table is closed. Whoever makes `or_when` true calls wake() afterwards.
        """
        with self._news:
            self._news.wait_for(
                lambda: self._is_closed or self._snapshot.version > version or or_when(), timeout_s
            )
            newest = self._snapshot
            return newest if newest.version > version and not self._is_closed else None

    def wake(self) -> None:
        """Let everybody in wait_newer() check their `or_when` again."""
        with self._news:
            self._news.notify_all()

    def notice(self, key: str, sentence: Sentence | None) -> None:
        """Show everybody a notice until the same key is given None; `key` names who says it."""
        with self._news:
            shown = self._snapshot.notices
            if shown.get(key) == sentence:
                return
            told = {name: known for name, known in shown.items() if name != key}
            told |= {} if sentence is None else {key: sentence}
            self._snapshot = replace(self._snapshot, notices=told)
            self._news.notify_all()

    def see(self, seen: Seen | None) -> None:
        """Show everybody what the camera read, until a player confirms it or None removes it."""
        with self._news:
            if self._snapshot.seen != seen:
                self._snapshot = replace(self._snapshot, seen=seen)
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
        return self._once(key, partial(self._in_time, do, meant, command))

    def draw(self, source: str, key: str | None = None, meant: int | None = None) -> Snapshot:
        """Let Dragonbag draw for the waiting attack; `meant` and what it raises as in submit()."""
        do = partial(self._command, self._fair_draw, source, key)
        return self._once(key, partial(self._in_time, do, meant))

    def undo(self, source: str, key: str | None = None, step: int | None = None) -> Snapshot:
        """Take back the newest step that counts; Rejected if there is none.

        `step` is the line that the caller means, None for the newest. If two people undo it at
        once, it is undone once.
        """
        return self._once(key, partial(self._undo_or_redo, Kind.UNDO, source, key, step))

    def redo(self, source: str, key: str | None = None, step: int | None = None) -> Snapshot:
        """Do the step undone last again; Rejected if there is none, or it is not `step`."""
        return self._once(key, partial(self._undo_or_redo, Kind.REDO, source, key, step))

    def seal(self, source: str, digest: str, key: str | None = None) -> Snapshot:
        """Take the seal of a phone's number for the draws; Rejected after the first attack."""
        return self._once(key, partial(self._sealed_number, Kind.SEAL, source, key, digest))

    def open_number(self, source: str, number: str, key: str | None = None) -> Snapshot:
        """Take the number behind a seal; Rejected unless the first attack waits for its draw."""
        return self._once(key, partial(self._sealed_number, Kind.NUMBER, source, key, number))

    def open_game(
        self,
        source: str,
        key: str | None = None,
        name: str = "clank",
        game_id: str | None = None,
        leaving: str | None = None,
    ) -> Snapshot:
        """Start a new game, or return to one of the journal by its id; Rejected if unknown.

        `leaving` is the game that the caller means to leave, None for any; Rejected if it is gone.
        """
        return self._once(key, partial(self._open_game, source, key, name, game_id, leaving))

    def import_game(self, text: bytes) -> str:
        """Write an exported game into the journal and return its new id.

        The table stays at its game. BadMessage if the file is not sound; then nothing was written.
        """
        with self._news:
            return game_file.import_game(self.journal, text)

    def _once(self, key: str | None, action: Callable[[], Snapshot]) -> Snapshot:
        if key is not None and not 0 < len(key) <= KEY_LENGTH:
            raise BadMessage(f"a key has 1 to {KEY_LENGTH} characters")
        with self._news:
            if key is not None and self.journal.line_of_key(key) is not None:
                return self._snapshot
            try:
                return action()
            except JournalError:
                self.notice(UNWRITTEN, NOTHING_SAVED)
                raise

    def _in_time(
        self, do: Callable[[], Snapshot], meant: int | None, command: object = None
    ) -> Snapshot:
        """Do a command, or with None a fair draw, unless it is done or its moment has passed."""
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

    def _is_same(self, command: object, written: str) -> bool:
        """Is this line's command the same? None is a fair draw."""
        if command is None:
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
        self._must_be_sound(state, command)
        line = self.journal.append(
            self._game_id,
            source,
            key,
            Kind.COMMAND,
            self._written(command),
            self._events.dumps(events),
        )
        self._history.write(line, Kind.COMMAND, events, state)
        return self._publish(line, events)

    def _must_be_sound(self, state: object, command: object) -> None:
        game = self._history.game
        if wrong := game.check(state):
            log.error(
                "rules broken by %s: %s; before: %s",
                command,
                "; ".join(wrong),
                game.notation(self._history.state),
            )
            raise RulesBroken("; ".join(wrong))

    def _fair_draw(self) -> object:
        if self._history.was_over:
            raise Rejected("seed_is_known")
        seed, numbers = self.journal.seed(self._game_id), self._history.sealed.opened
        key = fair_draw.key(seed, numbers)
        return self._history.game.hand(self._history.state, partial(fair_draw.draw, key))

    def _sealed_number(self, kind: Kind, source: str, key: str | None, given: str) -> Snapshot:
        """Take a seal or the number behind one."""
        if not self._game_id:
            raise Rejected("no_game")
        sealed = self._history.sealed
        is_seal = kind is Kind.SEAL
        if code := sealed.seal_refusal(given) if is_seal else sealed.number_refusal(given):
            raise Rejected(code)
        command = dump({SEAL if is_seal else NUMBER: given}).decode()
        line = self.journal.append(self._game_id, source, key, kind, command, "[]")
        self._history.write(line, kind, (), None)
        return self._publish(line, ())

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
        history.write(line, kind, entry.events, None)
        return self._publish(line, entry.events)

    def _open_game(
        self, source: str, key: str | None, name: str, game_id: str | None, leaving: str | None
    ) -> Snapshot:
        if leaving not in (None, self._game_id):
            raise Rejected("other_game_begun")
        if game_id is None:
            game_id, seed = game_file.new_game_id(), fair_draw.new_seed()
        else:
            name, seed = self._known_game(game_id)
        line = self.journal.open_game(game_id, name, seed, source, key)
        self._game_id = game_id
        self._turn_to(game_id)
        return self._publish(line, ())

    def _known_game(self, game_id: str) -> tuple[str, bytes]:
        try:
            return self.journal.name(game_id), self.journal.seed(game_id)
        except KeyError:
            raise Rejected("game_unknown", game=game_id) from None

    def _turn_to(self, game_id: str) -> None:
        usual = next(iter(self._games))
        game = self._games[self.journal.name(game_id) if game_id else usual]
        self._commands, self._events = Codec(game.commands), Codec(game.events)
        self._history = History.of(game)
        for line in self.journal.lines(game_id):
            self._history.take(line, self._events)

    def _publish(self, line: Line, events: tuple[object, ...]) -> Snapshot:
        before = self._snapshot
        kind = Kind(line.kind)
        fresh = self._new_snapshot(line.seq, events, kind, line.source, before.notices)
        self._snapshot = replace(fresh, seen=self._still_seen(before))
        self._news.notify_all()
        log.info("%s %s by %s", line.seq, line.command or line.kind, line.source)
        return self._snapshot

    def _still_seen(self, before: Snapshot) -> Seen | None:
        """Return what the camera read; None if it read a draw and no draw waits any more."""
        seen, history = before.seen, self._history
        is_over = before.game_id != self._game_id or (
            seen is not None
            and seen.purpose is Purpose.DRAW
            and not history.game.awaits_hand(history.state)
        )
        return None if is_over else seen

    def _new_snapshot(
        self,
        version: int,
        events: tuple[object, ...],
        kind: Kind,
        source: str,
        notices: Mapping[str, Sentence],
    ) -> Snapshot:
        history = self._history
        return Snapshot(
            version=version,
            game_id=self._game_id,
            game=history.game,
            state=history.state,
            events=events,
            kind=kind,
            source=source,
            story=history.story,
            undo_takes=history.last_done(),
            redo_does=history.last_undone(),
            phase=history.sealed.phase,
            moments=history.moments,
            seals=tuple((seal, seal in history.sealed.numbers) for seal in history.sealed.seals),
            notices={key: told for key, told in notices.items() if key != UNWRITTEN},
        )
