"""Clank!: supply, area and the credit inside a turn (EN 326-338, 395, 450)."""

import pytest

from companion.games.clank.box import Arrival, Colour, Cube
from companion.games.clank.commands import (
    MOST,
    CorrectCubes,
    CorrectStatus,
    EndTurn,
    EveryoneMakesClank,
    GainGold,
    Heal,
    MakeClank,
    MoveClank,
    ProvokeDragon,
    RefillRow,
    RemoveClank,
    SpendGold,
    TakeTunnelDamage,
)
from companion.games.clank.events import ClankMade, ClankRemoved, CreditLeft
from companion.games.clank.values import Place, Rulings, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, hurt


def set_supply(table: ClankTable, colour: Colour, cubes: int) -> None:
    """Leave so many cubes in the supply; the others go into the bag."""
    table.do(CorrectCubes(Cube(colour.value), Place.SUPPLY, cubes, Place.BAG, "test"))


def test_clank_moves_cubes_from_supply_to_area() -> None:
    """EN 328."""
    table = ClankTable(RED, GREEN)
    assert table.do(MakeClank(RED, 2)) == (ClankMade(RED, 2),)
    assert (table.area(RED), table.player(RED).supply) == (5, 25)
    assert (table.area(GREEN), table.player(GREEN).supply) == (2, 28)


def test_negative_clank_takes_cubes_back_and_the_rest_is_credit() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    assert table.do(RemoveClank(RED, 5)) == (ClankRemoved(RED, 3), CreditLeft(RED, 2))
    assert (table.area(RED), table.player(RED).supply) == (0, 30)


def test_negative_clank_that_finds_its_cubes_leaves_no_credit() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    assert table.do(RemoveClank(RED, 3)) == (ClankRemoved(RED, 3),)
    assert table.do(RemoveClank(RED, 1)) == (CreditLeft(RED, 1),)


def test_credit_cancels_later_clank_of_the_turn() -> None:
    """EN 330; in part, as JA 340 says: the Russian text reads as all or nothing."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    assert table.do(MakeClank(RED, 1)) == (ClankMade(RED, 0, credit_used=1),)
    assert table.player(RED).credit == 1
    assert table.do(MakeClank(RED, 3)) == (ClankMade(RED, 2, credit_used=1),)
    assert (table.area(RED), table.player(RED).credit) == (2, 0)


def test_what_credit_does_not_cancel_is_placed() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 4))
    assert table.do(MakeClank(RED, 4)) == (ClankMade(RED, 3, credit_used=1),)


def test_credit_cancels_clank_of_any_effect_not_only_of_cards_played() -> None:
    """EN 330: "if an effect would make you do so"; RU 348 names cards only."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 4))
    table.do(EveryoneMakesClank(1))
    assert (table.area(RED), table.area(GREEN)) == (0, 3)


def test_the_rulebooks_green_player_keeps_one_credit() -> None:
    """EN 334-338: Stumble +1, then Move Silently −2."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for _ in range(3):
        table.do(EndTurn())  # yellow has no starting Clank!
    assert table.state.turn == YELLOW
    table.do(MakeClank(YELLOW))
    table.do(RemoveClank(YELLOW, 2))
    assert (table.area(YELLOW), table.player(YELLOW).credit) == (0, 1)


def test_credits_add_up_inside_a_turn() -> None:
    """EN 330: each negative Clank! counts."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    table.do(RemoveClank(RED, 2))
    assert table.player(RED).credit == 4


def test_credit_is_lost_when_the_turn_ends() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    table.do(GainGold(RED, 3))
    table.do(EndTurn())
    assert table.player(RED).credit == 0
    table.do(MakeClank(RED))
    assert table.area(RED) == 1


@pytest.mark.parametrize("colour", [GREEN, YELLOW])
def test_on_another_players_turn_a_removal_gives_no_credit(colour: Colour) -> None:
    """EN 330: credit is for "later in the turn", which is not theirs."""
    table = ClankTable(RED, colour)
    assert table.do(RemoveClank(colour, 5)) == (ClankRemoved(colour, 2),)
    assert table.refused(RemoveClank(colour)) == "no_clank_in_area"


def test_an_empty_supply_places_nothing_and_owes_nothing() -> None:
    """EN 450."""
    table = ClankTable(RED, GREEN)
    set_supply(table, RED, 0)
    assert table.do(MakeClank(RED, 2)) == (ClankMade(RED, 0, unplaced=2),)
    assert table.area(RED) == 3
    table.do(RemoveClank(RED, 1))
    assert table.player(RED).supply == 1


def test_clank_counts_again_as_soon_as_a_cube_is_back() -> None:
    """EN 450: until cubes come back from healing."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 2)
    set_supply(table, RED, 0)
    table.do(Heal(RED))
    assert table.do(MakeClank(RED, 2)) == (ClankMade(RED, 1, unplaced=1),)
    assert (table.area(RED), table.player(RED).supply) == (4, 0)


def test_a_supply_runs_out_at_thirty_cubes() -> None:
    """EN 53, 450; one public engine makes Clank! without a limit."""
    table = ClankTable(RED, GREEN)
    assert table.do(MakeClank(RED, 40)) == (ClankMade(RED, 27, unplaced=13),)


def test_only_placed_cubes_are_clank_that_was_made() -> None:
    """Designer's answer (second hand) on Swagger: no cube placed, no Clank! made."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 4))
    set_supply(table, RED, 2)
    assert table.do(MakeClank(RED, 5)) == (ClankMade(RED, 2, credit_used=1, unplaced=2),)


def test_credit_is_used_up_although_no_cube_could_be_placed() -> None:
    """RULING, on by default; the switch keeps the credit."""
    for is_kept, credit in ((False, 1), (True, 2)):
        table = ClankTable(RED, GREEN, rulings=Rulings(credit_kept_when_supply_empty=is_kept))
        table.do(RemoveClank(RED, 5))
        set_supply(table, RED, 0)
        table.do(MakeClank(RED))
        assert table.player(RED).credit == credit
        assert table.area(RED) == 0


def test_with_a_cube_in_the_supply_credit_is_used_whatever_the_ruling() -> None:
    """EN 330."""
    table = ClankTable(RED, GREEN, rulings=Rulings(credit_kept_when_supply_empty=True))
    table.do(RemoveClank(RED, 5))
    assert table.do(MakeClank(RED)) == (ClankMade(RED, 0, credit_used=1),)


def test_leftover_credit_spares_arrive_clank_by_ruling() -> None:
    """RULING: it is still the end of that turn; on by default."""
    for spares, area in ((True, 0), (False, 1)):
        table = ClankTable(RED, GREEN, rulings=Rulings(credit_absorbs_arrive=spares))
        table.do(RemoveClank(RED, 4))
        table.do(RefillRow(symbol_revealed=False, arrivals=(Arrival.OVERLORD,)))
        assert table.area(RED) == area
        assert table.area(GREEN) == 3


def test_credit_lasts_through_an_attack_in_mid_turn() -> None:
    """RULING: after Mister Whiskers the turn goes on for a player who stands."""
    table = ClankTable(RED, GREEN)
    table.do(RemoveClank(RED, 5))
    table.do(ProvokeDragon())
    table.draw_black()
    assert table.player(RED).credit == 2


@pytest.mark.parametrize("arrival", [Arrival.OVERLORD, Arrival.WATCHER])
def test_overlord_and_watcher_arrive_loudly_for_everyone(arrival: Arrival) -> None:
    """EN 421 and the cards."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(RefillRow(symbol_revealed=False, arrivals=(arrival, arrival)))
    assert [table.area(colour) for colour in (RED, GREEN, BLUE)] == [5, 4, 3]


def test_cards_for_all_players_skip_those_who_are_out() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectStatus(BLUE, Status.LOST, "test"))
    table.do(EveryoneMakesClank(1))
    table.do(RefillRow(symbol_revealed=False, arrivals=(Arrival.WATCHER,)))
    assert [table.area(colour) for colour in (RED, GREEN, BLUE)] == [5, 4, 1]


def test_who_is_out_adds_no_clank() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectStatus(BLUE, Status.LOST, "test"))
    for command in (MakeClank(BLUE), RemoveClank(BLUE), MoveClank(RED, BLUE)):
        assert table.refused(command) == "player_is_out"


def test_clank_of_one_who_was_out_already_can_go_to_the_right_player() -> None:
    """EN 395: that Clank! cannot have been theirs."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(CorrectStatus(BLUE, Status.LOST, "test"))
    table.do(MoveClank(BLUE, RED))
    assert (table.area(BLUE), table.area(RED)) == (0, 4)


@pytest.mark.parametrize(("cubes", "areas"), [(1, [3, 3, 2]), (2, [3, 4, 3])])
def test_other_players_spares_the_one_who_played_the_card(cubes: int, areas: list[int]) -> None:
    """EN 395 and the cards: Tattle, Watcher."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(EveryoneMakesClank(cubes, spared=RED))
    assert [table.area(colour) for colour in (RED, GREEN, BLUE)] == areas


def test_nobody_else_inside_makes_no_clank() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(GREEN, Status.LOST, "test"))
    assert table.refused(EveryoneMakesClank(1, spared=RED)) == "nobody_else_inside"


def test_who_does_not_play_cannot_be_spared() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN)
    assert table.refused(EveryoneMakesClank(1, spared=BLUE)) == "colour_not_playing"


def test_a_press_for_the_wrong_player_moves_to_the_right_one() -> None:
    """EN 328: Clank! is made by the one who made it."""
    table = ClankTable(RED, GREEN)
    table.do(MakeClank(RED))
    assert table.do(MoveClank(RED, GREEN)) == (ClankRemoved(RED, 1), ClankMade(GREEN, 1))
    assert (table.area(RED), table.area(GREEN)) == (3, 3)
    table.do(MoveClank(RED, GREEN, 3))
    assert (table.area(RED), table.area(GREEN)) == (0, 6)


def test_only_clank_that_is_there_moves_and_only_to_another_player() -> None:
    """EN 328."""
    table = ClankTable(RED, GREEN)
    assert table.refused(MoveClank(RED, RED)) == "nothing_changes"
    assert table.refused(MoveClank(RED, GREEN, 4)) == "no_clank_in_area"
    assert table.refused(MoveClank(RED, BLUE)) == "colour_not_playing"
    assert table.refused(MoveClank(BLUE, RED)) == "colour_not_playing"


def test_nobody_plays_a_colour_that_was_not_set_up() -> None:
    """EN 97."""
    table = ClankTable(RED, GREEN)
    for command in (MakeClank(BLUE), RemoveClank(BLUE), TakeTunnelDamage(BLUE)):
        assert table.refused(command) == "colour_not_playing"


@pytest.mark.parametrize("count", [0, -1, MOST + 1])
def test_a_count_outside_a_box_is_no_message(count: int) -> None:
    with pytest.raises(ValueError, match=f"cubes is {count}, 1 to 999"):
        MakeClank(RED, count)
    with pytest.raises(ValueError, match="gold is"):
        GainGold(RED, count)
    with pytest.raises(ValueError, match="damage is"):
        TakeTunnelDamage(RED, count)


def test_a_press_or_a_tap_counts_one() -> None:
    """EN 328: the smallest Clank!."""
    for command in (MakeClank(RED), RemoveClank(RED), MoveClank(RED, GREEN), Heal(RED)):
        assert command.cubes == EveryoneMakesClank().cubes == 1
    assert GainGold(RED).gold == SpendGold(RED).gold == TakeTunnelDamage(RED).damage == 1


def test_the_most_of_a_count_is_still_a_message() -> None:
    assert MakeClank(RED, MOST).cubes == MOST == 999
