"""The guided panel test, with fingers and eyes that the test moves."""

import threading

import pytest

from hardware.panel.buttons import Gesture, Touch
from hardware.panel.pins import Pins
from hardware.panel.self_test import Kind, Part, SelfTest, UnknownPart, Verdict, parts_of

RED_BUTTON, RED_LAMP = Part(Kind.BUTTON, "red"), Part(Kind.LAMP, "red")
UNDO, BUZZER = Part(Kind.BUTTON, "undo"), Part(Kind.LAMP, "buzzer")


def press(button: str) -> Gesture:
    return Gesture(Touch.PRESS, button)


def test_every_button_and_lamp_has_its_turn() -> None:
    parts = parts_of(Pins())
    assert parts[:2] == (RED_BUTTON, RED_LAMP)
    assert len(parts) == len(set(parts)) == 19
    assert parts[-1] == BUZZER


def test_only_what_is_named_is_tested_in_the_order_of_the_panel() -> None:
    assert parts_of(Pins(), ["undo", "red"]) == (RED_BUTTON, RED_LAMP, UNDO)


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownPart, match=r"no pink\. It may be red, green, .* buzzer"):
        parts_of(Pins(), ["red", "pink"])


def test_a_press_is_good_and_goes_on_to_the_next_part() -> None:
    self_test = SelfTest((RED_BUTTON, RED_LAMP))
    self_test.take_gesture(Gesture(Touch.TAP, "red"))  # of a press before the test
    assert self_test.current == RED_BUTTON
    self_test.take_gesture(press("red"))
    assert self_test.current == RED_LAMP
    assert self_test.verdicts == ((RED_BUTTON, Verdict.GOOD),)


def test_another_button_is_told_and_the_right_one_still_counts() -> None:
    self_test = SelfTest((RED_BUTTON,))
    self_test.take_gesture(press("undo"))
    assert self_test.wrong_button == "undo"
    self_test.take_gesture(press("red"))
    assert (self_test.current, self_test.wrong_button) == (None, "")


def test_buttons_mean_nothing_while_a_lamp_is_asked_about() -> None:
    self_test = SelfTest((RED_LAMP, UNDO))
    self_test.take_gesture(press("undo"))
    assert (self_test.current, self_test.wrong_button) == (RED_LAMP, "")


def test_an_answer_for_a_part_that_is_past_changes_nothing() -> None:
    self_test = SelfTest((RED_LAMP, UNDO))
    self_test.judge(RED_LAMP, Verdict.GOOD)
    self_test.judge(RED_LAMP, Verdict.BAD)
    assert self_test.verdicts == ((RED_LAMP, Verdict.GOOD),)


def test_the_lamp_that_is_asked_about_is_lit_alone_and_the_buzzer_beeps_three_times() -> None:
    assert list(SelfTest((RED_LAMP,)).lamps()) == ["red"]
    assert SelfTest((RED_BUTTON,)).lamps() == {}
    assert SelfTest(()).lamps() == {}
    beeps = SelfTest((BUZZER,)).lamps()["buzzer"]
    assert [level for _, level in beeps.steps].count(1.0) == 3


def test_waiting_ends_with_the_press_or_with_the_time() -> None:
    self_test = SelfTest((RED_BUTTON,))
    assert not self_test.wait(RED_BUTTON, 0.01)
    finger = threading.Thread(target=self_test.take_gesture, args=(press("red"),))
    finger.start()
    assert self_test.wait(RED_BUTTON, 5.0)
    finger.join()
    assert self_test.current is None
