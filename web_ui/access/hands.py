"""Which phone knows the secrets of which seat, game by game, and who asks for another's.

What one seat may know reaches one phone. It changes hands only if that phone agrees, or everybody
else with a seat where that phone is gone. So sitting on a seat is not enough: a phone that sat down
later, or in another game, sees nothing of it.
"""

import json
import os
import threading
from pathlib import Path

from companion.engine.codec import convert, parse
from companion.engine.errors import BadMessage
from companion.engine.value import Value, replace
from companion.table.disk.head_file import settle

KEPT_GAMES = 50  # whose secrets are still somebody's; older games have long ended


class Request(Value, frozen=True):
    """A phone asks for a seat whose secrets another phone knows; some have agreed already."""

    seat: str
    phone_id: str
    agreed: frozenset[str] = frozenset()


class Hands:
    """Kept in a small file that only its owner may read; safe to use from several threads."""

    def __init__(self, file: Path) -> None:
        """Know what the file knows; without one nobody knows a secret yet."""
        self._file = file
        self._lock = threading.Lock()
        self._known = _read(file)
        self._requests: dict[tuple[str, str], Request] = {}

    def holder(self, game_id: str, seat: str) -> str:
        """Return the phone that knows a seat's secrets, "" if none has seen them."""
        return self._known.get(game_id, {}).get(seat, "")

    def seat_of(self, game_id: str, phone_id: str) -> str:
        """Return the seat whose secrets a phone knows in a game, "" if none."""
        seats = self._known.get(game_id, {})
        return next((seat for seat, holder in seats.items() if holder == phone_id), "")

    def sees(self, game_id: str, seat: str, phone_id: str) -> bool:
        """May this phone see the seat's secrets? The first that looks is the one from then on."""
        with self._lock:
            if holder := self.holder(game_id, seat):
                return holder == phone_id
            if self.seat_of(game_id, phone_id):
                return False  # it knows another seat's
            self._bind(game_id, seat, phone_id)
            return True

    def give(self, game_id: str, seat: str, phone_id: str) -> None:
        """Let another phone know the seat's secrets from now on, and the old one no more."""
        with self._lock:
            self._requests.pop((game_id, seat), None)
            self._bind(game_id, seat, phone_id)

    def release(self, game_id: str, seat: str) -> None:
        """Forget who knew a seat's secrets: there are none now."""
        with self._lock:
            if self._known.get(game_id, {}).pop(seat, None) is not None:
                self._write()

    def ask(self, game_id: str, seat: str, phone_id: str) -> None:
        """Note that a phone asks for a seat; the newest asker counts."""
        with self._lock:
            self._requests[game_id, seat] = Request(seat, phone_id)

    def request(self, game_id: str, seat: str) -> Request | None:
        """Return who asks for a seat."""
        return self._requests.get((game_id, seat))

    def agree(self, game_id: str, seat: str, phone_id: str) -> Request | None:
        """Note that a phone agrees; return the request as it is now, None if nobody asks."""
        with self._lock:
            asked = self._requests.get((game_id, seat))
            if asked is not None:
                asked = replace(asked, agreed=asked.agreed | {phone_id})
                self._requests[game_id, seat] = asked
            return asked

    def refuse(self, game_id: str, seat: str) -> None:
        """Forget that somebody asks."""
        with self._lock:
            self._requests.pop((game_id, seat), None)

    def _bind(self, game_id: str, seat: str, phone_id: str) -> None:
        self._known.setdefault(game_id, {})[seat] = phone_id
        for oldest in list(self._known)[:-KEPT_GAMES]:
            del self._known[oldest]
        self._write()

    def _write(self) -> None:
        new = self._file.with_suffix(".new")
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self._known, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._file)
        settle(self._file.parent)


def _read(file: Path) -> dict[str, dict[str, str]]:
    try:
        return convert(parse(file.read_bytes()), dict[str, dict[str, str]])
    except (OSError, BadMessage):
        return {}
