"""Waveforms of contacts and the gestures that they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.panel.buttons import (
    BOUNCE_S,
    CLOSED_S,
    HOLD_S,
    PAIR_S,
    STUCK_S,
    ButtonReader,
    Gesture,
    Touch,
)

Wave = list[tuple[float, str, bool]]  # seconds, button, is it closed
BUTTONS = ("red", "green", "attack", "undo")


def heard(wave: Wave, until_s: float = 100.0) -> list[tuple[str, str]]:
    """Return (touch, button) of a waveform, asking at every due time as the panel does."""
    reader = ButtonReader(BUTTONS, "undo", ("undo", "attack"), {"attack": ("red", "green")})
    found: list[Gesture] = []
    for at_s, button, is_closed in [*wave, (until_s, "", False)]:
        while (due_s := reader.next_due_s()) is not None and due_s < at_s:
            found += reader.due(due_s)
        if button:
            found += reader.edge(button, is_closed, at_s)
    return [(gesture.touch.value, gesture.button) for gesture in found]


def bouncing(button: str, is_closed: bool, at_s: float, bounces: int = 6) -> Wave:
    """Return an edge that chatters for just under 20 ms before it stays."""
    step = 0.0195 / (2 * bounces)
    wave = [
        (at_s + number * step, button, is_closed == (number % 2 == 0))
        for number in range(2 * bounces)
    ]
    return [*wave, (at_s + 0.0195, button, is_closed)]


def test_a_press_is_told_when_the_contact_has_been_closed_for_about_a_millisecond() -> None:
    reader = ButtonReader(BUTTONS)
    assert reader.edge("red", True, 5.0) == []
    assert reader.next_due_s() == 5.0 + CLOSED_S
    assert reader.due(5.0 + CLOSED_S) == [Gesture(Touch.PRESS, "red")]


@pytest.mark.parametrize("closed_s", [0.00001, 0.0001, 0.0004, 0.0008])
def test_a_lone_glitch_is_no_press_however_often_it_comes(closed_s: float) -> None:
    glitches = [(number * 0.05, number * 0.05 + closed_s) for number in range(1000)]
    wave = [edge for on, off in glitches for edge in ((on, "red", True), (off, "red", False))]
    assert heard(wave) == []


def test_pulses_of_lamps_beside_the_wire_never_add_up_to_a_press() -> None:
    """Eleven lamps at 100 Hz have 2,200 edges a second."""
    wave: Wave = []
    for number in range(22_000):
        wave += [(number / 2200, "red", True), (number / 2200 + 0.00002, "red", False)]
    assert heard(wave) == []


@pytest.mark.parametrize("closed_ms", range(1, 9))
def test_a_worn_contact_that_closes_in_pieces_is_one_press(closed_ms: int) -> None:
    wave: Wave = []
    for number in range(closed_ms * 4):
        wave += [(number * 0.001, "red", True), (number * 0.001 + 0.00025, "red", False)]
    assert heard(wave) == [("press", "red"), ("tap", "red")]


@pytest.mark.parametrize("lost_s", [0.001, 0.022, 0.025, 0.045])
def test_a_contact_that_is_lost_for_a_moment_in_a_hold_is_not_pressed_twice(lost_s: float) -> None:
    wave: Wave = [(0, "red", True), (0.5, "red", False), (0.5 + lost_s, "red", True)]
    assert heard([*wave, (2.0, "red", False)]) == [("press", "red"), ("hold", "red")]


def test_a_press_whose_opening_edge_is_late_counts_by_the_time_of_its_edges() -> None:
    reader = ButtonReader(BUTTONS)
    reader.edge("red", True, 5.0)
    assert reader.is_down("red")
    reader.release_lost("red", 5.010)  # the line is open already; its edge is on its way
    assert reader.due(5.010) == []
    assert reader.edge("red", False, 5.005) == [Gesture(Touch.PRESS, "red")]


def test_a_closing_whose_opening_edge_never_comes_is_no_press() -> None:
    reader = ButtonReader(BUTTONS)
    reader.edge("red", True, 5.0)
    reader.release_lost("red", 5.010)
    assert reader.next_due_s() == 5.010 + BOUNCE_S
    reader.release_lost("red", 5.010 + BOUNCE_S)
    assert reader.due(5.010 + BOUNCE_S) == []
    assert not reader.is_down("red")
    assert reader.next_due_s() is None


def test_a_tap_of_8_ms_counts() -> None:
    assert heard([(0, "red", True), (0.008, "red", False)]) == [("press", "red"), ("tap", "red")]


def test_bounce_of_20_ms_on_both_edges_is_one_press() -> None:
    wave = bouncing("red", True, 0.0) + bouncing("red", False, 0.1)
    assert heard(wave) == [("press", "red"), ("tap", "red")]


def test_a_double_press_120_ms_apart_is_two() -> None:
    wave: Wave = [(0, "red", True), (0.06, "red", False), (0.12, "red", True), (0.18, "red", False)]
    assert heard(wave) == [("press", "red"), ("tap", "red")] * 2


def test_twenty_presses_a_second_all_count() -> None:
    wave: Wave = []
    for number in range(200):
        wave += [(number * 0.05, "red", True), (number * 0.05 + 0.025, "red", False)]
    assert heard(wave).count(("press", "red")) == 200


def test_two_players_in_the_same_millisecond_both_count() -> None:
    wave: Wave = [(0, "red", True), (0.0005, "green", True)]  # and both stay closed
    assert heard(wave, until_s=0.01) == [("press", "red"), ("press", "green")]


def test_a_held_button_is_held_once_and_no_tap() -> None:
    assert heard([(0, "red", True), (5.0, "red", False)]) == [("press", "red"), ("hold", "red")]


def test_just_under_a_second_is_a_tap() -> None:
    wave: Wave = [(0, "red", True), (HOLD_S - 0.01, "red", False)]
    assert heard(wave) == [("press", "red"), ("tap", "red")]


def test_a_colour_under_a_held_undo_is_a_chord_and_undo_means_nothing_more() -> None:
    wave: Wave = [
        (0, "undo", True),
        (0.2, "green", True),
        (0.3, "green", False),
        (0.4, "undo", False),
    ]
    assert heard(wave) == [("press", "undo"), ("chord", "green")]


def test_a_colour_pressed_just_after_undo_is_a_chord_though_both_count_together() -> None:
    reader = ButtonReader(BUTTONS, chord="undo")
    reader.edge("undo", True, 0.0)
    reader.edge("green", True, 0.0001)
    chord = Gesture(Touch.CHORD, "green", "undo")
    assert reader.due(0.5) == [Gesture(Touch.PRESS, "undo"), chord]


def nested(wave: Wave, until_s: float = 10.0) -> list[tuple[str, str]]:
    """Return the gestures under a held attack, without its own press."""
    first, *others = heard([(0, "attack", True), *wave], until_s)
    assert first == ("press", "attack")
    return others


def test_a_colour_tapped_while_attack_is_down_is_a_chord_and_nothing_else() -> None:
    wave: Wave = [(0.3, "red", True), (0.4, "red", False), (0.6, "attack", False)]
    assert nested(wave) == [("chord", "red")]


def test_each_colour_tapped_while_attack_is_down_is_a_chord_however_long_that_lasts() -> None:
    wave: Wave = [(0.3, "red", True), (0.4, "red", False), (1.5, "green", True)]
    wave += [(1.6, "green", False), (1.9, "red", True), (2.0, "red", False)]
    assert nested([*wave, (2.5, "attack", False)]) == [
        ("chord", "red"),
        ("chord", "green"),
        ("chord", "red"),
    ]


def test_two_people_who_press_together_make_no_chord() -> None:
    wave: Wave = [(0.05, "red", True), (0.1, "attack", False), (0.15, "red", False)]
    assert nested(wave) == [("press", "red"), ("tap", "attack"), ("tap", "red")]


def test_a_colour_that_stays_down_under_attack_for_a_second_is_a_chord() -> None:
    wave: Wave = [(0.2, "red", True), (1.5, "attack", False), (2.5, "red", False)]
    assert nested(wave) == [("chord", "red")]


def test_after_its_hold_attack_makes_no_chord() -> None:
    wave: Wave = [(1.2, "red", True), (1.3, "red", False), (1.5, "attack", False)]
    assert nested(wave) == [("hold", "attack"), ("press", "red"), ("tap", "red")]


def test_a_colour_that_was_down_first_makes_no_chord() -> None:
    wave: Wave = [(0, "red", True), (0.1, "attack", True), (0.2, "attack", False)]
    found = heard([*wave, (0.3, "red", False)])
    assert found == [("press", "red"), ("press", "attack"), ("tap", "attack"), ("tap", "red")]


def test_an_opening_that_was_never_closed_is_nothing() -> None:
    assert heard([(0, "red", False), (1, "red", False)]) == []


def test_an_idle_reader_needs_no_clock() -> None:
    reader = ButtonReader(BUTTONS)
    assert reader.next_due_s() is None
    reader.edge("red", True, 0.0)
    reader.edge("red", False, 0.09)
    reader.due(0.09 + BOUNCE_S)
    assert reader.next_due_s() is None


def test_a_button_down_for_30_s_is_stuck_and_asks_for_no_more_attention() -> None:
    reader = ButtonReader(BUTTONS)
    reader.edge("red", True, 0.0)
    assert reader.due(CLOSED_S) == [Gesture(Touch.PRESS, "red")]
    assert reader.due(CLOSED_S + HOLD_S) == [Gesture(Touch.HOLD, "red")]
    assert reader.due(STUCK_S) == []
    assert reader.next_due_s() == CLOSED_S + STUCK_S
    assert reader.due(CLOSED_S + STUCK_S) == [Gesture(Touch.STUCK, "red")]
    assert reader.stuck == ("red",)
    assert reader.next_due_s() is None


def test_a_stuck_button_comes_back_when_it_opens_and_its_next_press_counts() -> None:
    found = heard([(0, "red", True), (40.0, "red", False), (41.0, "red", True)], until_s=41.01)
    assert found[:3] == [("press", "red"), ("hold", "red"), ("stuck", "red")]
    assert found[3:] == [("freed", "red"), ("press", "red")]


def test_a_stuck_undo_makes_no_chords() -> None:
    found = heard([(0, "undo", True), (31.0, "red", True)], until_s=31.01)
    assert found[-2:] == [("stuck", "undo"), ("press", "red")]


def test_a_button_that_is_down_before_anybody_looks_is_stuck_and_was_never_pressed() -> None:
    reader = ButtonReader(BUTTONS, chord="undo")
    assert reader.begin_stuck("undo", 0.0) == Gesture(Touch.STUCK, "undo")
    reader.edge("red", True, 1.0)
    assert reader.due(1.1) == [Gesture(Touch.PRESS, "red")]
    assert reader.edge("undo", False, 2.5) == [Gesture(Touch.HOLD, "red")]
    assert reader.due(3.0) == [Gesture(Touch.FREED, "undo")]


@pytest.mark.parametrize("order", [("undo", "attack"), ("attack", "undo")])
def test_the_pair_kept_down_for_five_seconds_in_either_order(order: tuple[str, str]) -> None:
    first, second = order
    found = heard([(0, first, True), (0.3, second, True)], until_s=0.3 + PAIR_S + 0.01)
    assert found == [("press", first), ("pair", second), ("pair held", "undo")]


def test_a_pair_let_go_early_is_nothing_and_neither_button_taps_or_holds() -> None:
    wave: Wave = [(0, "undo", True), (0.3, "attack", True), (5.2, "undo", False)]
    found = heard([*wave, (8.0, "attack", False)])
    assert found == [("press", "undo"), ("pair", "attack"), ("pair ended", "undo")]


def test_a_pair_that_was_held_is_told_once() -> None:
    wave: Wave = [(0, "undo", True), (0.1, "attack", True), (9.0, "undo", False)]
    found = heard([*wave, (9.0, "attack", False), (10.0, "attack", True)], until_s=10.01)
    assert found[:3] == [("press", "undo"), ("pair", "attack"), ("pair held", "undo")]
    assert found[3:] == [("press", "attack")]


# Milliseconds, but not the very one at which a tap becomes a hold: sums of floats decide that one.
DOWN_S = st.integers(50, 1500).filter(lambda ms: ms != 1000 * HOLD_S).map(lambda ms: ms / 1000)
# Longer than a contact may fail late in a hold (LATE_BOUNCE_S): a shorter pause is no release.
PAUSE_S = st.integers(51, 1000).map(lambda ms: ms / 1000)
PRESSES = st.tuples(st.sampled_from(BUTTONS[:3]), DOWN_S, PAUSE_S)


@given(st.lists(PRESSES))
def test_every_clean_press_counts_once_and_ends_as_tap_or_hold(
    presses: list[tuple[str, float, float]],
) -> None:
    wave: Wave = []
    now = 0.0
    for button, down_s, pause_s in presses:
        wave += [(now, button, True), (now + down_s, button, False)]
        now += down_s + pause_s
    found = heard(wave, until_s=now + 10)
    assert [button for touch, button in found if touch == "press"] == [
        button for button, _, _ in presses
    ]
    ends = [touch for touch, _ in found if touch != "press"]
    assert ends == ["hold" if down_s >= HOLD_S else "tap" for _, down_s, _ in presses]


def chatter(draw: st.DrawFn, button: str, is_closed: bool, at_s: float) -> Wave:
    """Draw an edge with any bounces within 20 ms, in the end as it began."""
    later_s = sorted(draw(st.lists(st.floats(0.0, 0.02), max_size=10)))
    levels = [is_closed == bool(number % 2) for number in range(len(later_s))]
    wave = [(at_s, button, is_closed)]
    wave += [(at_s + s, button, level) for s, level in zip(later_s, levels, strict=True)]
    return wave if len(later_s) % 2 == 0 else [*wave, (wave[-1][0], button, is_closed)]


@st.composite
def worn_presses(draw: st.DrawFn) -> tuple[Wave, int]:
    """Draw presses of a bouncing button, from 8 ms short, 120 ms apart or more."""
    wave: Wave = []
    now = 0.0
    count = draw(st.integers(0, 8))
    for _ in range(count):
        down_s = draw(st.sampled_from((0.008, 0.03, 0.07)))
        # However it bounces, a finger keeps it closed for a millisecond and a half before it opens.
        firm_s = now + down_s - 0.0015
        closing = [edge for edge in chatter(draw, "red", True, now) if edge[0] < firm_s]
        wave += [*closing, (firm_s, "red", True), *chatter(draw, "red", False, now + down_s)]
        now += 0.12 + draw(st.floats(0.0, 0.1))
    return wave, count


def test_a_tap_of_8_ms_that_bounces_at_both_ends_is_one_press() -> None:
    wave: Wave = [(0, "red", True), (0.001, "red", False)]  # open already, 7 ms too early
    wave += [(0.027, "red", True), (0.0275, "red", False)]  # the release's last bounce
    assert heard(wave) == [("press", "red"), ("tap", "red")]


@given(worn_presses())
@settings(max_examples=500)
@pytest.mark.slow
def test_a_worn_button_counts_every_press_once_however_it_bounces(
    worn: tuple[Wave, int],
) -> None:
    wave, count = worn
    assert heard(wave) == [("press", "red"), ("tap", "red")] * count


@given(st.lists(st.tuples(st.sampled_from(BUTTONS), st.booleans(), st.floats(0.0, 0.3))))
def test_no_waveform_breaks_the_reader(edges: list[tuple[str, bool, float]]) -> None:
    now, wave = 0.0, []
    for button, is_closed, later_s in edges:
        now += later_s
        wave.append((now, button, is_closed))
    found = heard(wave)
    assert len(found) <= 5 * len(edges)  # press, hold, stuck, freed and, once a pair, its end


def test_a_button_whose_release_was_lost_was_tapped_and_not_held() -> None:
    reader = ButtonReader(BUTTONS)
    reader.edge("red", True, 5.0)
    assert reader.is_down("red")
    reader.due(5.1)
    reader.release_lost("red", 5.1)
    assert not reader.is_down("red")
    assert reader.due(5.0 + HOLD_S) == [Gesture(Touch.TAP, "red")]
