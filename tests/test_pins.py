"""The pin table, and where a panel is to be had."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from hardware.factories import PanelMissing, open_factory
from hardware.pins import BUTTONS, LAMPS, RESERVED, Pins, WrongPins, default_kind


def test_no_pin_is_used_twice_and_none_that_others_need() -> None:
    numbers = [*BUTTONS.values(), *LAMPS.values()]
    assert len(numbers) == len(set(numbers)) == 19
    assert not set(numbers) & set(RESERVED)
    Pins()


@pytest.mark.parametrize(
    ("bcm", "why"),
    [(28, "there is no BCM 28"), (-1, "there is no BCM -1"), (2, "I2C"), (27, "already green")],
)
def test_a_pin_that_would_not_work_is_refused_by_name(bcm: int, why: str) -> None:
    with pytest.raises(WrongPins, match=f"undo: .*{why}"):
        Pins(buttons={**BUTTONS, "undo": bcm})


def test_pins_are_real_on_a_raspberry_pi_and_mock_elsewhere(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert default_kind(model) == "mock"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert default_kind(model) == "pins"
    model.write_bytes(b"Some other board\0")
    assert default_kind(model) == "mock"


def test_an_unknown_pin_factory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "magic")
    with pytest.raises(PanelMissing, match=r"magic.*lgpio, rpigpio, pigpio, native"):
        open_factory("pins")


@pytest.mark.parametrize("name", ["lgpio", "rpigpio", "pigpio", "native"])
def test_pins_that_cannot_be_opened_are_a_sentence_and_no_fallback(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if default_kind() == "pins":
        pytest.skip("this is a Raspberry Pi: its pins can be opened")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", name)
    with pytest.raises(PanelMissing, match=f"cannot be opened with {name}.*--panel mock"):
        open_factory("pins")


def test_a_library_that_is_missing_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if find_spec("RPi") is not None:
        pytest.skip("RPi.GPIO is installed here")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")
    with pytest.raises(PanelMissing, match="install rpigpio, or unset GPIOZERO_PIN_FACTORY"):
        open_factory("pins")
