"""A Clank! table without a journal, for tests of the rules: play commands, look at the state."""

from typing import Any

from companion.games.clank import CLANK
from companion.games.clank.box import BLACK_CUBES, CUBES_PER_COLOUR, Colour, Cube, Cubes
from companion.games.clank.commands import (
    CorrectCubes,
    ProvokeDragon,
    ReportDraw,
    StartGame,
)
from companion.games.clank.events import Event
from companion.games.clank.state import Clank, Player, cubes_of
from companion.games.clank.values import Place, Seat
from tests.support.games.table import GameTable

RED, GREEN, BLUE, YELLOW = Colour.RED, Colour.GREEN, Colour.BLUE, Colour.YELLOW
LETTERS = {"r": Cube.RED, "g": Cube.GREEN, "b": Cube.BLUE, "y": Cube.YELLOW, "d": Cube.BLACK}


class ClankTable(GameTable):
    """Applies commands; after every event each colour has 30 cubes and the dragon 24."""

    state: Clank

    def __init__(self, *colours: Colour, **set_up: Any) -> None:
        super().__init__(CLANK)
        if colours:
            seats = tuple(Seat(colour) for colour in colours)
            self.do(StartGame(seats, set_up.pop("first", colours[0]), **set_up))

    def conserved(self) -> None:
        """Each colour has 30 cubes and the dragon 24, after every event."""
        conserved(self.state)

    def draw(self, **cubes: int) -> tuple[Event, ...]:
        """Report a draw by hand, counts only."""
        return self.do(ReportDraw(Cubes(**cubes)))

    def draw_black(self) -> tuple[Event, ...]:
        """Report that the waiting attack drew black cubes only."""
        assert self.state.attack is not None
        return self.draw(black=self.state.attack.cubes_to_draw)

    def draw_in_order(self, letters: str) -> tuple[Event, ...]:
        """Report a draw in its order: r g b y, d for the dragon's black."""
        order = tuple(LETTERS[letter] for letter in letters)
        counts = {cube.value: order.count(cube) for cube in Cube}
        return self.do(ReportDraw(Cubes(**counts), order))

    def player(self, colour: Colour) -> Player:
        return self.state.player(colour)

    def area(self, colour: Colour) -> int:
        return self.state.area.of(colour)


def conserved(state: Clank) -> None:
    """Fail unless every cube is somewhere (30 a colour, 24 black)."""
    for player in state.players:
        assert cubes_of(state, player) == CUBES_PER_COLOUR, player.colour
    if state.players:
        assert state.bag.black + state.set_aside.black == BLACK_CUBES


def put(table: ClankTable, colour: Colour, place: Place, cubes: int) -> None:
    """Set a count as a correction; the supply balances."""
    if cubes != {Place.BAG: table.state.bag, Place.AREA: table.state.area}.get(
        place, Cubes.only(colour, table.player(colour).meter)
    ).of(colour):
        table.do(CorrectCubes(Cube(colour.value), place, cubes, Place.SUPPLY, "test"))


def hurt(table: ClankTable, colour: Colour, damage: int) -> None:
    """Let a player have so much damage."""
    put(table, colour, Place.METER, damage)


def into_bag(table: ClankTable, colour: Colour, cubes: int) -> None:
    """Let the bag hold exactly so many cubes of a colour."""
    put(table, colour, Place.BAG, cubes)


def fell(table: ClankTable, *colours: Colour, in_order: bool = True) -> None:
    """Knock players out by one attack in mid-turn; each loses the last health, as ordered."""
    for colour in colours:
        hurt(table, colour, 9)
        into_bag(table, colour, 1)
    table.do(ProvokeDragon())
    assert table.state.attack is not None
    black = table.state.attack.cubes_to_draw - len(colours)
    if in_order:
        table.draw_in_order("".join(colour.value[0] for colour in colours) + "d" * black)
    else:
        table.draw(black=black, **{colour.value: 1 for colour in colours})
