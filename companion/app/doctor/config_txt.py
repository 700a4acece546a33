"""What config.txt turns on that takes pins of the header: buses, sound HATs, fans, and the like.

The parameters and their usual pins are those of /boot/firmware/overlays/README.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.engine.sentence import N_

SPI, I2C, UART = frozenset({7, 8, 9, 10, 11}), frozenset({2, 3}), frozenset({14, 15})
I2S = frozenset({18, 19, 20, 21})
ON = ("on", "true", "yes", "y", "1", "")  # a parameter without a value is turned on

SOUND, FAN, PWM, INFRARED = N_("a sound HAT"), N_("a fan"), N_("PWM"), N_("infrared")
POWER_KEY, DISPLAY, SENSOR = N_("a power button"), N_("a display"), N_("a sensor")
PARAMETERS = {  # of the board itself
    **dict.fromkeys(("spi", "spi_arm"), ("SPI", SPI)),
    **dict.fromkeys(("i2c", "i2c_arm", "i2c1"), ("I2C", I2C)),
    "i2s": ("I2S", I2S),
}


@dataclass(frozen=True, slots=True)
class Overlay:
    """What an overlay is, and which pins it takes: always, and those that a parameter may move."""

    what: str
    pins: frozenset[int] = frozenset()
    moved: Mapping[str, int] = field(default_factory=dict)  # parameter -> its usual pin

    def taken(self, given: Mapping[str, str]) -> frozenset[int]:
        """Return the pins that it takes with these parameters."""
        return self.pins | {_number(given.get(name, ""), pin) for name, pin in self.moved.items()}


SOUND_HATS = (
    *("allo-", "audioinjector-", "dionaudio-", "googlevoicehat-", "hifiberry-", "iqaudio-"),
    *("justboom-", "rpi-codeczero", "rpi-dac", "rpi-digi", "rpi-proto", "wm8960-", "pisound"),
    *("i-sabre", "fe-pi", "akkordion-", "applepi-dac", "audiosense-", "merus-amp", "max98357a"),
    *("adau", "cirrus-wm5102", "dacberry", "i2s-", "seeed-", "respeaker", "superaudioboard"),
)
OVERLAYS: Mapping[str, Overlay] = {
    "spi0-0cs": Overlay("SPI", frozenset({9, 10, 11})),
    "spi0-1cs": Overlay("SPI", frozenset({9, 10, 11}), {"cs0_pin": 8}),
    "spi0-2cs": Overlay("SPI", frozenset({9, 10, 11}), {"cs0_pin": 8, "cs1_pin": 7}),
    "spi1-1cs": Overlay("SPI1", frozenset({19, 20, 21}), {"cs0_pin": 18}),
    "spi1-2cs": Overlay("SPI1", frozenset({19, 20, 21}), {"cs0_pin": 18, "cs1_pin": 17}),
    "spi1-3cs": Overlay(
        "SPI1", frozenset({19, 20, 21}), {"cs0_pin": 18, "cs1_pin": 17, "cs2_pin": 16}
    ),
    "w1-gpio": Overlay("1-wire", moved={"gpiopin": 4}),
    "w1-gpio-pullup": Overlay("1-wire", moved={"gpiopin": 4, "extpullup": 5}),
    "i2c-gpio": Overlay("I2C", moved={"i2c_gpio_sda": 23, "i2c_gpio_scl": 24}),
    "i2c3": Overlay("I2C", frozenset({4, 5})),
    "i2c4": Overlay("I2C", frozenset({8, 9})),
    "i2c5": Overlay("I2C", frozenset({12, 13})),
    "i2c6": Overlay("I2C", frozenset({22, 23})),
    "uart3": Overlay("UART", frozenset({4, 5})),
    "uart4": Overlay("UART", frozenset({8, 9})),
    "uart5": Overlay("UART", frozenset({12, 13})),
    "audremap": Overlay(SOUND, frozenset({12, 13})),
    "pwm": Overlay(PWM, moved={"pin": 18}),
    "pwm-2chan": Overlay(PWM, moved={"pin": 18, "pin2": 19}),
    "pwm-ir-tx": Overlay(INFRARED, moved={"gpio_pin": 18}),
    "gpio-ir": Overlay(INFRARED, moved={"gpio_pin": 18}),
    "gpio-ir-tx": Overlay(INFRARED, moved={"gpio_pin": 18}),
    "gpio-fan": Overlay(FAN, moved={"gpiopin": 12}),
    "pwm-gpio-fan": Overlay(FAN, moved={"fan_gpio": 18}),
    "gpio-shutdown": Overlay(POWER_KEY, moved={"gpio_pin": 3}),
    "gpio-poweroff": Overlay(POWER_KEY, moved={"gpiopin": 26}),
    "dht11": Overlay(SENSOR, moved={"gpiopin": 4}),
    "dpi18": Overlay(DISPLAY, frozenset(range(22))),
    "dpi24": Overlay(DISPLAY, frozenset(range(28))),
    **dict.fromkeys(("sdio", "sdhost"), Overlay("SDIO", frozenset(range(22, 28)))),
}
MODELS = {  # a filter in brackets -> what stands in the board's name
    **{f"pi{number}": f"Raspberry Pi {number}" for number in (1, 2, 3, 4, 5)},
    **{f"cm{number}": f"Compute Module {number}" for number in (1, 3, 4, 5)},
    **{"pi0": "Zero", "pi0w": "Zero W", "pi02": "Zero 2", "pi400": "Pi 400", "pi500": "Pi 500"},
    **{"pi3+": "Plus", "none": "no board at all"},
}


@dataclass(frozen=True, slots=True)
class Taken:
    """Something that takes pins: what it is, which, and the line that turns it on."""

    what: str
    pins: frozenset[int]
    line: str


def taken_pins(text: str, model: str = "") -> Iterator[Taken]:
    """Yield what this config.txt turns on that takes pins, on a board with this name."""
    overlay, given, line = "", dict[str, str](), ""
    for key, entries, written in _entries(text, model):
        if key == "dtoverlay":
            yield from _of_overlay(overlay, given, line)
            (overlay, _), *parameters = entries
            given, line = dict(parameters), written
        elif key == "dtparam" and overlay and not _is_of_board(entries):
            given |= dict(entries)  # it belongs to the overlay before
        elif key == "dtparam":
            for name, value in entries:
                if name in PARAMETERS and value in ON:
                    yield Taken(*PARAMETERS[name], written)
        elif key == "enable_uart" and entries[0][0] == "1":
            yield Taken("UART", UART, written)
    yield from _of_overlay(overlay, given, line)


def _of_overlay(name: str, given: Mapping[str, str], line: str) -> Iterator[Taken]:
    if name in OVERLAYS:
        yield Taken(OVERLAYS[name].what, OVERLAYS[name].taken(given), line)
    elif name.startswith(SOUND_HATS):
        yield Taken(SOUND, I2S, line)
    elif name.startswith(("vc4-kms-dpi", "vc4-fkms-dpi")):
        yield Taken(DISPLAY, frozenset(range(28)), line)


def _entries(text: str, model: str) -> Iterator[tuple[str, list[tuple[str, str]], str]]:
    """Yield key, (name, value) pairs and the whole line, of each line that counts here."""
    counts = True
    for line in map(str.strip, text.splitlines()):
        if section := re.fullmatch(r"\[(.*)\]", line):
            counts = MODELS.get(section[1].lower(), "") in model
            continue
        key, _, values = line.partition("#")[0].strip().partition("=")
        if counts and values:
            yield key.strip(), list(map(_pair, values.split(","))), line


def _pair(entry: str) -> tuple[str, str]:
    name, _, value = entry.partition("=")
    return name.strip(), value.strip()


def _is_of_board(entries: Iterable[tuple[str, str]]) -> bool:
    return any(name in PARAMETERS or name in ("audio", "watchdog") for name, _ in entries)


def _number(text: str, usual: int) -> int:
    return int(text) if text.isdecimal() else usual
