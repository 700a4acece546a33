"""A whole evening of Clank! as a chart: what each player made and took, round by round."""

from collections.abc import Iterable, Mapping

from flask import Flask

from companion.engine.value import Value
from companion.games.clank import CLANK
from companion.games.clank.box import Colour
from companion.games.clank.events import (
    AttackBegan,
    ClankMade,
    DamageTaken,
    Event,
    GameStarted,
    PlayersAdded,
    SeatsCorrected,
    TurnEnded,
)
from companion.games.shared import clockwise, new_colours
from companion.table import game_file
from companion.table.history import Entry, as_they_count
from web_ui.render.site import Site

Counts = dict[tuple[Colour, int], int]  # of cubes, by player and round


class Band(Value, frozen=True):
    """One player: cubes of Clank! made and of damage by the dragon, in each round."""

    colour: Colour
    clank: tuple[int, ...]
    damage: tuple[int, ...]


class Evening(Value, frozen=True):
    """All rounds of a game; `attacks` are the rounds they came in, `minutes` 0 if unknown."""

    rounds: int
    attacks: tuple[int, ...]
    bands: tuple[Band, ...]
    minutes: int = 0

    @property
    def most(self) -> int:
        """Return the most Clank! that anybody made in one round, at least 1."""
        return max([1, *(cubes for band in self.bands for cubes in band.clank)])


def evening_of(events: Iterable[Event], minutes: int = 0) -> Evening:
    """Return what happened in each round; the first player begins a new one."""
    order: tuple[Colour, ...] = ()
    rounds, attacks = 1, []
    clank: Counts = {}
    damage: Counts = {}
    for event in events:
        match event:
            case GameStarted():
                order = clockwise([seat.colour for seat in event.seats], event.first)
            case SeatsCorrected():
                new = new_colours(event.seats, event.was)
                first = new.get(order[0], order[0])
                order = clockwise([seat.colour for seat in event.seats], first)
                clank, damage = _recoloured(clank, new), _recoloured(damage, new)
            case PlayersAdded():
                behind = order.index(event.after) + 1
                added = (seat.colour for seat in event.seats)
                order = (*order[:behind], *added, *order[behind:])
            case ClankMade():
                place = event.colour, rounds
                clank[place] = clank.get(place, 0) + event.cubes
            case DamageTaken():
                place = event.colour, rounds
                damage[place] = damage.get(place, 0) + event.cubes
            case AttackBegan():
                attacks.append(rounds)
            case TurnEnded():
                rounds += order.index(event.following) <= order.index(event.colour)
    bands = tuple(
        Band(
            colour,
            tuple(clank.get((colour, each), 0) for each in range(1, rounds + 1)),
            tuple(damage.get((colour, each), 0) for each in range(1, rounds + 1)),
        )
        for colour in order
    )
    return Evening(rounds, tuple(attacks), bands, minutes)


def _recoloured(counts: Counts, new: Mapping[Colour, Colour]) -> Counts:
    return {(new.get(colour, colour), each): n for (colour, each), n in counts.items()}


class Evenings:
    """No page of its own: it lets templates ask for the evening of a game."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the question to what templates can ask."""
        app.jinja_env.globals["evening"] = self.evening

    def evening(self, game_id: str) -> Evening:
        """Return a game's evening; only one that is not on the table is read from the journal."""
        entries = self._entries(game_id)
        minutes = game_file.minutes_of([entry.at for entry in entries])
        return evening_of(game_file.counted(entries, CLANK), minutes)

    def _entries(self, game_id: str) -> list[Entry]:
        table = self._site.table
        if game_id == table.snapshot.game_id:
            return as_they_count([entry for entry, _ in table.played[1]])
        with game_file.read_journal(table.journal.path) as journal:
            return game_file.story(journal, game_id)[0]
