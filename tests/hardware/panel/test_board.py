"""Which board this is, and where its pins come from."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.panel.board import Board, default_kind, read_board
from hardware.panel.factories import (
    ASKED_FOR,
    DEAF,
    Choice,
    PanelMissing,
    arms_edges,
    choose,
    has_rpi_lgpio,
    header_chip,
    import_in_temporary_folder,
    open_factory,
)

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
    assert str(choice.why) == "lgpio is missing"


@pytest.mark.parametrize("model", NEWER)
def test_rpi_gpio_is_no_choice_on_the_newest_boards(model: str) -> None:
    assert choose(Board(model), None, having("RPi")).name == "lgpio"  # whose absence is then told
    with pytest.raises(PanelMissing, match=f"RPi.GPIO cannot reach the pins of a {model}.*apt"):
        choose(Board(model), "rpigpio", having("RPi", "lgpio"), lambda: False)


class DeafPin(MockPin):
    """A pin whose library finds no edges, as RPi.GPIO from Linux 6.6 on."""

    def _enable_event_detect(self) -> None:
        raise RuntimeError("Failed to add edge detection")


def test_a_library_that_finds_no_edges_is_known_by_trying_one() -> None:
    assert not arms_edges(MockFactory(pin_class=DeafPin), 17)
    hearing = MockFactory()
    assert arms_edges(hearing, 17)
    assert hearing.pin(17).when_changed is None


def test_rpi_gpio_is_no_choice_where_it_notices_no_press() -> None:
    with pytest.raises(PanelMissing, match=r"from 6\.6 on\. Run sudo apt install python3-lgpio"):
        choose(PI4, None, having("RPi"), lambda: False, lambda: True)
    instead = choose(PI4, "rpigpio", having("RPi", "lgpio"), lambda: False, lambda: True)
    assert instead == Choice("lgpio", DEAF)
    assert choose(PI4, None, having("RPi"), lambda: False, lambda: False).name == "rpigpio"
    assert choose(PI4, "rpigpio", having("RPi"), lambda: True, lambda: True).name == "rpigpio"


def test_rpi_lgpio_is_recognised_and_may_be_asked_for_on_a_pi_5() -> None:
    choice = choose(PI5, "rpigpio", having("RPi", "lgpio"), lambda: True)
    assert choice == Choice("rpigpio", ASKED_FOR.about(variable="GPIOZERO_PIN_FACTORY"))


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


class Chips:
    """What lgpio knows of chips: number -> label, None for one that is not ours to open."""

    class error(Exception):  # as lgpio calls it
        """As lgpio's own: related to no other exception."""

    def __init__(self, devices: Path, *labels: str | None) -> None:
        self.labels, self.opened = labels, list[int]()
        for number in range(len(labels)):
            (devices / f"gpiochip{number}").touch()

    def gpiochip_open(self, chip: int) -> int:
        if self.labels[chip] is None:
            raise self.error("can not open gpiochip")
        self.opened.append(chip)
        return chip

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str | None]:
        return 0, 54, f"gpiochip{handle}", self.labels[handle]

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle)


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        (("pinctrl-bcm2711", "raspberrypi-exp-gpio"), 0),
        (("gpio-brcmstb@107d508500", "gpio-brcmstb@107d517c00", "pinctrl-rp1"), 2),
        ((None, "pinctrl-rp1"), 1),
    ],
)
def test_the_headers_chip_is_found_by_its_label_wherever_a_kernel_puts_it(
    tmp_path: Path, labels: tuple[str | None, ...], number: int
) -> None:
    chips = Chips(tmp_path, *labels)
    assert header_chip(chips, tmp_path) == number
    assert chips.opened == []


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        ((), "There are no GPIO pins here"),
        ((None,), "sudo adduser .* gpio, then log in again"),
        (("INT34C5:00",), "No GPIO chip here is a Raspberry Pi's: INT34C5:00"),
    ],
)
def test_chips_that_will_not_do_are_told(
    tmp_path: Path, labels: tuple[str | None, ...], why: str
) -> None:
    with pytest.raises(PanelMissing, match=why):
        header_chip(Chips(tmp_path, *labels), tmp_path)


MOVES_AWAY = """
import os, pathlib
os.chdir(os.environ["LG_WD"])
made = pathlib.Path("fifo").absolute()
made.touch()
"""


def test_a_library_that_changes_the_directory_is_imported_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moves_away.py").write_text(MOVES_AWAY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    library = import_in_temporary_folder("moves_away")
    assert Path.cwd() == tmp_path
    assert library.made.parent != tmp_path
    assert not library.made.exists()
    assert "LG_WD" not in os.environ


def test_rpi_lgpio_is_known_by_its_package() -> None:
    assert has_rpi_lgpio() == (find_spec("lgpio") is not None and find_spec("RPi") is not None)
