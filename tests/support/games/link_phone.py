"""A phone that takes part in the draws, without a browser."""

import hashlib

from companion.draws.links import LINKS, before
from companion.table.table import Table


class LinkPhone:
    """The phone of a seat, with a chain of its own; `life` is another number after each loss."""

    def __init__(self, seat: str, life: int = 0) -> None:
        self.seat = seat
        self._secret = hashlib.sha256(f"{seat} {life}".encode()).hexdigest()
        self.end = before(self._secret, LINKS)

    def link(self, number: int) -> str:
        """Return a link by its number, from 1."""
        return before(self._secret, LINKS - number)

    def seal(self, table: Table) -> None:
        """Seal this chain."""
        table.seal(f"phone:{self.seat}", self.seat, self.end)

    def open(self, table: Table) -> None:
        """Open the link that the waiting draw asks for."""
        waiting = table.snapshot.part.waiting
        assert waiting is not None, "no draw waits"
        (due,) = (each for each in waiting.missing if each.seal == self.end)
        table.open_link(f"phone:{self.seat}", self.end, self.link(due.link))
