"""Presses on the lines of a real kernel under the unmodified gpiozero and lgpio.

Time is the subject: a finger sleeps between two edges, and nobody tells when nothing happens. It
runs in virtual time, where a minute costs no minute and every run is the same.
"""

import random
import time
from collections.abc import Callable

import pytest

from companion.games.clank.box import Colour
from hardware.panel.buttons import STUCK_S
from tests.kernel.lines import Lines
from tests.support import presses
from tests.support.presses import SHORT, Stand, tap

pytestmark = pytest.mark.kernel
RED, GREEN = Colour.RED, Colour.GREEN
FIRST_EDGE_S = 0.005  # a press is reported this soon


def test_these_are_real_lines_under_lgpio(stand: Stand, lines: Lines) -> None:
    assert type(stand.panel.factory).__name__ == "LGPIOFactory"
    assert {lines.pull(name) for name in stand.panel.pins.buttons} == {"pull-up"}


@pytest.mark.parametrize("scenario", SHORT, ids=lambda scenario: scenario.__name__)
def test_on_a_kernels_lines(stand: Stand, scenario: Callable[[Stand], None]) -> None:
    scenario(stand)


def test_two_hundred_presses_of_a_worn_button_on_a_kernels_lines(stand: Stand) -> None:
    presses.worn_buttons_never_count_twice(stand, rounds=200)


def test_a_press_is_in_the_journal_5_ms_after_its_first_edge(stand: Stand) -> None:
    for _ in range(50):
        version, began_s = stand.table.snapshot.version, time.monotonic()
        stand.finger.press("red")
        assert stand.table.wait_newer(version, 1.0) is not None
        assert time.monotonic() - began_s <= FIRST_EDGE_S
        stand.finger.release("red")
        stand.rest()


def test_nothing_is_lost_at_twenty_presses_a_second_on_four_buttons_for_a_minute(
    stand: Stand,
) -> None:
    wave = sorted(
        edge
        for number in range(20 * 60)
        for place, button in enumerate(("red", "green", "blue", "yellow"))
        for edge in tap(button, number * 0.05 + place * 0.001, down_s=0.025)
    )
    before = stand.presses(Colour.BLUE)
    stand.play(wave)
    stand.rest()
    stand.handled()
    # Nobody plays yellow: its presses are refused, and must not hold the others up.
    assert (stand.presses(RED), stand.presses(GREEN)) == (1200, 1200)
    assert stand.presses(Colour.BLUE) - before == 1200 + 1  # and the one that handled() waits for


@pytest.mark.parametrize("closed_s", [0.00001, 0.0001, 0.0004, 0.0008])
def test_none_of_a_thousand_glitches_counts(stand: Stand, closed_s: float) -> None:
    assert presses.counted(stand, presses.glitches(closed_s, 1000)) == 0


def test_each_of_a_thousand_closings_of_1_ms_counts(stand: Stand) -> None:
    assert presses.counted(stand, presses.glitches(0.001, 1000)) == 1000


def test_each_of_a_thousand_taps_of_5_ms_counts(stand: Stand) -> None:
    wave = [edge for number in range(1000) for edge in tap("red", number * 0.1, down_s=0.005)]
    assert presses.counted(stand, wave) == 1000


def test_each_of_a_thousand_taps_of_a_worn_contact_counts(stand: Stand) -> None:
    assert presses.counted(stand, presses.worn_taps(random.Random(8), 1000)) == 1000


@pytest.mark.parametrize("lost_s", [0.022, 0.025])
def test_no_hold_counts_twice_for_a_contact_that_is_lost(stand: Stand, lost_s: float) -> None:
    assert presses.counted(stand, presses.holds_with_a_lost_contact(lost_s, 500)) == 500


def test_a_button_stuck_for_half_a_minute_is_muted_and_comes_back(stand: Stand) -> None:
    stand.finger.press("undo")
    time.sleep(STUCK_S - 1)
    assert list(stand.panel.stuck) == []
    time.sleep(1.1)
    assert list(stand.panel.stuck) == ["undo"]
    assert list(stand.table.snapshot.notices) == ["stuck undo"]
    stand.play(tap("red", 0.0))  # no chord with an undo that nobody presses
    stand.rest()
    stand.handled()
    assert stand.presses(RED) == 1
    stand.finger.release("undo")
    stand.rest()
    assert list(stand.panel.stuck) == []
    assert stand.table.snapshot.notices == {}


def test_a_minute_without_a_finger_is_a_minute_without_a_press(stand: Stand) -> None:
    version = stand.table.snapshot.version
    time.sleep(60)
    assert stand.table.snapshot.version == version


def test_a_lamp_follows_its_press_and_its_brightness(stand: Stand, lines: Lines) -> None:
    time.sleep(0.5)
    assert lines.is_lit("red")  # whose turn it is
    assert not lines.is_lit("green")
    stand.finger.press("green")
    time.sleep(0.05)
    assert lines.is_lit("green")  # the wink, while the press is acknowledged
    time.sleep(0.5)
    assert not lines.is_lit("green")
    stand.finger.release("green")
