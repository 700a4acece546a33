"""The panel's contacts and lamps as gpiozero devices on the pins of a factory."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from gpiozero import PWMLED, DigitalInputDevice, DigitalOutputDevice

from hardware.panel.factories import PanelMissing
from hardware.panel.pins import BUZZER, Pins

Note = Callable[[str, bool, float], None]  # button, is it closed, when on the monotonic clock


class Wires:
    """Buttons and lamps of one panel, taken until close()."""

    def __init__(self, factory: Any, pins: Pins | None = None) -> None:
        """Take the pins, or give all and the factory back and raise PanelMissing."""
        self.pins = pins or Pins()
        self.factory = factory
        with ExitStack() as devices:
            try:
                self._take(devices)
            except Exception as error:  # "GPIO busy" is an lgpio.error: no more than an Exception
                devices.close()
                factory.close()  # only that lets go of lines on lgpio
                raise PanelMissing(
                    f"the pins cannot be used ({error}); is another program, or another Dragonbag, "
                    "using them?"
                ) from error
            self._devices = devices.pop_all()

    def _take(self, devices: ExitStack) -> None:
        # Not gpiozero's Button: its thread for holds, which buttons.py knows by itself, wakes
        # twenty times a second for each; and bounce_time on lgpio loses presses shorter than it.
        self._contacts = {
            name: devices.enter_context(
                DigitalInputDevice(bcm, pull_up=True, pin_factory=self.factory)
            )
            for name, bcm in self.pins.buttons.items()
        }
        self.leds: Mapping[str, Any] = {
            name: devices.enter_context(
                (DigitalOutputDevice if name == BUZZER else PWMLED)(bcm, pin_factory=self.factory)
            )
            for name, bcm in self.pins.lamps.items()
        }

    def listen(self, note: Note) -> None:
        """Call `note` on every edge, from gpiozero's thread: it must be quick and raise nothing.

        An exception there ends all events of the process on lgpio, and a slow call holds them up.
        """
        for name, contact in self._contacts.items():
            contact.when_activated = partial(_tell, note, name, True)
            contact.when_deactivated = partial(_tell, note, name, False)

    def is_closed(self, button: str) -> bool:
        """Read a button's contact now."""
        return bool(self._contacts[button].value)

    def close(self) -> None:
        """Put out the lamps and give the pins and the factory back."""
        for contact in self._contacts.values():
            # gpiozero leaves its callback with lgpio, whose thread dies of the next edge.
            contact.pin.when_changed = None
        self._devices.close()
        self.factory.close()


def _tell(note: Note, name: str, is_closed: bool) -> None:
    note(name, is_closed, time.monotonic())
