"""Closes the end of a game for phones that open nothing, so that all others have its pictures."""

import logging
import threading
from typing import Self

from companion.engine.errors import JournalError, Rejected
from companion.table.table import LINKS_WAIT_S, Table

log = logging.getLogger(__name__)


class EndWatch:
    """The thread that closes a game's end LINKS_WAIT_S after its first link.

    Without a link there would be no pictures, so until then nothing is closed.
    """

    def __init__(self, table: Table) -> None:
        """Look after this table; nothing runs before __enter__."""
        self._table = table
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="end", daemon=True)

    def __enter__(self) -> Self:
        """Start the thread."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop it."""
        self._is_over.set()
        self._table.wake()
        self._thread.join()

    def _watch(self) -> None:
        version = -1
        while (snapshot := self._table.wait_newer(version, or_when=self._is_over.is_set)) and (
            not self._is_over.is_set()
        ):
            version, ask = snapshot.version, snapshot.part.waiting
            if ask and ask.is_end and ask.opened and not self._is_over.wait(LINKS_WAIT_S):
                self._close()

    def _close(self) -> None:
        try:
            self._table.close_end()
        except Rejected:
            log.debug("the last link came, or the end was taken back")
        except JournalError as error:
            log.warning("the end waits for its links: %s", error)
