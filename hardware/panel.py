"""The panel: gpiozero inputs and lamps on real pins or gpiozero's mock pins, and two threads."""

import importlib
import logging
import os
import queue
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, Self

from gpiozero import PWMLED, DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.game import Rejected
from companion.table import Snapshot, Table
from hardware.buttons import ButtonReader, Gesture
from hardware.faces import BUZZER
from hardware.fingers import Fingers, MeansNothing
from hardware.pins import Pins
from hardware.show import Show

log = logging.getLogger(__name__)

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
    except Exception as error:  # lgpio.error is no more than an Exception
        raise PanelMissing(
            f"the pins cannot be opened with {name} ({error}); {_cure(name, error)}; "
            "on a computer that is no Raspberry Pi use --panel mock"
        ) from error


def _cure(name: str, error: Exception) -> str:
    if isinstance(error, ImportError) and name == "lgpio":
        return "on a Raspberry Pi: sudo apt install python3-lgpio"
    if isinstance(error, ImportError):
        return f"on a Raspberry Pi install {name}, or unset GPIOZERO_PIN_FACTORY"
    return "on a Raspberry Pi your user must be in the group gpio: sudo adduser $USER gpio"


class Panel:
    """Reads the fingers and lights the lamps of one table."""

    def __init__(self, table: Table, factory: Any, pins: Pins | None = None) -> None:
        """Take the pins, or raise PanelMissing; nothing runs before __enter__."""
        self.pins = pins or Pins()
        self.factory = factory
        self._table = table
        self._fingers = Fingers(table)
        self._reader = ButtonReader(self.pins.buttons, CHORD)
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._refusals: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._is_closing = False
        self._threads = (
            threading.Thread(target=self._listen, name="panel", daemon=True),
            threading.Thread(target=self._light, name="lamps", daemon=True),
        )
        with ExitStack() as devices:
            try:
                self._take_pins(devices)
            except Exception as error:  # "GPIO busy" is an lgpio.error: no more than an Exception
                raise PanelMissing(
                    f"the pins cannot be used ({error}); is another program, or another Dragonbag, "
                    "using them?"
                ) from error
            self._devices = devices.pop_all()

    def _take_pins(self, devices: ExitStack) -> None:
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

    def __enter__(self) -> Self:
        """Start reading and lighting."""
        for name, contact in self._contacts.items():
            # An exception in a callback ends all events of the process on lgpio, and a slow one
            # holds them up: these only note what happened.
            contact.when_activated = partial(self._note, name, True)
            contact.when_deactivated = partial(self._note, name, False)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop, put out the lamps and give the pins and the factory back."""
        self._is_closing = True
        self._edges.put(None)
        self._table.wake()
        for thread in self._threads:
            thread.join()
        self._devices.close()
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
            self._fingers.do(gesture)
        except (Rejected, MeansNothing) as refused:
            log.info("%s %s refused: %s", gesture.button, gesture.touch, refused)
            self._refuse()
        except Exception:  # a full disk, a rule that broke: the next press must still be heard
            log.exception("%s %s failed", gesture.button, gesture.touch)
            self._refuse()

    def _refuse(self) -> None:
        self._refusals.put(None)
        self._table.wake()

    def _light(self) -> None:
        snapshot = self._table.snapshot
        show = Show(self.leds, snapshot, time.monotonic())
        newer: Snapshot | None = None
        while not self._is_closing:
            wait_s = self._play(show, newer)
            newer = self._table.wait_newer(snapshot.version, wait_s, self._has_own_news)
            snapshot = newer or snapshot

    def _play(self, show: Show, newer: Snapshot | None) -> float | None:
        """Light what is to be seen now; return in how many seconds that may change."""
        now_s = time.monotonic()
        try:
            if newer is not None:
                show.picture(newer, now_s)
            if self._had_refusals():
                show.refuse(now_s)
            return show.play(now_s)
        except Exception:  # a pin that fails: the next picture is tried again
            log.exception("the lamps cannot be set")
            return None

    def _had_refusals(self) -> bool:
        had = not self._refusals.empty()
        while not self._refusals.empty():
            self._refusals.get()
        return had

    def _has_own_news(self) -> bool:
        return self._is_closing or not self._refusals.empty()
