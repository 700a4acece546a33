"""Players who fight each other (GR 145-210)."""

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Kind
from tests.support.games.grave_robbers_table import BLUE, GREEN, NORTH, RED, three


def test_players_may_fight_at_the_entrance_from_the_first_turn() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    assert table.state.action_points == 2
    table.duel(5, 2)
    assert (table.hand(RED), table.hand(GREEN)) == (5, 3)  # each used one, red took one
    assert not table.player(GREEN).is_standing


def test_the_attacked_player_may_win_too() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.duel(2, 2)
    assert (table.hand(RED), table.hand(GREEN)) == (3, 5)
    assert not table.player(RED).is_standing
    assert table.refused(co.Explore(NORTH, Kind.PASSAGE)) == "pawn_is_injured"


def test_a_player_fights_as_often_as_points_and_targets_last() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.duel(5, 2)
    assert table.refused(co.FightPlayer(GREEN)) == "target_is_injured"
    table.do(co.FightPlayer(BLUE))
    table.duel(5, 2)
    assert table.state.action_points == 1


def test_the_winner_takes_the_treasure_from_a_loser_who_has_it_and_no_card() -> None:
    """GR 190."""
    table = three()
    table.find_treasure(GREEN)
    table.put_pawn(GREEN, NORTH)
    table.put_pawn(RED, NORTH)
    table.do(co.FightPlayer(GREEN))
    table.duel(6, 2)
    assert table.state.treasure is RED
    assert (table.hand(RED), table.hand(GREEN)) == (4, 4)
    assert table.state.winner is None


def test_a_winner_who_has_the_treasure_takes_a_card_as_usual() -> None:
    table = three()
    table.find_treasure(RED)
    table.put_pawn(GREEN, table.player(RED).cell)
    table.do(co.FightPlayer(GREEN))
    table.duel(6, 2)
    assert table.state.treasure is RED
    assert (table.hand(RED), table.hand(GREEN)) == (5, 3)


def test_from_an_empty_hand_nothing_is_taken() -> None:
    table = three()
    table.do(co.GiveItems(GREEN, BLUE, 4))
    table.do(co.FightPlayer(GREEN))
    table.duel(6, 2)
    assert (table.hand(RED), table.hand(GREEN)) == (4, 0)


def test_an_injured_holder_of_the_treasure_cannot_be_attacked() -> None:
    table = three()
    table.find_treasure(GREEN)
    table.put_pawn(RED, table.player(GREEN).cell)
    table.injure(GREEN)
    assert table.refused(co.FightPlayer(GREEN)) == "target_is_injured"


def test_only_a_player_on_the_same_card_can_be_attacked() -> None:
    """GR 169."""
    table = three()
    table.enter()
    assert table.refused(co.FightPlayer(GREEN)) == "not_on_the_same_card"
    assert table.refused(co.FightPlayer(RED)) == "not_against_yourself"
