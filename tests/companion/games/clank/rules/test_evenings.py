"""No impossible state and no dead end, whatever is corrected and undone at any point.

Longer: `make bench ARGS="evenings 100000"`.
"""

from collections import Counter

import pytest

from tests.support.games.clank_evenings import corrected_to_the_end, evening

EVERY = 25  # of these states the end is looked for by corrections alone


@pytest.mark.parametrize("seed", range(12))
def test_every_evening_with_slips_and_undo_comes_to_its_end(seed: int) -> None:
    played = evening(seed)
    assert played.undone > 0
    for state in played.states[1::EVERY]:
        corrected_to_the_end(state)


def test_evenings_try_every_correction() -> None:
    """Else the test above would show little."""
    counted = sum((evening(seed).counted for seed in range(100, 124)), Counter[str]())
    for name in (
        "CorrectCubes",
        "CorrectNumber",
        "CorrectCountdown",
        "CorrectStatus",
        "CorrectTurn",
        "CorrectRulings",
        "CorrectGone",
        "CountHoldings",
        "AddArrivals",
        "Withdraw",
    ):
        assert counted[name], name
