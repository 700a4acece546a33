"""A light strip's LEDs as lamps, and the bytes that set them.

    lights = StripLights(Strip(), bus, Lamps())
    lights.leds["rage_1"].value = 1.0
    lights.show()                       # one frame for all, if anything has changed

APA102: 32 zero bits, then for each LED 111, five bits of brightness, blue, green, red; then clocks
to push the last LED's bits on (APA102 data sheet; cpldcpu.github.io, "Understanding the APA102").
They are zeros here: a SK9822 takes its new colours only after 32 of them, and ones after those
would be white light.

WS2812: each bit of green, red, blue is high for a shorter or a longer time. At 3.2 MHz four bits of
SPI are one of those: 1000 is high for 0.31 us, 1110 for 0.94 us, which both the WS2812B (0.4 and
0.8 us, give or take 0.15) and its version 5 (0.22 to 0.38 and 0.58 to 1 us) take. Low for 280 us
ends the frame.
"""

import logging
from collections.abc import Mapping
from typing import Protocol

from companion.engine.value import Value
from hardware.panel.electrics import Lamps, Light
from hardware.panel.pins import RAGE_LAMPS
from hardware.panel.pins.strip import LEDS, Strip, StripKind

RGB: Mapping[Light, tuple[int, int, int]] = {
    Light.RED: (255, 0, 0),
    Light.YELLOW: (255, 170, 0),
    Light.GREEN: (0, 255, 0),
    Light.BLUE: (0, 0, 255),
    Light.WHITE: (255, 255, 255),
}
FULL = 0xFF
APA102_HZ = 1_000_000  # through a metre of wire; seven LEDs take a third of a millisecond
APA102_LED = 0xFF  # 111, then 31: how bright is said in the colours, which have finer steps
APA102_ZEROS = bytes(4)
WS2812_HZ = 3_200_000
ZERO, ONE = 0b1000, 0b1110
WS2812_GAP = bytes(WS2812_HZ * 300 // 1_000_000 // 8)  # 300 us of low, 20 to spare
Colour = tuple[int, int, int]  # red, green, blue, 0 to 255

log = logging.getLogger(__name__)


class SpiBus(Protocol):
    """What a strip hangs on: bytes go out, nothing comes back."""

    def write(self, frame: bytes, /) -> object:
        """Send these bytes in one go; OSError if that fails."""

    def close(self) -> object:
        """Give the bus back."""


def speed_hz(kind: StripKind) -> int:
    """Return the clock at which these strips are driven."""
    return APA102_HZ if kind is StripKind.APA102 else WS2812_HZ


def frame_of(kind: StripKind, colours: tuple[Colour, ...]) -> bytes:
    """Return the bytes that set the LEDs of a strip to these colours."""
    return _apa102(colours) if kind is StripKind.APA102 else _ws2812(colours)


def _apa102(colours: tuple[Colour, ...]) -> bytes:
    leds = (bytes((APA102_LED, blue, green, red)) for red, green, blue in colours)
    pushes = bytes(-(-len(colours) // 16))  # half a clock for each LED
    return b"".join((APA102_ZEROS, *leds, APA102_ZEROS, pushes))


def _ws2812(colours: tuple[Colour, ...]) -> bytes:
    sent = (level for red, green, blue in colours for level in (green, red, blue))
    return b"".join((WS2812_GAP, *map(_spread, sent), WS2812_GAP))


def _spread(level: int) -> bytes:
    """Return a byte as four bytes of SPI, its highest bit first."""
    spread = 0
    for place in range(7, -1, -1):
        spread = spread << 4 | (ONE if level >> place & 1 else ZERO)
    return spread.to_bytes(4, "big")


class StripLed(Value):
    """One space of the strip; it takes a level as any lamp and waits for show()."""

    value: float = 0.0


class StripLights:
    """The seven lamps of the Rage Track on a strip."""

    def __init__(self, strip: Strip, bus: SpiBus, lamps: Lamps) -> None:
        """Begin dark; the colours are those of `lamps`, and the first show() sends them."""
        self._strip, self._bus = strip, bus
        self._lights = tuple(lamps.light(name) for name in RAGE_LAMPS)
        self._shown = b""
        self.leds: Mapping[str, StripLed] = {name: StripLed() for name in RAGE_LAMPS}

    def show(self) -> None:
        """Send the levels if they have changed; OSError, and the next call sends them again."""
        frame = frame_of(self._strip.kind, tuple(map(self._colour, range(LEDS))))
        if frame != self._shown:
            self._shown = b""
            self._bus.write(frame)
            self._shown = frame

    def _colour(self, place: int) -> Colour:
        level = min(max(self.leds[RAGE_LAMPS[place]].value, 0.0), 1.0) * self._strip.brightness
        red, green, blue = RGB[self._lights[place]]
        return round(red * level), round(green * level), round(blue * level)

    def close(self) -> None:
        """Switch the strip off, and give the bus back; a bus that fails keeps no pin from that."""
        for led in self.leds.values():
            led.value = 0.0
        try:
            self.show()
        except OSError as error:
            log.info("the strip was not switched off: %s", error)
        self._bus.close()
