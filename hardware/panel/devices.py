"""The panel's contacts and lamps as gpiozero devices on the pins of a factory."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial

from gpiozero import PWMLED, DigitalInputDevice, DigitalOutputDevice

from hardware.panel.factories import PanelMissing, PinFactory
from hardware.panel.lamps import Led
from hardware.panel.pins import BUZZER, Pins

OLDEST_S = 1.0  # an edge that seems older was timed by another clock
Note = Callable[[str, bool, float], None]  # button, is it closed, when on the monotonic clock


class PanelDevices:
    """The buttons and lamps of one panel; their pins are taken until close()."""

    def __init__(self, factory: PinFactory, pins: Pins | None = None) -> None:
        """Take the pins. If one cannot be taken, give everything back and raise PanelMissing."""
        self.pins = pins or Pins()
        self.factory = factory
        with ExitStack() as devices:
            try:
                self._take(devices)
            except Exception as error:  # lgpio.error is a direct subclass
                devices.close()
                factory.close()  # without this, lgpio keeps the lines
                raise PanelMissing(
                    f"the pins cannot be used ({error}); is another program, or another Dragonbag, "
                    "using them?"
                ) from error
            self._devices = devices.pop_all()

    def _take(self, devices: ExitStack) -> None:
        # Not gpiozero's Button: for each button it has a thread for holds that wakes 20 times a
        # second, and buttons.py finds holds by itself. Nor bounce_time: on lgpio it loses presses
        # that are shorter than it.
        self._contacts = {
            name: devices.enter_context(
                DigitalInputDevice(bcm, pull_up=True, pin_factory=self.factory)
            )
            for name, bcm in self.pins.buttons.items()
        }
        self.leds: Mapping[str, Led] = {
            name: devices.enter_context(
                (DigitalOutputDevice if name == BUZZER else PWMLED)(bcm, pin_factory=self.factory)
            )
            for name, bcm in self.pins.lamps.items()
        }

    def listen(self, note: Note) -> None:
        """Call `note` on every edge, in gpiozero's thread; it must be quick and raise nothing.

        On lgpio an exception there ends all events of the process, and a slow call delays them.
        """
        for name, contact in self._contacts.items():
            contact.when_activated = partial(_tell, note, contact, name, True)
            contact.when_deactivated = partial(_tell, note, contact, name, False)

    def is_closed(self, button: str) -> bool:
        """Is this button's contact closed now?"""
        return bool(self._contacts[button].value)

    def close(self) -> None:
        """Switch the lamps off, and give the pins and the factory back."""
        for contact in self._contacts.values():
            # gpiozero does not take its callback back from lgpio, whose thread the next edge would
            # then end.
            contact.pin.when_changed = None
        self._devices.close()
        self.factory.close()


def _tell(note: Note, contact: DigitalInputDevice, name: str, is_closed: bool) -> None:
    """Tell of an edge by the kernel's own time of it, where the pin library hands that on."""
    age_s = (contact.active_time if is_closed else contact.inactive_time) or 0.0
    now_s = time.monotonic()
    note(name, is_closed, now_s - age_s if 0 <= age_s < OLDEST_S else now_s)
