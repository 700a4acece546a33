"""Which board this is, and where its pins come from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.board import Board, default_kind, read_board
from hardware.factories import Choice, PanelMissing, choose, open_factory

PI4, PI5 = Board("Raspberry Pi 4 Model B Rev 1.4"), Board("Raspberry Pi 5 Model B Rev 1.0")
NEWER = [PI5.model, "Raspberry Pi 500 Rev 1.0", "Raspberry Pi Compute Module 5 Rev 1.0"]


elsewhere = pytest.mark.skipif(default_kind() == "pins", reason="a Pi's pins can be opened")


def having(*modules: str) -> Callable[[str], bool]:
    return lambda name: name in modules


def test_a_board_is_what_the_device_tree_says(tmp_path: Path) -> None:
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert read_board(tmp_path) == PI5
    assert default_kind(PI5) == "pins"


def test_without_a_device_tree_the_processor_says_it(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "cpuinfo").write_text(
        "processor\t: 0\nmodel name\t: ARMv7\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n"
    )
    assert read_board(tmp_path) == Board("Raspberry Pi Zero 2 W Rev 1.0")


def test_a_computer_that_says_nothing_is_no_pi(tmp_path: Path) -> None:
    assert read_board(tmp_path) == Board("")
    assert default_kind(Board("")) == default_kind(Board("Some other board")) == "mock"


@pytest.mark.parametrize("model", NEWER)
def test_the_newest_boards_are_known_by_their_model(model: str) -> None:
    assert Board(model).has_rp1


@pytest.mark.parametrize("model", ["Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 3 Model B", ""])
def test_the_others_have_their_pins_on_the_processor(model: str) -> None:
    assert not Board(model).has_rp1


def test_lgpio_is_the_usual_choice_even_where_rpi_gpio_is_there_too() -> None:
    assert choose(PI4, None, having("lgpio", "RPi")).name == "lgpio"
    assert choose(PI5, None, having("lgpio", "RPi")).name == "lgpio"


def test_rpi_gpio_takes_over_where_lgpio_is_missing_and_says_so() -> None:
    choice = choose(PI4, None, having("RPi"))
    assert choice.name == "rpigpio"
    assert "lgpio is missing" in choice.why


@pytest.mark.parametrize("model", NEWER)
def test_rpi_gpio_is_no_choice_on_the_newest_boards(model: str) -> None:
    assert choose(Board(model), None, having("RPi")).name == "lgpio"  # whose absence is then told
    with pytest.raises(PanelMissing, match=f"RPi.GPIO cannot reach the pins of a {model}.*apt"):
        choose(Board(model), "rpigpio", having("RPi", "lgpio"), lambda: False)


def test_rpi_lgpio_is_recognised_and_may_be_asked_for_on_a_pi_5() -> None:
    choice = choose(PI5, "rpigpio", having("RPi", "lgpio"), lambda: True)
    assert choice == Choice("rpigpio", "GPIOZERO_PIN_FACTORY says so")


def test_what_the_environment_asks_for_is_respected() -> None:
    assert choose(PI4, "native", having("lgpio", "RPi")).name == "native"


def test_an_unknown_pin_factory_is_named() -> None:
    with pytest.raises(PanelMissing, match=r"magic.*lgpio, rpigpio, pigpio, native"):
        open_factory("pins", PI4, {"GPIOZERO_PIN_FACTORY": "magic"})


@elsewhere
def test_a_pi_without_any_library_says_what_to_install() -> None:
    with pytest.raises(PanelMissing, match="sudo apt install python3-lgpio"):
        open_factory("pins", PI5, {})


@elsewhere
@pytest.mark.parametrize("name", ["rpigpio", "pigpio", "native"])
def test_pins_that_cannot_be_opened_are_a_sentence_and_no_fallback(name: str) -> None:
    with pytest.raises(PanelMissing, match=f"cannot be opened with {name}.*--panel mock"):
        open_factory("pins", PI4, {"GPIOZERO_PIN_FACTORY": name})


@elsewhere
def test_a_library_that_is_missing_is_named_with_how_to_get_it() -> None:
    with pytest.raises(PanelMissing, match="install pigpio, or unset GPIOZERO_PIN_FACTORY"):
        open_factory("pins", PI4, {"GPIOZERO_PIN_FACTORY": "pigpio"})
