"""What several games share."""

import random
from typing import NamedTuple

import pytest

from companion.engine.errors import Rejected
from companion.games import GAMES
from companion.games.clank.bot import BOT
from companion.games.shared import (
    REASON_LENGTH,
    Colour,
    Seat,
    bot_seats,
    by_colour,
    check_seats,
    clockwise,
    has_colour,
    name_in,
    needs_reason,
    playing,
    with_player,
)

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


class Player(NamedTuple):
    colour: Colour
    name: str = ""


PLAYERS = (Player(RED, "Ann"), Player(GREEN))


def test_a_player_is_found_by_colour() -> None:
    assert by_colour(PLAYERS, RED) == PLAYERS[0]
    assert has_colour(PLAYERS, GREEN)
    assert not has_colour(PLAYERS, BLUE)
    with pytest.raises(KeyError):
        by_colour(PLAYERS, BLUE)


def test_only_the_entry_of_that_colour_is_replaced() -> None:
    assert with_player(PLAYERS, Player(GREEN, "Bo")) == (PLAYERS[0], Player(GREEN, "Bo"))


def test_a_name_is_known_by_the_players_colour_and_by_no_other_word() -> None:
    assert name_in(PLAYERS, RED) == "Ann"
    assert name_in(PLAYERS, GREEN) == ""
    assert name_in(PLAYERS, BLUE) == ""
    assert name_in(PLAYERS, "red") == ""


def test_clockwise_begins_anywhere_and_leaves_nobody_out() -> None:
    assert clockwise("abc", "a") == ("a", "b", "c")
    assert clockwise("abc", "b") == ("b", "c", "a")


@pytest.mark.parametrize("reason", ["", "  ", "x" * (REASON_LENGTH + 1), "a\nb"])
def test_a_correction_needs_a_reason_that_the_log_can_show(reason: str) -> None:
    with pytest.raises(Rejected) as refusal:
        needs_reason(reason)
    assert refusal.value.code == "reason_missing"
    needs_reason("x" * REASON_LENGTH)


@pytest.mark.parametrize(
    ("seats", "first", "code"),
    [
        ((Seat(RED), Seat(GREEN), Seat(RED)), RED, "colour_twice"),
        ((Seat(RED), Seat(GREEN)), BLUE, "colour_not_playing"),
    ],
)
def test_each_seat_has_its_colour_and_the_first_player_has_a_seat(
    seats: tuple[Seat, ...], first: Colour, code: str
) -> None:
    check_seats((Seat(RED), Seat(GREEN)), GREEN)
    with pytest.raises(Rejected) as refusal:
        check_seats(seats, first)
    assert refusal.value.code == code


def test_who_does_not_play_is_refused() -> None:
    assert playing(PLAYERS, RED) == PLAYERS[0]
    with pytest.raises(Rejected) as refusal:
        playing(PLAYERS, BLUE)
    assert (refusal.value.code, refusal.value.facts) == ("colour_not_playing", {"player": BLUE})


def test_bots_sit_in_different_colours_with_different_names() -> None:
    seats = bot_seats(4)
    assert len({seat.colour for seat in seats}) == len({seat.name for seat in seats}) == 4
    assert bot_seats(2) == seats[:2]


def test_a_bot_plays_states_of_its_own_game_only() -> None:
    dice = random.Random(1)
    with pytest.raises(TypeError, match="no Clank"):
        BOT.step(GAMES["the_game"].empty, dice)
