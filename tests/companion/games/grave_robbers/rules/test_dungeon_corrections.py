"""The dungeon lies otherwise than Dragonbag thinks: corrections, in no manual."""

import pytest

from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Cell, Place
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

WHY = "seen late"
NORTH_EAST = Cell(1, -1)
AROUND = (NORTH, NORTH_EAST, EAST)


def two_dark() -> GraveRobbersTable:
    """Return a table where the first card wants two more: they lie face down beyond it."""
    table = three()
    table.explore(NORTH, number=3)
    table.lay(FAR_NORTH, NORTH_EAST)
    return table


def found() -> GraveRobbersTable:
    """Return a table where Red has the treasure, three cards away, and a side card lies open."""
    table = three()
    table.build(DungeonCard(EAST, 2, Kind.ENEMY, 3, 0, 2))
    table.find_treasure(RED)
    return table


def test_the_wrong_card_was_flipped() -> None:
    """Not the one in the east: it is turned down again, and the other one shows what was told."""
    table = two_dark()
    table.do(co.Move(NORTH))
    table.explore(NORTH_EAST, Kind.CHEST, strength=4, rewards=2)
    table.do(co.CorrectFace(NORTH_EAST, WHY))
    card = table.state.card(NORTH_EAST)
    assert card == DungeonCard(NORTH_EAST, 3)
    assert table.state.item_pile == 48 - 15
    table.do(co.CorrectCard(FAR_NORTH, Kind.CHEST, WHY, 4))
    table.do(co.CorrectItems(Place.REWARD, 2, Place.PILE, WHY, cell=FAR_NORTH))
    assert table.state.card(FAR_NORTH) == DungeonCard(FAR_NORTH, 2, Kind.CHEST, 4, 0, 2)


def test_in_a_rockfall_every_card_but_the_treasure_room_can_lie_face_down() -> None:
    table = found()
    table.do(co.CorrectPawn(RED, NORTH, WHY))
    assert table.refused(co.CorrectFace(FAR_NORTH, WHY)) == "treasure_was_found"
    table.do(co.CorrectFace(EAST, WHY))
    assert table.state.card(EAST) == DungeonCard(EAST, 2)


def test_a_card_that_wants_cards_beside_it_wants_none_face_down() -> None:
    table = three()
    table.explore(NORTH, number=3)
    table.do(co.CorrectFace(NORTH, WHY))
    assert table.state.laying is None
    table.explore(NORTH, number=1)


def test_only_a_card_with_nobody_on_it_lies_face_down() -> None:
    table = two_dark()
    table.do(co.Move(NORTH))
    assert table.refused(co.CorrectFace(NORTH, WHY)) == "pawn_stands_there"
    assert table.refused(co.CorrectFace(FAR_NORTH, WHY)) == "nothing_changes"
    assert table.refused(co.CorrectFace(HOME, WHY)) == "entrance_stays"
    assert table.refused(co.CorrectFace(SOUTH, WHY)) == "no_card_lies_there"
    assert table.refused(co.CorrectFace(NORTH, "")) == "reason_missing"


def test_a_card_lies_elsewhere_with_all_that_is_on_it() -> None:
    table = three()
    table.explore(NORTH, Kind.ENEMY, strength=2, rewards=3)
    table.do(co.CorrectPawn(GREEN, NORTH, WHY))
    table.do(co.CorrectPlace(NORTH, WEST, WHY))
    assert table.state.card(NORTH) is None
    assert table.state.card(WEST) == DungeonCard(WEST, 1, Kind.ENEMY, 2, 0, 3)
    assert (table.player(GREEN).cell, table.player(RED).cell) == (WEST, HOME)


def test_two_cards_change_places() -> None:
    table = two_dark()
    table.do(co.CorrectPlace(FAR_NORTH, NORTH_EAST, WHY))
    assert table.state.card(NORTH_EAST) == DungeonCard(NORTH_EAST, 2)
    assert table.state.card(FAR_NORTH) == DungeonCard(FAR_NORTH, 3)


def test_cards_are_still_laid_where_their_card_lies_now() -> None:
    table = three()
    table.explore(NORTH, number=3)
    table.do(co.CorrectPlace(NORTH, WEST, WHY))
    assert table.state.laying is not None
    assert table.state.laying.cell == WEST
    table.lay(Cell(-2, 0))


def test_cards_that_must_be_laid_keep_their_room_and_the_pile_has_them() -> None:
    """Else nobody could lay them, and nothing else may be done before."""
    full = three()
    full.explore(NORTH, number=4)
    assert full.refused(co.CorrectDungeon(NORTH_EAST, True, WHY)) == "lay_cards_first"
    short = three()
    row = (DungeonCard(Cell(step, 0), step + 1, Kind.PASSAGE) for step in range(1, 14))
    short.build(*row)
    short.explore(NORTH, number=3)
    assert short.state.dungeon_pile == 2
    assert short.refused(co.CorrectDungeon(WEST, True, WHY)) == "lay_cards_first"


def test_a_card_may_lie_where_just_enough_room_is_left_for_those_that_must_be_laid() -> None:
    table = three()
    table.explore(NORTH, number=3)
    table.do(co.CorrectDungeon(NORTH_EAST, True, WHY))
    table.lay(FAR_NORTH, Cell(-1, -1))
    assert {card.cell for card in table.state.dungeon} == {
        *(HOME, NORTH, NORTH_EAST, FAR_NORTH, Cell(-1, -1))
    }
    assert table.state.laying is None


@pytest.mark.parametrize(
    ("cell", "other", "why"),
    [
        (NORTH, NORTH, "nothing_changes"),
        (HOME, SOUTH, "entrance_stays"),
        (NORTH, HOME, "entrance_stays"),
        (SOUTH, WEST, "no_card_lies_there"),
        (FAR_NORTH, Cell(0, -3), "no_free_place_there"),
        (NORTH, WEST, "dungeon_falls_apart"),
    ],
)
def test_where_no_card_can_lie(cell: Cell, other: Cell, why: str) -> None:
    assert two_dark().refused(co.CorrectPlace(cell, other, WHY)) == why


def test_another_card_has_fallen() -> None:
    """Not the enemy in the east: it lies there after all, and the room is gone."""
    table = found()
    table.do(co.CorrectPawn(RED, NORTH, WHY))
    table.end()
    table.do(co.LetFall(EAST))
    assert table.state.fallen == 1
    table.do(co.CorrectDungeon(EAST, True, WHY))
    assert table.state.card(EAST) == DungeonCard(EAST, 2)
    table.do(co.CorrectCard(EAST, Kind.ENEMY, WHY, 3))
    table.do(co.CorrectDungeon(FAR_NORTH, False, WHY))
    assert (table.state.fallen, table.state.card(FAR_NORTH)) == (1, None)
    assert (table.state.treasure, table.state.turn) == (RED, GREEN)


def test_pawns_flee_from_a_card_that_is_gone_and_its_items_are_discarded() -> None:
    table = found()
    table.do(co.CorrectPawn(BLUE, EAST, WHY))
    table.do(co.CorrectDungeon(EAST, False, WHY))
    assert (table.player(BLUE).cell, table.state.discards) == (HOME, 2)


def test_of_two_cards_equally_near_a_pawn_flees_to_the_one_farther_west() -> None:
    """Which one the players chose Dragonbag cannot know; they can move the pawn."""
    table = three()
    table.build(*(DungeonCard(cell, nth, Kind.PASSAGE) for nth, cell in enumerate(AROUND, 1)))
    table.do(co.CorrectPawn(BLUE, NORTH_EAST, WHY))
    table.do(co.CorrectDungeon(NORTH_EAST, False, WHY))
    assert table.player(BLUE).cell == NORTH


def test_a_fight_on_a_card_that_is_gone_has_no_winner() -> None:
    """Nobody has the treasure yet, whose way home would end the fight too."""
    table = three()
    table.build(DungeonCard(EAST, 1, Kind.ENEMY, 3, 0, 2))
    table.do(co.CorrectPawn(RED, EAST, WHY))
    table.do(co.FightEnemy())
    events = table.do(co.CorrectDungeon(Cell(1, 0), False, WHY))  # the same place, another object
    assert ev.FightCalledOff(WHY) in events
    assert table.state.contest is None


@pytest.mark.parametrize("fights_at", [EAST, WEST])
def test_a_fight_elsewhere_goes_on(fights_at: Cell) -> None:
    table = found()
    table.build(DungeonCard(WEST, 3, Kind.ENEMY, 3, 0, 2))
    table.do(co.CorrectPawn(RED, fights_at, WHY))
    table.do(co.FightEnemy())
    for gone in {FAR_NORTH, EAST, WEST} - {fights_at}:
        table.do(co.CorrectDungeon(gone, False, WHY))
    assert table.state.contest is not None


@pytest.mark.parametrize("drawn_as", [1, 3])
def test_the_card_that_lies_again_is_the_one_that_fell(drawn_as: int) -> None:
    table = three()
    table.build(
        DungeonCard(NORTH, 4 - drawn_as, Kind.PASSAGE),
        DungeonCard(FAR_NORTH, 2, Kind.TREASURE_ROOM),
        DungeonCard(EAST, drawn_as, Kind.ENEMY, 3),
    )
    table.do(co.CorrectPawn(RED, FAR_NORTH, WHY))
    table.end()
    table.do(co.LetFall(EAST))
    table.do(co.CorrectDungeon(EAST, True, WHY))
    assert table.state.card(EAST) == DungeonCard(EAST, drawn_as)


def test_in_a_rockfall_in_which_none_has_fallen_yet_a_card_comes_out_of_the_pile() -> None:
    table = found()
    pile = table.state.dungeon_pile
    table.do(co.CorrectDungeon(WEST, True, WHY))
    assert (table.state.dungeon_pile, table.state.fallen) == (pile - 1, 0)


def test_a_card_out_of_the_pile_is_the_next_one() -> None:
    table = two_dark()
    table.do(co.CorrectDungeon(WEST, True, WHY))
    assert table.state.card(WEST) == DungeonCard(WEST, 4)


def test_a_card_that_was_never_laid_is_back_in_the_pile() -> None:
    """As long as nobody has found the treasure, none can have fallen."""
    table = two_dark()
    table.do(co.CorrectDungeon(FAR_NORTH, False, WHY))
    assert (table.state.fallen, table.state.dungeon_pile) == (0, 14)
    assert table.state.card(NORTH_EAST) == DungeonCard(NORTH_EAST, 2)  # the second, not the third
    table.do(co.CorrectDungeon(WEST, True, WHY))
    assert (table.state.card(WEST), table.state.dungeon_pile) == (DungeonCard(WEST, 3), 13)


@pytest.mark.parametrize(
    ("cell", "lies", "why"),
    [
        (NORTH, True, "card_lies_there"),
        (Cell(5, 5), True, "no_free_place_there"),
        (SOUTH, False, "no_card_lies_there"),
        (HOME, False, "entrance_stays"),
        (NORTH, False, "dungeon_falls_apart"),
    ],
)
def test_a_card_is_there_or_not(cell: Cell, lies: bool, why: str) -> None:
    assert two_dark().refused(co.CorrectDungeon(cell, lies, WHY)) == why
    assert two_dark().refused(co.CorrectDungeon(WEST, True, " ")) == "reason_missing"


def test_without_pile_and_without_fallen_cards_none_can_lie_there() -> None:
    table = three()
    row = (DungeonCard(Cell(0, -step), step, Kind.PASSAGE) for step in range(1, 17))
    table.build(*row)
    assert table.refused(co.CorrectDungeon(WEST, True, WHY)) == "no_card_is_left"


def test_nobody_has_found_the_treasure() -> None:
    """Red had not gone so far, or it was no treasure room at all."""
    table = found()
    table.do(co.EndTurn())
    assert table.state.must_fall
    assert table.refused(co.CorrectFace(FAR_NORTH, WHY)) == "treasure_was_found"
    assert table.refused(co.CorrectCard(FAR_NORTH, Kind.CHEST, WHY)) == "treasure_was_found"
    table.do(co.CorrectTreasure(None, WHY))
    state = table.state
    assert (state.treasure, state.is_falling, state.must_fall, state.turn) == (
        None,
        False,
        False,
        GREEN,
    )
    table.do(co.CorrectCard(FAR_NORTH, Kind.CHEST, WHY, 2))
    assert table.refused(co.CorrectTreasure(None, WHY)) == "treasure_not_found"


def test_a_game_that_the_treasure_has_ended_goes_on_if_nobody_has_found_it() -> None:
    table = found()
    table.do(co.CorrectPawn(RED, HOME, WHY))
    before = table.state
    assert before.winner is RED
    table.do(co.CorrectTreasure(None, WHY))
    assert (table.state.winner, table.state.treasure) == (None, None)


def test_each_correction_of_the_dungeon_is_told() -> None:
    table = two_dark()
    for command in (
        co.CorrectPlace(FAR_NORTH, NORTH_EAST, WHY),
        co.CorrectDungeon(FAR_NORTH, False, WHY),
        co.CorrectDungeon(FAR_NORTH, True, WHY),
        co.CorrectFace(NORTH, WHY),
    ):
        (event,) = table.do(command)
        assert "{reason}" in GRAVE_ROBBERS.tell(event).one
