"""Tables of Clank! in some situation, made when a test asks for them."""

from collections.abc import Callable

from companion.games.clank import commands as co
from companion.games.clank.box import Cube
from companion.games.clank.values import Place
from tests.support.games.clank_table import BLUE, GREEN, RED, ClankTable, fell, hurt

WHY = "miscounted"


def nothing() -> ClankTable:
    return ClankTable()


def two() -> ClankTable:
    return ClankTable(RED, GREEN)


def after(*commands: co.Command) -> Callable[[], ClankTable]:
    """Return what makes a table of two after some commands."""

    def make() -> ClankTable:
        table = two()
        for command in commands:
            table.do(command)
        return table

    return make


def green_fell() -> ClankTable:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    return table


def bag_of_red() -> ClankTable:
    table = two()
    table.do(co.CorrectCubes(Cube.RED, Place.SUPPLY, 0, Place.BAG, WHY))
    return table


def last_health() -> ClankTable:
    table = two()
    hurt(table, RED, 8)
    return table


def five_artifacts() -> ClankTable:
    table = two()
    table.do(co.CountHoldings(RED, 0, (5, 7, 10, 15, 0), reason=WHY))
    return table
