"""Numbers as people type them into forms, and what is none."""

import pytest

from companion.engine.codec import Codec
from companion.engine.errors import BadField, BadMessage, Rejected
from companion.engine.typed import whole_number
from companion.games import GAMES
from companion.games.clank import CLANK
from companion.games.clank.box import Colour
from companion.games.clank.commands import CorrectCredit, CountHoldings
from companion.games.grave_robbers.box import Colour as Robber
from companion.games.grave_robbers.commands import SetBonus
from companion.games.the_game.box import Pile
from companion.games.the_game.commands import PlayCard

COMMANDS = Codec(CLANK.commands)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        ("05", 5),
        ("007", 7),
        ("00", 0),
        ("3\N{IDEOGRAPHIC SPACE}", 3),
        (" 12 ", 12),
        ("\N{NO-BREAK SPACE}4", 4),
        ("\N{FULLWIDTH DIGIT THREE}\N{FULLWIDTH DIGIT ZERO}", 30),
        ("-1", -1),
        ("\N{MINUS SIGN}2", -2),
        ("\N{FULLWIDTH HYPHEN-MINUS}2", -2),
    ],
)
def test_a_whole_number_may_have_zeros_before_it_and_digits_of_any_script(
    text: str, number: int
) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", " ", "-", "1.5", "1,5", "1e9", "0x1", "5 5", "1_000", "²", "five", "9" * 5000]
)
def test_anything_else_is_no_whole_number(text: str) -> None:
    assert whole_number(text) is None


def test_a_form_may_leave_a_number_out_that_has_a_default() -> None:
    read = COMMANDS.read({"type": "CountHoldings", "colour": "red", "gold": "05"}, as_text=True)
    assert read == CountHoldings(Colour.RED, gold=5)
    assert COMMANDS.read({"type": "CountHoldings", "colour": "red"}, as_text=True).gold is None


@pytest.mark.parametrize("typed", ["9" * 16, "-" + "9" * 5000])
def test_a_number_without_end_is_told_to_have_too_many_digits(typed: str) -> None:
    with pytest.raises(BadField, match=r"gold: “-?9+…?” has too many digits"):
        COMMANDS.read({"type": "CountHoldings", "colour": "red", "gold": typed}, as_text=True)


@pytest.mark.parametrize("typed", ["1.5", "1e9", "null", "five"])
def test_what_is_no_number_is_told_with_its_field(typed: str) -> None:
    with pytest.raises(BadField, match="gold: please enter a whole number, not") as bad:
        COMMANDS.read({"type": "CountHoldings", "colour": "red", "gold": typed}, as_text=True)
    assert bad.value.field == "gold"


def test_a_number_that_must_be_there_is_asked_for() -> None:
    with pytest.raises(BadField, match="points: please fill this in"):
        COMMANDS.read({"type": "RecordDeckPoints", "colour": "red"}, as_text=True)
    with pytest.raises(BadField, match="points: please fill this in"):
        COMMANDS.read({"type": "RecordDeckPoints", "colour": "red", "points": ""}, as_text=True)


def test_a_reason_that_is_left_out_is_refused_by_the_rules() -> None:
    read = COMMANDS.read({"type": "CorrectCredit", "credit": "0"}, as_text=True)
    assert read == CorrectCredit(0, "")


@pytest.mark.parametrize(
    ("game", "given", "field"),
    [
        ("clank", {"type": "GainGold", "colour": "red", "gold": "0"}, "gold"),
        ("clank", {"type": "MakeClank", "colour": "red", "cubes": "-1"}, "cubes"),
        ("clank", {"type": "ReportDraw", "cubes": {"red": "-1"}}, "red"),
        ("the_game", {"type": "PlayCard", "pile": "up_1", "card": "1"}, "card"),
        ("the_game", {"type": "PlayCard", "pile": "up_1", "card": "100"}, "card"),
        ("the_game", {"type": "CorrectCard", "card": "7", "real": "0", "reason": "x"}, "real"),
        ("the_game", {"type": "CorrectTurn", "player": "1", "laid": "99", "reason": "x"}, "laid"),
        ("the_game", {"type": "CorrectCount", "cards": "99", "reason": "x"}, "cards"),
        ("grave_robbers", {"type": "SetBonus", "colour": "red", "bonus": "21"}, "bonus"),
        ("grave_robbers", {"type": "WriteCard", "card": {"name": "x", "copies": "0"}}, "copies"),
        ("grave_robbers", {"type": "WriteCard", "card": {"name": "x", "die": "7"}}, "die"),
        (
            "grave_robbers",
            {
                "type": "WriteCard",
                "card": {"name": "x", "effects": [{"kind": "open_effect", "attack": "-10"}]},
            },
            "attack",
        ),
    ],
)
def test_a_number_out_of_range_is_told_with_what_is_possible(
    game: str, given: dict[str, object], field: str
) -> None:
    with pytest.raises(BadField, match="please enter a whole number from") as bad:
        Codec(GAMES[game].commands).read(given, as_text=True)
    assert bad.value.field == field


def test_a_negative_number_is_read_where_one_is_possible() -> None:
    codec = Codec(GAMES["grave_robbers"].commands)
    given = {"type": "SetBonus", "colour": "red", "bonus": "-02"}
    assert codec.read(given, as_text=True) == SetBonus(Robber.RED, -2)


@pytest.mark.parametrize("gold", ["5", "05", "1.5", None, True])
def test_a_program_must_send_numbers_as_numbers(gold: object) -> None:
    with pytest.raises(BadMessage) as bad:
        COMMANDS.read({"type": "GainGold", "colour": "red", "gold": gold})
    assert str(bad.value).startswith("GainGold: Expected `int`, got `")
    assert not isinstance(bad.value, BadField | Rejected)


def test_a_program_is_told_of_ranges_as_before() -> None:
    with pytest.raises(BadMessage, match=r"^GainGold: gold is 0, 1 to 999 is possible$"):
        COMMANDS.read({"type": "GainGold", "colour": "red", "gold": 0})
    with pytest.raises(BadMessage, match=r"^PlayCard: there is no card 1, only 2 to 99$"):
        Codec(GAMES["the_game"].commands).read({"type": "PlayCard", "pile": "up_1", "card": 1})
    assert PlayCard(Pile.UP_1, 7).card == 7
