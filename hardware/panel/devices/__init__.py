"""The panel's contacts and lamps as gpiozero devices on the pins of a factory.

Before anything drives a lamp's pin, its line is read as an input behind the chip's weak pull, some
50 kOhm. A button or a bare wire there would be a short circuit as soon as the pin is driven.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, closing
from enum import Enum
from functools import partial

from gpiozero import PWMLED, DigitalInputDevice, DigitalOutputDevice, InputDevice
from gpiozero.exc import PinFixedPull, PinInvalidPull

from companion.engine.sentence import Sentence
from companion.engine.value import Value
from hardware.panel.devices.strip import StripLights
from hardware.panel.factories import PanelMissing, PinFactory
from hardware.panel.lamps import Led
from hardware.panel.pins import BUZZER, Pins

OLDEST_S = 1.0  # an edge that seems older was timed by another clock
Note = Callable[[str, bool, float], None]  # button, is it closed, when on the monotonic clock
SETTLE_S = 0.001  # a metre of wire has some 100 pF: behind 50 kOhm it needs 5 microseconds
# Behind a weak pull-up a red LED keeps some 1.5 V. A pin usually reads that as high, but data
# sheets promise it only from 2.0 V. If more lines than this read as low, it is the LEDs.
MOST_HELD = 3
TAKEN = Sentence(
    "The pins cannot be used ({error}). Is another program, or another Dragonbag, using them?"
)

log = logging.getLogger(__name__)


class Held(Enum):
    """What holds a line: it would be a short circuit to drive it."""

    GROUND = "ground"
    SUPPLY = "3.3 V"


class Unlit(Value):
    """Stands for a lamp whose line is held: it takes every level and drives nothing."""

    value: float = 0.0


class PanelDevices:
    """The buttons and lamps of one panel; their pins are taken until close()."""

    def __init__(
        self,
        factory: PinFactory,
        pins: Pins | None = None,
        *,
        checks_lines: bool = True,
        opens_strip: Callable[[], StripLights] | None = None,
    ) -> None:
        """Take the pins. If one cannot be taken, give everything back and raise PanelMissing.

        checks_lines: leave a lamp's line an input if something holds it. opens_strip: of a panel
        with a strip; may raise PanelMissing.
        """
        self.pins = pins or Pins()
        self.factory = factory
        self._checks_lines = checks_lines
        self._strip: StripLights | None = None
        with ExitStack() as devices:
            try:
                self._take(devices, opens_strip)
            except Exception as error:  # lgpio.error is a direct subclass
                devices.close()
                factory.close()  # without this, lgpio keeps the lines
                if isinstance(error, PanelMissing):
                    raise
                raise PanelMissing(TAKEN.about(error=str(error))) from error
            self._devices = devices.pop_all()

    def _take(self, devices: ExitStack, opens_strip: Callable[[], StripLights] | None) -> None:
        # Not gpiozero's Button: for each button it has a thread for holds that wakes 20 times a
        # second, and buttons.py finds holds by itself. Nor bounce_time: on lgpio it loses presses
        # that are shorter than it.
        self._contacts = {
            name: devices.enter_context(
                DigitalInputDevice(bcm, pull_up=True, pin_factory=self.factory)
            )
            for name, bcm in self.pins.buttons.items()
        }
        self.held: Mapping[str, Held] = self._held() if self._checks_lines else {}
        leds: dict[str, Led] = {name: self._led(devices, name) for name in self.pins.lamps}
        if opens_strip is not None:
            self._strip = devices.enter_context(closing(opens_strip()))
            leds |= self._strip.leds
        self.leds: Mapping[str, Led] = leds

    def show(self) -> None:
        """Send the levels of a strip's lamps; the others shine as soon as they are set."""
        if self._strip is not None:
            self._strip.show()

    def _led(self, devices: ExitStack, name: str) -> Led:
        bcm, holds = self.pins.lamps[name], self.held.get(name)
        if holds is not None:  # it stays ours, so that no other program drives it
            is_up = holds is Held.SUPPLY
            devices.enter_context(InputDevice(bcm, pull_up=is_up, pin_factory=self.factory))
            return Unlit()
        kind = DigitalOutputDevice if name == BUZZER else PWMLED
        led: Led = devices.enter_context(kind(bcm, pin_factory=self.factory))
        return led

    def _held(self) -> dict[str, Held]:
        """Return which lamps' lines are held, and by what; they are inputs before and after."""
        # Behind a pull-up the buzzer's own transistor keeps its line low, and lets it sound.
        low = self._against((name for name in self.pins.lamps if name != BUZZER), pull_up=True)
        high = self._against(self.pins.lamps, pull_up=False)
        if len(low) > MOST_HELD:
            log.info("lines that read as low behind a pull-up: %s; taken for LEDs", ", ".join(low))
            low = []
        return {**dict.fromkeys(low, Held.GROUND), **dict.fromkeys(high, Held.SUPPLY)}

    def _against(self, lamps: Iterable[str], *, pull_up: bool) -> list[str]:
        """Return the lamps whose lines stay against this pull; none where the chip has no pull."""
        with ExitStack() as lines:
            inputs = {}
            for name in lamps:
                try:
                    line = InputDevice(
                        self.pins.lamps[name], pull_up=pull_up, pin_factory=self.factory
                    )
                except (PinFixedPull, PinInvalidPull):
                    continue
                inputs[name] = lines.enter_context(line)
            time.sleep(SETTLE_S)
            return [name for name, line in inputs.items() if line.value]

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
