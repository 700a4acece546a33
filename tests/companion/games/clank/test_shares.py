"""Everybody's luck in whole games, kept and added up."""

import random
from math import sqrt

import pytest

from companion.games.clank.odds.luck import draws_of, luck_of
from companion.games.clank.odds.shares import Share, added_up, shares_of
from companion.games.clank.state import Clank
from tests.support.games.clank_bots import bot_game


def test_a_share_is_the_luck_of_a_game_that_is_over() -> None:
    events = bot_game(5).events
    shares = shares_of(events, random.Random(1).random)
    luck = luck_of(draws_of(events, Clank()))
    assert list(shares) == [colour.value for colour in luck], "nobody had a name"
    for colour, one in luck.items():
        assert shares[colour.value].cubes == one.cubes
        assert shares[colour.value].chances == one.chances
        assert shares[colour.value].expected == pytest.approx(float(one.expected))


def test_a_game_that_goes_on_has_no_shares() -> None:
    assert shares_of(bot_game(5).events[:100], random.Random(1).random) == {}


def test_evenings_are_added_up_by_name() -> None:
    first = {"Bo": Share(1, (0.5, 0.5), 1.0), "Ann": Share(0, (1.0,), 0.3)}
    both = added_up([first, {"Bo": Share(1, (0.25, 0.75), 2.0)}])
    assert list(both) == ["Ann", "Bo"]
    assert both["Ann"] == first["Ann"]
    assert both["Bo"] == Share(2, (0.125, 0.5, 0.375), 3.0 / sqrt(2))
