"""What next? The sentence for each moment of a game."""

import pytest

from companion.games.clank import commands as co
from companion.games.clank.advice import what_next
from companion.games.clank.box import Cubes
from companion.games.clank.state import Clank
from companion.games.clank.values import Number, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, ClankTable


def said(table: ClankTable) -> tuple[str, dict[str, object]]:
    sentence = what_next(table.state)
    return sentence.one, dict(sentence.facts)


def with_green_out(space: int) -> ClankTable:
    """Red plays, Green was the first out and stands on this space of the countdown."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(co.CorrectNumber(Number.RAGE_SPACE, 5, "x"))
    table.do(co.CorrectStatus(GREEN, Status.LOST, "x"))
    if space > 1:
        table.do(co.CorrectNumber(Number.COUNTDOWN_SPACE, space, "x"))
    return table


def test_an_empty_table_is_set_up_first() -> None:
    assert what_next(Clank()).one.startswith("Set up a new game")


def test_a_turn_says_what_a_symbol_would_draw() -> None:
    table = ClankTable(RED, GREEN)
    sentence, facts = said(table)
    assert "plays" in sentence
    assert facts == {"who": RED, "n": 3}
    table.do(co.RefillRow(symbol_revealed=False))
    assert said(table) == ("The row is refilled. End {who}'s turn.", {"who": RED})


def test_an_attack_says_what_it_is_made_of() -> None:
    table = ClankTable(RED, GREEN, danger=2)
    table.do(co.RefillRow(symbol_revealed=True))
    sentence, facts = said(table)
    assert "in the bag now" in sentence
    assert facts == {"n": 5, "rage": 3, "danger": 2, "countdown": 0}


@pytest.mark.parametrize(("space", "extra"), [(1, 1), (2, 2), (3, 3)])
def test_while_others_play_the_countdowns_attack_is_announced_and_comes_so(
    space: int, extra: int
) -> None:
    table = with_green_out(space)
    sentence, facts = said(table)
    assert "the dragon draws" in sentence
    assert facts == {
        "who": RED, "first": GREEN, "space": space + 1, "rage": 4, "danger": 0, "extra": extra,
    }  # fmt: skip
    table.do(co.EndTurn())
    assert table.state.attack is not None
    assert table.state.attack.because.countdown == extra
    assert "for the countdown" in said(table)[0]
    table.do(co.ReportDraw(Cubes(black=4 + extra)))
    assert said(table) == ("The countdown has moved. End {who}'s turn.", {"who": GREEN})


def test_the_last_space_is_announced_too() -> None:
    table = with_green_out(4)
    assert "everyone in the dungeon is knocked out" in said(table)[0]
    table.do(co.EndTurn())
    assert table.state.ending is not None


def test_a_knock_out_with_an_artifact_asks_for_the_depths() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(co.TakeArtifact(RED, 5))
    table.do(co.CorrectNumber(Number.RAGE_SPACE, 7, "x"))
    for _ in range(2):
        table.do(co.MakeClank(RED, 10))
        table.do(co.ProvokeDragon())
        table.do(co.ReportDraw(Cubes(red=5)))
    assert "in the Depths" in said(table)[0]


def test_where_nobody_may_score_nothing_is_to_be_counted() -> None:
    table = ClankTable(RED, GREEN)
    for colour in (RED, GREEN):
        table.do(co.CorrectStatus(colour, Status.LOST, "x"))
    assert said(table) == ("Nobody wins. The dragon keeps everything.", {})


def test_the_end_asks_for_the_count_and_then_names_who_has_won() -> None:
    table = ClankTable(RED, GREEN)
    for colour, value in ((RED, 5), (GREEN, 7)):
        table.do(co.TakeArtifact(colour, value))
        table.do(co.CorrectStatus(colour, Status.ESCAPED, "x"))
    table.do(co.RecordDeckPoints(RED, 30))
    assert "score sheet" in said(table)[0]
    table.do(co.RecordDeckPoints(GREEN, 3))
    assert said(table) == ("{who} is the Greatest Thief in the Realm!", {"who": RED})
