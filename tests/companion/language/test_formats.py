"""Numbers, percentages, lists and dates, held to CLDR's own data (Babel)."""

import re
from datetime import date
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from hypothesis import given
from hypothesis import strategies as st

from companion.games.clank.box import (
    BLACK_CUBES,
    CUBES_PER_COLOUR,
    HEALTH_SPACES,
    Colour,
    Cubes,
)
from companion.games.clank.odds.attack import Chances, ways
from companion.language.catalogues import LANGUAGES, TRANSLATIONS
from companion.language.formats import PATTERNS, formats_of
from tests.companion.language import cldr
from tests.support.places import ROOT


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


HEAPS = st.builds(
    Cubes,
    *[st.integers(0, CUBES_PER_COLOUR)] * len(Colour),
    black=st.integers(0, BLACK_CUBES),
)


@given(bag=HEAPS, cubes=st.integers(1, 12), health=st.integers(1, HEALTH_SPACES))
def test_no_language_calls_a_possible_outcome_of_a_bag_impossible_or_sure(
    bag: Cubes, cubes: int, health: int
) -> None:
    heap = bag.total
    told = [
        chance
        for colour in Colour
        for each in [Chances(colour, health, ways(bag.of(colour), heap, cubes), comb(heap, cubes))]
        if cubes <= heap
        for chance in (each.hurt, each.knocked_out, *map(each.exactly, range(each.worst + 1)))
    ]
    for chance, (language, places) in product(told, product(LANGUAGES, (0, 1))):
        formats = formats_of(language)
        never, ever = formats.percent(0, places), formats.percent(1, places)
        for given_as in (chance, float(chance)):
            shown = formats.percent(given_as, places)
            assert (shown == never, shown == ever) == (chance == 0, chance == 1)


def test_no_page_writes_a_percentage_but_by_this() -> None:
    """A number that a page or a script rounds by itself could be a possible 0 %."""
    pages = [*(ROOT / "web_ui").rglob("*.html"), *(ROOT / "web_ui").rglob("*.js")]
    assert len(pages) > 50
    without_style = [re.sub(r'style="[^"]*"', "", page.read_text()) for page in pages]
    found = [re.search(r"\}\s*%(?!\})|[\"'`]\s*%[\"'`]", text) for text in without_style]
    assert [page.name for page, hit in zip(pages, found, strict=True) if hit] == []
    sentences = "".join(path.read_text() for path in TRANSLATIONS.rglob("*.po"))
    assert re.findall(r"\}\s*%", sentences) == []


def test_a_language_without_patterns_has_the_english_ones() -> None:
    assert formats_of("xx") == formats_of("en")
