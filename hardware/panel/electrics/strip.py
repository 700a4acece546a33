"""What a light strip draws, and what would hurt the board or not work with one.

Its LEDs get 5 V from the header, straight from the power supply: none of that passes a pin. From
the pins it gets only data. With 5 V its chips take 3.5 V or more for "on", which is why
a chip between (74AHCT125) lifts the Pi's 3.3 V.
"""

from collections.abc import Iterator

from companion.engine.sentence import Sentence
from hardware.panel.pins.strip import LEDS, Strip

LED_MA = 60.0  # three colours of 20 mA each (WS2812B and APA102 data sheets); newer ones take less
CHIP_MA = 1.0  # of each LED that is dark
# Of the 5 V pins: our choice, what a 2.5 A supply has to spare beside a Pi with its USB sticks.
MOST_STRIP_MA = 500.0
PIN_HIGH_V = 3.3
HIGH_SHARE = 0.7  # of its supply: what a chip takes for "on" at least (VIH of both data sheets)
LEAST_SUPPLY_V, MOST_SUPPLY_V = 3.7, 5.3  # WS2812B-V5 data sheet, the narrower one
# Darker, the steps of a breath can be counted; brighter, it blinds across a table.
LEAST_BRIGHT, MOST_BRIGHT = 0.02, 0.5
LEAST_PER_M, MOST_PER_M = 50, 87  # further apart than the panel has room, or closer than its labels

NOT_SHIFTED = Sentence(
    "With {supply} V a strip takes {needed} V for “on”, but a pin gives {high} V. Take a level "
    "shifter (74AHCT125), or let a diode bring the strip's supply down to 4.3 V."
)
NO_SUPPLY = Sentence("A strip cannot have {given} V. It may have {least} to {most} V.")
BLINDING = Sentence("The strip's brightness is {given}. It may be {least} to {most}.")
NO_PITCH = Sentence(
    "A strip with {given} LEDs a metre does not fit the panel. It may have {least} to {most}; most "
    "have 60."
)
TAKEN_BY_STRIP = Sentence(
    "{part} is on BCM {bcm}, which SPI takes, and the strip hangs on SPI. Take another pin. "
    "{instead}"
)


def strip_ma(strip: Strip) -> float:
    """Return what a strip draws at most, every LED white at its brightness."""
    return LEDS * (CHIP_MA + LED_MA * strip.brightness)


def runaway_ma() -> float:
    """Return what it draws for a moment if a disturbance lights it fully."""
    return LEDS * (CHIP_MA + LED_MA)


def strip_faults(strip: Strip) -> Iterator[tuple[str, Sentence]]:
    """Yield the entries of [strip] that cannot work, each with its reason."""
    for key, given, least, most, why in (
        ("brightness", strip.brightness, LEAST_BRIGHT, MOST_BRIGHT, BLINDING),
        ("leds_per_metre", strip.leds_per_metre, LEAST_PER_M, MOST_PER_M, NO_PITCH),
        ("supply_v", strip.supply_v, LEAST_SUPPLY_V, MOST_SUPPLY_V, NO_SUPPLY),
    ):
        if not least <= given <= most:
            yield f"strip.{key}", why.about(given=given, least=least, most=most)
    needed_v = HIGH_SHARE * strip.supply_v
    if not strip.is_shifted and needed_v > PIN_HIGH_V:
        facts = {"supply": strip.supply_v, "needed": round(needed_v, 2), "high": PIN_HIGH_V}
        yield "strip.is_shifted", NOT_SHIFTED.about(**facts)
