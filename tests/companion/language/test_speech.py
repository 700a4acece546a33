"""Sentences with their facts, plurals, names and printed words."""

import gettext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank import events as ev
from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Item, Secret, Token
from companion.games.clank.state import Clank, Player
from companion.games.clank.text.terms import WORDS
from companion.games.clank.values import DrawnBy, Ending, Number, Place, Status
from companion.language.catalogues import catalogue
from companion.language.speech import TABLE_REFUSALS, Speech
from companion.table.history import Entry
from companion.table.line import Kind

STATE = Clank(players=(Player(Colour.RED, "Ann"), Player(Colour.GREEN, "")))


@pytest.fixture
def speech() -> Speech:
    return Speech(gettext.NullTranslations(), CLANK, STATE)


def test_a_player_has_the_name_they_chose_and_else_the_colour(speech: Speech) -> None:
    assert speech.tell(ev.ClankMade(Colour.RED, 2)) == "Ann: Clank! +2."
    assert speech.tell(ev.ClankMade(Colour.GREEN, 2)) == "Green: Clank! +2."


def test_a_cube_is_a_colour_and_no_player(speech: Speech) -> None:
    drawn = ev.CubesDrawn(Cubes(red=1, black=1), (Cube.BLACK, Cube.RED))
    assert speech.tell(drawn) == "Drawn by hand: Black, Red."
    counted = replace(drawn, order=(), cubes=Cubes(red=2, black=1))
    assert speech.tell(counted) == "Drawn by hand: 2 × Red, 1 × Black."


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 Danger card is in"), (2, "2 Danger cards are in")]
)
def test_numbers_choose_their_plural(speech: Speech, count: int, words: str) -> None:
    assert speech.tell(ev.DangerSet(count)).startswith(words)


@pytest.mark.parametrize("code", TABLE_REFUSALS)
def test_what_the_table_refuses_has_a_sentence(speech: Speech, code: str) -> None:
    said = speech.refusal(Rejected(code, game="g1", turn=Colour.RED, field="step", n=3))
    assert said.endswith(".")
    assert "{" not in said


def test_a_refusal_names_who_and_why(speech: Speech) -> None:
    refused = Rejected("not_enough_gold", player=Colour.RED, n=3, price=7)
    assert speech.refusal(refused) == "Ann has 3 Gold and needs 7."


def test_a_refusal_begins_with_a_capital_letter(speech: Speech) -> None:
    facts = {"place": Place.SUPPLY, "n": 27, "cube": Cube.RED}
    refused = Rejected("not_that_many_there", **facts)
    assert speech.refusal(refused).startswith("Personal supply holds only 27")
    russian = replace(speech, translations=catalogue("ru"))
    assert russian.refusal(refused).startswith("Личный запас: только 27")
    space = Rejected("number_out_of_range", number=Number.RAGE_SPACE, least=1, most=7)
    assert speech.refusal(space).startswith("The Dragon marker's space")


def test_a_name_keeps_its_small_letter_where_a_refusal_begins_with_it(speech: Speech) -> None:
    state = Clank(players=(Player(Colour.RED, "ann"),))
    refused = Rejected("nothing_to_heal", player=Colour.RED)
    assert replace(speech, state=state).refusal(refused) == "ann has no damage to heal."
    assert speech.refusal(Rejected("card_unknown", card="rope")).startswith("rope has no points")


def test_an_unknown_refusal_is_still_a_sentence(speech: Speech) -> None:
    assert speech.refusal(Rejected("brand_new")) == "That is not possible now."


@pytest.mark.parametrize(
    "kind", [Colour, Cube, Arrival, Token, Secret, Item, Status, Place, Ending, Number, DrawnBy]
)
def test_every_word_that_is_shown_has_its_printed_form(speech: Speech, kind: type[Colour]) -> None:
    for word in kind:
        assert word.value in WORDS
        assert speech.printed(word)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("panel", "panel"),
        ("phone:red", "phone (Red)"),
        ("phone:watch", "phone"),
        ("api", "program"),
        ("strange", "strange"),
    ],
)
def test_who_did_it_is_named(speech: Speech, source: str, said: str) -> None:
    assert speech.source(source) == said


def test_an_undo_says_what_it_took_back(speech: Speech) -> None:
    made = (ev.ClankMade(Colour.RED, 1),)
    for kind, said in ((Kind.UNDO, "Undone"), (Kind.REDO, "Done again")):
        entry = Entry(1, "", "panel", kind, made)
        assert speech.entry(entry) == (f"{said}: Ann: Clank! +1.",)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Nov 23, 2026, 14:05 UTC"),
        ("ja", "2026/11/23, 14:05 UTC"),
        ("ru", "23 нояб. 2026 г., 14:05 UTC"),  # noqa: RUF001 - as CLDR has it
    ],
)
def test_a_time_is_written_as_the_language_does(language: str, said: str) -> None:
    at = datetime(2026, 11, 23, 14, 5, tzinfo=UTC)
    written = Speech(catalogue(language), CLANK, STATE).word(at)
    assert written.replace("\N{NARROW NO-BREAK SPACE}", " ") == said


def test_a_language_without_a_catalogue_speaks_english(tmp_path: Path) -> None:
    assert catalogue("xx", tmp_path).gettext("Undo") == "Undo"
