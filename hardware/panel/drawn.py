"""The panel on mock pins as a page may draw it: fingers in, lamps out, through the very pins."""

from hardware.panel.panel import Panel


class DrawnPanel:
    """Presses the mock pins' buttons and reads the mock pins' lamps."""

    def __init__(self, panel: Panel) -> None:
        """Draw this panel, which must be on mock pins."""
        self._panel = panel

    def press(self, button: str) -> None:
        """Close the contact: the button pulls its pin low."""
        self._panel.factory.pin(self._panel.pins.buttons[button]).drive_low()

    def release(self, button: str) -> None:
        """Open the contact."""
        self._panel.factory.pin(self._panel.pins.buttons[button]).drive_high()

    def lamp_values(self) -> dict[str, float]:
        """Return what is on each lamp's pin, 0 to 1."""
        return {
            name: round(float(self._panel.factory.pin(bcm).state), 3)
            for name, bcm in self._panel.pins.lamps.items()
        }
