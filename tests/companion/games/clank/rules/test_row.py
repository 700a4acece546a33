"""The Dungeon Row: refills, Danger, Arrive, Shrine and Treasure Hunter (EN 354, 421-425)."""

import pytest

from companion.games.clank.box import Arrival, Cubes
from companion.games.clank.commands import (
    CorrectNumber,
    CorrectStatus,
    EndTurn,
    ProvokeDragon,
    RefillRow,
    RemoveClank,
    ReplaceRowCard,
    ReturnDragonCubes,
    SetDanger,
)
from companion.games.clank.events import (
    CardArrived,
    ClankMade,
    DangerSet,
    DragonCubesReturned,
    RowRefilled,
)
from companion.games.clank.values import Number, Rulings, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, ClankTable, into_bag

QUIET = RefillRow(symbol_revealed=False)


def five_black_set_aside() -> ClankTable:
    """Return a table where an attack of the fullest rage drew black cubes only."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 7, "test"))
    table.do(ProvokeDragon())
    table.draw(black=5)
    return table


@pytest.mark.parametrize("symbol", [True, False])
def test_the_row_is_refilled_once_a_turn(symbol: bool) -> None:
    """EN 354."""
    table = ClankTable(RED, GREEN)
    table.do(QUIET)
    assert table.refused(RefillRow(symbol_revealed=symbol)) == "row_already_refilled"
    table.do(EndTurn())
    table.do(RefillRow(symbol_revealed=symbol))


def test_a_full_row_needs_no_refill() -> None:
    """EN 354: "if any of the six spaces are empty"."""
    table = ClankTable(RED, GREEN)
    table.do(EndTurn())
    assert table.state.turn == GREEN


def test_an_empty_dungeon_deck_leaves_gaps_that_bring_no_attack() -> None:
    """RULING on EN 354: nothing new is revealed; Danger that lies there still counts (EN 425)."""
    table = ClankTable(RED, GREEN, danger=1)
    assert table.do(QUIET) == (RowRefilled(symbol_revealed=False),)
    table.do(EndTurn())
    table.do(ProvokeDragon())
    assert table.state.attack is not None
    assert table.state.attack.because.danger == 1


def test_danger_that_stays_is_not_told_again() -> None:
    """EN 425."""
    table = ClankTable(RED, GREEN, danger=1)
    assert table.do(RefillRow(False, danger=1)) == (RowRefilled(symbol_revealed=False),)


def test_danger_stays_within_the_box() -> None:
    """Board: five Danger cards."""
    table = ClankTable(RED, GREEN)
    for wrong in (
        SetDanger(6),
        SetDanger(-1),
        RefillRow(False, danger=6),
        ReplaceRowCard(danger=-1),
    ):
        assert table.refused(wrong) == "danger_out_of_range"
    table.do(SetDanger(5))
    table.do(SetDanger(0))
    assert table.state.danger == 0


def test_arrive_comes_before_the_attack_of_the_same_refill() -> None:
    """EN 421; two public engines run it after."""
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=True, arrivals=(Arrival.WATCHER,)))
    assert table.state.bag == Cubes(red=4, green=3, black=24)


def test_arrivals_happen_in_the_order_revealed() -> None:
    """EN 421."""
    table = ClankTable(RED, GREEN)
    events = table.do(RefillRow(False, (Arrival.OVERLORD, Arrival.SHRINE, Arrival.WATCHER)))
    assert events == (
        CardArrived(Arrival.OVERLORD),
        ClankMade(RED, 1),
        ClankMade(GREEN, 1),
        CardArrived(Arrival.SHRINE),
        CardArrived(Arrival.WATCHER),
        ClankMade(RED, 1),
        ClankMade(GREEN, 1),
        RowRefilled(symbol_revealed=False),
    )


def test_a_shrine_returns_three_black_cubes_at_most_those_set_aside() -> None:
    """EN 356 and the card: set aside is not removed from the game, as JA 362 has it."""
    table = five_black_set_aside()
    assert DragonCubesReturned(3) in table.do(RefillRow(False, (Arrival.SHRINE,)))
    assert (table.state.set_aside.black, table.state.bag.black) == (2, 22)
    table.do(EndTurn())
    assert DragonCubesReturned(2) in table.do(RefillRow(False, (Arrival.SHRINE,)))
    table.do(EndTurn())
    table.do(RefillRow(False, (Arrival.SHRINE,)))
    assert table.state.bag.black == 24


def test_two_shrines_of_one_refill_share_what_is_set_aside() -> None:
    """EN 421 and the card."""
    table = five_black_set_aside()
    events = table.do(RefillRow(False, (Arrival.SHRINE, Arrival.SHRINE)))
    assert [event for event in events if isinstance(event, DragonCubesReturned)] == [
        DragonCubesReturned(3),
        DragonCubesReturned(2),
    ]


def test_a_shrine_returns_no_cubes_of_players_who_are_out() -> None:
    """EN 395, 356: RULING, they stay set aside and do not count for the Shrine."""
    table = ClankTable(RED, GREEN, BLUE)
    into_bag(table, BLUE, 2)
    table.do(CorrectStatus(BLUE, Status.LOST, "test"))
    table.do(ProvokeDragon())
    table.draw(blue=2)
    events = table.do(RefillRow(False, (Arrival.SHRINE,)))
    assert events == (CardArrived(Arrival.SHRINE), RowRefilled(symbol_revealed=False))
    assert table.state.set_aside == Cubes(blue=2)


def test_black_cubes_can_be_returned_by_hand_as_far_as_they_are_set_aside() -> None:
    """EN 356: a Shrine that was forgotten."""
    assert ClankTable(RED, GREEN).refused(ReturnDragonCubes()) == "no_black_set_aside"
    table = five_black_set_aside()
    assert table.do(ReturnDragonCubes()) == (DragonCubesReturned(3),)
    assert table.do(ReturnDragonCubes(1)) == (DragonCubesReturned(1),)
    assert table.do(ReturnDragonCubes()) == (DragonCubesReturned(1),)


def test_treasure_hunters_card_arrives_by_ruling_and_never_attacks() -> None:
    """RULING, on by default; the card says that its symbol is ignored."""
    table = ClankTable(RED, GREEN)
    table.do(ReplaceRowCard((Arrival.OVERLORD,), danger=1))
    assert (table.area(RED), table.state.danger, table.state.attack) == (4, 1, None)
    assert not table.state.row_refilled
    silent = ClankTable(RED, GREEN, rulings=Rulings(treasure_hunter_arrive=False))
    assert silent.refused(ReplaceRowCard((Arrival.OVERLORD,))) == "nothing_changes"
    assert silent.do(ReplaceRowCard((Arrival.OVERLORD,), danger=1)) == (DangerSet(1),)


def test_treasure_hunters_arrive_in_mid_turn_is_spared_by_credit_in_any_case() -> None:
    """EN 330: it is later in the turn, whatever the ruling on its end."""
    table = ClankTable(RED, GREEN, rulings=Rulings(credit_absorbs_arrive=False))
    table.do(RemoveClank(RED, 4))
    table.do(ReplaceRowCard((Arrival.OVERLORD,)))
    assert table.area(RED) == 0
