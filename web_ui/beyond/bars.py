"""A person's newest games as the bars of a small chart."""

from collections.abc import Sequence

from companion.engine.value import Value
from companion.table.past.evenings import Sat

CHART_GAMES = 20
LOW = 0.12  # the height of a bar that stands for nothing


class Bar(Value, frozen=True):
    """One game in a person's chart: a share of the highest bar."""

    height: float
    has_won: bool


def bars_of(games: Sequence[Sat]) -> tuple[Bar, ...]:
    """Return a bar for each game: its points, or where there are none whether it was won."""
    sat = games[-CHART_GAMES:]
    values = [float(one.has_won if one.points is None else max(one.points, 0)) for one in sat]
    highest = max(*values, 1.0) if len(values) > 1 else max(values[0], 1.0)
    return tuple(
        Bar(max(value / highest, LOW), one.has_won) for value, one in zip(values, sat, strict=True)
    )
