"""Which names are which people: as the host says, kept in a file beside the journal.

Without a word from the host a name is one person, in all games. Two who have the same name in one
game are told apart by a number. The file holds names, so it counts for one group only: after Next
group it says nothing any more.
"""

from pathlib import Path
from threading import Lock

from companion.engine.errors import BadField, Rejected, Unfit
from companion.engine.game import check_name
from companion.engine.texts import is_seen, tidied
from companion.table.past.evenings import Evening
from web_ui.access import kept

FILE = "people.json"
MOST = 1000  # names that the host has said something about


class People:
    """Tells persons apart; safe to use from several threads."""

    def __init__(self, journal: Path) -> None:
        """Read what the host has said at this journal's table."""
        self._file = journal.with_name(FILE)
        self._lock = Lock()

    def who_is(self, evening: Evening, since: int) -> dict[str, str]:
        """Return the person at each seat whose player has a name."""
        named, seats = self._said(since)
        places = {sat.seat: _place(evening.id, sat.seat) for sat in evening.sat}
        found = {seat: seats[place] for seat, place in places.items() if place in seats}
        for sat in evening.sat:
            if sat.name and sat.seat not in found:
                number = 1
                while named.get(name := _numbered(sat.name, number), name) in found.values():
                    number += 1
                found[sat.seat] = named.get(name, name)
        return found

    def rename(self, old: str, new: str, since: int) -> None:
        """Call a person something else; who has that name already is the same person now."""
        new = _name_of(new)
        with self._lock:
            named, seats = self._said(since)
            named = {name: new if who == old else who for name, who in named.items()} | {old: new}
            seats = {place: new if who == old else who for place, who in seats.items()}
            self._keep(named, seats, since)

    def assign(self, game_id: str, seat: str, who: str, since: int) -> None:
        """Say who sat at a seat in one game."""
        who = _name_of(who)
        with self._lock:
            named, seats = self._said(since)
            self._keep(named, seats | {_place(game_id, seat): who}, since)

    def _said(self, since: int) -> tuple[dict[str, str], dict[str, str]]:
        fields = kept.read(self._file) or {}
        if fields.get("since") != since:
            return {}, {}
        named, seats = fields.get("named"), fields.get("seats")
        return dict(named) if isinstance(named, dict) else {}, (
            dict(seats) if isinstance(seats, dict) else {}
        )

    def _keep(self, named: dict[str, str], seats: dict[str, str], since: int) -> None:
        named = {name: who for name, who in named.items() if name != who}
        if len(named) + len(seats) > MOST:
            raise Rejected("too_many_names", n=MOST)
        kept.write(self._file, {"since": since, "named": named, "seats": seats})


def _place(game_id: str, seat: str) -> str:
    return f"{game_id} {seat}"


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ({number})"


def _name_of(typed: str) -> str:
    """Return the name that the host has typed; BadField says why it is none."""
    name = tidied(typed)
    try:
        check_name(name)
    except Unfit as unfit:
        raise BadField(unfit.field, unfit.sentence) from None
    if not is_seen(name):
        raise Rejected("no_such_name")
    return name
