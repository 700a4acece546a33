"""Closes the end of a game for phones that open nothing, so that all others have its pictures."""

import logging
import threading
from typing import Self

from companion.engine.errors import JournalError, Rejected
from companion.table.snapshot import Snapshot
from companion.table.table import LINKS_WAIT_S, Table

log = logging.getLogger(__name__)


class EndWatch:
    """The thread that closes a game's end LINKS_WAIT_S after its first link.

    Without a link there would be no pictures, so until then nothing is closed.
    """

    def __init__(self, table: Table) -> None:
        """Look after this table; nothing runs before __enter__."""
        self._table = table
        self._newest = table.snapshot
        self._is_over, self._woken = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._watch, name="end", daemon=True)

    def __enter__(self) -> Self:
        """Start the thread."""
        self._table.follow(self._hear)
        self._hear(self._table.snapshot)
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop it."""
        self._is_over.set()
        self._woken.set()
        self._thread.join()

    def _hear(self, snapshot: Snapshot) -> None:
        """Wake the thread if the end waits: all other steps of an evening are none of its."""
        if snapshot.version >= self._newest.version:
            self._newest = snapshot
        if _waits(snapshot):
            self._woken.set()

    def _watch(self) -> None:
        while self._woken.wait() and not self._is_over.is_set():
            self._woken.clear()
            if _waits(self._newest) and not self._is_over.wait(LINKS_WAIT_S):
                self._close()

    def _close(self) -> None:
        try:
            self._table.close_end()
        except Rejected:
            log.debug("the last link came, or the end was taken back")
        except JournalError as error:
            log.warning("the end waits for its links: %s", error)


def _waits(snapshot: Snapshot) -> bool:
    """Does the end wait for links, and has it one?"""
    ask = snapshot.part.waiting
    return ask is not None and ask.is_end and bool(ask.opened)
