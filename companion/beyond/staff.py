"""A table calls the venue's staff: a phone or the panel asks, the broker is told, staff answer.

    call = StaffCall(table)
    call.begin()
    call.now     # Calling(at="2026-10-01T18:00:00+00:00", is_coming=False)

It is no step of the game. All phones see it as a notice; a restarted table has forgotten it.
"""

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.engine.sentence import Sentence
from companion.table.table import Table

KEY = "staff"
CALLED = Sentence("The staff have been called.")
COMING = Sentence("The staff are on their way.")


@dataclass(frozen=True, slots=True)
class Calling:
    """Since when staff are wanted, in UTC; "" if they are not. Are they on their way?"""

    at: str = ""
    is_coming: bool = False


class StaffCall:
    """Whether this table wants staff; safe to use from several threads."""

    def __init__(self, table: Table) -> None:
        """Want nobody yet."""
        self._table = table
        self._lock = threading.Lock()
        self.now: Calling | None = None  # None: not said since the start

    @property
    def is_on(self) -> bool:
        """Are staff wanted?"""
        return bool(self.now and self.now.at)

    def begin(self) -> None:
        """Call the staff; who is called already is not called again."""
        if not self.is_on:
            self._become(Calling(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S+00:00}"), CALLED)

    def end(self) -> None:
        """Say that staff are not needed any more."""
        self._become(Calling(), None)

    def come(self) -> None:
        """Say that staff are on their way."""
        if self.now is not None and self.is_on:
            self._become(replace(self.now, is_coming=True), COMING)

    def _become(self, now: Calling, told: Sentence | None) -> None:
        with self._lock:
            self.now = now
            self._table.notice(KEY, told)
        self._table.wake()
