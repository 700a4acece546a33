"""Lamp patterns as sampled values over time."""

import math
from collections.abc import Mapping

import pytest

from hardware.panel import patterns
from hardware.panel.patterns import Pattern, blinks
from hardware.panel.pins import LAMPS, RAGE_LAMPS


def samples(pattern: Pattern, step_s: float, count: int) -> list[float | None]:
    return [pattern.level(number * step_s) for number in range(count)]


def test_a_steady_light_never_changes_and_never_wakes_its_thread() -> None:
    assert samples(patterns.ON, 3600.0, 3) == [1.0, 1.0, 1.0]
    assert patterns.ON.next_change(1e6) is None
    assert patterns.OFF.level(0.0) == 0.0


def test_two_blinks_are_two_flashes_and_then_over() -> None:
    twice = blinks(2, on_s=0.1, off_s=0.1)
    assert samples(twice, 0.1, 5) == [1.0, 0.0, 1.0, 0.0, None]
    assert twice.next_change(0.05) == pytest.approx(0.05)
    assert twice.next_change(9.0) is None


def test_a_pattern_may_wait_in_the_dark_for_its_turn() -> None:
    assert samples(blinks(1, 0.1, 0.1).later(0.2), 0.1, 5) == [0.0, 0.0, 1.0, 0.0, None]
    assert patterns.NOTED.later(0.2).is_swap
    assert patterns.NOTED.later(0.0) is patterns.NOTED


def test_breathing_goes_up_and_down_for_ever_and_is_never_dark() -> None:
    times = [0.01 + number * patterns.BREATH_S / 8 for number in range(17)]
    levels = [level for at_s in times if (level := patterns.BREATHE.level(at_s)) is not None]
    assert len(levels) == 17
    assert levels[0] == levels[8] == levels[16] == min(levels)
    assert levels[4] == max(levels) == pytest.approx(1.0)
    assert min(levels) == pytest.approx(0.1)


def test_a_loop_says_when_it_changes_next_in_every_round() -> None:
    assert patterns.ASK.next_change(0.2) == pytest.approx(0.3)
    assert patterns.ASK.next_change(1000.7) == pytest.approx(0.3)


@pytest.mark.parametrize("pattern", [patterns.WINK_LIT, patterns.WINK_DARK])
def test_the_countdown_wink_is_short_in_its_round(pattern: Pattern) -> None:
    usual = pattern.level(0.0)
    others = [level for level in samples(pattern, 0.05, 40) if level != usual]
    assert len(others) == pytest.approx(4, abs=1)  # 0.2 s of 2 s


def lit_at(panel: Mapping[str, Pattern], at_s: float) -> list[str]:
    return [lamp for lamp, pattern in panel.items() if pattern.level(at_s)]


def test_going_off_counts_five_seconds_on_seven_lamps() -> None:
    counts = [len(lit_at(patterns.GOING_OFF, 0.01 + second)) for second in range(6)]
    assert counts == [1, 2, 3, 5, 6, 7]
    assert {pattern.next_change(60.0) for pattern in patterns.GOING_OFF.values()} == {None}


def test_the_light_that_asks_for_players_goes_round_for_ever() -> None:
    steps = [lit_at(patterns.NO_GAME, 0.25 + 0.5 * number) for number in range(8)]
    assert steps == [["red"], ["green"], ["blue"], ["yellow"]] * 2


def test_the_sweep_runs_up_the_rage_lamps_and_is_over() -> None:
    seen = [lit_at(patterns.SWEEP, 0.06 + number * patterns.SWEEP_S) for number in range(10)]
    assert [lamps[-1] for lamps in seen if lamps] == [*RAGE_LAMPS, "rage_7"]
    assert seen[-1] == []


def test_gone_off_ends_in_the_dark() -> None:
    assert len(lit_at(patterns.GONE_OFF, 0.1)) == 11
    assert lit_at(patterns.GONE_OFF, 60.0) == []


def test_no_level_of_a_whole_panel_is_outside_what_a_pin_can_do() -> None:
    panels = (patterns.SWEEP, patterns.NO_GAME, patterns.LOST, patterns.GOING_OFF)
    for panel in (*panels, patterns.GONE_OFF, patterns.greeting(["red"])):
        assert set(panel) <= set(LAMPS)
        for pattern in panel.values():
            assert all(0.0 <= level <= 1.0 for _, level in pattern.steps)


def test_no_level_is_outside_what_a_pin_can_do() -> None:
    named = [value for value in vars(patterns).values() if isinstance(value, Pattern)]
    assert len(named) >= 8
    for pattern in named:
        assert all(0.0 <= level <= 1.0 and seconds > 0 for seconds, level in pattern.steps)
        assert not math.isnan(pattern.duration_s)
