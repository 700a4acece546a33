"""What the rules say to cubes that a camera has read."""

from companion.games.clank.box import Cube
from companion.games.clank.commands import CorrectNumber, MakeClank, RefillRow
from companion.games.clank.seen_cubes import NO_ATTACK, differences, weigh
from companion.games.clank.values import Number, Place
from tests.support.games.clank_table import GREEN, RED, ClankTable


def attacked() -> ClankTable:
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 5, "example"))
    table.do(RefillRow(symbol_revealed=True))
    return table


def said(table: ClankTable, **seen: int) -> list[tuple[str, dict[str, object]]]:
    return [(each.one, dict(each.facts)) for each in weigh(table.state, seen)]


def test_a_draw_that_may_be_is_not_spoken_against() -> None:
    assert said(attacked(), black=3, red=1) == []


def test_too_few_cubes_are_missing_or_hidden() -> None:
    ((sentence, facts),) = said(attacked(), black=3)
    assert "missing or hidden" in sentence
    assert facts == {"n": 4, "seen": 3}


def test_too_many_cubes_are_named() -> None:
    ((sentence, facts),) = said(attacked(), black=5)
    assert "but {seen} are in the tray" in sentence
    assert facts == {"n": 4, "seen": 5}


def test_a_colour_that_the_bag_has_not_is_impossible() -> None:
    ((sentence, facts),) = said(attacked(), black=3, blue=1)
    assert "is not possible: the bag holds {n}" in sentence
    assert facts == {"cube": Cube.BLUE, "seen": 1, "n": 0}


def test_without_an_attack_no_draw_is_right() -> None:
    assert weigh(ClankTable(RED, GREEN).state, {"black": 1}) == (NO_ATTACK,)


def test_a_photo_of_the_area_is_compared_with_the_books() -> None:
    table = ClankTable(RED, GREEN)
    table.do(MakeClank(RED, 2))
    booked = {Cube(p.colour.value): table.state.area.of(p.colour) for p in table.state.players}
    rows = differences(table.state, Place.AREA, {"red": booked[Cube.RED] - 1, "black": 1})
    assert [(row.cube, row.booked - row.seen, row.balance) for row in rows] == [
        (Cube.RED, 1, Place.SUPPLY),
        (Cube.GREEN, booked[Cube.GREEN], Place.SUPPLY),
        (Cube.BLACK, -1, Place.SET_ASIDE),
    ]


def test_a_bag_audit_compares_all_that_the_bag_holds() -> None:
    table = ClankTable(RED, GREEN)
    (row,) = differences(table.state, Place.BAG, {"black": 23})
    assert (row.cube, row.booked, row.seen, row.place) == (Cube.BLACK, 24, 23, Place.BAG)
