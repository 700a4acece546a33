"""On Fire, each test named after its rule (Japanese rulebook, JA)."""

from companion.engine.codec import Codec
from companion.engine.game import fold
from companion.games.the_game import THE_GAME
from companion.games.the_game.box import ALL_CARDS, BLUE_CARDS
from companion.games.the_game.commands import EndTurn, GiveUp, PlayCard
from companion.games.the_game.events import GameEnded
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Ending, Result, Rulings
from tests.support.games.the_game_table import ONE, TWO, UP_1, UP_2, TheGameTable, on_fire


def test_a_blue_card_must_be_covered_by_the_end_of_the_next_turn() -> None:
    """JA 121."""
    table = on_fire()
    assert table.state.duty == (44,)
    table.play(UP_2, 5, 6)
    assert table.refused(EndTurn()) == "fire_burns"
    table.play(UP_1, 45)
    table.end()
    assert not table.state.duty


def test_six_cards_are_blue_and_only_on_fire() -> None:
    """JA 117."""
    burning, normal = TheGameTable(2, on_fire=True).state, TheGameTable(2).state
    assert [card for card in ALL_CARDS if burning.is_blue(card)] == [22, 33, 44, 55, 66, 77]
    assert not any(map(normal.is_blue, ALL_CARDS))


def test_who_cannot_cover_the_blue_card_loses() -> None:
    """JA 121."""
    table = on_fire()
    table.play(UP_2, 5, 6)
    table.do(GiveUp())
    assert (table.state.ending, table.state.result) == (Ending.BURNED, Result.LOST)


def test_an_uncovered_blue_card_loses_even_with_few_cards_left() -> None:
    """JA 121."""
    piles = (tuple(card for card in ALL_CARDS if card < 93), (), (), ())
    state = TheGame(names=("",), piles=piles, ending=Ending.BURNED, on_fire=True)
    assert (state.left, state.result) == (7, Result.LOST)


def test_blue_on_blue_does_not_put_the_fire_out() -> None:
    """JA 121."""
    table = on_fire()
    table.play(UP_1, 55)
    table.play(UP_2, 5)
    assert table.state.unmet == (55,)
    table.play(UP_1, 56)
    table.end()
    assert not table.state.duty


def test_a_blue_card_covered_in_its_own_turn_is_no_duty() -> None:
    table = TheGameTable(2, on_fire=True)
    table.play(UP_1, 44, 45)
    table.end()
    assert not table.state.duty


def test_at_the_end_of_the_next_turn_no_blue_card_is_on_top_not_even_a_new_one() -> None:
    """JA 121."""
    table = on_fire()
    table.play(UP_1, 45, 55)
    assert table.refused(EndTurn()) == "fire_burns"
    table.do(GiveUp())
    assert table.state.ending is Ending.BURNED
    other = on_fire()
    other.play(UP_1, 45)
    other.play(UP_2, 33)
    assert other.refused(EndTurn()) == "fire_burns"
    other.play(UP_2, 34)
    other.end()


def test_the_switch_gives_each_blue_card_its_own_deadline() -> None:
    table = on_fire(rulings=Rulings(no_blue_on_top=False))
    table.play(UP_1, 45, 55)
    table.end()
    assert table.state.duty == (55,)


def test_a_game_that_began_with_the_lenient_reading_keeps_it() -> None:
    line = (
        '[{"type":"GameStarted","names":["",""],"first":"1","level":"normal","on_fire":true,'
        '"practice":false,"rulings":{"no_blue_on_top":false,"advice":false},"hand_size":7,'
        '"needed":2}]'
    )
    table = TheGameTable(0)
    table.state = fold(THE_GAME, Codec(THE_GAME.events).loads(line))
    table.play(UP_1, 2, 44)
    table.end()
    table.play(UP_1, 45, 55)
    table.end()
    assert table.state.duty == (55,)


def test_alone_the_next_own_turn_is_the_deadline() -> None:
    """JA 125."""
    table = TheGameTable(1, on_fire=True)
    table.play(UP_1, 2, 22, 33)
    table.end()
    assert (table.state.turn, set(table.state.duty)) == (ONE, {22, 33})


def test_a_blue_card_left_when_the_last_card_is_laid_burns() -> None:
    others = tuple(card for card in ALL_CARDS if card not in (77, 99))
    piles = ((*others[:75], 77), others[75:], (), ())
    state = TheGame(
        names=("", ""), on_fire=True, hand_size=7, piles=piles, turn=TWO, needed=1,
        hands=(0, 1), draw_pile=0, duty=(77,),
    )  # fmt: skip
    events = THE_GAME.decide(state, PlayCard(UP_2, 99))
    assert events[-1] == GameEnded(Ending.BURNED, 0)


def test_no_blue_card_is_ten_back_on_another() -> None:
    assert not any(abs(one - other) == 10 for one in BLUE_CARDS for other in BLUE_CARDS)


def test_without_on_fire_no_card_is_blue() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 2, 44)
    table.end()
    assert not table.state.duty
