"""How a language writes numbers, percentages, lists and dates.

    formats = formats_of("ru")
    formats.number(0.21)  # "0,21"
    formats.percent(Fraction(1, 5), places=1)  # "20,0 %", with a no-break space

The patterns are CLDR's, in formats.json. `make translations` takes them from Babel, so that a table
needs no Babel.
"""

import json
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path

from companion.engine.value import Value
from companion.language.catalogues import ENGLISH

PATTERNS = Path(__file__).parent / "formats.json"
MOST_PLACES = 3  # of a number that says nothing about its places


class ListPattern(Value, frozen=True):
    """How a list is joined: {0} is what stands before, {1} what comes next."""

    two: str
    start: str
    middle: str
    end: str

    def join(self, items: Sequence[str]) -> str:
        """Return the items as one text."""
        if len(items) < 2:
            return "".join(items)
        if len(items) == 2:
            return self.two.format(*items)
        text = self.start.format(*items[:2])
        for item in items[2:-1]:
            text = self.middle.format(text, item)
        return self.end.format(text, items[-1])


class Formats(Value, frozen=True):
    """The patterns of one language.

    row: things one after another, as "Red, Green". both: all of them, as "Red and Green".
    either: one of them, as "Red or Green".
    """

    decimal: str
    group: str
    percentage: str
    day: str
    months: tuple[str, ...]
    row: ListPattern
    both: ListPattern
    either: ListPattern

    def number(self, value: float | Fraction, places: int | None = None) -> str:
        """Return a number; without `places`, with as many decimals as it has, at most three."""
        if places is None:
            shown = f"{float(value):,.{MOST_PLACES}f}".rstrip("0").rstrip(".")
        else:
            shown = f"{float(value):,.{places}f}"
        return shown.translate({ord(","): self.group, ord("."): self.decimal})

    def date(self, day: date) -> str:
        """Return a day, as "Nov 23, 2026"."""
        month = self.months[day.month - 1]
        return self.day.format(y=day.year, m=day.month, month=month, d=day.day)

    def percent(self, chance: float | Fraction, places: int = 0) -> str:
        """Return a chance in per cent; one that is not sure is never shown as 0 or 100."""
        least = 10.0**-places
        shown = round(100 * float(chance), places)
        if 0 < chance < 1:
            shown = min(max(shown, least), 100 - least)
        return self.percentage.format(self.number(shown, places))


@cache
def _all() -> dict[str, Formats]:
    return {language: _read(given) for language, given in json.loads(PATTERNS.read_text()).items()}


def _read(given: dict[str, dict[str, str]]) -> Formats:
    numbers, dates = given["numbers"], given["dates"]
    return Formats(
        numbers["decimal"],
        numbers["group"],
        numbers["percentage"],
        dates["day"],
        tuple(dates["months"].split(" ")),
        ListPattern(**given["row"]),
        ListPattern(**given["both"]),
        ListPattern(**given["either"]),
    )


def formats_of(language: str) -> Formats:
    """Return the patterns of a language; English ones for a language without patterns."""
    return _all().get(language, _all()[ENGLISH])
