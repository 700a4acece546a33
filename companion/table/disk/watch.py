"""Looks after a table's journal while it is used: past games for damage, a bad disk for its end.

The game on the table is checked whenever it is opened; all others here, one after another.
"""

import logging
import os
import sqlite3
import threading
from typing import Self

from companion.engine.errors import DamagedJournal, JournalError
from companion.table.disk.failures import has_room
from companion.table.disk.notices import UNWRITTEN
from companion.table.disk.opening import mended, open_journal
from companion.table.journal import Journal
from companion.table.table import Table

TRY_S = 2.0  # between two looks at a disk that refuses
PAUSE_S = 0.01  # between two games, so that a press never waits for many
PATIENT = 10  # of the scheduler's 19: every other thread comes first

log = logging.getLogger(__name__)


class JournalWatch:
    """The thread that looks after one table's journal."""

    def __init__(self, table: Table) -> None:
        """Look after this table's journal; nothing runs before __enter__."""
        self._table = table
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="journal", daemon=True)

    def __enter__(self) -> Self:
        """Start the thread."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop it."""
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENT)
        if self._table.journal.trouble is None:
            self.look_through()
        while not self._is_over.wait(TRY_S):
            if UNWRITTEN in self._table.snapshot.notices:
                try:
                    self.try_disk()
                except JournalError as error:
                    log.warning("the journal cannot be opened again: %s", error)

    def try_disk(self) -> None:
        """See whether a disk that refused can be written again, and go on if so."""
        journal = self._table.journal
        if not journal.is_back() or not has_room(self._table.path.parent):
            return
        if journal.trouble is None and journal.is_here():
            self._table.notice(UNWRITTEN, None)
        else:
            self._table.adopt(self._reopened)

    def _reopened(self, before: Journal) -> Journal | None:
        """Return the file that was away or could only be read; perhaps it still can only be."""
        before.close()  # what it shares with a new connection was opened to be read alone
        try:
            return open_journal(self._table.path)
        except JournalError as refused:
            before.trouble = refused.told  # and it is tried again
            return None

    def look_through(self) -> None:
        """Check every game of the journal, and its file; what is damaged is mended."""
        try:
            with Journal(self._table.path, read_only=True) as journal:
                for game in journal.games():
                    if self._is_over.wait(PAUSE_S):
                        return
                    journal.check_game(game.id)
                journal.check_file()
        except DamagedJournal as damage:
            self._mend(damage)
        except (JournalError, KeyError) as error:
            log.warning("the past games could not be checked: %s", error)

    def _mend(self, damage: DamagedJournal) -> None:
        def recovered(before: Journal) -> Journal:
            before.close()
            return mended(self._table.path, damage)

        try:
            self._table.adopt(recovered)
        except (JournalError, OSError, sqlite3.Error):
            log.exception("the journal is damaged (%s) and could not be mended", damage)
