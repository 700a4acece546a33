"""Evenings with mistakes, corrections and undo at any point: always a way on, and to the end.

`make bench ARGS=random_evenings` plays many more.
"""

import pytest

from tests.support.games.random_evenings import KINDS, random_evening

SEEDS = range(20)


@pytest.mark.parametrize("name", KINDS)
def test_no_evening_comes_to_an_impossible_state_or_a_dead_end(name: str) -> None:
    evenings = [random_evening(name, seed) for seed in SEEDS]
    assert all(each.game.is_over(each.state) for each in evenings)
    assert sum(each.corrected for each in evenings) > len(SEEDS)
    assert sum(each.taken_back for each in evenings) > len(SEEDS)
