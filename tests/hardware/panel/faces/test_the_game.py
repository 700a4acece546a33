"""What the panel means in The Game."""

from companion.games.the_game.box import ALL_CARDS, CARDS, Pile
from companion.games.the_game.commands import EndTurn, LowerFlag, RaiseFlag
from companion.games.the_game.events import CardPlayed, GameEnded
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Ending, Wish
from hardware.panel import patterns
from hardware.panel.faces import face_of
from hardware.panel.faces.base import TableAction
from hardware.panel.faces.the_game import bar_of
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Button
from tests.support.games.the_game_table import DOWN_2, ONE, TWO, UP_1, TheGameTable, on_fire

FACE = face_of("the_game")


def test_the_colours_are_the_piles_and_a_press_is_a_flag_that_the_next_takes_back() -> None:
    table = TheGameTable()
    meanings = [FACE.press(table.state, Button(colour)) for colour in COLOURS]
    assert meanings == [RaiseFlag(pile, Wish.NOT_HERE) for pile in Pile]
    table.do(meanings[0])
    assert FACE.lamps(table.state)[COLOURS[0]] == patterns.ON
    assert FACE.press(table.state, Button(COLOURS[0])) == LowerFlag(UP_1)


def test_a_wish_for_small_steps_breathes_and_gives_way_to_not_here() -> None:
    table = TheGameTable(3)
    table.do(RaiseFlag(DOWN_2, Wish.SMALL_STEPS, TWO))
    assert FACE.lamps(table.state)[COLOURS[3]] == patterns.BREATHE
    table.do(RaiseFlag(DOWN_2, Wish.NOT_HERE))
    assert FACE.lamps(table.state)[COLOURS[3]] == patterns.ON


def test_a_blue_card_to_cover_asks_at_its_pile() -> None:
    assert FACE.lamps(on_fire().state)[COLOURS[0]] == patterns.ASK


def test_next_ends_the_turn_and_undo_undoes() -> None:
    state = TheGameTable().state
    assert FACE.tap(state, Button.NEXT) == EndTurn()
    assert FACE.tap(state, Button.UNDO) is TableAction.UNDO
    assert FACE.hold(state, Button.UNDO, 0) is TableAction.REDO
    assert FACE.tap(state, Button.ATTACK) is None


def test_attack_deals_a_practice_game() -> None:
    table = TheGameTable(2, practice=True)
    assert FACE.tap(table.state, Button.ATTACK) is TableAction.DRAW
    table.shuffle(ALL_CARDS)
    assert FACE.tap(table.state, Button.ATTACK) is None


def test_the_bar_shrinks_from_seven_lamps_to_none() -> None:
    def left(cards: int) -> TheGame:
        return TheGame(names=("",), piles=(ALL_CARDS[: CARDS - cards], (), (), ()))

    assert [bar_of(left(cards)) for cards in (98, 85, 84, 14, 1, 0)] == [7, 7, 6, 1, 1, 0]
    assert set(RAGE_LAMPS) <= set(FACE.lamps(left(98)))


def test_a_victory_lights_all_piles_and_a_defeat_none() -> None:
    def ended(left: int) -> TheGame:
        piles = (ALL_CARDS[: CARDS - left], (), (), ())
        return TheGame(names=("",), piles=piles, ending=Ending.STUCK)

    assert set(COLOURS) <= set(FACE.lamps(ended(9)))
    assert not set(COLOURS) & set(FACE.lamps(ended(10)))


def test_the_pile_of_a_card_winks_and_the_end_is_heard() -> None:
    shown = FACE.flashes([CardPlayed(ONE, UP_1, 5, 1), GameEnded(Ending.STUCK, 12)])
    assert shown == {COLOURS[0]: patterns.NOTED, BUZZER: patterns.KNOCKED_OUT}
