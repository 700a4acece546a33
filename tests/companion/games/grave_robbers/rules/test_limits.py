"""Rules at their limits: the last cards, numbers that just fit, names in another order (GR)."""

import pytest

from companion.engine.value import replace
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ITEM_CARDS, Kind
from companion.games.grave_robbers.rules.cards import added_by_open
from companion.games.grave_robbers.rules.dungeon import may_fall, nearest_face_up
from companion.games.grave_robbers.rules.fights import chosen_before
from companion.games.grave_robbers.rules.guards import can_roll, must_fight
from companion.games.grave_robbers.state import Contest, DungeonCard
from companion.games.grave_robbers.values import (
    Against,
    Cell,
    Effect,
    EffectKind,
    ItemCard,
    Place,
    Source,
)
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    GREEN,
    HAND,
    HOME,
    NORTH,
    PILE,
    RED,
    SOUTH,
    GraveRobbersTable,
    three,
)

WHY = "test"


def left(pile: int, discards: int, red: int, green: int) -> GraveRobbersTable:
    """Return a table with so many items in each place; blue holds all others."""
    table = three()
    table.state = replace(table.state, item_pile=pile, discards=discards)
    for colour, hand in (
        (RED, red), (GREEN, green), (BLUE, ITEM_CARDS - pile - discards - red - green),
    ):  # fmt: skip
        table.state = table.state.with_player(replace(table.player(colour), hand=hand))
    table.conserved()
    return table


@pytest.mark.parametrize("number", [11, 12, 16])
def test_the_treasure_room_may_be_any_card_from_the_eleventh_on(number: int) -> None:
    """GR 84-86."""
    table = three()
    table.build(DungeonCard(NORTH, number))
    table.explore(NORTH, Kind.TREASURE_ROOM)
    assert table.state.card(NORTH) == DungeonCard(NORTH, number, Kind.TREASURE_ROOM)


@pytest.mark.parametrize("number", [11, 13, 16])
def test_the_treasure_room_may_turn_out_to_be_any_card_from_the_eleventh_on(number: int) -> None:
    """GR 84-86."""
    table = three()
    table.build(DungeonCard(NORTH, 12, Kind.TREASURE_ROOM), DungeonCard(EAST, number))
    table.do(co.CorrectOrder(NORTH, EAST, WHY))
    assert table.state.card(NORTH) == DungeonCard(NORTH, number, Kind.TREASURE_ROOM)


def test_the_first_two_cards_change_places_too() -> None:
    table = three()
    table.build(DungeonCard(NORTH, 1), DungeonCard(EAST, 2))
    table.do(co.CorrectOrder(NORTH, EAST, WHY))
    assert table.state.card(NORTH) == DungeonCard(NORTH, 2)
    assert table.state.card(EAST) == DungeonCard(EAST, 1)


def test_a_card_is_erased_by_its_own_name_only() -> None:
    table = three(cards=(ItemCard("Rope", 3),))
    for name in ("Axe", "Sword"):
        assert table.refused(co.EraseCard(name)) == "card_not_in_list"


def test_a_card_may_be_put_right_after_the_treasure_was_found() -> None:
    table = three()
    table.find_treasure(RED)
    table.build(DungeonCard(EAST, 3, Kind.ENEMY, 2))
    table.do(co.CorrectCard(EAST, Kind.CHEST, WHY, 2))
    assert table.state.card(EAST) == DungeonCard(EAST, 3, Kind.CHEST, 2)


@pytest.mark.parametrize(("seen", "real"), [(Kind.ENEMY, Kind.CHEST), (Kind.CHEST, Kind.ENEMY)])
def test_what_is_no_enemy_or_no_chest_is_fought_no_more(seen: Kind, real: Kind) -> None:
    table = three()
    table.enter(NORTH, seen, strength=2, rewards=1)
    table.do(co.FightEnemy() if seen is Kind.ENEMY else co.OpenChest())
    table.do(co.CorrectCard(NORTH, real, WHY, 2))
    assert table.state.contest is None


@pytest.mark.parametrize(("one", "other"), [(NORTH, SOUTH), (SOUTH, NORTH)])
def test_a_card_with_cards_to_lay_comes_before_any_other(one: Cell, other: Cell) -> None:
    table = three()
    table.build(DungeonCard(one, 1), DungeonCard(other, 2))
    table.explore(one, number=1)
    table.explore(other, number=3)
    assert table.refused(co.CorrectCard(one, Kind.PASSAGE, WHY, number=4)) == "lay_cards_first"


def test_a_count_may_take_all_that_there_is() -> None:
    """GR 79-81."""
    table = left(2, 0, 5, 5)
    table.do(co.CorrectItems(Place.HAND, 7, Place.PILE, WHY, RED))
    assert (table.hand(RED), table.state.item_pile) == (7, 0)


def test_nobody_flees_to_a_card_that_no_way_leads_to() -> None:
    """GR 234-237."""
    table = three()
    island = DungeonCard(Cell(9, 9), 2, Kind.PASSAGE)
    table.build(DungeonCard(NORTH, 1, Kind.PASSAGE), island)
    assert nearest_face_up(table.state, NORTH) == (HOME,)


def test_a_pawn_may_flee_from_a_fight_to_either_side() -> None:
    """GR 57."""
    for cell in (NORTH, SOUTH):
        table = three()
        table.build(DungeonCard(NORTH, 1, Kind.PASSAGE), DungeonCard(SOUTH, 2, Kind.PASSAGE))
        table.do(co.FightPlayer(GREEN))
        table.do(co.CallOffFight("a cloak", RED, cell))
        assert table.player(RED).cell == cell
    stays = three()
    stays.do(co.FightPlayer(GREEN))
    assert len(stays.do(co.CallOffFight("a cloak", RED, HOME))) == 1


def test_players_meet_on_a_card_that_each_walked_to() -> None:
    """GR 169."""
    table = three()
    table.enter(NORTH)
    table.end()
    table.do(co.Move(NORTH))
    table.do(co.FightPlayer(RED))
    assert table.state.contest == Contest(GREEN, Against.PLAYER, RED)


def test_pile_and_discards_together_are_what_is_left_to_roll_with() -> None:
    """GR 81, 155-157."""
    table = left(1, 1, 5, 0)
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, PILE, 3))
    table.do(co.LayItem(GREEN, PILE, 4))
    table.do(co.SettleFight())
    assert (table.state.item_pile, table.state.discards) == (0, 2)


def test_the_last_card_of_all_is_kept_for_who_has_none() -> None:
    """GR 155-157."""
    table = left(1, 0, 5, 0)
    table.do(co.FightPlayer(GREEN))
    assert table.refused(co.LayItem(RED, PILE, 3)) == "last_card_is_needed"
    for pile in (0, 1):
        assert left(pile, 0, 0, 0).refused(co.FightPlayer(GREEN)) == "nothing_to_roll"
    alone = left(3, 0, 0, 5)
    assert can_roll(alone.state, alone.player(RED))


def test_between_players_a_card_off_the_pile_is_hidden_too() -> None:
    """GR 173-186."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    laid = table.do(co.LayItem(RED, PILE, 3))[-1]
    assert isinstance(laid, ev.ItemLaid)
    assert laid.is_hidden


ROPE = ItemCard("Rope", 3, 4, (Effect(EffectKind.OPEN, attack=2, opening=1),))


@pytest.mark.parametrize("source", [HAND, PILE])
def test_an_open_card_stays_open_if_another_of_its_name_is_the_die(source: Source) -> None:
    """GR 53-55, 157."""
    table = three(cards=(ROPE,))
    table.end("Rope")
    table.end()
    table.end()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, source, 0, "Rope", 2))
    contest = table.state.contest
    assert contest is not None
    assert contest.first is not None
    assert contest.first.bonus == 4


def test_at_a_chest_an_open_card_adds_to_the_opening_and_a_special_effect_nothing() -> None:
    """GR 53-55, 226."""
    special = ItemCard("Charm", 3, 4, (Effect(EffectKind.SPECIAL, attack=3, opening=3),))
    table = three(cards=(special, ROPE))
    table.end("Rope", "Charm")
    player = table.player(RED)
    assert added_by_open(table.state, player, Against.CHEST) == (("Rope", 1),)
    assert added_by_open(table.state, player, Against.PLAYER) == (("Rope", 2),)


def test_a_card_that_changes_its_copies_still_fits_the_box() -> None:
    """GR 27."""
    table = three(cards=(ItemCard("Axe", 1, 3), ItemCard("Rope", 3, 40)))
    table.do(co.WriteCard(ItemCard("Rope", 3, 45)))
    assert table.refused(co.WriteCard(ItemCard("Rope", 3, 46))) == "too_many_cards"


def test_a_single_free_place_beside_a_card_that_wants_none_stays_free() -> None:
    """GR 135."""
    table = three()
    around = (DungeonCard(Cell(1, -1), 2), DungeonCard(Cell(-1, -1), 3))
    table.build(DungeonCard(NORTH, 1), *around)
    table.explore(number=1)
    assert table.state.card(Cell(0, -2)) is None


@pytest.mark.parametrize("cell", [NORTH, SOUTH, HOME])
def test_the_treasure_wins_at_the_entrance_and_nowhere_else(cell: Cell) -> None:
    """GR 241."""
    table = three()
    table.find_treasure(RED)
    table.build(DungeonCard(SOUTH, 2, Kind.PASSAGE))
    table.put_pawn(BLUE, Cell(cell.column, cell.row))
    table.do(co.CorrectTreasure(BLUE, WHY))
    assert (table.state.winner is BLUE) == (cell == HOME)


def test_of_two_pawns_on_a_card_that_is_the_treasure_room_one_takes_the_treasure() -> None:
    """GR 68."""
    table = three()
    table.build(DungeonCard(NORTH, 12, Kind.PASSAGE))
    table.put_pawn(GREEN, NORTH)
    table.put_pawn(BLUE, NORTH)
    (misread,) = table.do(co.CorrectCard(NORTH, Kind.CHEST, WHY, 2))
    assert isinstance(misread, ev.CardCorrected)
    assert misread.to_lay == 0
    assert table.state.treasure is None
    found = table.do(co.CorrectCard(NORTH, Kind.TREASURE_ROOM, WHY))
    assert found[1:] == (ev.TreasureTaken(GREEN),)


def test_players_go_on_with_their_fight_on_a_card_that_is_put_right() -> None:
    table = three()
    table.build(DungeonCard(NORTH, 1, Kind.CHEST, 2))
    table.put_pawn(RED, NORTH)
    table.put_pawn(GREEN, NORTH)
    table.do(co.FightPlayer(GREEN))
    table.do(co.CorrectCard(NORTH, Kind.PASSAGE, WHY))
    assert table.state.contest is not None


def test_a_card_that_hangs_on_nothing_does_not_fall() -> None:
    """GR 234."""
    table = three()
    table.find_treasure(RED)
    table.build(DungeonCard(Cell(9, 9), 2, Kind.PASSAGE))
    assert Cell(9, 9) not in may_fall(table.state)


@pytest.mark.parametrize("cell", [NORTH, SOUTH])
def test_a_player_on_another_card_is_not_attacked(cell: Cell) -> None:
    """GR 169."""
    table = three()
    table.build(DungeonCard(cell, 1, Kind.PASSAGE))
    table.put_pawn(GREEN, cell)
    assert table.refused(co.FightPlayer(GREEN)) == "not_on_the_same_card"


def test_whoever_attacks_lays_first_whatever_the_colours() -> None:
    """GR 173-182."""
    table = three(first=GREEN)
    table.do(co.FightPlayer(RED))
    assert table.refused(co.LayItem(RED, HAND, 3)) == "attacker_lays_first"
    assert chosen_before(three().state, RED) is None


def test_a_bonus_may_be_set_lower_again() -> None:
    """GR 163, 189, 209."""
    table = three()
    table.enter(NORTH, Kind.ENEMY, strength=2, rewards=1)
    table.do(co.FightEnemy())
    table.do(co.LayItem(RED, HAND, 5))
    table.do(co.SetBonus(RED, 2))
    table.do(co.SetBonus(RED, 1))
    table.do(co.CorrectItems(Place.REWARD, 0, Place.PILE, WHY, cell=NORTH))
    table.do(co.ShowDie(2))
    table.do(co.SettleFight())
    assert not any(isinstance(event, ev.RewardsWon) for event in table.events)


def test_only_an_enemy_with_items_forces_a_fight_and_not_before_the_rest() -> None:
    """GR 113, 128, 147."""
    table = three()
    table.build(DungeonCard(NORTH, 1, Kind.ENEMY, 2, rewards=1))
    table.put_pawn(RED, NORTH)
    assert must_fight(table.state)
    assert not must_fight(replace(table.state, must_rest=True))
    assert not must_fight(replace(table.state, spared=Cell(NORTH.column, NORTH.row)))
    assert not must_fight(replace(table.state, turn=None))
    table.build(DungeonCard(NORTH, 1, Kind.PASSAGE, rewards=1))
    assert not must_fight(table.state)


def test_a_new_pile_gives_only_what_the_old_one_lacked() -> None:
    """GR 81."""
    table = left(1, 9, 5, 5)
    table.do(co.DrawItems(GREEN, 4))
    assert (table.hand(GREEN), table.state.item_pile) == (9, 6)


def test_a_normal_effect_belongs_to_the_own_turn_whoever_sits_where() -> None:
    """GR 49-51."""
    table = three(first=BLUE)
    for colour in (RED, GREEN):
        assert table.refused(co.UseItem(colour, "Rope")) == "not_your_turn"


def test_open_cards_may_be_all_that_a_player_has_and_stay_without_a_word() -> None:
    """GR 223-225."""
    table = left(5, 0, 2, 5)
    table.end("Axe", "Rope")
    assert table.player(RED).hand == 0
    table.end()
    table.end()
    table.do(co.EndTurn(("Axe", "Rope")))
    assert not any(isinstance(event, ev.OpenCardsArranged) for event in table.events)
