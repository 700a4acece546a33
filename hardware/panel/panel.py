"""The panel of one table: one thread reads the buttons, another one lights the lamps."""

import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Self, assert_never

from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.table.disk.notices import UNWRITTEN
from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel import patterns
from hardware.panel.buttons import ButtonReader, Gesture, Touch
from hardware.panel.devices import Held, Note, PanelDevices
from hardware.panel.devices.strip import StripLights
from hardware.panel.factories import PinFactory
from hardware.panel.gestures import (
    CHORD,
    CHORDS,
    OFF_PAIR,
    STAFF,
    GestureInterpreter,
    HeldChords,
    NoMeaning,
)
from hardware.panel.lamps import LampPlayer
from hardware.panel.names import said
from hardware.panel.patterns import Pattern
from hardware.panel.pins import Pins
from hardware.panel.self_test import SelfTest

log = logging.getLogger(__name__)

STUCK = Sentence("This button is stuck. It does not count until it is released: {button}.")
HELD = {
    Held.GROUND: Sentence(
        "The panel's {lamp} lamp stays off: its wire (BCM {bcm}) touches ground. Switch the Pi off "
        "and check it."
    ),
    Held.SUPPLY: Sentence(
        "The panel's {lamp} lamp stays off: its wire (BCM {bcm}) touches 3.3 V. Switch the Pi off "
        "and check it."
    ),
}
TESTED = Sentence("The panel is in a test. Its buttons do not count in the game.")
Edge = tuple[str, bool, float]  # button, is it down, when on the monotonic clock
LampTask = Callable[[LampPlayer, float], None]  # something to do on the lamps, at a time
OFF, TEST, CODE = "off", "self test", "host's code"  # reasons of overrides on the lamps


class Callbacks(Value, frozen=True, kw_only=True):
    """What a panel calls; None where there is nothing to call."""

    on_edge: Note | None = None  # at every edge, as PanelDevices.listen() says
    switch_off: Callable[[], None] | None = None  # Undo and Attack were held together for PAIR_S
    # They were held for HOST_S; it returns the numbers of a code to show.
    on_host_wanted: Callable[[], Sequence[int]] | None = None
    on_staff_wanted: Callable[[], None] | None = None  # Next was pressed under Undo
    # Next was held under Undo for NETWORK_S, where there are no staff to call.
    on_network_wanted: Callable[[], None] | None = None


NO_CALLBACKS = Callbacks()


class Panel:
    """Reads the buttons and lights the lamps of one table.

    with Panel(table, open_factory("pins")) as panel:
        panel.greet()
    """

    def __init__(
        self,
        table: Table,
        factory: PinFactory,
        pins: Pins | None = None,
        brightness: float = 1.0,
        *,
        callbacks: Callbacks = NO_CALLBACKS,
        checks_lines: bool = True,
        opens_strip: Callable[[], StripLights] | None = None,
    ) -> None:
        """Take the pins, or raise PanelMissing; nothing runs before __enter__.

        brightness: of the lamps, 0 to 1. checks_lines: leave a lamp dark if something holds its
        line. opens_strip: of a panel whose Rage Track is a strip.
        """
        self._devices = PanelDevices(
            factory, pins, checks_lines=checks_lines, opens_strip=opens_strip
        )
        self.pins, self.factory, self.leds = self._devices.pins, factory, self._devices.leds
        self._table, self._brightness, self._callbacks = table, brightness, callbacks
        self._reader = ButtonReader(self.pins.buttons, CHORD, OFF_PAIR, CHORDS)
        self._gestures = GestureInterpreter(table)
        self._held_chords = HeldChords()
        self._self_test: SelfTest | None = None
        # Each edge with what the panel showed then: a press that had to wait means that.
        self._edges: queue.Queue[tuple[Edge, Snapshot] | None] = queue.Queue()
        self._tasks: queue.Queue[LampTask] = queue.Queue()
        self._is_closing = False
        self._threads = (
            threading.Thread(target=self._listen, name="panel", daemon=True),
            threading.Thread(target=self._light, name="lamps", daemon=True),
        )

    def __enter__(self) -> Self:
        """Start both threads."""
        self._devices.listen(self._note)
        for name in self.pins.buttons:
            if self._devices.is_closed(name):
                stuck = self._reader.begin_stuck(name, time.monotonic())
                self._handle(stuck, self._table.snapshot)
        for lamp, told in self.held.items():
            self._table.notice(f"held {lamp}", told)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop, switch the lamps off, and give the pins and the factory back."""
        self._is_closing = True
        self._edges.put(None)
        self._table.wake()
        for thread in self._threads:
            thread.join()
        self._devices.close()

    def greet(self) -> None:
        """Show on the lamps that everything is ready."""
        snapshot = self._table.snapshot
        self._ask(lambda player, now_s: player.greet(snapshot, now_s))

    def dim(self, brightness: float) -> None:
        """Let the lamps shine with another brightness, 0 to 1, from now on."""
        self._brightness = brightness
        self._ask(lambda player, now_s: player.dim(brightness))

    def run_self_test(self, self_test: SelfTest | None) -> None:
        """Give lamps and buttons to a self test, or with None back to the game."""
        self._self_test = self_test
        self._override(TEST, None if self_test is None else self_test.lamps())
        self._table.notice(TEST, None if self_test is None else TESTED)

    @property
    def self_test(self) -> SelfTest | None:
        """Return the self test that has the lamps and buttons now."""
        return self._self_test

    @property
    def held(self) -> Mapping[str, Sentence]:
        """Return the lamps that stay off because something holds their line, and what to do."""
        return {
            lamp: HELD[holds].about(lamp=said(lamp), bcm=self.pins.lamps[lamp])
            for lamp, holds in self._devices.held.items()
        }

    @property
    def stuck(self) -> tuple[str, ...]:
        """Return the buttons that are ignored until they come up."""
        return self._reader.stuck

    def _note(self, button: str, is_closed: bool, at_s: float) -> None:
        """Take an edge, in gpiozero's thread."""
        if self._callbacks.on_edge is not None:
            self._callbacks.on_edge(button, is_closed, at_s)
        self._edges.put(((button, is_closed, at_s), self._table.snapshot))

    # The thread "panel".

    def _listen(self) -> None:
        while not self._is_closing:
            gestures, shown = self._next_gestures()
            for gesture in gestures:
                self._handle(gesture, shown)

    def _next_gestures(self) -> tuple[list[Gesture], Snapshot]:
        """Wait for gestures; return them with what the panel showed when they were made."""
        due_s = min(self._reader.next_due_s() or math.inf, self._held_chords.next_due_s())
        wait_s = None if math.isinf(due_s) else max(0.0, due_s - time.monotonic())
        try:
            made = self._edges.get(timeout=wait_s)
        except queue.Empty:
            return self._due(time.monotonic()), self._table.snapshot
        if made is None:
            return [], self._table.snapshot
        edge, shown = made
        return self._reader.edge(*edge), shown

    def _due(self, now_s: float) -> list[Gesture]:
        """Return what time alone has completed; in a burst an opening edge may have been lost."""
        if self._held_chords.is_code_over(now_s):
            self.hide_code()
        if self._held_chords.take_network(now_s):
            self._open_network()
        for name in self.pins.buttons:
            if self._reader.is_down(name) and not self._devices.is_closed(name):
                self._reader.release_lost(name, now_s)
        return self._reader.due(now_s)

    def _handle(self, gesture: Gesture, shown: Snapshot) -> None:
        try:
            self._do(gesture, shown)
        except (Rejected, NoMeaning) as refused:
            log.info("%s %s refused: %s", gesture.button, gesture.touch, refused)
            self._ask(LampPlayer.refuse)
        except Exception:  # such as a full disk; the next press must still count
            log.exception("%s %s failed", gesture.button, gesture.touch)
            self._ask(LampPlayer.refuse)

    def _do(self, gesture: Gesture, shown: Snapshot) -> None:
        calls = self._callbacks
        is_next_under_undo = gesture.holder == CHORD and gesture.button == STAFF
        match gesture.touch:
            case Touch.STUCK | Touch.FREED:
                self._notice_stuck(gesture)
            case _ if self._self_test is not None:
                self._self_test.take_gesture(gesture)
                self._override(TEST, self._self_test.lamps())
            case Touch.CHORD if is_next_under_undo and calls.on_staff_wanted:
                calls.on_staff_wanted()
            case Touch.CHORD if is_next_under_undo and calls.on_network_wanted:
                self._held_chords.begin_network(time.monotonic())
            case Touch.PRESS | Touch.TAP | Touch.HOLD | Touch.CHORD:
                self._gestures.submit(gesture, shown)
            case Touch.PAIR:
                self._held_chords.begin_pair(time.monotonic())
                self._override(OFF, None if calls.switch_off is None else patterns.GOING_OFF)
            case Touch.PAIR_ENDED:
                self._override(OFF, None)
                self._call_host()
            case Touch.PAIR_HELD:
                self._switch_off()
            case _:
                assert_never(gesture.touch)

    def _notice_stuck(self, gesture: Gesture) -> None:
        is_stuck = gesture.touch is Touch.STUCK
        if is_stuck:
            log.warning("the button %s is stuck; it counts again when it comes up", gesture.button)
        else:
            log.warning("the button %s is free again", gesture.button)
        notice = STUCK.about(button=said(gesture.button)) if is_stuck else None
        self._table.notice(f"stuck {gesture.button}", notice)

    def _call_host(self) -> None:
        """Show the code that makes a phone the host, if the pair was held long enough."""
        call = self._callbacks.on_host_wanted
        if call is None or not self._held_chords.has_called_host(time.monotonic()):
            return
        self._held_chords.begin_code(time.monotonic())
        self._override(CODE, patterns.counted(call()))

    def _open_network(self) -> None:
        """Ask for the table's own Wi-Fi if both buttons are still held; the lamps greet then."""
        call = self._callbacks.on_network_wanted
        is_held = self._reader.is_down(CHORD) and self._reader.is_down(STAFF)
        if call is not None and is_held:
            log.info("Undo and Next were held: the table's own Wi-Fi is wanted")
            call()
            self.greet()

    def hide_code(self) -> None:
        """Give the lamps back to the game: the code was used, or its time is over."""
        self._held_chords.end_code()
        self._override(CODE, None)

    def _switch_off(self) -> None:
        call = self._callbacks.switch_off
        if call is None:
            raise NoMeaning("there is nothing here to switch off")
        log.warning("Undo and Attack were held: switching off")
        self._override(OFF, patterns.GONE_OFF)
        try:
            call()
        except Exception:
            self._override(OFF, None)
            raise

    # What the thread "panel" asks of the thread "lamps".

    def _ask(self, task: LampTask) -> None:
        self._tasks.put(task)
        self._table.wake()

    def _override(self, why: str, wished: Mapping[str, Pattern] | None) -> None:
        self._ask(lambda player, now_s: player.override(why, wished, now_s))

    # The thread "lamps".

    def _light(self) -> None:
        snapshot = self._table.snapshot
        player = LampPlayer(self.leds, snapshot, time.monotonic(), self._brightness)
        if _is_lost(snapshot):
            self._show_lost(snapshot, player, time.monotonic())
        while not (self._is_closing or self._table.is_closed):
            wait_s = self._play(player)
            self._table.wait_newer(snapshot.version, wait_s, partial(self._has_tasks, snapshot))
            newest = self._table.snapshot
            if newest is not snapshot:
                self._tasks.put(partial(self._follow, newest, snapshot))
            snapshot = newest

    def _has_tasks(self, shown: Snapshot) -> bool:
        return self._is_closing or not self._tasks.empty() or self._table.snapshot is not shown

    def _follow(self, newest: Snapshot, shown: Snapshot, player: LampPlayer, now_s: float) -> None:
        if newest.version > shown.version:
            player.update(newest, now_s)
        if _is_lost(newest) != _is_lost(shown):
            self._show_lost(newest, player, now_s)

    @staticmethod
    def _show_lost(snapshot: Snapshot, player: LampPlayer, now_s: float) -> None:
        wished = patterns.LOST if _is_lost(snapshot) else None
        player.override(UNWRITTEN, wished, now_s)

    def _play(self, player: LampPlayer) -> float | None:
        """Set the lamps; return in how many seconds one may change."""
        now_s = time.monotonic()
        try:
            while not self._tasks.empty():
                self._tasks.get()(player, now_s)
            wait_s = player.play(now_s)
            self._devices.show()
            return wait_s
        except Exception:  # a pin that fails: it is tried again at the next change
            log.exception("the lamps cannot be set")
            return None


def _is_lost(snapshot: Snapshot) -> bool:
    """Can nothing be saved, or has nobody gone on yet after something was lost?"""
    return UNWRITTEN in snapshot.notices or snapshot.kind is Kind.EPOCH
