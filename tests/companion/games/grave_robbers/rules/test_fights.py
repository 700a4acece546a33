"""Fights with enemies, chests, and what all fights share (GR 145-210)."""

import pytest

from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.fights import acting_side_wins
from companion.games.grave_robbers.state import Laid
from companion.games.grave_robbers.values import ItemCard
from tests.support.games.grave_robbers_table import (
    BLUE,
    GREEN,
    HAND,
    HOME,
    NORTH,
    OPEN,
    PILE,
    RED,
    TIES_WIN,
    GraveRobbersTable,
    three,
)

DICE = range(1, 7)


def at_enemy(strength: int = 0, rewards: int = 2, **set_up: object) -> GraveRobbersTable:
    """Return a table on which red has just walked onto an enemy."""
    table = three(**set_up)
    table.enter(NORTH, Kind.ENEMY, strength=strength, rewards=rewards)
    return table


def at_chest(strength: int = 0, **set_up: object) -> GraveRobbersTable:
    """Return a table on which red stands on a chest with two items, one point left."""
    table = three(**set_up)
    table.enter(NORTH, Kind.CHEST, strength=strength, rewards=2)
    return table


def test_the_acting_side_must_be_strictly_higher() -> None:
    """GR 163, 189, 209."""
    won = [(mine, other) for mine in DICE for other in DICE if acting_side_wins(*dice(mine, other))]
    assert len(won) == 15
    assert (3, 3) not in won


def test_where_the_table_wants_it_a_tie_wins() -> None:
    won = [
        (mine, other)
        for mine in DICE
        for other in DICE
        if acting_side_wins(*dice(mine, other), ties_win=True)
    ]
    assert len(won) == 21
    assert (3, 3) in won


def test_who_wins_a_tie_can_be_agreed_in_the_middle_of_a_fight() -> None:
    table = at_enemy(strength=1)
    table.do(co.FightEnemy())
    assert table.refused(co.CorrectRulings("", TIES_WIN)) == "reason_missing"
    table.do(co.CorrectRulings("we agreed", TIES_WIN))
    assert table.refused(co.CorrectRulings("we agreed", TIES_WIN)) == "nothing_changes"
    table.roll(4, 3)
    assert table.hand(RED) == 7


def dice(mine: int, other: int, bonus: int = 0, strength: int = 0) -> tuple[Laid, Laid]:
    return Laid(mine, bonus=bonus), Laid(other, bonus=strength)


def test_bonuses_are_added_on_both_sides() -> None:
    assert acting_side_wins(*dice(2, 3, bonus=2))
    assert not acting_side_wins(*dice(2, 3, bonus=2, strength=1))
    assert acting_side_wins(*dice(4, 3, bonus=-1, strength=-1))


def test_a_1_beats_a_6_both_ways_whatever_the_bonuses() -> None:
    """GR 163, 189, 209."""
    assert acting_side_wins(*dice(1, 6, strength=9))
    assert not acting_side_wins(*dice(6, 1, bonus=9))
    assert not acting_side_wins(*dice(6, 1, bonus=9), ties_win=True)


def test_standing_on_an_enemy_with_items_the_fight_is_forced() -> None:
    """GR 113, 147."""
    table = at_enemy()
    assert table.refused(co.Move(HOME)) == "fight_first"
    assert table.refused(co.EndTurn()) == "fight_first"
    table.do(co.FightEnemy())
    assert table.state.action_points == 0


def test_an_enemy_without_items_is_no_enemy_any_more() -> None:
    table = at_enemy(rewards=0)
    assert table.refused(co.FightEnemy()) == "no_enemy_here"
    table.do(co.Move(HOME))


def test_a_forced_fight_at_0_points_costs_nothing() -> None:
    """GR 113, 120, 147."""
    table = three()
    table.explore(NORTH, Kind.ENEMY, rewards=1)
    table.do(co.CorrectActionPoints(1, "test"))
    table.do(co.Move(NORTH))
    assert table.state.action_points == 0
    assert table.refused(co.EndTurn()) == "fight_first"
    table.do(co.FightEnemy())
    assert table.state.action_points == 0
    table.roll(4, 3)
    assert table.hand(RED) == 6


def test_after_a_rest_on_an_enemy_the_fight_comes_at_once() -> None:
    """GR 128."""
    table = at_enemy()
    table.do(co.FightEnemy())
    table.roll(2, 5)
    table.end()
    table.end()
    table.end()
    assert table.refused(co.FightEnemy()) == "rest_first"
    table.do(co.Rest())
    assert table.refused(co.EndTurn()) == "fight_first"
    table.do(co.FightEnemy())
    table.roll(5, 2)
    assert table.player(RED).is_standing


def test_who_beats_an_enemy_takes_all_its_items() -> None:
    """GR 162-165, 164, 210."""
    table = at_enemy(strength=1)
    table.do(co.FightEnemy())
    table.roll(5, 3)
    assert table.hand(RED) == 7
    assert table.state.card(NORTH) is not None
    assert table.state.discards == 2


def test_who_loses_to_an_enemy_lies_down_and_the_items_stay() -> None:
    """GR 165, 187-191."""
    table = at_enemy(strength=1)
    table.do(co.FightEnemy())
    table.roll(4, 3)  # a tie
    assert not table.player(RED).is_standing
    card = table.state.card(NORTH)
    assert card is not None
    assert card.rewards == 2
    table.end()


def test_the_enemys_printed_attack_and_the_items_bonus_count() -> None:
    table = at_enemy(strength=3)
    table.do(co.FightEnemy())
    table.roll(4, 2, bonus=2)
    assert table.player(RED).is_standing
    settled = next(event for event in table.story if isinstance(event, ev.FightSettled))
    assert (settled.dice, settled.bonuses) == ((4, 2), (2, 3))


def test_a_tie_wins_where_the_table_agreed_on_it() -> None:
    table = at_enemy(strength=1, rulings=TIES_WIN)
    table.do(co.FightEnemy())
    table.roll(4, 3)
    assert table.hand(RED) == 7


@pytest.mark.parametrize(("source", "left"), [(HAND, (4, 1)), (OPEN, (5, 0))])
def test_the_die_is_a_card_of_the_hand_or_an_open_one(source: str, left: tuple[int, int]) -> None:
    """GR 155-157."""
    table = at_enemy()
    table.state = table.state.with_player(replace(table.player(RED), open_cards=("Rope",)))
    table.state = replace(table.state, item_pile=table.state.item_pile - 1)
    table.do(co.FightEnemy())
    card = "Rope" if source == OPEN else ""
    table.do(co.LayItem(RED, OPEN if source == OPEN else HAND, 3, card))
    assert (table.hand(RED), len(table.player(RED).open_cards)) == left
    assert table.state.discards == 1


def test_the_enemy_uses_the_top_card_of_the_pile() -> None:
    """GR 160, 206."""
    table = at_enemy()
    table.do(co.FightEnemy())
    table.do(co.LayItem(RED, HAND, 3))
    before = table.state.item_pile
    table.do(co.ShowDie(2))
    assert (table.state.item_pile, table.state.discards) == (before - 1, 2)


def test_an_empty_pile_is_made_new_of_the_discards_in_the_middle_of_a_fight() -> None:
    table = at_enemy()
    table.empty_pile()
    table.do(co.FightEnemy())
    assert table.refused(co.LayItem(RED, PILE, 3)) == "nothing_to_draw"
    table.do(co.LayItem(RED, HAND, 3))
    table.do(co.ShowDie(3))  # the very card that red has just discarded
    assert isinstance(table.events[0], ev.ItemsShuffled)


def test_with_no_item_anywhere_nobody_must_fight() -> None:
    table = at_enemy()
    table.empty_pile()
    table.do(co.GiveItems(RED, GREEN, table.hand(RED)))
    assert table.refused(co.FightEnemy()) == "nothing_to_roll"
    table.end()


def test_a_fight_needs_its_dice_before_it_is_settled() -> None:
    table = at_enemy()
    assert table.refused(co.SettleFight()) == "fight_first"
    table.do(co.FightEnemy())
    assert table.refused(co.SettleFight()) == "dice_are_missing"
    assert table.refused(co.ShowDie(3)) == "lay_first"
    assert table.refused(co.LayItem(GREEN, HAND, 3)) == "not_in_this_fight"
    assert table.refused(co.LayItem(RED, HAND)) == "die_is_missing"
    assert table.refused(co.LayItem(RED, OPEN, 3, "Rope")) == "not_an_open_card"
    table.do(co.LayItem(RED, HAND, 3))
    assert table.refused(co.LayItem(RED, HAND, 3)) == "has_laid_already"
    assert table.refused(co.ShowDie(0)) == "die_is_missing"
    table.do(co.ShowDie(3))
    assert table.refused(co.ShowDie(3)) == "die_is_known"
    assert table.refused(co.EndTurn()) == "settle_first"
    table.do(co.SettleFight())
    assert table.refused(co.SettleFight()) == "nobody_fights"


def test_the_card_list_knows_the_die_value_of_a_named_card() -> None:
    table = at_enemy(cards=(ItemCard("Rope", 4),))
    table.do(co.FightEnemy())
    table.do(co.LayItem(RED, HAND, card="Rope"))
    table.do(co.ShowDie(0, card="Rope"))
    assert table.state.contest is not None
    assert table.state.contest.first == Laid(4, HAND, "Rope")
    assert table.state.contest.second == Laid(4)


def test_a_chest_costs_a_point_and_gives_its_items() -> None:
    """GR 195."""
    table = at_chest(strength=2)
    table.do(co.OpenChest())
    assert table.state.action_points == 0
    table.roll(6, 3)
    assert (table.hand(RED), table.player(RED).is_standing) == (7, True)
    assert table.refused(co.OpenChest()) == "no_action_points"


def test_a_chest_that_stays_shut_costs_the_point_only() -> None:
    """GR 208."""
    table = at_chest(strength=2)
    table.do(co.OpenChest())
    table.roll(5, 3)
    assert (table.hand(RED), table.player(RED).is_standing) == (5, True)
    card = table.state.card(NORTH)
    assert card is not None
    assert card.rewards == 2


def test_a_1_opens_a_chest_of_6_and_a_6_does_not_open_one_of_1() -> None:
    lucky, unlucky = at_chest(strength=4), at_chest()
    lucky.do(co.OpenChest())
    lucky.roll(1, 6)
    assert lucky.hand(RED) == 7
    unlucky.do(co.OpenChest())
    unlucky.roll(6, 1, bonus=3)
    assert unlucky.hand(RED) == 5


def test_an_empty_chest_is_not_opened() -> None:
    table = three()
    table.enter(NORTH, Kind.CHEST, strength=1)
    assert table.refused(co.OpenChest()) == "no_chest_here"


def test_cards_laid_face_down_may_be_turned_up_later() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, PILE))
    assert table.refused(co.ShowDie(3, RED)) == "lay_first"
    table.do(co.LayItem(GREEN, PILE))
    assert table.refused(co.SettleFight()) == "dice_are_missing"
    assert table.refused(co.ShowDie(3)) == "say_whose_die"
    assert table.refused(co.ShowDie(3, BLUE)) == "say_whose_die"
    table.do(co.ShowDie(3, RED))
    assert table.refused(co.ShowDie(4, RED)) == "die_is_known"
    table.do(co.ShowDie(5, GREEN))
    table.do(co.SettleFight())
    assert not table.player(RED).is_standing


def test_items_may_add_to_a_side_until_the_fight_is_settled() -> None:
    """GR 163, 189, 209."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    assert table.refused(co.SetBonus(RED, 2)) == "lay_first"
    table.do(co.LayItem(RED, HAND, 3))
    assert table.refused(co.SetBonus(RED, 2)) == "lay_first"  # it would tell of a hidden card
    table.do(co.LayItem(GREEN, HAND, 4))
    table.do(co.SetBonus(RED, 2))
    assert table.refused(co.SetBonus(RED, 2)) == "nothing_changes"
    assert table.refused(co.SetBonus(BLUE, 2)) == "not_in_this_fight"
    table.do(co.SettleFight())
    assert not table.player(GREEN).is_standing


def test_the_last_card_of_the_pile_is_left_to_who_has_no_other() -> None:
    table = three()
    table.empty_pile(discards=1)
    table.do(co.GiveItems(GREEN, BLUE, 5))
    table.do(co.FightPlayer(GREEN))
    assert table.refused(co.LayItem(RED, PILE, 3)) == "last_card_is_needed"
    table.do(co.LayItem(RED, HAND, 3))
    table.do(co.LayItem(GREEN, PILE, 3))


def test_no_fight_begins_for_which_the_cards_do_not_suffice() -> None:
    table = three()
    table.empty_pile()
    table.do(co.GiveItems(GREEN, BLUE, 5))
    assert table.refused(co.FightPlayer(GREEN)) == "nothing_to_roll"


def test_the_last_card_of_the_pile_is_anybodys_while_the_other_side_has_items() -> None:
    table = three()
    table.empty_pile(discards=1)
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, PILE, 3))
    assert (table.state.item_pile, table.state.discards) == (0, 0)
    assert table.refused(co.LayItem(GREEN, PILE, 3)) == "nothing_to_draw"


def test_two_sides_without_items_need_two_cards_of_the_piles() -> None:
    table = three()
    table.empty_pile(discards=2)
    table.do(co.GiveItems(GREEN, BLUE, 5))
    table.do(co.GiveItems(RED, BLUE, 36))
    table.do(co.FightPlayer(GREEN))
    other = three()
    other.empty_pile(discards=1)
    other.do(co.GiveItems(GREEN, BLUE, 5))
    other.do(co.GiveItems(RED, BLUE, 37))
    assert other.refused(co.FightPlayer(GREEN)) == "nothing_to_roll"


def test_a_bonus_that_comes_too_early_names_the_side_that_has_not_chosen() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    for waits in (RED, GREEN):
        with pytest.raises(Rejected) as refused:
            GRAVE_ROBBERS.decide(table.state, co.SetBonus(RED, 2))
        assert refused.value.facts == {"player": waits}
        if waits is RED:
            table.do(co.LayItem(RED, HAND, 3))
