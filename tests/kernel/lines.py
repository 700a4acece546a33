"""The outer side of the simulated lines, which buttons and wires move; the panel never uses it."""

import os
from collections.abc import Mapping
from pathlib import Path

LINES = Path("/run/gpio")


class Lines:
    """Moves and reads the wires of a panel's pins."""

    def __init__(self, buttons: Mapping[str, int], lamps: Mapping[str, int]) -> None:
        """Release every button."""
        self._buttons, self._lamps = buttons, lamps
        # Kept open: opening a file costs more than an edge lasts.
        self._pulls = {
            name: os.open(LINES / f"sim_gpio{bcm}" / "pull", os.O_WRONLY)
            for name, bcm in buttons.items()
        }
        for button in buttons:
            self.release(button)

    def close(self) -> None:
        """Give the files back."""
        for file in self._pulls.values():
            os.close(file)

    def press(self, button: str) -> None:
        """Pull the line to ground, as the button's contact does."""
        os.pwrite(self._pulls[button], b"pull-down", 0)

    def release(self, button: str) -> None:
        """Leave the line to the Pi's pull-up."""
        os.pwrite(self._pulls[button], b"pull-up", 0)

    def is_lit(self, lamp: str) -> bool:
        """Read the level on a lamp's wire now."""
        return (LINES / f"sim_gpio{self._lamps[lamp]}" / "value").read_text().strip() == "1"

    def pull(self, button: str) -> str:
        """Return what the line is pulled to: "pull-up" or "pull-down"."""
        place = LINES / f"sim_gpio{self._buttons[button]}" / "pull"
        return place.read_text().strip()
