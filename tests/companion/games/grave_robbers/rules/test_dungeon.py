"""Rest, explore, move and the treasure room (GR 84-86, 101-143, 241)."""

from fractions import Fraction

import pytest

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.dungeon import (
    nearest_face_up,
    next_card_chance,
    treasure_chance,
)
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Cell
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    FAR_NORTH,
    GREEN,
    HOME,
    NORTH,
    RED,
    SOUTH,
    WEST,
    GraveRobbersTable,
    three,
)


def test_a_turn_has_three_points_and_none_is_carried_over() -> None:
    """GR 103."""
    table = three()
    table.explore()
    assert table.state.action_points == 2
    table.end()
    assert (table.state.turn, table.state.action_points) == (GREEN, 3)


def test_turns_go_round_clockwise() -> None:
    """GR 105, 124."""
    table = three(first=BLUE)
    table.end()
    assert table.state.turn is RED
    assert table.state.turn_number == 2


def test_without_points_nothing_that_costs_one_can_be_done() -> None:
    """GR 104."""
    table = three()
    table.enter()
    table.do(co.Move(HOME))
    assert table.state.action_points == 0
    assert table.refused(co.Move(NORTH)) == "no_action_points"
    assert table.refused(co.Explore(FAR_NORTH, Kind.PASSAGE)) == "no_action_points"
    assert table.refused(co.FightPlayer(GREEN)) == "no_action_points"
    assert table.refused(co.OpenChest()) == "no_action_points"


def test_exploring_flips_a_neighbour_and_says_what_it_shows() -> None:
    """GR 132-137, 134."""
    table = three()
    table.explore(NORTH, Kind.ENEMY, strength=2)
    assert table.state.card(NORTH) == DungeonCard(NORTH, 1, Kind.ENEMY, 2)
    assert table.refused(co.Explore(NORTH, Kind.PASSAGE)) == "nothing_to_explore_there"
    assert table.refused(co.Explore(EAST, Kind.PASSAGE)) == "nothing_to_explore_there"


WEST_OF_NORTH, EAST_OF_NORTH = Cell(-1, -1), Cell(1, -1)


def to_lay(table: GraveRobbersTable) -> int:
    """Return how many cards must be laid now."""
    return table.state.laying.cards if table.state.laying else 0


def test_cards_are_laid_up_to_the_placement_number_counting_the_explorers_own() -> None:
    """GR 135."""
    table = three()
    table.explore(number=3)
    assert to_lay(table) == 2
    table.lay(FAR_NORTH)
    assert table.refused(co.EndTurn()) == "lay_cards_first"
    assert table.refused(co.LayDungeonCard(SOUTH)) == "no_free_place_there"
    table.lay(Cell(1, -1))
    assert to_lay(table) == 0
    assert table.state.dungeon_pile == 13
    assert table.refused(co.LayDungeonCard(WEST)) == "nothing_to_lay"


def test_a_misread_placement_number_is_put_right_later_and_its_cards_are_laid_then() -> None:
    table = three()
    table.explore(number=1)
    table.end()
    table.do(co.CorrectCard(NORTH, Kind.PASSAGE, "misread", number=3))
    assert to_lay(table) == 2
    assert table.refused(co.EndTurn()) == "lay_cards_first"
    table.lay(FAR_NORTH)
    table.do(co.CorrectCard(NORTH, Kind.PASSAGE, "misread again", number=2))
    assert to_lay(table) == 0
    assert table.refused(co.CorrectCard(NORTH, Kind.PASSAGE, "why", number=2)) == "nothing_changes"
    table.do(co.CorrectCard(NORTH, Kind.PASSAGE, "why", number=0))
    card = table.state.card(NORTH)
    assert card is not None
    assert card.number == 0


def test_another_card_that_wants_cards_comes_first() -> None:
    table = three()
    table.explore(number=3)
    table.build(DungeonCard(SOUTH, 11, Kind.PASSAGE))
    other = co.CorrectCard(SOUTH, Kind.PASSAGE, "misread", number=4)
    assert table.refused(other) == "lay_cards_first"


def test_face_down_cards_count_as_neighbours_for_the_placement_number() -> None:
    """GR 135, 234."""
    table = three()
    table.build(DungeonCard(Cell(1, -1), 2))
    table.explore(number=2)
    assert to_lay(table) == 0


def test_a_batch_of_forced_cards_is_laid_by_the_tables_hand() -> None:
    """GR 135."""
    table = three()
    table.explore(number=4)
    assert to_lay(table) == 3
    table.lay(WEST_OF_NORTH, FAR_NORTH, EAST_OF_NORTH)
    order = [table.state.card(cell) for cell in (WEST_OF_NORTH, FAR_NORTH, EAST_OF_NORTH)]
    assert [card and card.drawn_as for card in order] == [2, 3, 4]


def test_one_card_for_the_only_place_is_laid_at_once() -> None:
    table = three()
    table.build(DungeonCard(WEST_OF_NORTH, 2), DungeonCard(EAST_OF_NORTH, 3))
    table.explore(number=4)
    assert to_lay(table) == 0
    assert len(table.state.dungeon) == 5


def test_the_chance_of_each_card_of_a_batch_follows_the_tables_hand() -> None:
    table = three()
    table.build(*(DungeonCard(Cell(step, 2), 2 + step) for step in range(8)))
    table.explore(number=3)
    table.lay(FAR_NORTH, EAST_OF_NORTH)
    chances = [treasure_chance(table.state, nth) for nth in (10, 11)]
    assert chances == [0, Fraction(1, 6)]
    card = table.state.card(EAST_OF_NORTH)
    assert card is not None
    assert card.drawn_as == 11


def test_an_empty_dungeon_pile_lays_what_it_has_and_is_never_shuffled_anew() -> None:
    """GR 91."""
    table = three()
    line = [DungeonCard(Cell(0, 1 + step), 2 + step) for step in range(14)]
    table.build(*line)
    assert table.state.dungeon_pile == 1
    table.explore(number=3)
    assert to_lay(table) == 1
    table.lay(FAR_NORTH)
    table.do(co.Move(NORTH))
    table.explore(FAR_NORTH, number=4)
    assert (to_lay(table), table.state.dungeon_pile) == (0, 0)


def test_a_dungeon_with_nothing_left_to_explore_gets_a_card_beside_any_other() -> None:
    table = three()
    assert table.refused(co.LayDungeonCard(EAST)) == "nothing_to_lay"
    table.explore(NORTH, number=1)
    assert table.refused(co.LayDungeonCard(Cell(3, 0))) == "no_free_place_there"
    table.lay(EAST)
    assert table.refused(co.LayDungeonCard(SOUTH)) == "nothing_to_lay"


def test_rewards_come_face_down_off_the_item_pile() -> None:
    """GR 136."""
    table = three()
    table.explore(NORTH, Kind.CHEST, strength=1, rewards=3)
    card = table.state.card(NORTH)
    assert card is not None
    assert (card.rewards, table.state.item_pile) == (3, 48 - 15 - 3)


def test_the_item_icon_gives_the_explorer_an_item() -> None:
    """GR 137."""
    table = three()
    table.explore(has_item=True)
    assert (table.hand(RED), table.hand(GREEN)) == (6, 5)


def test_a_pawn_moves_to_a_face_up_neighbour_only() -> None:
    """GR 141-143, 143."""
    table = three()
    assert table.refused(co.Move(NORTH)) == "no_way_there"
    table.explore(number=2)
    table.lay(FAR_NORTH)
    assert table.refused(co.Move(FAR_NORTH)) == "no_way_there"
    table.do(co.Move(NORTH))
    assert table.player(RED).cell == NORTH


def test_the_first_in_the_treasure_room_takes_the_treasure() -> None:
    """GR 68."""
    table = three()
    table.find_treasure(GREEN)
    table.put_pawn(RED, NORTH)
    table.do(co.Move(FAR_NORTH))
    assert table.state.treasure is GREEN


def test_walking_home_with_the_treasure_wins() -> None:
    """GR 241."""
    table = three()
    table.find_treasure(RED)
    table.do(co.Move(NORTH))
    table.do(co.Move(HOME))
    assert (table.state.winner, table.events[-1]) == (RED, ev.GameEnded(RED))
    assert table.refused(co.EndTurn()) == "game_is_over"


def test_a_treasure_that_was_not_home_yet_goes_on_its_way() -> None:
    """GR 241: by a wrong step of the pawn, noticed when all had seen the end."""
    table = three()
    table.find_treasure(RED)
    table.do(co.Move(NORTH))
    table.do(co.Move(HOME))
    table.do(co.CorrectPawn(GREEN, NORTH, "stood there"))
    assert table.refused(co.EndTurn()) == "game_is_over"
    table.do(co.CorrectPawn(RED, NORTH, "not so far"))
    assert (table.state.winner, table.events[-1]) == (None, ev.GameWentOn("not so far"))
    table.do(co.Move(HOME))
    assert table.state.winner is RED


def test_after_the_end_the_treasure_may_be_another_players() -> None:
    """GR 241: at home the other one has won, elsewhere the game goes on."""
    table = three()
    table.find_treasure(RED)
    table.do(co.Move(NORTH))
    table.do(co.Move(HOME))
    table.do(co.CorrectTreasure(GREEN, "taken in the fight"))
    assert table.events[-1] == ev.GameEnded(GREEN)
    table.do(co.CorrectPawn(BLUE, NORTH, "stood there"))
    table.do(co.CorrectTreasure(BLUE, "taken in the fight"))
    assert (table.state.winner, table.events[-1]) == (None, ev.GameWentOn("taken in the fight"))


def test_who_begins_a_turn_injured_rests_before_anything_else() -> None:
    """GR 124-127."""
    table = three()
    table.injure(GREEN)
    table.end()
    assert table.refused(co.EndTurn()) == "rest_first"
    assert table.refused(co.Explore(NORTH, Kind.PASSAGE)) == "rest_first"
    table.do(co.Rest())
    assert table.player(GREEN).is_standing
    assert (table.hand(GREEN), table.state.action_points) == (6, 0)
    assert table.refused(co.Rest()) == "no_need_to_rest"
    table.end()


def test_after_an_injury_in_the_own_turn_only_its_end_is_left() -> None:
    """GR 111-116."""
    table = three()
    table.injure(RED)
    assert table.refused(co.Explore(NORTH, Kind.PASSAGE)) == "pawn_is_injured"
    assert table.refused(co.FightPlayer(GREEN)) == "pawn_is_injured"
    assert table.refused(co.Rest()) == "no_need_to_rest"
    table.end()


def test_a_turn_may_end_early() -> None:
    table = three()
    table.end()
    assert table.state.turn is GREEN


def test_the_treasure_room_is_never_among_the_first_ten_cards() -> None:
    """GR 84-86."""
    table = three()
    assert table.refused(co.Explore(NORTH, Kind.TREASURE_ROOM)) == "too_early_for_treasure"
    table.build(*(DungeonCard(Cell(step, 1), 2 + step) for step in range(10)))
    assert table.state.cards_out == 11
    assert table.refused(co.Explore(NORTH, Kind.TREASURE_ROOM)) == "too_early_for_treasure"


def eleven_out() -> GraveRobbersTable:
    """Return a table with the first card in the north and the eleventh in the south."""
    table = three()
    table.build(*(DungeonCard(Cell(step, 2), 2 + step) for step in range(9)))
    table.build(DungeonCard(SOUTH, 11))
    return table


def test_the_room_must_fit_the_number_that_its_own_card_was_laid_with() -> None:
    table = eleven_out()
    assert table.refused(co.Explore(NORTH, Kind.TREASURE_ROOM)) == "too_early_for_treasure"
    table.explore(SOUTH, Kind.TREASURE_ROOM)


def test_cards_laid_the_other_way_round_exchange_their_numbers() -> None:
    table = eleven_out()
    table.do(co.CorrectOrder(NORTH, SOUTH, "tapped wrongly"))
    assert table.refused(co.Explore(SOUTH, Kind.TREASURE_ROOM)) == "too_early_for_treasure"
    table.explore(NORTH, Kind.TREASURE_ROOM)
    assert table.refused(co.CorrectOrder(NORTH, SOUTH, "why")) == "too_early_for_treasure"
    assert table.refused(co.CorrectOrder(NORTH, HOME, "why")) == "not_two_laid_cards"
    assert table.refused(co.CorrectOrder(NORTH, WEST, "why")) == "not_two_laid_cards"
    assert table.refused(co.CorrectOrder(NORTH, NORTH, "why")) == "not_two_laid_cards"


def test_a_misread_card_becomes_the_treasure_room_until_it_is_found() -> None:
    table = eleven_out()
    table.enter(SOUTH)
    assert table.refused(co.CorrectCard(HOME, Kind.TREASURE_ROOM, "why")) == "entrance_stays"
    table.do(co.CorrectCard(SOUTH, Kind.TREASURE_ROOM, "misread"))
    assert table.state.treasure is RED
    assert table.refused(co.CorrectCard(SOUTH, Kind.PASSAGE, "why")) == "treasure_was_found"


def test_a_treasure_room_that_nobody_has_entered_becomes_another_card() -> None:
    table = eleven_out()
    table.explore(SOUTH, Kind.TREASURE_ROOM)
    table.do(co.CorrectCard(SOUTH, Kind.CHEST, "misread", 2))
    assert table.state.card(SOUTH) == DungeonCard(SOUTH, 11, Kind.CHEST, 2)
    table.explore(NORTH)
    early = co.CorrectCard(NORTH, Kind.TREASURE_ROOM, "why")
    assert table.refused(early) == "too_early_for_treasure"


def test_there_is_one_treasure_room_and_one_entrance() -> None:
    """GR 84-86."""
    table = three()
    table.build(DungeonCard(EAST, 12, Kind.TREASURE_ROOM))
    table.build(*(DungeonCard(Cell(step, 1), 2 + step) for step in range(10)))
    assert table.refused(co.Explore(NORTH, Kind.TREASURE_ROOM)) == "only_one_treasure_room"
    assert table.refused(co.Explore(NORTH, Kind.ENTRANCE)) == "only_one_entrance"


def deep(table: GraveRobbersTable, out: int, *shown: int) -> None:
    """Let so many cards have left the pile, those with these numbers face up."""
    places = [Cell(column, row) for row in (2, 3) for column in range(-8, 8)]
    table.build(
        *(
            DungeonCard(places[nth], nth, Kind.PASSAGE if nth in shown else None)
            for nth in range(2, out + 1)
        )
    )


@pytest.mark.parametrize("out", range(1, 10))
def test_before_ten_cards_are_out_the_next_one_is_not_the_treasure_room(out: int) -> None:
    table = three()
    deep(table, out)
    assert next_card_chance(table.state) == 0


def test_the_treasure_room_is_any_of_the_last_six_with_the_same_chance() -> None:
    """GR 84-86."""
    table = three()
    deep(table, 10)
    assert next_card_chance(table.state) == Fraction(1, 6)
    assert [treasure_chance(table.state, nth) for nth in (1, 10, 11, 16)] == [
        0,
        0,
        Fraction(1, 6),
        Fraction(1, 6),
    ]


def test_what_was_flipped_and_is_none_raises_the_chance_of_the_rest() -> None:
    table = three()
    deep(table, 13, 11, 12)
    assert treasure_chance(table.state, 13) == Fraction(1, 4)  # face down on the table
    assert next_card_chance(table.state) == Fraction(1, 4)
    deep(table, 15, 11, 12, 13, 14, 15)
    assert next_card_chance(table.state) == 1


def test_a_known_treasure_room_and_an_empty_pile_leave_no_chance() -> None:
    table = three()
    table.find_treasure(RED)
    assert next_card_chance(table.state) == 0
    other = three()
    deep(other, 16)
    assert next_card_chance(other.state) == 0
    assert treasure_chance(other.state, 16) == Fraction(1, 6)


def test_near_is_counted_in_cards_over_either_side() -> None:
    table = three()
    table.build(
        DungeonCard(NORTH, 1),
        DungeonCard(FAR_NORTH, 2),
        DungeonCard(Cell(1, -1), 3, Kind.PASSAGE),
    )
    assert nearest_face_up(table.state, FAR_NORTH) == (HOME, Cell(1, -1))
