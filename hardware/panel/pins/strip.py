"""A light strip that is the Rage Track: seven chips in a row instead of seven LEDs.

It hangs on SPI, which a Raspberry Pi has on fixed pins and which every model drives by itself, a
Pi 5 too. PWM and PCM, which other programs use for such strips, are left to sound.
"""

from collections.abc import Mapping
from enum import StrEnum

from companion.engine.value import Value

LEDS = 7  # one for each space of the Rage Track
DATA_BCM, CLOCK_BCM = 10, 11  # MOSI and SCLK of SPI0
MM_PER_M = 1000.0


class StripKind(StrEnum):
    """The chip in each LED of a strip."""

    APA102 = "apa102"  # data and clock; SK9822 is the same to us
    WS2812 = "ws2812"  # data only, in time; WS2812B and SK6812 (RGB) are the same to us


class Strip(Value, frozen=True):
    """A strip as it is bought and wired.

    `brightness` is the most that an LED shines, of its full light. `supply_v` is what the strip
    gets; with `is_shifted` a chip lifts the Pi's 3.3 V to that.
    """

    kind: StripKind = StripKind.APA102
    brightness: float = 0.2
    leds_per_metre: int = 60
    supply_v: float = 5.0
    is_shifted: bool = True

    @property
    def has_clock(self) -> bool:
        """Does it take a clock beside its data?"""
        return self.kind is StripKind.APA102

    @property
    def pitch_mm(self) -> float:
        """Return how far apart its LEDs are."""
        return MM_PER_M / self.leds_per_metre

    def entries(self) -> Mapping[str, int]:
        """Return its wires: "strip.data" -> BCM."""
        clock = {"strip.clock": CLOCK_BCM} if self.has_clock else {}
        return {"strip.data": DATA_BCM, **clock}
