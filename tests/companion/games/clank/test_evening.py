"""An evening in numbers: rounds, attacks, who made Clank! and who took damage."""

from itertools import pairwise

from companion.games.clank.box import Colour, Cubes
from companion.games.clank.events import (
    AttackBegan,
    ClankMade,
    CubesDrawn,
    DamageTaken,
    Event,
    GameStarted,
    PlayersAdded,
    SeatsCorrected,
    TurnEnded,
)
from companion.games.clank.odds.evening import evening_of
from companion.games.clank.values import Because, Cause, Seat

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
STARTED = GameStarted((Seat(RED), Seat(GREEN), Seat(BLUE)), GREEN, rage_space=1, danger=0)


def turns(*colours: Colour) -> tuple[Event, ...]:
    """Return the ends of turns of these colours; the last one only begins."""
    return tuple(TurnEnded(one, other) for one, other in pairwise(colours))


def test_the_first_player_begins_each_round() -> None:
    evening = evening_of((STARTED, *turns(GREEN, BLUE, RED, GREEN, BLUE)))
    assert evening.rounds == 2
    assert [band.colour for band in evening.bands] == [GREEN, BLUE, RED]


def test_a_round_ends_where_the_order_turns_back_even_if_players_are_passed_over() -> None:
    assert evening_of((STARTED, *turns(BLUE, GREEN, RED, BLUE))).rounds == 3


def test_clank_and_damage_count_in_the_round_they_came_in() -> None:
    attack = (
        AttackBegan(2, Because(2, 0), Cause.ROW),
        CubesDrawn(Cubes(red=2)),
        DamageTaken(RED, 2),
    )
    evening = evening_of(
        (STARTED, ClankMade(RED, 1), ClankMade(RED, 2), *turns(GREEN, BLUE, RED, GREEN), *attack)
    )
    red = next(band for band in evening.bands if band.colour is RED)
    assert (red.clank, red.damage) == ((3, 0), (0, 2))
    assert evening.attacks == (2,)
    assert evening.most == 3


def test_who_gets_another_colour_keeps_what_was_told_of_the_old_one() -> None:
    seats = (Seat(RED), Seat(Colour.YELLOW), Seat(BLUE))
    corrected = SeatsCorrected(seats, (RED, GREEN, BLUE))
    evening = evening_of((STARTED, ClankMade(GREEN, 2), corrected, ClankMade(Colour.YELLOW, 1)))
    assert evening.bands[0].colour is Colour.YELLOW
    assert evening.bands[0].clank == (3,)


def test_who_was_forgotten_plays_in_the_same_rounds() -> None:
    added = PlayersAdded((Seat(Colour.YELLOW),), BLUE, "late")
    story = (STARTED, added, *turns(GREEN, BLUE, Colour.YELLOW, RED), ClankMade(Colour.YELLOW, 2))
    evening = evening_of((*story, *turns(RED, GREEN)))
    assert [band.colour for band in evening.bands] == [GREEN, BLUE, Colour.YELLOW, RED]
    assert (evening.rounds, evening.bands[2].clank) == (2, (2, 0))
