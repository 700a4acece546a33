"""The pin table, and what would be wrong with one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.panel.pins import BUTTONS, LAMPS, LAST_BCM, Pins, WrongPins


def test_the_usual_table_has_nineteen_different_pins() -> None:
    entries = Pins().entries()
    assert len(entries) == len(set(entries.values())) == 19
    assert entries["buttons.red"] == 17
    assert entries["lamps.buzzer"] == 26


@pytest.mark.parametrize(
    ("bcm", "why"),
    [
        (28, "There is no BCM 28"),
        (-1, "There is no BCM -1"),
        (27, "buttons.green and buttons.undo are both on BCM 27"),
    ],
)
def test_a_pin_that_would_not_work_is_refused_by_its_entry(bcm: int, why: str) -> None:
    with pytest.raises(WrongPins, match=f"buttons.undo: {why}") as refused:
        Pins(buttons={**BUTTONS, "undo": bcm})
    assert refused.value.key == "buttons.undo"


def test_a_name_too_many_or_too_few_is_refused_with_those_there_are() -> None:
    near = r"lamps\.rage_8: There is no rage_8\. Did you mean rage_7\? It may be red, .* buzzer"
    with pytest.raises(WrongPins, match=near):
        Pins().changed({}, {"rage_8": 7})
    with pytest.raises(WrongPins, match=r"buttons\.undo: It has no pin"):
        Pins(buttons={name: bcm for name, bcm in BUTTONS.items() if name != "undo"})


def test_a_lamp_that_is_not_fitted_leaves_its_pin_to_others() -> None:
    fewer = Pins().changed({"undo": LAMPS["rage_7"]}, {}, without=("rage_7", "buzzer"))
    assert set(fewer.lamps) == set(LAMPS) - {"rage_7", "buzzer"}
    assert fewer.entries()["buttons.undo"] == 11


@given(st.permutations(range(LAST_BCM + 1)))
def test_any_table_of_different_pins_is_a_table(numbers: list[int]) -> None:
    buttons = dict(zip(BUTTONS, numbers, strict=False))
    lamps = dict(zip(LAMPS, numbers[len(buttons) :], strict=False))
    assert set(Pins().changed(buttons, lamps).entries().values()) <= set(numbers)
