"""A panel on mock pins, for a page that draws it: presses in, lamps out, through the pins."""

import time
from collections.abc import Iterator

from companion.engine.value import Value
from hardware.panel.electrics import Lamps
from hardware.panel.factories import MockPin
from hardware.panel.panel import Panel
from hardware.panel.pins import BUZZER, RAGE_LAMPS
from hardware.panel.plan import CAPS, PANEL_MM, Hole, Place, holes, label_places

GLOW_MM = 1.5  # round a lit button
SHORTEST_S = 0.002  # no finger is quicker; what is shorter the panel takes for a glitch


class DrawnPart(Value, frozen=True):
    """A part on top of the panel: what it is, its middle and its width in millimetres.

    kind: "button", "glow" (the lamp inside a button), "lamp", "space" (a label of the Rage Track)
    or "screw".
    colour: of a button's cap, or of a lamp's LED; "sound" for the buzzer.
    """

    kind: str
    name: str
    at: Place
    width_mm: float
    colour: str = ""


class DrawnPanel:
    """Presses the buttons and reads the lamps of mock pins.

    drawn = DrawnPanel(panel)
    drawn.press("red")
    drawn.release("red")
    drawn.lamp_values()["red"]      # 1.0
    """

    size_mm = PANEL_MM

    def __init__(self, panel: Panel, lamps: Lamps | None = None) -> None:
        """Use this panel, which must be on mock pins; `lamps` are the LEDs on it."""
        self._panel = panel
        self._lamps = lamps or Lamps()
        self._pressed_s: dict[str, float] = {}

    @property
    def parts(self) -> tuple[DrawnPart, ...]:
        """Return the panel as it is built: a lamp that is not fitted has no hole."""
        spaces = (
            DrawnPart(
                "space", place.key[-1], _middle(place.corner, place.size_mm), place.size_mm[0]
            )
            for place in label_places(self._panel.pins)
            if place.key.removeprefix("lamps.") in RAGE_LAMPS
        )
        return (*self._glows(), *map(self._part, holes(self._panel.pins)), *spaces)

    def _glows(self) -> Iterator[DrawnPart]:
        """Yield a ring of light below each button that has its lamp inside."""
        for hole in holes(self._panel.pins):
            kind, _, name = hole.key.partition("s.")
            if kind == "button" and name in self._panel.pins.lit:
                width_mm = 2 * (hole.radius_mm + GLOW_MM)
                yield DrawnPart("glow", name, hole.at, width_mm, self._lamps.light(name))

    def _part(self, hole: Hole) -> DrawnPart:
        kind, _, name = hole.key.partition("s.")
        if kind == "button":
            colour = CAPS[name]
        elif kind == "lamp":
            colour = "sound" if name == BUZZER else self._lamps.light(name)
        else:
            colour = ""
        return DrawnPart(kind, name, hole.at, 2 * hole.radius_mm, colour)

    def press(self, button: str) -> None:
        """Close the contact: the button pulls its pin low."""
        self._pressed_s[button] = time.monotonic()
        self._pin(self._panel.pins.buttons[button]).drive_low()

    def release(self, button: str) -> None:
        """Open the contact, SHORTEST_S after the press at the soonest."""
        pressed_s = self._pressed_s.get(button, 0.0)
        time.sleep(max(0.0, pressed_s + SHORTEST_S - time.monotonic()))
        self._pin(self._panel.pins.buttons[button]).drive_high()

    def lamp_values(self) -> dict[str, float]:
        """Return the level on each lamp's pin, 0 to 1; of a strip, what it was told."""
        pins = self._panel.pins
        on_strip = set(pins.lamp_names) - set(pins.lamps)
        shown = {name: round(self._panel.leds[name].value, 3) for name in on_strip}
        return shown | {
            name: round(float(self._pin(bcm).state), 3) for name, bcm in pins.lamps.items()
        }

    def _pin(self, bcm: int) -> MockPin:
        pin = self._panel.factory.pin(bcm)
        if not isinstance(pin, MockPin):
            raise TypeError(f"BCM {bcm} is no mock pin")
        return pin


def _middle(corner: Place, size_mm: Place) -> Place:
    return corner[0] + size_mm[0] / 2, corner[1] + size_mm[1] / 2
