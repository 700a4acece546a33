"""A whole evening of Clank! in numbers: what each player made and took, round by round."""

from collections.abc import Iterable, Mapping

from companion.engine.value import Value
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
from companion.games.clank.values import Seat
from companion.games.shared import by_colour, clockwise, joined, new_colours

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
    order: tuple[Seat, ...] = ()
    rounds, attacks = 1, []
    clank: Counts = {}
    damage: Counts = {}
    for event in events:
        match event:
            case GameStarted():
                order = _from(event.first, event.seats)
            case SeatsCorrected():
                new = new_colours(event.seats, event.was)
                order = _from(new.get(order[0].colour, order[0].colour), event.seats)
                clank, damage = _recoloured(clank, new), _recoloured(damage, new)
            case PlayersAdded():
                order = joined(order, event.after, event.seats)
            case ClankMade():
                place = event.colour, rounds
                clank[place] = clank.get(place, 0) + event.cubes
            case DamageTaken():
                place = event.colour, rounds
                damage[place] = damage.get(place, 0) + event.cubes
            case AttackBegan():
                attacks.append(rounds)
            case TurnEnded():
                colours = [seat.colour for seat in order]
                rounds += colours.index(event.following) <= colours.index(event.colour)
    bands = tuple(
        Band(
            seat.colour,
            tuple(clank.get((seat.colour, each), 0) for each in range(1, rounds + 1)),
            tuple(damage.get((seat.colour, each), 0) for each in range(1, rounds + 1)),
        )
        for seat in order
    )
    return Evening(rounds, tuple(attacks), bands, minutes)


def _from(first: Colour, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return clockwise(seats, by_colour(seats, first))


def _recoloured(counts: Counts, new: Mapping[Colour, Colour]) -> Counts:
    return {(new.get(colour, colour), each): n for (colour, each), n in counts.items()}
