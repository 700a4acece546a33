"""/luck: how kind the draws were, in the game that has ended and over all evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Flask

from companion.engine.game import fold
from companion.engine.sentence import Sentence
from companion.games.clank import CLANK
from companion.games.clank.odds.luck import Luck, draws_of, luck_of
from companion.table import game_file
from companion.table.journal import Journal
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site

MOST_GAMES = 50  # of the evenings that are added up, the newest
ROUNDING = 1e-9  # of sums of floats, so that 90 of 100 is not told as 89
UNSEEN = 0.001  # what is rarer than this is left out at the ends of a chart
UNLUCKIER = Sentence(
    "Unluckier than {n} of 100 such games.", "Unluckier than {n} of 100 such games."
)
LUCKIER = Sentence("Luckier than {n} of 100 such games.", "Luckier than {n} of 100 such games.")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: a number of cubes and its chance as a share of the highest."""

    cubes: int
    height: float
    is_own: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One player: cubes, what was expected, the verdict and the chart."""

    name: str
    cubes: int
    expected: float
    verdict: Sentence
    bars: tuple[Bar, ...]


def row(name: str, cubes: int, chances: Sequence[float]) -> Row:
    """Return how a player's cubes stand among all courses; chances[n] is that of n cubes."""
    expected = sum(count * chance for count, chance in enumerate(chances))
    kinder, harsher = sum(chances[:cubes]), sum(chances[cubes + 1 :])
    if cubes > expected:
        verdict = Sentence(UNLUCKIER.one, UNLUCKIER.many, {"n": int(100 * kinder + ROUNDING)})
    else:
        verdict = Sentence(LUCKIER.one, LUCKIER.many, {"n": int(100 * harsher + ROUNDING)})
    highest = max(chances)
    seen = [n for n, chance in enumerate(chances) if chance >= UNSEEN or n == cubes]
    bars = (Bar(n, chances[n] / highest, n == cubes) for n in range(min(seen), max(seen) + 1))
    return Row(name, cubes, expected, verdict, tuple(bars))


def chances_of(luck: Luck) -> list[float]:
    """Return the chance of every number of cubes, each right to the last bit of a float."""
    return [float(luck.chance(cubes)) for cubes in range(len(luck.ways))]


def together(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the chances of both added up; over fifty games the error stays under 1e-12."""
    total = [0.0] * (len(one) + len(other) - 1)
    for first, some in enumerate(one):
        for second, more in enumerate(other):
            total[first + second] += some * more
    return total


class LuckPage:
    """GET /luck."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/luck", "luck", self.show)

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the game on the table, if it is over, and all finished games by player."""
        site = self._site
        with game_file.read_journal(site.table.journal.path) as journal:
            games = journal.games()[:MOST_GAMES]
            lucks = {entry.id: _luck(journal, entry.id) for entry in games}
        now = lucks.get(site.snapshot.game_id) or {}
        counted = [luck for luck in lucks.values() if luck]
        return site.page(
            "clank/luck.html",
            "/luck",
            rows=[row(name, luck.cubes, chances_of(luck)) for name, luck in now.items()],
            evenings=_evenings(counted) if len(counted) > 1 else [],
            games=len(counted),
            say=site.say,
        )


def _luck(journal: Journal, game_id: str) -> Mapping[str, Luck]:
    """Return everybody's luck in a game of Clank! that is over, by name or colour."""
    events = game_file.counted_events(journal, game_id, CLANK)
    state = fold(CLANK, events)
    if not CLANK.is_over(state):
        return {}
    found = luck_of(draws_of(events, CLANK.empty))
    return {CLANK.name_of(state, colour) or colour.value: luck for colour, luck in found.items()}


def _evenings(games: Sequence[Mapping[str, Luck]]) -> list[Row]:
    cubes: dict[str, int] = {}
    chances: dict[str, list[float]] = {}
    for game in games:
        for name, luck in game.items():
            cubes[name] = cubes.get(name, 0) + luck.cubes
            chances[name] = together(chances.get(name, [1.0]), chances_of(luck))
    return [row(name, cubes[name], chances[name]) for name in sorted(cubes)]
