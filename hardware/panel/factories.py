"""Where pins come from: the factory of gpiozero that suits this board.

gpiozero by itself tries one library after another and only warns. Here one library is chosen, for a
reason that is logged, and if it fails that is an error.
"""

import importlib
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast, runtime_checkable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence, followed
from companion.engine.value import Value
from hardware.panel.board import Board, read_board
from hardware.panel.pins import BUTTONS, LAST_BCM

log = logging.getLogger(__name__)

ASKED = "GPIOZERO_PIN_FACTORY"  # gpiozero's own variable
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}
LIBRARIES = {"lgpio": "lgpio", "rpigpio": "RPi", "pigpio": "pigpio"}  # native needs none
GET_LGPIO = Sentence("On a Raspberry Pi, run sudo apt install python3-lgpio.")
GET_OTHER = Sentence("On a Raspberry Pi, install {library}, or unset {variable}.")
JOIN_GPIO = Sentence(
    "On a Raspberry Pi, your user must be in the group gpio: run sudo adduser $USER gpio, then log "
    "in again."
)
ELSEWHERE = Sentence("On a computer that is no Raspberry Pi, use --panel mock.")
UNKNOWN = Sentence("{variable} is {asked}. It may be {names}.")
UNREACHABLE = Sentence(
    "RPi.GPIO cannot reach the pins of a {model}. Unset {variable} and install lgpio. {cure}"
)
# Those kernels number the lines from 512 on, and RPi.GPIO asks sysfs for 0 to 27: gpiozero's issue
# 1136, raspberrypi/linux 6037.
DEAF = Sentence("RPi.GPIO cannot notice presses on this system, as on every Linux from 6.6 on.")
REPLACE = Sentence(
    "Run sudo apt install python3-lgpio. Or put rpi-lgpio in its place: run sudo apt remove "
    "python3-rpi.gpio, then sudo apt install python3-rpi-lgpio."
)
NOT_OPENED = Sentence("The pins cannot be opened with {library} ({error}).")
NO_PINS = Sentence("There are no GPIO pins here (no {device}).")
FORBIDDEN = Sentence("You may not use the pins.")
NO_HEADER = Sentence("No GPIO chip here is a Raspberry Pi's: {labels}.")
CANNOT_TELL = Sentence("lgpio cannot tell: {error}")
USUAL = Sentence("the usual one")
ASKED_FOR = Sentence("{variable} says so")
NO_LGPIO = Sentence("lgpio is missing")
CHIPS = "gpiochip[0-9]*"
IN_USE = 1  # flag of a line that some program uses
HEADER = "pinctrl-"  # begins the label of the 40-pin header's chip, from Pi 1 (bcm2835) to 5 (rp1)


class PanelMissing(DragonbagError):
    """The panel's pins cannot be used; the text says why and what to do."""


class Pin(Protocol):
    """A pin as gpiozero has it; the package has no types."""

    state: float  # 0 to 1
    when_changed: object  # the callback, None if there is none


@runtime_checkable
class MockPin(Pin, Protocol):
    """A pin that exists only in memory, so that a program can press its button."""

    def drive_low(self) -> None:
        """Connect it to ground."""

    def drive_high(self) -> None:
        """Connect it to 3.3 V."""


class PinFactory(Protocol):
    """A pin factory as gpiozero has it."""

    def pin(self, name: int, /) -> Pin:
        """Return the pin with this BCM number."""

    def close(self) -> None:
        """Give all pins back."""


class Chips(Protocol):
    """The part of lgpio that knows the GPIO chips; the package has no types."""

    @property
    def error(self) -> type[Exception]:
        """What lgpio raises."""

    def gpiochip_open(self, chip: int, /) -> int:
        """Open /dev/gpiochip<chip> and return a handle."""

    def gpio_get_chip_info(self, handle: int, /) -> tuple[int, int, str, str | None]:
        """Return status, number of lines, name and label."""

    def gpiochip_close(self, handle: int, /) -> object:
        """Give a chip back."""


class Lgpio(Chips, Protocol):
    """The part of lgpio that is used here."""

    def gpio_get_line_info(self, handle: int, line: int, /) -> tuple[int, int, int, str, str]:
        """Return status, number, flags, name and user of a line."""


class Choice(Value, frozen=True):
    """A factory of FACTORIES, and why it is this one."""

    name: str
    why: Sentence


def has_library(name: str) -> bool:
    """Can this module be imported?"""
    return find_spec(name) is not None


def has_rpi_lgpio() -> bool:
    """Does the module RPi come from rpi-lgpio, which uses lgpio, and not from RPi.GPIO?"""
    try:
        return distribution("rpi-lgpio") is not None
    except PackageNotFoundError:
        return False


def is_rpi_gpio_deaf(bcm: int = BUTTONS["red"]) -> bool:
    """Can RPi.GPIO not notice that a line changes? False too if it cannot be opened at all.

    The line is an input afterwards: let it be one that no other program uses.
    """
    try:
        factory = _open("rpigpio")
    except Exception:  # opening it for the panel says why
        log.debug("RPi.GPIO cannot be tried", exc_info=True)
        return False
    try:
        return not arms_edges(factory, bcm)
    finally:
        factory.close()


def arms_edges(factory: PinFactory, bcm: int) -> bool:
    """Can this factory notice that a line changes? Found out by asking for it, on an input."""

    def noted(*edge: object) -> None:
        """Take an edge that comes by chance."""

    pin = factory.pin(bcm)
    try:
        pin.when_changed = noted  # gpiozero keeps a weak reference
    except RuntimeError:  # of RPi.GPIO: "Failed to add edge detection"
        return False
    pin.when_changed = None
    return True


def choose(
    board: Board,
    asked: str | None,
    has: Callable[[str], bool] = has_library,
    is_rpi_lgpio: Callable[[], bool] = has_rpi_lgpio,
    is_deaf: Callable[[], bool] = is_rpi_gpio_deaf,
) -> Choice:
    """Return lgpio, unless it is missing or another is asked for; PanelMissing if none can work.

    RPi.GPIO is chosen only where it notices presses.
    """
    if asked is not None and asked not in FACTORIES:
        raise PanelMissing(UNKNOWN.about(variable=ASKED, asked=asked, names=tuple(FACTORIES)))
    choice = _preferred(board, asked, has)
    if choice.name != "rpigpio" or is_rpi_lgpio():
        return choice
    if board.has_rp1:
        # gpiozero would fail with "Cannot determine SOC peripheral base address".
        raise PanelMissing(UNREACHABLE.about(model=board.model, variable=ASKED, cure=GET_LGPIO))
    if not is_deaf():
        return choice
    if has("lgpio"):
        return Choice("lgpio", DEAF)
    raise PanelMissing(followed(DEAF, REPLACE))


def _preferred(board: Board, asked: str | None, has: Callable[[str], bool]) -> Choice:
    if asked is not None:
        return Choice(asked, ASKED_FOR.about(variable=ASKED))
    if has("lgpio") or board.has_rp1 or not has("RPi"):
        return Choice("lgpio", USUAL)
    return Choice("rpigpio", NO_LGPIO)


def open_factory(
    kind: str, board: Board | None = None, environ: Mapping[str, str] = os.environ
) -> PinFactory:
    """Return gpiozero's mock factory for "mock", or the one that choose() chooses for "pins".

    PanelMissing says what failed and what to do.

    with Panel(table, open_factory("pins")) as panel: ...
    """
    if kind == "mock":
        mock: PinFactory = MockFactory(pin_class=MockPWMPin)
        return mock
    choice = choose(board or read_board(), environ.get(ASKED))
    try:
        factory = _open_lgpio() if choice.name == "lgpio" else _open(choice.name)
    except PanelMissing:
        raise
    except Exception as error:  # lgpio.error is a direct subclass of Exception
        told = NOT_OPENED.about(library=choice.name, error=str(error))
        raise PanelMissing(
            followed(followed(told, _cure(choice.name, error)), ELSEWHERE)
        ) from error
    log.info("pins: %s, %s", choice.name, choice.why)
    return factory


def _open(name: str) -> PinFactory:
    if name == "rpigpio" and has_rpi_lgpio():
        _lgpio()  # before it imports lgpio itself, in the current folder
    module, kind = FACTORIES[name]
    factory: PinFactory = getattr(importlib.import_module(module), kind)()
    return factory


def _open_lgpio() -> PinFactory:
    # gpiozero would guess the chip from the board's revision, but some kernels number it otherwise.
    chip = header_chip(_lgpio())
    module, kind = FACTORIES["lgpio"]
    factory: PinFactory = getattr(importlib.import_module(module), kind)(chip=chip)
    return factory


def _lgpio() -> Lgpio:
    return cast(Lgpio, import_in_temporary_folder("lgpio"))


def import_in_temporary_folder(name: str) -> ModuleType:
    """Import lgpio so that it leaves no file behind and the current folder stays the same.

    At its import lgpio makes a FIFO in the current folder and opens it. If the variable LG_WD names
    another folder, it makes that the current folder for good. If it cannot make a FIFO, it fails,
    and gpiozero by itself would take another library.
    """
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as elsewhere:
        os.environ["LG_WD"] = elsewhere  # lgpio reads nothing else
        try:
            return importlib.import_module(name)
        finally:
            os.chdir(here)
            del os.environ["LG_WD"]


def header_chip(lgpio: Chips, devices: Path = Path("/dev")) -> int:
    """Return the number of the 40-pin header's GPIO chip; PanelMissing if there is none."""
    found = sorted(int(path.name.removeprefix("gpiochip")) for path in devices.glob(CHIPS))
    if not found:
        raise PanelMissing(followed(NO_PINS.about(device=str(devices / "gpiochip0")), ELSEWHERE))
    labels = {number: _label(lgpio, number) for number in found}
    for number, label in labels.items():
        if label.startswith(HEADER):
            return number
    if "" in labels.values():
        raise PanelMissing(followed(FORBIDDEN, JOIN_GPIO))
    raise PanelMissing(NO_HEADER.about(labels=tuple(labels.values())))


def line_users() -> dict[int, str]:
    """Return BCM number -> the program that uses that line of the header now; takes no line.

    A program that uses lgpio is called "lg". PanelMissing if lgpio cannot tell.
    """
    try:
        lgpio = _lgpio()
        handle = lgpio.gpiochip_open(header_chip(lgpio))
        try:
            lines = {bcm: lgpio.gpio_get_line_info(handle, bcm) for bcm in range(LAST_BCM + 1)}
        finally:
            lgpio.gpiochip_close(handle)
    except Exception as error:  # lgpio.error is a direct subclass of Exception
        raise PanelMissing(CANNOT_TELL.about(error=str(error))) from error
    return {bcm: user or "?" for bcm, (*_, flags, _, user) in lines.items() if flags & IN_USE}


def _label(lgpio: Chips, chip: int) -> str:
    try:
        handle = lgpio.gpiochip_open(chip)
    except lgpio.error:
        return ""  # this user may not open it
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)


def _cure(name: str, error: Exception) -> Sentence:
    if isinstance(error, ImportError) and name == "lgpio":
        return GET_LGPIO
    if isinstance(error, ImportError):
        return GET_OTHER.about(library=name, variable=ASKED)
    return JOIN_GPIO
