"""A game may do without a face, a bot or a translation; the three that came first have all."""

import pytest

from companion.games import GAMES
from tests.support.contract.lacking import lacks, report

COMPLETE = ("clank", "the_game", "grave_robbers")


@pytest.mark.parametrize("name", COMPLETE)
def test_a_game_that_was_complete_stays_so(name: str) -> None:
    assert lacks(name) == ()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_lacks_is_told(name: str) -> None:
    told = [line for line in report() if line.startswith(f"{name} does without ")]
    assert len(told) == bool(lacks(name))
