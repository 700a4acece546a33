"""A Clank! table without a journal, for tests of the rules: play commands, look at the picture."""

from typing import Any

import pytest

from companion.game import Rejected
from companion.games.clank import CLANK
from companion.games.clank.commands import Command, ReportDraw, StartGame
from companion.games.clank.components import BLACK_CUBES, CUBES_PER_COLOUR, Colour, Cube, Cubes
from companion.games.clank.events import Event
from companion.games.clank.state import Clank, Player, cubes_of
from companion.games.clank.words import Seat

RED, GREEN, BLUE, YELLOW = Colour.RED, Colour.GREEN, Colour.BLUE, Colour.YELLOW


class ClankTable:
    """Applies commands; after every event each colour has 30 cubes and the dragon 24."""

    def __init__(self, *colours: Colour, **set_up: Any) -> None:
        self.state = CLANK.empty
        self.events: tuple[Event, ...] = ()
        if colours:
            seats = tuple(Seat(colour) for colour in colours)
            self.do(StartGame(seats, set_up.pop("first", colours[0]), **set_up))

    def do(self, command: Command) -> tuple[Event, ...]:
        """Do a command and return what came of it."""
        self.events = CLANK.decide(self.state, command)
        assert self.events
        for event in self.events:
            self.state = CLANK.evolve(self.state, event)
            conserved(self.state)
        assert CLANK.check(self.state) == ()
        return self.events

    def refused(self, command: Command) -> str:
        """Return the code of the refusal, whose sentence must be sayable with its facts."""
        with pytest.raises(Rejected) as refusal:
            CLANK.decide(self.state, command)
        code, facts = refusal.value.code, refusal.value.facts
        sentence = CLANK.refusals[code]
        for text in filter(None, (sentence.one, sentence.many)):
            assert "{" not in text.format(**facts)
        assert not sentence.many or "n" in facts
        return str(code)

    def draw(self, **cubes: int) -> tuple[Event, ...]:
        """Report a draw by hand, counts only."""
        return self.do(ReportDraw(Cubes(**cubes)))

    def draw_in_order(self, letters: str) -> tuple[Event, ...]:
        """Report a draw in its order: r g b y, d for the dragon's black."""
        names = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "d": "black"}
        order = tuple(Cube(names[letter]) for letter in letters)
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
