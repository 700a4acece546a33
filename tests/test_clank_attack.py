"""Rage, the Dungeon Row, attacks and draws (EN 350-364, 421-425)."""

import pytest

from companion.games.clank.commands import (
    CorrectCubes,
    CorrectNumber,
    DiscoverSecret,
    EndTurn,
    MakeClank,
    ProvokeDragon,
    RefillRow,
    RemoveClank,
    ReplaceRowCard,
    ReportDraw,
    ReturnDragonCubes,
    SetDanger,
    TakeArtifact,
)
from companion.games.clank.components import Arrival, Cube, Cubes, Secret
from companion.games.clank.dragon import hand
from companion.games.clank.events import AttackBegan, CubesDrawn, DamageTaken
from companion.games.clank.words import Because, Cause, DrawnBy, Number, Place, Rulings
from tests.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

ATTACK = RefillRow(symbol_revealed=True)


def test_the_rulebooks_yellow_attack() -> None:
    """EN 362-364: space 5 draws 4; black, green, yellow, yellow; two symbols are one attack."""
    table = ClankTable(YELLOW, GREEN, RED, BLUE)
    table.do(CorrectNumber(Number.RAGE_SPACE, 5, "example"))
    events = table.do(ATTACK)
    assert AttackBegan(4, Because(4, 0), Cause.ROW) in events
    table.draw_in_order("dgyy")
    assert (table.player(GREEN).meter, table.player(YELLOW).meter) == (1, 2)
    assert table.state.set_aside == Cubes(black=1)
    assert table.refused(ATTACK) == "row_already_refilled"


def test_every_cube_of_the_area_goes_into_the_bag_before_the_draw() -> None:
    """EN 356."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.state.area == Cubes()
    assert table.state.bag == Cubes(red=3, green=2, black=24)


def test_undrawn_cubes_stay_in_the_bag_for_later_attacks() -> None:
    """EN 356; one public engine rebuilds the bag for each attack."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    table.draw(black=3)
    table.do(EndTurn())
    table.do(ATTACK)
    assert table.state.bag == Cubes(red=3, green=2, black=21)


def test_each_danger_card_adds_a_cube_to_every_attack() -> None:
    """EN 425."""
    table = ClankTable(RED, GREEN)
    table.do(SetDanger(2))
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.cubes_to_draw == 5


def test_a_danger_card_of_this_refill_counts_in_its_attack() -> None:
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=True, danger=1))
    assert table.state.attack is not None
    assert table.state.attack.because == Because(3, 1)


def test_danger_stays_within_the_box() -> None:
    table = ClankTable(RED, GREEN)
    assert table.refused(SetDanger(6)) == "danger_out_of_range"
    assert table.refused(SetDanger(-1)) == "danger_out_of_range"
    assert table.refused(RefillRow(False, danger=6)) == "danger_out_of_range"


def test_arrive_comes_before_the_attack_of_the_same_refill() -> None:
    """EN 421; two public engines run it after."""
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=True, arrivals=(Arrival.WATCHER,)))
    assert table.state.bag == Cubes(red=4, green=3, black=24)


def test_a_shrine_returns_three_black_cubes_at_most_those_set_aside() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 7, "test"))
    table.do(ATTACK)
    table.draw(black=5)
    table.do(EndTurn())
    table.do(RefillRow(symbol_revealed=False, arrivals=(Arrival.SHRINE,)))
    assert table.state.set_aside.black == 2
    table.do(ReturnDragonCubes())
    assert table.state.set_aside.black == 0
    assert table.refused(ReturnDragonCubes()) == "no_black_set_aside"
    table.do(EndTurn())
    table.do(RefillRow(symbol_revealed=False, arrivals=(Arrival.SHRINE,)))
    assert table.state.bag.black == 24


def test_treasure_hunters_card_arrives_by_ruling_and_never_attacks() -> None:
    """RULING, on by default."""
    table = ClankTable(RED, GREEN)
    table.do(ReplaceRowCard((Arrival.OVERLORD,), danger=1))
    assert (table.area(RED), table.state.danger, table.state.attack) == (4, 1, None)
    silent = ClankTable(RED, GREEN, rulings=Rulings(treasure_hunter_arrive=False))
    assert silent.refused(ReplaceRowCard((Arrival.OVERLORD,))) == "nothing_changes"
    assert not table.state.row_refilled


def test_treasure_hunters_arrive_in_mid_turn_is_spared_by_credit_in_any_case() -> None:
    table = ClankTable(RED, GREEN, rulings=Rulings(credit_absorbs_arrive=False))
    table.do(RemoveClank(RED, 4))
    table.do(ReplaceRowCard((Arrival.OVERLORD,)))
    assert table.area(RED) == 0


def test_a_card_attack_in_mid_turn_is_normal_and_the_row_may_attack_again() -> None:
    """Mister Whiskers."""
    table = ClankTable(RED, GREEN, danger=1)
    events = table.do(ProvokeDragon())
    assert events == (AttackBegan(4, Because(3, 1), Cause.CARD),)
    table.draw(black=4)
    table.do(ATTACK)
    assert table.state.attack is not None


def test_while_the_dragon_waits_only_the_draw_counts() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    for command in (MakeClank(RED), EndTurn(), SetDanger(1), TakeArtifact(RED, 5)):
        assert table.refused(command) == "draw_first"


def test_a_draw_needs_an_attack() -> None:
    table = ClankTable(RED, GREEN)
    assert table.refused(ReportDraw(Cubes(black=3))) == "no_attack"


def test_a_draw_of_another_number_is_refused() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.refused(ReportDraw(Cubes(black=2))) == "wrong_number_of_cubes"
    assert table.refused(ReportDraw(Cubes(black=4))) == "wrong_number_of_cubes"


def test_a_cube_that_is_not_in_the_bag_cannot_have_been_drawn() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.refused(ReportDraw(Cubes(green=3))) == "not_in_the_bag"
    assert table.refused(ReportDraw(Cubes(blue=1, black=2))) == "not_in_the_bag"


def test_an_order_must_agree_with_its_counts() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    wrong = ReportDraw(Cubes(black=3), (Cube.BLACK, Cube.RED, Cube.BLACK))
    assert table.refused(wrong) == "order_differs"


def test_damage_is_told_in_the_order_of_the_draw() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    events = table.draw_in_order("grg")
    assert [event for event in events if isinstance(event, DamageTaken)] == [
        DamageTaken(GREEN, 2),
        DamageTaken(RED, 1),
    ]


def test_rage_rises_for_each_artifact_and_egg_and_stops_at_the_last_space() -> None:
    """EN 310, 358, 607; the board's last space is the seventh, five cubes."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    seen = [table.state.rage]
    for colour, value in ((RED, 5), (GREEN, 7), (BLUE, 10), (YELLOW, 15)):
        table.do(TakeArtifact(colour, value))
        seen.append(table.state.rage)
    for _ in range(3):
        table.do(DiscoverSecret(RED, Secret.DRAGON_EGG))
        seen.append(table.state.rage)
    assert seen == [2, 2, 3, 3, 4, 4, 5, 5]


def test_a_bag_with_fewer_cubes_gives_what_it_has() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.BLACK, Place.BAG, 1, Place.SET_ASIDE, "test"))
    for colour in (Cube.RED, Cube.GREEN):
        table.do(CorrectCubes(colour, Place.AREA, 0, Place.SUPPLY, "test"))
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.cubes_to_draw == 1


def test_an_empty_bag_ends_the_attack_without_a_draw() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.BLACK, Place.BAG, 0, Place.SET_ASIDE, "test"))
    for colour in (Cube.RED, Cube.GREEN):
        table.do(CorrectCubes(colour, Place.AREA, 0, Place.SUPPLY, "test"))
    events = table.do(ATTACK)
    assert CubesDrawn(Cubes(), (), DrawnBy.DRAGONBAG) in events
    assert table.state.attack is None


def test_dragonbags_hand_reports_what_it_drew_in_order() -> None:
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    asked: list[object] = []

    def last_cubes(number: int, bag: object, cubes: int) -> tuple[str, ...]:
        asked.append((number, bag, cubes))
        return ("red", "black", "red")

    command = hand(table.state, last_cubes)
    assert command == ReportDraw(
        Cubes(red=2, black=1), (Cube.RED, Cube.BLACK, Cube.RED), DrawnBy.DRAGONBAG
    )
    bag = {"red": 3, "green": 2, "blue": 0, "yellow": 0, "black": 24}
    assert asked == [(0, bag, 3)]


@pytest.mark.parametrize("symbol", [True, False])
def test_the_row_is_refilled_once_a_turn(symbol: bool) -> None:
    """EN 354."""
    table = ClankTable(RED, GREEN)
    table.do(RefillRow(symbol_revealed=False))
    assert table.refused(RefillRow(symbol_revealed=symbol)) == "row_already_refilled"
    table.do(EndTurn())
    table.do(RefillRow(symbol_revealed=symbol))
