"""The end of a turn, open cards and the rockfall (GR 219-237, 241)."""

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.dungeon import may_fall
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Cell, Why
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

CORNER = Cell(1, -1)


def found() -> GraveRobbersTable:
    """Return a table on whose red turn red has found the treasure, two cards from home."""
    table = three()
    table.find_treasure(RED)
    return table


def test_before_the_treasure_room_was_stood_on_nothing_falls() -> None:
    table = three()
    table.build(DungeonCard(EAST, 11, Kind.TREASURE_ROOM))
    table.end()
    assert table.state.turn is GREEN
    assert table.refused(co.LetFall(NORTH)) == "no_rockfall_now"


def test_a_card_falls_at_the_end_of_the_very_turn_in_which_the_room_was_reached() -> None:
    """GR 118."""
    table = found()
    table.end()
    assert table.events == (ev.RockfallBegan(),)
    assert table.state.turn is RED
    assert table.refused(co.EndTurn()) == "rockfall_first"
    assert table.refused(co.Move(NORTH)) == "rockfall_first"


def test_only_a_card_with_exactly_one_neighbour_falls_and_never_the_entrance() -> None:
    """GR 234."""
    table = found()
    assert may_fall(table.state) == (FAR_NORTH,)
    table.end()
    assert table.refused(co.LetFall(NORTH)) == "that_card_holds"
    assert table.refused(co.LetFall(HOME)) == "that_card_holds"
    assert table.refused(co.LetFall(SOUTH)) == "that_card_holds"
    table.do(co.LetFall(FAR_NORTH))
    assert table.state.card(FAR_NORTH) is None
    assert (table.state.fallen, table.state.turn) == (1, GREEN)


def test_a_face_down_card_may_fall_and_counts_as_a_neighbour() -> None:
    table = found()
    table.build(DungeonCard(CORNER, 2))
    assert set(may_fall(table.state)) == {FAR_NORTH, CORNER}
    table.build(DungeonCard(EAST, 3))
    assert set(may_fall(table.state)) == {FAR_NORTH}  # the corner has two neighbours now


def test_pawns_on_the_falling_card_flee_to_the_nearest_face_up_card() -> None:
    """GR 235."""
    table = found()
    table.put_pawn(BLUE, FAR_NORTH)
    table.end()
    table.do(co.LetFall(FAR_NORTH))
    assert table.player(RED).cell == table.player(BLUE).cell == NORTH
    assert ev.PawnMoved(BLUE, NORTH, Why.PUSHED) in table.events


def test_of_several_nearest_cards_the_active_player_chooses() -> None:
    table = found()
    table.build(DungeonCard(NORTH, 1), DungeonCard(CORNER, 2, Kind.PASSAGE))
    table.end()
    assert table.refused(co.LetFall(FAR_NORTH)) == "say_where_pawns_flee"
    assert table.refused(co.LetFall(FAR_NORTH, WEST)) == "not_the_nearest_card"
    table.do(co.LetFall(FAR_NORTH, CORNER))
    assert table.player(RED).cell == CORNER


def test_items_on_the_falling_card_are_discarded() -> None:
    """GR 234-237."""
    table = found()
    table.build(DungeonCard(CORNER, 2, Kind.CHEST, 1, 0, 2))
    table.end()
    table.do(co.LetFall(CORNER))
    assert table.state.discards == 2


def test_a_holder_whom_the_rockfall_pushes_home_wins_on_anybodys_turn() -> None:
    """GR 241."""
    table = found()
    table.end()
    table.do(co.LetFall(FAR_NORTH))  # red flees to the north, green's turn
    table.end()
    table.do(co.LetFall(NORTH))
    assert table.state.winner is RED
    assert isinstance(table.events[-2], ev.GameEnded)


def test_a_pawn_pushed_onto_an_enemy_fights_at_the_start_of_its_next_turn() -> None:
    table = found()
    table.build(DungeonCard(NORTH, 1, Kind.ENEMY, 2, 0, 1))
    table.end()
    table.do(co.LetFall(FAR_NORTH))
    assert table.player(RED).cell == NORTH
    table.do(co.CorrectTurn(RED, "test"))
    assert table.refused(co.Move(HOME)) == "fight_first"
    table.do(co.FightEnemy())
    assert table.state.action_points == 2


def test_in_a_ring_no_card_falls() -> None:
    table = three()
    table.build(
        DungeonCard(NORTH, 1, Kind.PASSAGE),
        DungeonCard(CORNER, 11, Kind.TREASURE_ROOM),
        DungeonCard(EAST, 2, Kind.PASSAGE),
    )
    table.do(co.CorrectPawn(RED, CORNER, "test"))
    assert may_fall(table.state) == ()
    table.end()
    assert isinstance(table.events[0], ev.NothingFell)
    assert table.state.turn is GREEN


def test_hand_and_open_cards_are_arranged_at_the_end_of_the_turn() -> None:
    table = three()
    table.end("Rope", "Lamp")
    red = table.player(RED)
    assert (red.hand, red.open_cards) == (3, ("Rope", "Lamp"))
    table.end()
    table.end()
    table.end()  # nothing said: as before
    assert table.player(RED).open_cards == ("Rope", "Lamp")
    table.end()
    table.end()
    table.do(co.EndTurn(()))
    assert (table.hand(RED), table.player(RED).open_cards) == (5, ())


def test_at_most_three_cards_lie_open_and_no_more_than_there_are() -> None:
    """GR 223-225."""
    table = three()
    assert table.refused(co.EndTurn(("", "", "", ""))) == "too_many_open_cards"
    table.do(co.GiveItems(RED, GREEN, 4))
    assert table.refused(co.EndTurn(("", ""))) == "not_that_many_items"


def test_the_same_name_may_lie_open_twice() -> None:
    table = three()
    table.end("Rope", "Rope")
    assert table.player(RED).open_cards == ("Rope", "Rope")


def test_open_cards_are_arranged_before_the_rockfall() -> None:
    """GR 221-228."""
    table = found()
    table.end("Rope")
    assert table.events == (ev.OpenCardsArranged(RED, ("Rope",)), ev.RockfallBegan())
