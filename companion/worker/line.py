"""The line of work that waits: the most urgent first, then who came first; and not too long."""

from collections.abc import Callable
from typing import Any

from companion.engine.value import Value, field
from companion.worker.work import BUSY, Ticket, Urgency, WorkFailed

MOST_WAITING = 24  # four phones with a photo, an import and a page each
MOST_BYTES = 64 * 1024 * 1024  # eight photos of a phone; all of them wait in memory


class Waiting(Value):
    """Work in the line, packed for its way to the other process."""

    number: int
    ticket: Ticket[Any]
    then: Callable[[Any], Any]
    packed: bytes
    urgency: Urgency
    limit_s: float
    deaths: int = 0  # how many processes have ended while they did it


class Line(Value):
    """Who waits; used under the worker's lock."""

    waiting: list[Waiting] = field(default_factory=list)  # in the order in which it will be done

    def add(self, one: Waiting) -> None:
        """Put work at its place; WorkFailed if the line is too long or too heavy."""
        is_heavy = sum(len(each.packed) for each in (*self.waiting, one)) > MOST_BYTES
        if len(self.waiting) >= MOST_WAITING or (is_heavy and self.waiting):
            raise WorkFailed(BUSY)
        self._insert(one)

    def give_back(self, one: Waiting) -> None:
        """Put work back that was begun and lost."""
        self._insert(one)

    def _insert(self, one: Waiting) -> None:
        self.waiting.append(one)
        self.waiting.sort(key=lambda each: (each.urgency, each.number))

    def has_before(self, urgency: Urgency | None) -> bool:
        """Does anything wait that is more urgent than what goes on? None: nothing goes on."""
        return bool(self.waiting) and (urgency is None or self.waiting[0].urgency < urgency)

    def take(self) -> Waiting:
        """Take the first."""
        return self.waiting.pop(0)

    def drop_forgotten(self) -> list[Waiting]:
        """Take out what nobody waits for."""
        gone = [each for each in self.waiting if each.ticket.is_forgotten]
        self.waiting = [each for each in self.waiting if each not in gone]
        return gone

    def tell_places(self, doing: list[Waiting]) -> None:
        """Tell every ticket its place: 1 is being done, 2 comes next."""
        for one in doing:
            one.ticket.place = 1
        for at, one in enumerate(self.waiting):
            before = sum(each.urgency <= one.urgency for each in doing)
            one.ticket.place = 1 + at + max(before, 1 if doing else 0)
