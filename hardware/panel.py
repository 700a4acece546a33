"""The panel: gpiozero buttons in, lamps and buzzer out, on real pins or gpiozero's mock pins."""

import importlib
import logging
import os
import queue
import threading
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from gpiozero import PWMLED, DigitalInputDevice, DigitalOutputDevice, GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.game import Rejected
from companion.history import Kind
from companion.journal import JournalError
from companion.table import RulesBroken, Snapshot, Table
from hardware import patterns
from hardware.buttons import ButtonReader, Gesture, Touch
from hardware.faces import BUZZER, FACES, Deed, Face
from hardware.patterns import Pattern
from hardware.pins import COLOURS, Pins

log = logging.getLogger(__name__)

SOURCE = "panel"
CHORD = "undo"  # held while a colour is pressed: the last press was that player's
FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
}


class PanelMissing(Exception):
    """The panel's pins cannot be had; the text says why and what to do."""


def open_factory(kind: str) -> Any:
    """Return gpiozero's mock factory, or the one of GPIOZERO_PIN_FACTORY, lgpio unless it is set.

    Never falls back silently to another: PanelMissing says what failed.
    """
    if kind == "mock":
        return MockFactory(pin_class=MockPWMPin)
    name = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if name not in FACTORIES:
        raise PanelMissing(f"GPIOZERO_PIN_FACTORY is {name!r}; use one of {', '.join(FACTORIES)}")
    module, factory = FACTORIES[name]
    try:
        return getattr(importlib.import_module(module), factory)()
    except (ImportError, OSError, RuntimeError, GPIOZeroError) as error:
        raise PanelMissing(
            f"the pins cannot be opened with {name} ({error}); "
            "on a computer that is no Raspberry Pi use --panel mock"
        ) from error


class Panel:
    """Reads the fingers and lights the lamps of one table."""

    def __init__(self, table: Table, factory: Any, pins: Pins | None = None) -> None:
        """Take the pins, or raise PanelMissing; nothing runs before __enter__."""
        self.pins = pins or Pins()
        self.factory = factory
        self._table = table
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._refusals: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_closing = False
        self._reader = ButtonReader(self.pins.buttons, CHORD)
        self._counted: dict[str, int] = {}  # of presses that may still become a hold
        self._last = ""  # the colour that was pressed last, for the chord
        self._threads = (
            threading.Thread(target=self._listen, name="panel", daemon=True),
            threading.Thread(target=self._light, name="lamps", daemon=True),
        )
        try:
            self._take_pins()
        except (GPIOZeroError, OSError) as error:
            raise PanelMissing(f"the pins cannot be used: {error}") from error

    def _take_pins(self) -> None:
        # Not gpiozero's Button: its thread for holds wakes twenty times a second for each of them,
        # and buttons.py knows holds by itself.
        self._buttons = {
            name: DigitalInputDevice(bcm, pull_up=True, pin_factory=self.factory)
            for name, bcm in self.pins.buttons.items()
        }
        self.leds: Mapping[str, Any] = {
            name: (DigitalOutputDevice if name == BUZZER else PWMLED)(bcm, pin_factory=self.factory)
            for name, bcm in self.pins.lamps.items()
        }

    def __enter__(self) -> Self:
        """Start reading and lighting."""
        for name, button in self._buttons.items():
            # gpiozero's callbacks must be quick and never raise: they only note what happened.
            button.when_activated = partial(self._note, name, True)
            button.when_deactivated = partial(self._note, name, False)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop, put out the lamps and give the pins back."""
        self._is_closing = True
        self._edges.put(None)
        self._table.wake()
        for thread in self._threads:
            thread.join()
        for device in [*self._buttons.values(), *self.leds.values()]:
            device.close()
        self.factory.close()

    def _note(self, name: str, is_closed: bool) -> None:
        self._edges.put((name, is_closed, time.monotonic()))

    def _listen(self) -> None:
        while not self._is_closing:
            for gesture in self._next_gestures():
                self._obey(gesture)

    def _next_gestures(self) -> list[Gesture]:
        due_s = self._reader.next_due_s()
        wait_s = None if due_s is None else max(0.0, due_s - time.monotonic())
        try:
            edge = self._edges.get(timeout=wait_s)
        except queue.Empty:
            return self._reader.due(time.monotonic())
        return [] if edge is None else self._reader.edge(*edge)

    def _obey(self, gesture: Gesture) -> None:
        try:
            self._do(gesture)
        except Rejected as refused:
            log.info("%s %s refused: %s", gesture.button, gesture.touch, refused)
            self._refuse()
        except (JournalError, RulesBroken):
            log.exception("%s %s failed", gesture.button, gesture.touch)
            self._refuse()

    def _refuse(self) -> None:
        self._refusals.put(None)
        self._table.wake()

    def _do(self, gesture: Gesture) -> None:
        snapshot = self._table.snapshot
        face = FACES[snapshot.game.name]
        button = gesture.button
        if gesture.touch is Touch.PRESS:
            self._press(face, snapshot, button)
        elif gesture.touch is Touch.CHORD:
            self._submit(face.chord(self._last, button))
            self._last = button
        elif gesture.touch is Touch.HOLD:
            was_press = button in self._counted
            if was_press or face.press(snapshot.state, button) is None:
                self._submit(face.hold(snapshot.state, button, self._counted.get(button, 0)))
        elif button not in self._counted:
            self._submit(face.tap(snapshot.state, button))

    def _press(self, face: Face, snapshot: Snapshot, button: str) -> None:
        self._counted.pop(button, None)
        meaning = face.press(snapshot.state, button)
        if meaning is None:
            return
        done = self._submit(meaning)
        if done is not None:
            self._counted[button] = face.counted(done.events)
            self._last = button

    def _submit(self, meaning: object | None) -> Snapshot | None:
        if meaning is None:
            return None
        if meaning is Deed.DRAW:
            return self._table.draw(SOURCE)
        if meaning is Deed.UNDO:
            return self._table.undo(SOURCE)
        if meaning is Deed.REDO:
            return self._table.redo(SOURCE)
        return self._table.submit(meaning, SOURCE)

    def _light(self) -> None:
        show = _Show(self.leds)
        snapshot = self._table.snapshot
        show.picture(snapshot, is_new=False)
        while not self._is_closing:
            newer = self._table.wait_newer(snapshot.version, show.play(), self._has_own_news)
            if newer is not None:
                snapshot = newer
                show.picture(snapshot, is_new=True)
            while not self._refusals.empty():
                self._refusals.get()
                show.flash(dict.fromkeys((*COLOURS, BUZZER), patterns.REFUSED))

    def _has_own_news(self) -> bool:
        return self._is_closing or not self._refusals.empty()


class _Show:
    """What each lamp plays: a base pattern, and perhaps a flash over it."""

    def __init__(self, leds: Mapping[str, Any]) -> None:
        self._leds = leds
        self._base: dict[str, tuple[Pattern, float]] = {}
        self._flash: dict[str, tuple[Pattern, float]] = {}
        self._levels: dict[str, float] = {}

    def picture(self, snapshot: Snapshot, *, is_new: bool) -> None:
        """Show a picture's lamps; one that has just come flashes what happened."""
        face, now = FACES[snapshot.game.name], time.monotonic()
        wished = face.lamps(snapshot.state)
        for name in self._leds:
            pattern = wished.get(name, patterns.OFF)
            if self._base.get(name, (None, 0.0))[0] != pattern:
                self._base[name] = pattern, now
        if is_new and snapshot.kind is Kind.COMMAND:
            self.flash(face.flashes(snapshot.events))

    def flash(self, wished: Mapping[str, Pattern]) -> None:
        """Play patterns once over what the lamps show."""
        now = time.monotonic()
        self._flash.update({name: (pattern, now) for name, pattern in wished.items()})

    def play(self) -> float | None:
        """Set all lamps to their level now; return in how many seconds one may change."""
        now = time.monotonic()
        changes = [self._play(name, now) for name in self._leds]
        return min((change for change in changes if change is not None), default=None)

    def _play(self, name: str, now: float) -> float | None:
        pattern, began = self._flash.get(name, self._base[name])
        level = pattern.level(now - began)
        if level is None:
            del self._flash[name]
            return self._play(name, now)
        if pattern.is_swap:
            level = abs(self._base_level(name, now) - level)
        if self._levels.get(name) != level:
            self._levels[name] = level
            self._leds[name].value = level
        return pattern.next_change(now - began)

    def _base_level(self, name: str, now: float) -> float:
        pattern, began = self._base[name]
        return pattern.level(now - began) or 0.0
