"""The guided panel test, with fingers and eyes that the test moves."""

import threading

import pytest

from hardware.panel.buttons import Gesture, Touch
from hardware.panel.pins import Pins
from hardware.panel.self_test import Kind, Part, Rehearsal, UnknownPart, Verdict, parts_of

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
    with pytest.raises(UnknownPart, match=r"no 'pink'; it has red, green, .* buzzer"):
        parts_of(Pins(), ["red", "pink"])


def test_a_press_is_good_and_goes_on_to_the_next_part() -> None:
    rehearsal = Rehearsal((RED_BUTTON, RED_LAMP))
    rehearsal.touched(Gesture(Touch.TAP, "red"))  # of a press before the test
    assert rehearsal.current == RED_BUTTON
    rehearsal.touched(press("red"))
    assert rehearsal.current == RED_LAMP
    assert rehearsal.verdicts == ((RED_BUTTON, Verdict.GOOD),)


def test_another_button_is_told_and_the_right_one_still_counts() -> None:
    rehearsal = Rehearsal((RED_BUTTON,))
    rehearsal.touched(press("undo"))
    assert rehearsal.strayed == "undo"
    rehearsal.touched(press("red"))
    assert (rehearsal.current, rehearsal.strayed) == (None, "")


def test_buttons_mean_nothing_while_a_lamp_is_asked_about() -> None:
    rehearsal = Rehearsal((RED_LAMP, UNDO))
    rehearsal.touched(press("undo"))
    assert (rehearsal.current, rehearsal.strayed) == (RED_LAMP, "")


def test_an_answer_for_a_part_that_is_past_changes_nothing() -> None:
    rehearsal = Rehearsal((RED_LAMP, UNDO))
    rehearsal.judge(RED_LAMP, Verdict.GOOD)
    rehearsal.judge(RED_LAMP, Verdict.BAD)
    assert rehearsal.verdicts == ((RED_LAMP, Verdict.GOOD),)


def test_the_lamp_that_is_asked_about_is_lit_alone_and_the_buzzer_beeps_three_times() -> None:
    assert list(Rehearsal((RED_LAMP,)).lamps()) == ["red"]
    assert Rehearsal((RED_BUTTON,)).lamps() == {}
    assert Rehearsal(()).lamps() == {}
    beeps = Rehearsal((BUZZER,)).lamps()["buzzer"]
    assert [level for _, level in beeps.steps].count(1.0) == 3


def test_waiting_ends_with_the_press_or_with_the_time() -> None:
    rehearsal = Rehearsal((RED_BUTTON,))
    assert not rehearsal.wait(RED_BUTTON, 0.01)
    finger = threading.Thread(target=rehearsal.touched, args=(press("red"),))
    finger.start()
    assert rehearsal.wait(RED_BUTTON, 5.0)
    finger.join()
    assert rehearsal.current is None
