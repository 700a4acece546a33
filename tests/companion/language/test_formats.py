"""Numbers, percentages, lists and dates, held to CLDR's own data (Babel)."""

from datetime import date
from fractions import Fraction

import pytest
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from companion.language.catalogues import LANGUAGES
from companion.language.formats import PATTERNS, formats_of
from tests.companion.language import cldr


def test_the_committed_patterns_are_those_of_cldr() -> None:
    """If not: make translations."""
    assert PATTERNS.read_text() == cldr.as_text()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", [0, 0.5, 0.21, 7, 12.345, 999.9994, 1000, 1234567.891])
def test_a_number_is_written_as_babel_writes_it(language: str, value: float) -> None:
    assert formats_of(language).number(value) == format_decimal(value, locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chance", [0, 0.2, 0.99, 1])
def test_a_percentage_is_written_as_babel_writes_it(language: str, chance: float) -> None:
    assert formats_of(language).percent(chance) == format_percent(chance, locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("day", [date(2026, 11, 23), date(2027, 5, 3)])
def test_a_date_is_written_as_babel_writes_it(language: str, day: date) -> None:
    assert formats_of(language).date(day) == format_date(day, "medium", locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_list_is_written_as_babel_writes_it(language: str, count: int) -> None:
    items, formats = ["a", "{b}", "c", "d"][:count], formats_of(language)
    assert formats.both.join(items) == format_list(items, "standard", language)
    assert formats.either.join(items) == format_list(items, "or", language)


def test_the_languages_differ_as_their_readers_expect() -> None:
    colours = ["1", "2", "3"]
    english, japanese, russian = map(formats_of, ("en", "ja", "ru"))
    assert english.row.join(colours) == "1, 2, 3"
    assert japanese.row.join(colours) == "1、2、3"
    assert russian.both.join(colours) == "1, 2 и 3"
    assert russian.number(0.21, 2) == "0,21"
    assert russian.percent(0.2, 1) == "20,0\N{NO-BREAK SPACE}%"


def test_nothing_is_an_empty_list() -> None:
    assert formats_of("en").row.join([]) == ""


@pytest.mark.parametrize(
    ("chance", "places", "shown"),
    [
        (Fraction(0), 0, "0%"),
        (Fraction(1, 1000), 0, "1%"),
        (Fraction(1, 6), 0, "17%"),
        (Fraction(999, 1000), 0, "99%"),
        (Fraction(1), 0, "100%"),
        (Fraction(1, 10**6), 1, "0.1%"),
        (1 - Fraction(1, 10**6), 1, "99.9%"),
    ],
)
def test_a_chance_that_is_not_sure_is_never_shown_as_nothing_or_certain(
    chance: Fraction, places: int, shown: str
) -> None:
    assert formats_of("en").percent(chance, places) == shown


def test_a_language_without_patterns_has_the_english_ones() -> None:
    assert formats_of("xx") == formats_of("en")
