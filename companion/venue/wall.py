"""All tables as they are now, from what the broker keeps of each; in memory, nothing to lose."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.beyond.mqtt.topics import ONLINE
from companion.engine.errors import BadMessage
from companion.venue.messages import Call, Standing, State, call_of, state_of
from companion.venue.store import Series

MOST_TABLES = 200_000  # whoever may write to the broker cannot fill the memory


@dataclass(frozen=True, slots=True)
class LiveTable:
    """One table as it is now."""

    name: str
    is_online: bool = False
    state: State | None = None
    call: Call = field(default_factory=Call)

    @property
    def standing(self) -> Standing:
        """Return what its game looks like."""
        return Standing() if self.state is None else self.state.standing

    @property
    def is_calling(self) -> bool:
        """Does it want staff?"""
        return bool(self.call.at)


class Wall:
    """The newest of every table; safe to use from several threads."""

    def __init__(self) -> None:
        """Know no table yet."""
        self._tables: dict[str, LiveTable] = {}
        self._lock = threading.Lock()
        self.version = 0  # another one whenever something has changed

    def take(self, table: str, topic: str, payload: bytes) -> None:
        """Take what was published of a table; BadMessage if it makes no sense."""
        readers: dict[str, Callable[[LiveTable], LiveTable]] = {
            "availability": lambda known: replace(known, is_online=payload == ONLINE.encode()),
            "state": lambda known: replace(known, state=state_of(payload)),
            "call": lambda known: replace(known, call=call_of(payload)),
        }
        with self._lock:
            known = self._tables.get(table)
            if known is None and len(self._tables) >= MOST_TABLES:
                raise BadMessage("too many tables")
            newest = readers[topic](known or LiveTable(table))
            if newest != known:
                self._tables[table] = newest
                self.version += 1

    def tables(self) -> list[LiveTable]:
        """Return all tables by name."""
        with self._lock:
            found = list(self._tables.values())
        return sorted(found, key=lambda table: _natural(table.name))

    def heads(self) -> dict[Series, State]:
        """Return the newest state of every row of numbers."""
        with self._lock:
            found = [(table.name, table.state) for table in self._tables.values()]
        return {Series(name, state.series): state for name, state in found if state is not None}


def _natural(name: str) -> tuple[str, int, str]:
    """Return by what tables are in order: table 2 stands before table 10."""
    text = name.rstrip("0123456789")
    return text, int(name[len(text) :] or 0), name
