"""Effects at the time that their card says (GR 57), and corrections, in the middle of anything."""

import pytest

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Condition, EffectKind, ItemCard, Place, Source
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    FAR_NORTH,
    GREEN,
    HAND,
    HOME,
    NORTH,
    PILE,
    RED,
    GraveRobbersTable,
    three,
)

WHY = "Charm"


def at_enemy(strength: int = 2) -> GraveRobbersTable:
    """Return a table on which red fights an enemy and has rolled a 2."""
    table = three()
    table.enter(NORTH, Kind.ENEMY, strength=strength, rewards=2)
    table.do(co.FightEnemy())
    table.do(co.LayItem(RED, PILE, 2))
    return table


def duel() -> GraveRobbersTable:
    """Return a table on which red has laid a 5 against green's 4."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 5))
    table.do(co.LayItem(GREEN, HAND, 4))
    return table


def dice(table: GraveRobbersTable) -> tuple[int, int]:
    contest = table.state.contest
    assert contest is not None
    first, second = contest.first, contest.second
    return (first.die if first else 0, second.die if second else 0)


def falling() -> GraveRobbersTable:
    """Return a table whose red turn ends with a rockfall: the treasure room may fall."""
    table = three()
    table.find_treasure(RED)
    table.end()
    return table


def test_a_roll_is_done_again_with_the_next_card_of_the_pile() -> None:
    table = at_enemy()
    before = table.state.item_pile
    table.do(co.ReplaceDie(6, WHY, RED, PILE))
    assert dice(table) == (6, 0)
    assert (table.state.item_pile, table.state.discards) == (before - 1, 2)
    table.do(co.ShowDie(3))
    table.do(co.SettleFight())
    assert table.player(RED).is_standing


def test_an_enemys_roll_is_done_again_too_and_keeps_its_printed_attack() -> None:
    table = at_enemy(strength=3)
    assert table.refused(co.ReplaceDie(1, WHY, None, PILE)) == "dice_are_missing"
    table.do(co.ShowDie(6))
    assert table.refused(co.ReplaceDie(1, WHY, None, HAND)) == "other_side_rolls_from_pile"
    table.do(co.ReplaceDie(4, WHY, None, PILE))
    assert table.state.contest is not None
    assert table.state.contest.second is not None
    assert (dice(table), table.state.contest.second.bonus) == ((2, 4), 3)


def test_a_card_of_the_hand_takes_the_place_of_a_die_between_players() -> None:
    table = duel()
    table.do(co.SetBonus(GREEN, 1))
    table.do(co.ReplaceDie(6, WHY, GREEN, HAND, "Axe"))
    assert dice(table) == (5, 6)
    assert (table.hand(GREEN), table.state.discards) == (3, 1)
    table.do(co.SettleFight())
    assert not table.player(RED).is_standing
    assert table.state.discards == 3


def test_another_value_of_the_same_card_counts() -> None:
    table = duel()
    assert table.refused(co.ReplaceDie(5, WHY, RED)) == "nothing_changes"
    table.do(co.ReplaceDie(1, WHY, RED))
    assert dice(table) == (1, 4)
    assert (table.hand(RED), table.state.discards) == (4, 0)


def test_a_hidden_die_is_not_replaced_before_both_are_in() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 5))
    assert table.refused(co.ReplaceDie(6, WHY, RED, PILE)) == "lay_first"
    table.do(co.LayItem(GREEN, HAND, 4))
    assert table.refused(co.ReplaceDie(6, WHY)) == "say_whose_die"
    assert table.refused(co.ReplaceDie(6, WHY, BLUE)) == "not_in_this_fight"
    assert table.refused(co.ReplaceDie(0, WHY, RED, PILE)) == "die_is_missing"
    assert table.refused(co.ReplaceDie(6, "", RED, PILE)) == "reason_missing"
    table.do(co.ReplaceDie(6, WHY, RED, PILE))


def test_a_named_card_of_the_list_knows_its_value() -> None:
    table = duel()
    table.do(co.WriteCard(ItemCard("Axe", 6)))
    table.do(co.ReplaceDie(0, WHY, RED, HAND, "Axe"))
    assert dice(table) == (6, 4)


def test_who_flees_from_an_enemy_stands_and_the_items_stay() -> None:
    table = at_enemy()
    table.do(co.CallOffFight(WHY, cell=HOME))
    assert table.state.contest is None
    assert (table.player(RED).cell, table.player(RED).is_standing) == (HOME, True)
    card = table.state.card(NORTH)
    assert card is not None
    assert card.rewards == 2
    table.end()


def test_an_enemy_that_was_escaped_from_forces_no_other_fight_in_this_turn() -> None:
    table = at_enemy()
    table.do(co.CallOffFight(WHY))
    table.end()
    table.end()
    table.end()
    assert table.refused(co.EndTurn()) == "fight_first"


def test_a_fight_between_players_that_is_called_off_discards_both_cards() -> None:
    table = duel()
    table.do(co.CallOffFight(WHY, GREEN))
    assert table.state.discards == 2
    assert all(player.is_standing for player in table.state.players)
    assert table.refused(co.CallOffFight(WHY)) == "nobody_fights"


def test_action_points_come_in_the_middle_of_a_fight() -> None:
    table = duel()
    table.do(co.CorrectActionPoints(4, WHY))
    table.do(co.DrawItems(RED))
    table.do(co.SettleFight())
    assert table.state.action_points == 4


def test_a_pawn_that_an_effect_takes_out_of_a_fight_ends_it() -> None:
    table = at_enemy()
    table.do(co.CorrectPawn(GREEN, NORTH, WHY))
    assert table.state.contest is not None  # green does not fight
    table.do(co.CorrectPawn(RED, HOME, WHY))
    assert isinstance(table.events[0], ev.FightCalledOff)
    assert table.state.contest is None


def test_what_the_card_really_shows_counts_in_the_fight_on_it() -> None:
    table = at_enemy(strength=9)
    table.do(co.ShowDie(3))
    table.do(co.CorrectCard(NORTH, Kind.ENEMY, "misread", 0))
    table.do(co.ReplaceDie(4, "misread", RED))
    table.do(co.SettleFight())
    assert table.player(RED).is_standing
    other = at_enemy()
    other.do(co.CorrectCard(NORTH, Kind.PASSAGE, "misread"))
    assert other.state.contest is None


def test_special_effects_come_before_a_card_falls_and_normal_ones_do_not() -> None:
    table = falling()
    table.do(co.UseItem(GREEN, "Rope", EffectKind.SPECIAL, 1, Source.HAND))
    assert table.refused(co.UseItem(RED, "Rope")) == "rockfall_first"
    table.do(co.DrawItems(GREEN))
    table.do(co.CorrectPawn(RED, NORTH, "Rope"))
    table.do(co.LetFall(FAR_NORTH))
    assert (table.player(RED).cell, table.state.turn) == (NORTH, GREEN)


def test_an_effect_lets_no_card_fall() -> None:
    """GR 57."""
    table = falling()
    table.do(co.StopRockfall("Prop"))
    assert (table.state.fallen, table.state.must_fall, table.state.turn) == (0, False, GREEN)
    assert table.refused(co.StopRockfall("Prop")) == "no_rockfall_now"


def test_the_holder_whom_an_effect_carries_home_before_the_rockfall_wins() -> None:
    table = falling()
    table.do(co.CorrectPawn(RED, HOME, "Wings"))
    assert (table.state.winner, table.state.must_fall) == (RED, False)


def test_the_treasure_brought_home_in_a_fight_ends_that_fight() -> None:
    table = three()
    table.find_treasure(BLUE)
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 5))
    table.do(co.CorrectPawn(BLUE, HOME, "Wings"))
    assert (table.state.winner, table.state.contest) == (BLUE, None)


def test_a_turn_that_is_corrected_in_a_fight_or_a_rockfall_begins_anew() -> None:
    """GR 124."""
    table = duel()
    table.do(co.CorrectTurn(BLUE, "it was blue's turn"))
    assert (table.state.contest, table.state.turn) == (None, BLUE)
    other = falling()
    other.do(co.CorrectTurn(BLUE, "it was blue's turn"))
    assert (other.state.must_fall, other.state.turn) == (False, BLUE)


@pytest.mark.parametrize("wait", ["lay", "fight", "fall", "rest"])
def test_a_mistake_is_put_right_whatever_the_table_waits_for(wait: str) -> None:
    table = falling() if wait == "fall" else three()
    if wait == "lay":
        table.explore(number=3)
    elif wait == "fight":
        table.do(co.FightPlayer(GREEN))
    elif wait == "rest":
        table.injure(GREEN)
        table.end()
        assert table.state.must_rest
    table.do(co.CorrectItems(Place.HAND, 3, Place.DISCARDS, "miscounted", BLUE))
    table.do(co.CorrectCondition(BLUE, Condition.INJURED, "it lies"))
    assert table.hand(BLUE) == 3
    assert not table.player(BLUE).is_standing


def test_a_normal_effect_waits_until_the_dungeon_cards_are_laid() -> None:
    table = three()
    table.build(DungeonCard(EAST, 2))
    table.explore(number=3)
    assert table.refused(co.UseItem(RED, "Rope")) == "lay_cards_first"
    table.do(co.UseItem(RED, "Rope", EffectKind.SPECIAL))


def test_cards_are_laid_before_the_rest_of_a_corrected_turn() -> None:
    table = three()
    table.injure(GREEN)
    table.explore(number=2)
    table.do(co.CorrectTurn(GREEN, "it was green's turn"))
    assert table.refused(co.Rest()) == "lay_cards_first"
    table.lay(FAR_NORTH)
    table.do(co.Rest())
