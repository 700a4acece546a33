"""All evenings as numbers: wins, points, damage and time, by game, number of players and person."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean

from companion.engine.value import Value
from companion.games import GAMES
from companion.table.past.evenings import Evening, Sat


class Tally(Value, frozen=True):
    """Some games: of one person, or of one number of players. None: nothing to count."""

    games: int
    wins: int
    points: float | None = None  # on average
    best: int | None = None
    damage: float | None = None  # on average
    minutes: float | None = None  # on average

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.wins / self.games


class Person(Value, frozen=True):
    """One person over all games of a box: `sat` in each, the oldest first.

    run: so many are won now, one after another. longest: so many ever were.
    """

    name: str
    tally: Tally
    run: int
    longest: int
    sat: tuple[Sat, ...]


class Box(Value, frozen=True):
    """All evenings of one game; for a game that all win together `wins` are the table's."""

    game: str
    is_cooperative: bool
    tally: Tally
    by_players: tuple[tuple[int, Tally], ...]
    people: tuple[Person, ...]


WhoIs = Callable[[Evening], dict[str, str]]  # seat -> person


def boxes_of(evenings: Sequence[Evening], who_is: WhoIs) -> tuple[Box, ...]:
    """Add up the evenings by game, number of players and person; persons as `who_is` says."""
    names = dict.fromkeys(each.game for each in evenings)
    return tuple(
        _box(name, [each for each in evenings if each.game == name], who_is) for name in names
    )


def _box(name: str, evenings: Sequence[Evening], who_is: WhoIs) -> Box:
    is_cooperative = GAMES[name].plays.is_cooperative
    counts = sorted({len(each.sat) for each in evenings})
    by_players = tuple(
        (n, _of_games([each for each in evenings if len(each.sat) == n], is_cooperative))
        for n in counts
    )
    people: dict[str, list[tuple[Evening, Sat]]] = {}
    for evening in evenings:
        persons = who_is(evening)
        for sat in evening.sat:
            if sat.seat in persons:
                people.setdefault(persons[sat.seat], []).append((evening, sat))
    persons_found = [_person(who, games, is_cooperative) for who, games in people.items()]
    persons_found.sort(key=lambda person: (-person.tally.wins, person.name))
    return Box(
        name, is_cooperative, _of_games(evenings, is_cooperative), by_players, tuple(persons_found)
    )


def _of_games(evenings: Sequence[Evening], is_cooperative: bool) -> Tally:
    """Return the games of a table; each counts once, with its best player's points."""
    tops = [_top(each.sat, is_cooperative) for each in evenings]
    wins = sum(any(sat.has_won for sat in each.sat) for each in evenings)
    return _tally(evenings, tops, wins, is_cooperative)


def _top(sat: Sequence[Sat], is_cooperative: bool) -> Sat:
    return max(sat, key=lambda one: (one.has_won, _better(one.points or 0, is_cooperative)))


def _better(points: int, is_cooperative: bool) -> int:
    return -points if is_cooperative else points


def _tally(
    evenings: Sequence[Evening], sat: Sequence[Sat], wins: int, is_cooperative: bool
) -> Tally:
    points = [one.points for one in sat if one.points is not None]
    best = (min if is_cooperative else max)(points) if points else None
    return Tally(
        len(sat),
        wins,
        _mean(points),
        best,
        _mean([one.damage for one in sat if one.damage is not None]),
        _mean([each.minutes for each in evenings if each.minutes]),
    )


def _mean(values: Sequence[int]) -> float | None:
    return fmean(values) if values else None


def _person(name: str, games: Sequence[tuple[Evening, Sat]], is_cooperative: bool) -> Person:
    sat = [one for _, one in games]
    runs = list(_runs(one.has_won for one in sat))
    tally = _tally(
        [each for each, _ in games], sat, sum(one.has_won for one in sat), is_cooperative
    )
    return Person(name, tally, runs[-1], max(runs), tuple(sat))


def _runs(won: Iterable[bool]) -> Iterator[int]:
    """Yield after each game how many were won one after another."""
    run = 0
    for has_won in won:
        run = run + 1 if has_won else 0
        yield run
