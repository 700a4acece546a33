"""What the panel means in Grave Robbers, by values and on gpiozero's mock pins."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Against, Cell, Seat, Source
from companion.table.table import Table
from hardware.panel import patterns
from hardware.panel.faces import face_of
from hardware.panel.faces.base import TableAction
from hardware.panel.faces.grave_robbers import INJURED, INJURED_ON_TURN
from hardware.panel.panel import Panel
from hardware.panel.pins import BUZZER, RAGE_LAMPS, Button
from tests.support.games.grave_robbers_table import (
    BLUE,
    FAR_NORTH,
    GREEN,
    HAND,
    HOME,
    NORTH,
    RED,
    three,
)
from tests.support.panel_finger import Finger, WatchedFactory, lit

FACE = face_of("grave_robbers")


def test_the_turn_is_lit_and_three_rage_lamps_are_the_action_points() -> None:
    table = three()
    lamps = FACE.lamps(table.state)
    assert lamps["red"] == patterns.ON
    assert lamps["green"] == lamps["blue"] == patterns.OFF
    assert [lamp for lamp in RAGE_LAMPS if lamp in lamps] == list(RAGE_LAMPS[:3])
    table.explore()
    assert [lamp for lamp in RAGE_LAMPS if lamp in FACE.lamps(table.state)] == list(RAGE_LAMPS[:2])


def test_more_points_than_three_light_no_more_lamps() -> None:
    table = three()
    table.do(co.CorrectActionPoints(5, "a potion"))
    assert RAGE_LAMPS[3] not in FACE.lamps(table.state)


def test_the_injured_blink_and_differently_on_their_turn() -> None:
    table = three()
    table.injure(GREEN)
    assert FACE.lamps(table.state)["green"] == INJURED
    table.end()
    assert FACE.lamps(table.state)["green"] == INJURED_ON_TURN


def test_attack_fights_the_enemy_opens_the_chest_or_attacks_the_only_target() -> None:
    enemy, chest, duel = three(), three(), three()
    enemy.enter(NORTH, Kind.ENEMY, rewards=1)
    assert FACE.tap(enemy.state, Button.ATTACK) == co.FightEnemy()
    chest.enter(NORTH, Kind.CHEST, rewards=1)
    assert FACE.tap(chest.state, Button.ATTACK) == co.OpenChest()
    assert FACE.tap(duel.state, Button.ATTACK) is None  # green or blue?
    duel.injure(BLUE)
    assert FACE.tap(duel.state, Button.ATTACK) == co.FightPlayer(GREEN)


def test_a_colour_is_who_is_attacked_and_then_a_card_off_the_pile_for_a_side() -> None:
    table = three()
    assert FACE.tap(table.state, Button.RED) is None
    assert FACE.tap(table.state, Button.YELLOW) is None
    assert FACE.press(table.state, Button.GREEN) is None
    attack = FACE.tap(table.state, Button.GREEN)
    assert attack == co.FightPlayer(GREEN)
    table.do(attack)
    lamps = FACE.lamps(table.state)
    assert lamps["red"] == lamps[RAGE_LAMPS[3]] == patterns.BREATHE
    assert lamps["green"] == patterns.OFF  # the attacker chooses first
    assert FACE.tap(table.state, Button.BLUE) is None
    assert FACE.tap(table.state, Button.GREEN) is None
    for colour in ("red", "green"):
        laid = FACE.tap(table.state, Button(colour))
        assert isinstance(laid, co.LayItem)
        assert (laid.source, laid.die) == (Source.PILE, 0)
        table.do(laid)
    assert FACE.lamps(table.state)["red"] == patterns.ON


def test_attack_settles_a_fight_in_which_both_dice_are_known() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 4))
    table.do(co.LayItem(GREEN, HAND, 2))
    table.do(FACE.tap(table.state, Button.ATTACK))
    assert not table.player(GREEN).is_standing


def test_against_an_enemy_a_colour_means_nothing_since_the_value_must_be_said() -> None:
    table = three()
    table.enter(NORTH, Kind.ENEMY, rewards=1)
    table.do(co.FightEnemy())
    assert FACE.tap(table.state, Button.RED) is None


def test_next_rests_where_that_is_forced_and_else_ends_the_turn() -> None:
    table = three()
    table.injure(GREEN)
    assert FACE.tap(table.state, Button.NEXT) == co.EndTurn()
    table.do(co.EndTurn())
    assert FACE.tap(table.state, Button.NEXT) == co.Rest()


def test_next_lets_the_only_card_fall_and_leaves_a_choice_to_the_phones() -> None:
    table = three()
    table.find_treasure(RED)
    assert FACE.lamps(table.state)[RAGE_LAMPS[6]] == patterns.WINK_DARK
    table.do(FACE.tap(table.state, Button.NEXT))
    assert FACE.lamps(table.state)[RAGE_LAMPS[6]] == patterns.BREATHE
    assert FACE.tap(table.state, Button.NEXT) == co.LetFall(FAR_NORTH)
    table.build(DungeonCard(Cell(1, 0), 3))
    assert FACE.tap(table.state, Button.NEXT) is None


def test_next_leaves_it_to_the_phones_where_pawns_may_flee_two_ways() -> None:
    table = three()
    table.find_treasure(RED)
    table.build(DungeonCard(NORTH, 1), DungeonCard(Cell(1, -1), 2, Kind.PASSAGE))
    table.build(DungeonCard(Cell(1, 0), 3, Kind.PASSAGE))
    table.end()
    assert FACE.tap(table.state, Button.NEXT) is None


def test_undo_steps_back_and_held_does_again() -> None:
    state = three().state
    assert FACE.tap(state, Button.UNDO) is TableAction.UNDO
    assert FACE.hold(state, Button.UNDO, 0) is TableAction.REDO
    assert FACE.hold(state, Button.NEXT, 0) is None
    assert FACE.chord(Button.RED, Button.GREEN, Button.NEXT) is None
    assert FACE.counted(()) == 0


def test_before_a_game_the_panel_calls_and_after_it_the_winner_shines() -> None:
    assert FACE.lamps(GRAVE_ROBBERS.empty) == patterns.NO_GAME
    assert FACE.tap(GRAVE_ROBBERS.empty, Button.ATTACK) is None
    table = three()
    table.find_treasure(BLUE)
    table.do(co.CorrectPawn(BLUE, HOME, "test"))
    assert set(FACE.lamps(table.state)) == {"blue", *RAGE_LAMPS}
    assert "blue" in FACE.greeting(table.state)
    assert "yellow" not in FACE.greeting(table.state)


def test_what_happens_winks_and_beeps() -> None:
    assert FACE.flashes([ev.PawnMoved(RED, NORTH)]) == {"red": patterns.NOTED}
    for loud in (
        ev.TreasureTaken(RED),
        ev.Injured(RED),
        ev.RockfallBegan(),
        ev.FightBegan(RED, Against.ENEMY),
    ):
        assert list(FACE.flashes([loud])) == [BUZZER]
    assert FACE.flashes([ev.NothingFell()]) == {}


@pytest.fixture
def finger(tmp_path: Path) -> Iterator[Finger]:
    factory = WatchedFactory()
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "grave_robbers")
        table.submit(co.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
        with Panel(table, factory) as panel:
            finger = Finger(table, panel, factory)
            assert finger.sees(lambda lamps: lamps["red"] == 1.0)
            yield finger


def test_on_the_pins_next_passes_the_turn_and_the_lamps_follow(finger: Finger) -> None:
    done = finger.tap("next")
    assert (done.state.turn, done.source) == (GREEN, "panel")
    assert finger.sees(lambda lamps: lit(lamps) == {"green", "rage_1", "rage_2", "rage_3"})


def test_on_the_pins_a_point_spent_is_a_lamp_less(finger: Finger) -> None:
    finger.table.submit(co.Explore(NORTH, Kind.PASSAGE), "phone:red")
    assert finger.sees(lambda lamps: lit(lamps) == {"red", "rage_1", "rage_2"})


def test_on_the_pins_a_whole_fight_is_begun_laid_and_settled(finger: Finger) -> None:
    assert finger.tap("green").state.contest is not None
    finger.tap("red")
    finger.tap("green")
    for colour, die in ((RED, 5), (GREEN, 2)):
        finger.table.submit(co.ShowDie(die, colour), "phone:red")
    done = finger.tap("attack")
    assert not done.state.player(GREEN).is_standing
    seen = len(finger.factory.changes)
    assert finger.saw("green", 1.0, seen)  # it blinks: on ...
    assert finger.saw("green", 0.0, seen)  # ... and off again


def test_on_the_pins_a_refused_next_is_answered_by_all_lamps(finger: Finger) -> None:
    finger.table.submit(co.Explore(NORTH, Kind.PASSAGE, number=2), "phone:red")
    since = len(finger.factory.changes)
    finger.drawn.press("next")
    finger.drawn.release("next")
    assert finger.saw("yellow", 1.0, since)
    assert finger.table.snapshot.state.turn is RED


def test_on_the_pins_the_rockfall_prompt_breathes_until_the_card_has_fallen(
    finger: Finger,
) -> None:
    table = finger.table
    way = [Cell(0, -row) for row in range(1, 12)]
    for cell in way[:-1]:
        if table.snapshot.state.action_points < 2:
            table.submit(co.CorrectActionPoints(9, "a potion"), "cli")
        table.submit(co.Explore(cell, Kind.PASSAGE, number=2), "cli")
        table.submit(co.LayDungeonCard(Cell(0, cell.row - 1)), "cli")
        table.submit(co.Move(cell), "cli")
    table.submit(co.CorrectActionPoints(3, "enough"), "cli")
    table.submit(co.Explore(way[-1], Kind.TREASURE_ROOM), "cli")
    table.submit(co.Move(way[-1]), "cli")
    assert finger.tap("next").state.must_fall
    assert finger.sees(lambda lamps: 0 < lamps["rage_5"] < 1)
    done = finger.tap("next")
    assert (done.state.fallen, done.state.turn) == (1, GREEN)
