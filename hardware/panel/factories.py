"""Where pins come from: gpiozero's factory for this board, chosen openly and never by fall-back.

gpiozero by itself tries one library after another, with no more than a warning in between.
"""

import importlib
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.engine.errors import DragonbagError
from hardware.panel.board import Board, read_board
from hardware.panel.pins import LAST_BCM

log = logging.getLogger(__name__)

ASKED = "GPIOZERO_PIN_FACTORY"  # gpiozero's own variable
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}
LIBRARIES = {"lgpio": "lgpio", "rpigpio": "RPi", "pigpio": "pigpio"}  # native needs none
GET_LGPIO = "on a Raspberry Pi: sudo apt install python3-lgpio"
ELSEWHERE = "on a computer that is no Raspberry Pi use --panel mock"
CHIPS = "gpiochip[0-9]*"
IN_USE = 1  # flag of a line that the kernel has given to somebody
HEADER = "pinctrl-"  # how the chip of the 40-pin header is labelled, from Pi 1 (bcm2835) to 5 (rp1)


class PanelMissing(DragonbagError):
    """The panel's pins cannot be had; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A factory of FACTORIES, and why it is this one."""

    name: str
    why: str


def has_library(name: str) -> bool:
    """Can this module be imported?"""
    return find_spec(name) is not None


def has_rpi_lgpio() -> bool:
    """Is the module RPi the one of rpi-lgpio, which speaks to lgpio and shadows RPi.GPIO?"""
    try:
        return distribution("rpi-lgpio") is not None
    except PackageNotFoundError:
        return False


def choose(
    board: Board,
    asked: str | None,
    has: Callable[[str], bool] = has_library,
    is_rpi_lgpio: Callable[[], bool] = has_rpi_lgpio,
) -> Choice:
    """Return lgpio unless it is missing or another is asked for; PanelMissing if none can work."""
    if asked is not None and asked not in FACTORIES:
        raise PanelMissing(f"{ASKED} is {asked!r}; use one of {', '.join(FACTORIES)}")
    choice = _wish(board, asked, has)
    if choice.name == "rpigpio" and board.has_rp1 and not is_rpi_lgpio():
        # It would end in "Cannot determine SOC peripheral base address".
        raise PanelMissing(
            f"RPi.GPIO cannot reach the pins of a {board.model}; unset {ASKED} and install lgpio "
            f"({GET_LGPIO})"
        )
    return choice


def _wish(board: Board, asked: str | None, has: Callable[[str], bool]) -> Choice:
    if asked is not None:
        return Choice(asked, f"{ASKED} says so")
    if has("lgpio") or board.has_rp1 or not has("RPi"):
        return Choice("lgpio", "the usual one")
    return Choice("rpigpio", f"lgpio is missing ({GET_LGPIO})")


def open_factory(
    kind: str, board: Board | None = None, environ: Mapping[str, str] = os.environ
) -> Any:
    """Return gpiozero's mock factory for "mock", for "pins" the one that choose() chooses.

    PanelMissing says what failed and what to do.
    """
    if kind == "mock":
        return MockFactory(pin_class=MockPWMPin)
    choice = choose(board or read_board(), environ.get(ASKED))
    try:
        factory = _open_lgpio() if choice.name == "lgpio" else _open(choice.name)
    except PanelMissing:
        raise
    except Exception as error:  # lgpio.error is no more than an Exception
        raise PanelMissing(
            f"the pins cannot be opened with {choice.name} ({error}); {_cure(choice.name, error)}; "
            f"{ELSEWHERE}"
        ) from error
    log.info("pins: %s, %s", choice.name, choice.why)
    return factory


def _open(name: str) -> Any:
    if name == "rpigpio" and has_rpi_lgpio():
        import_elsewhere("lgpio")  # which it would import itself, with all that lgpio does then
    module, factory = FACTORIES[name]
    return getattr(importlib.import_module(module), factory)()


def _open_lgpio() -> Any:
    lgpio = import_elsewhere("lgpio")
    chip = header_chip(lgpio)
    module, factory = FACTORIES["lgpio"]
    # Named, because gpiozero guesses it from the board's revision: kernels have moved it.
    return getattr(importlib.import_module(module), factory)(chip=chip)


def import_elsewhere(name: str) -> Any:
    """Import lgpio without leaving a FIFO in the current directory, and without leaving that.

    lgpio makes a FIFO where it is imported and opens it at once; told another place by LG_WD it
    changes there for good. Where it cannot make one, gpiozero would quietly take another library.
    """
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as elsewhere:
        os.environ["LG_WD"] = elsewhere  # lgpio reads nothing else
        try:
            return importlib.import_module(name)
        finally:
            os.chdir(here)
            del os.environ["LG_WD"]


def header_chip(lgpio: Any, devices: Path = Path("/dev")) -> int:
    """Return the number of the chip that the 40-pin header is on; PanelMissing if there is none."""
    found = sorted(int(path.name.removeprefix("gpiochip")) for path in devices.glob(CHIPS))
    if not found:
        raise PanelMissing(f"there are no GPIO pins here (no {devices / 'gpiochip0'}); {ELSEWHERE}")
    labels = {number: _label(lgpio, number) for number in found}
    for number, label in labels.items():
        if label.startswith(HEADER):
            return number
    if "" in labels.values():
        raise PanelMissing(
            f"you may not use the pins: {_cure('lgpio', PermissionError())}, then log in anew"
        )
    raise PanelMissing(f"no GPIO chip here is a Raspberry Pi's: {', '.join(labels.values())}")


def line_users() -> dict[int, str]:
    """Return BCM number -> who holds that line of the header now, without taking any.

    PanelMissing where lgpio cannot tell; its own name is "lg".
    """
    try:
        lgpio = import_elsewhere("lgpio")
        handle = lgpio.gpiochip_open(header_chip(lgpio))
        lines = {bcm: lgpio.gpio_get_line_info(handle, bcm) for bcm in range(LAST_BCM + 1)}
        lgpio.gpiochip_close(handle)
    except Exception as error:  # lgpio.error is no more than an Exception
        raise PanelMissing(f"lgpio cannot tell: {error}") from error
    return {bcm: user or "?" for bcm, (*_, flags, _, user) in lines.items() if flags & IN_USE}


def _label(lgpio: Any, chip: int) -> str:
    try:
        handle = lgpio.gpiochip_open(chip)
    except lgpio.error:
        return ""  # not ours to open
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)


def _cure(name: str, error: Exception) -> str:
    if isinstance(error, ImportError) and name == "lgpio":
        return GET_LGPIO
    if isinstance(error, ImportError):
        return f"on a Raspberry Pi install {name}, or unset {ASKED}"
    return "on a Raspberry Pi your user must be in the group gpio: sudo adduser $USER gpio"
