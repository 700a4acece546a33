"""Item cards, the table's list of them, and corrections (GR 47-59, 79-81, 212-217)."""

import pytest

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.cards import box_dice
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import (
    Condition,
    Effect,
    EffectKind,
    ItemCard,
    Place,
    Source,
)
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    FAR_NORTH,
    GREEN,
    HAND,
    HOME,
    NORTH,
    OPEN,
    PILE,
    RED,
    SOUTH,
    YELLOW,
    three,
)

ROPE, LAMP = ItemCard("Rope", 3, 4), ItemCard("Lamp", 6)
NORMAL, SPECIAL = EffectKind.NORMAL, EffectKind.SPECIAL


def test_a_normal_effect_of_a_name_is_used_once_a_turn() -> None:
    """GR 49-51, 212-217."""
    table = three()
    table.do(co.UseItem(RED, "Rope"))
    assert table.refused(co.UseItem(RED, "Rope")) == "used_this_turn"
    table.do(co.UseItem(RED, "Rope", NORMAL, effect=2))
    table.do(co.UseItem(RED, "Lamp"))
    table.end_round()
    table.do(co.UseItem(RED, "Rope"))


def test_normal_effects_are_for_the_standing_player_whose_turn_it_is() -> None:
    table = three()
    assert table.refused(co.UseItem(GREEN, "Rope")) == "not_your_turn"
    assert table.refused(co.UseItem(YELLOW, "Rope")) == "colour_not_playing"
    table.injure(RED)
    assert table.refused(co.UseItem(RED, "Rope")) == "pawn_is_injured"


def test_a_special_effect_is_used_as_often_as_it_says_and_on_any_turn() -> None:
    """GR 57-59."""
    table = three()
    for _ in range(2):
        table.do(co.UseItem(GREEN, "Rope", SPECIAL))
    assert table.state.used == ()


def test_an_open_effect_works_by_itself() -> None:
    """GR 53."""
    table = three()
    refused = table.refused(co.UseItem(RED, "Rope", EffectKind.OPEN))
    assert refused == "open_effects_work_by_themselves"
    assert table.refused(co.UseItem(RED, " ")) == "card_needs_a_name"


def test_a_used_item_may_be_discarded_from_the_hand_or_the_open_cards() -> None:
    table = three(cards=(ROPE,))
    table.do(co.UseItem(RED, "Rope", spent=HAND))
    assert (table.hand(RED), table.state.discards) == (4, 1)
    assert table.state.discarded == (0, 0, 1, 0, 0, 0)
    assert table.refused(co.UseItem(RED, "Lamp", spent=OPEN)) == "not_an_open_card"
    assert table.refused(co.UseItem(RED, "Lamp", spent=PILE)) == "hand_is_empty"
    table.end("Lamp")
    table.end()
    table.end()
    table.do(co.UseItem(RED, "Lamp", spent=OPEN))
    assert table.player(RED).open_cards == ()


def test_effects_draw_discard_and_give_items() -> None:
    table = three()
    table.do(co.DrawItems(GREEN, 2))
    table.do(co.DiscardItem(GREEN, HAND, 4))
    table.do(co.GiveItems(GREEN, BLUE, 3))
    table.do(co.DiscardItem(RED, PILE, 2))
    assert (table.hand(GREEN), table.hand(BLUE)) == (3, 8)
    assert (table.state.discards, table.state.item_pile) == (2, 30)
    assert table.refused(co.GiveItems(GREEN, BLUE, 4)) == "not_that_many_in_hand"
    assert table.refused(co.GiveItems(GREEN, GREEN)) == "nothing_changes"
    assert table.refused(co.DrawItems(GREEN, 0)) == "nothing_changes"
    table.do(co.GiveItems(GREEN, BLUE, 3))
    assert table.refused(co.DiscardItem(GREEN)) == "hand_is_empty"


def test_when_the_pile_runs_out_the_discards_are_the_new_one() -> None:
    """GR 81."""
    table = three()
    table.empty_pile(discards=4)
    table.do(co.DrawItems(GREEN, 3))
    assert isinstance(table.events[0], ev.ItemsShuffled)
    assert (table.hand(GREEN), table.state.item_pile, table.state.discards) == (8, 1, 0)
    table.do(co.DiscardItem(GREEN))
    table.do(co.DrawItems(GREEN, 9))  # one of the pile, then the one discard
    assert (table.hand(GREEN), table.state.item_pile) == (9, 0)


def test_with_pile_and_discards_used_up_nothing_is_drawn() -> None:
    """GR 81."""
    table = three()
    table.empty_pile()
    assert table.refused(co.DrawItems(GREEN)) == "nothing_to_draw"
    assert table.refused(co.DiscardItem(GREEN, PILE)) == "nothing_to_draw"
    table.explore(NORTH, Kind.CHEST, rewards=2, has_item=True)
    assert table.state.card(NORTH) == DungeonCard(NORTH, 1, Kind.CHEST)
    table.injure(GREEN)
    table.end()
    table.do(co.Rest())
    assert (table.hand(GREEN), table.player(GREEN).is_standing) == (5, True)


def test_cards_are_typed_once_and_changed_by_name() -> None:
    table = three()
    table.do(co.WriteCard(ROPE))
    table.do(co.WriteCard(LAMP))
    assert list(table.state.cards) == [LAMP, ROPE]
    better = ItemCard("Rope", 4, 4, (Effect(NORMAL, "Pull a pawn"),))
    table.do(co.WriteCard(better))
    assert list(table.state.cards) == [LAMP, better]
    assert table.refused(co.WriteCard(better)) == "nothing_changes"
    assert table.refused(co.WriteCard(ROPE, is_new=True)) == "card_in_list"
    table.do(co.EraseCard("Lamp"))
    assert list(table.state.cards) == [better]
    assert table.refused(co.EraseCard("Lamp")) == "card_not_in_list"


def test_a_list_from_a_file_replaces_the_whole_list() -> None:
    table = three(cards=(ROPE,))
    table.do(co.ReplaceCards((LAMP,)))
    assert [card.name for card in table.state.cards] == ["Lamp"]
    assert table.refused(co.ReplaceCards((LAMP,))) == "nothing_changes"
    assert table.refused(co.ReplaceCards((ROPE, ROPE))) == "card_twice"


def test_the_box_has_48_item_cards() -> None:
    """GR 27."""
    table = three(cards=(ItemCard("Rope", 3, 47),))
    table.do(co.WriteCard(LAMP))
    assert table.refused(co.WriteCard(ItemCard("Herb"))) == "too_many_cards"
    assert table.refused(co.ReplaceCards((ROPE, ItemCard("Herb", 1, 45)))) == "too_many_cards"
    assert box_dice(table.state.cards) == (0, 0, 47, 0, 0, 1)


def test_the_list_may_be_written_in_a_fight_and_after_the_end() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.WriteCard(ROPE))
    table.duel(5, 4)
    table.find_treasure(RED)
    table.do(co.CorrectPawn(RED, HOME, "test"))
    assert table.state.winner is RED
    table.do(co.WriteCard(LAMP))


def test_a_pawn_is_put_on_a_face_up_card_and_finds_there_what_anybody_finds() -> None:
    table = three()
    for nowhere in (NORTH, SOUTH):
        assert table.refused(co.CorrectPawn(RED, nowhere, "test")) == "no_face_up_card_there"
    assert table.refused(co.CorrectPawn(RED, HOME, "test")) == "nothing_changes"
    table.build(DungeonCard(EAST, 12, Kind.TREASURE_ROOM))
    table.do(co.CorrectPawn(RED, EAST, "a rope pulled it"))
    assert table.state.treasure is RED
    table.do(co.CorrectPawn(RED, HOME, "test"))
    assert table.state.winner is RED


def test_the_treasure_that_was_found_may_be_given_to_another() -> None:
    """GR 241."""
    table = three()
    assert table.refused(co.CorrectTreasure(GREEN, "test")) == "treasure_not_found"
    table.find_treasure(RED)
    assert table.refused(co.CorrectTreasure(RED, "test")) == "nothing_changes"
    table.put_pawn(BLUE, NORTH)
    table.do(co.CorrectTreasure(BLUE, "test"))
    assert table.state.treasure is BLUE
    table.do(co.CorrectTreasure(GREEN, "test"))  # who stands at the entrance
    assert table.state.winner is GREEN


def test_condition_points_and_turn_are_set() -> None:
    table = three()
    table.do(co.CorrectActionPoints(4, "a potion"))
    assert table.state.action_points == 4
    assert table.refused(co.CorrectActionPoints(4, "test")) == "nothing_changes"
    assert table.refused(co.CorrectCondition(RED, Condition.STANDING, "x")) == "nothing_changes"
    table.injure(GREEN)
    table.do(co.CorrectTurn(GREEN, "test"))
    assert (table.state.turn, table.state.must_rest) == (GREEN, True)
    table.do(co.CorrectCondition(GREEN, Condition.STANDING, "a herb"))
    assert (table.state.must_rest, table.state.action_points) == (False, 3)
    table.end()


def test_what_a_flipped_card_shows_is_set_but_for_entrance_and_treasure_room() -> None:
    table = three()
    table.explore(NORTH, Kind.ENEMY, strength=2)
    table.do(co.CorrectCard(NORTH, Kind.CHEST, "misread", 3))
    assert table.state.card(NORTH) == DungeonCard(NORTH, 1, Kind.CHEST, 3)
    assert table.refused(co.CorrectCard(NORTH, Kind.CHEST, "x", 3)) == "nothing_changes"
    assert table.refused(co.CorrectCard(NORTH, Kind.TREASURE_ROOM, "x")) == "too_early_for_treasure"
    assert table.refused(co.CorrectCard(HOME, Kind.CHEST, "x")) == "entrance_stays"
    assert table.refused(co.CorrectCard(FAR_NORTH, Kind.CHEST, "x")) == "no_card_lies_there"


def test_counts_of_items_are_set_and_no_item_is_lost() -> None:
    table = three()
    table.explore(NORTH, Kind.CHEST, rewards=1)
    table.do(co.CorrectItems(Place.HAND, 7, Place.PILE, "test", GREEN))
    table.do(co.CorrectItems(Place.HAND, 4, Place.DISCARDS, "test", GREEN))
    table.do(co.CorrectItems(Place.REWARD, 3, Place.DISCARDS, "test", cell=NORTH))
    assert (table.hand(GREEN), table.state.discards) == (4, 1)
    assert table.state.card(NORTH) == DungeonCard(NORTH, 1, Kind.CHEST, rewards=3)
    table.do(co.CorrectItems(Place.DISCARDS, 5, Place.PILE, "test"))
    table.do(co.CorrectItems(Place.PILE, 30, Place.DISCARDS, "test"))
    assert (table.state.item_pile, table.state.discards) == (30, 1)


def test_a_count_takes_no_more_than_there_is_and_says_whose_it_is() -> None:
    table = three()
    hand = (Place.HAND, 9)
    assert table.refused(co.CorrectItems(*hand, Place.DISCARDS, "x", RED)) == "not_that_many_there"
    assert table.refused(co.CorrectItems(*hand, Place.PILE, "x")) == "say_whose_hand"
    assert table.refused(co.CorrectItems(*hand, Place.HAND, "x", RED)) == "balance_is_a_pile"
    same = co.CorrectItems(Place.PILE, 9, Place.PILE, "x")
    assert table.refused(same) == "balance_is_a_pile"
    onto_hand = co.CorrectItems(Place.PILE, 9, Place.HAND, "x", RED)
    assert table.refused(onto_hand) == "balance_is_a_pile"
    rewards = co.CorrectItems(Place.REWARD, 1, Place.PILE, "x", cell=NORTH)
    assert table.refused(rewards) == "no_face_up_card_there"
    assert table.refused(co.CorrectItems(Place.HAND, 5, Place.PILE, "x", RED)) == "nothing_changes"


@pytest.mark.parametrize("reason", ["", "  ", "x" * 121, "two\nlines"])
def test_a_correction_says_why(reason: str) -> None:
    table = three()
    assert table.refused(co.CorrectActionPoints(1, reason)) == "reason_missing"


def test_a_half_done_step_is_finished_or_put_right_before_any_other_action() -> None:
    table = three()
    table.explore(number=2)
    assert table.refused(co.EndTurn()) == "lay_cards_first"
    table.lay(FAR_NORTH)
    table.do(co.FightPlayer(GREEN))
    assert table.refused(co.EndTurn()) == "settle_first"
    table.do(co.CorrectTurn(GREEN, "test"))
    assert table.state.turn is GREEN


def test_an_item_card_may_hold_every_kind_of_effect_but_no_more_than_three() -> None:
    effects = tuple(Effect(kind) for kind in EffectKind)
    assert ItemCard("Rope", effects=effects).effects == effects
    with pytest.raises(ValueError, match="up to 3 effects"):
        ItemCard("Rope", effects=(*effects, Effect(NORMAL)))
    with pytest.raises(ValueError, match="printable"):
        Effect(NORMAL, "x" * 201)
    with pytest.raises(ValueError, match="copies"):
        ItemCard("Rope", copies=0)
    assert Source.PILE.value == "pile"
