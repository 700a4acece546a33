"""A panel on mock pins, for a page that draws it: presses in, lamps out, through the pins."""

import time

from hardware.panel.factories import MockPin
from hardware.panel.panel import Panel

SHORTEST_S = 0.002  # no finger is quicker; what is shorter the panel takes for a glitch


class DrawnPanel:
    """Presses the buttons and reads the lamps of mock pins.

    drawn = DrawnPanel(panel)
    drawn.press("red")
    drawn.release("red")
    drawn.lamp_values()["red"]      # 1.0
    """

    def __init__(self, panel: Panel) -> None:
        """Use this panel, which must be on mock pins."""
        self._panel = panel
        self._pressed_s: dict[str, float] = {}

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
        """Return the level on each lamp's pin, 0 to 1."""
        return {
            name: round(float(self._pin(bcm).state), 3)
            for name, bcm in self._panel.pins.lamps.items()
        }

    def _pin(self, bcm: int) -> MockPin:
        pin = self._panel.factory.pin(bcm)
        if not isinstance(pin, MockPin):
            raise TypeError(f"BCM {bcm} is no mock pin")
        return pin
