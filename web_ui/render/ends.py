"""How games went, and past games ended: worked out once for each, and remembered.

Ends are worked out at the desk, a story in the table's process.

A game is known by its id and its newest line, so whoever takes back an end makes it unknown again;
so does Next group, after which no names are told.
"""

from collections.abc import Sequence

from companion.table import game_file
from companion.table.game_file import End
from companion.table.history import Entry
from companion.table.journal import Journal
from companion.table.line import GameEntry
from companion.table.table import Table
from companion.worker.work import Desk, Ticket, Urgency, Work

ENDS_S = 120.0  # twenty evenings take a second on a laptop
PATIENCE_S = 30.0  # of work that a part of a live page asked for, which does not ask again

REMEMBERED = 2  # stories; a game of 10,000 steps has some megabytes

Story = tuple[list[Entry], object]
Place = tuple[str, int, int]  # id, newest line, and from when on names are told


class Stories:
    """Remembers the steps of the games that were asked about last; for several threads."""

    def __init__(self, table: Table) -> None:
        """Know none."""
        self._table = table
        self._known: dict[Place, tuple[str, Story]] = {}

    def of(self, game_id: str) -> tuple[str, Story]:
        """Return a game's name and its story (game_file.story); KeyError if there is none."""
        with game_file.read_journal(self._table.journal.path) as journal:
            place = game_id, journal.newest_of(game_id), journal.group_since()
            known = self._known.get(place)
            if known is None:
                known = journal.name(game_id), game_file.story(journal, game_id)
                self._known = dict([*self._known.items(), (place, known)][-REMEMBERED:])
            return known


class Ends:
    """Remembers ends; safe to use from several threads."""

    def __init__(self, table: Table, desk: Desk) -> None:
        """Know none."""
        self._table, self._desk = table, desk
        self._known: dict[Place, End] = {}
        self._asked: tuple[frozenset[Place], Ticket[None]] | None = None

    def known(self, game: GameEntry, journal: Journal) -> End | None:
        """Return how a game stands, None if that has to be worked out."""
        return self._known.get(_place(game, journal.group_since()))

    def learn(self, games: Sequence[GameEntry], journal: Journal) -> Ticket[None] | None:
        """Have worked out what is not known of these games; None if all is.

        When it is done, everybody is shown the newest snapshot again. WorkFailed if too much waits.
        """
        since = journal.group_since()
        places = {game.id: _place(game, since) for game in games}
        missing = {each: place for each, place in places.items() if place not in self._known}
        if not missing:
            return None
        wanted, asked = frozenset(missing.values()), self._asked
        if asked is not None and asked[0] == wanted and not asked[1].is_done:
            return asked[1]
        work = Work(
            game_file.ends, (self._table.journal.path, tuple(missing)), Urgency.PAGE, ENDS_S
        )

        def remember(found: dict[str, End]) -> None:
            self._known |= {missing[game_id]: end for game_id, end in found.items()}
            self._table.show_again()

        ticket = self._desk.ask(work, remember, PATIENCE_S)
        self._asked = wanted, ticket
        return ticket


def _place(game: GameEntry, since: int) -> Place:
    return game.id, game.last_seq, since
