"""The panel of one table: two threads, one that reads the fingers and one that lights the lamps."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Self

from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence, Word
from companion.table.snapshot import Snapshot
from companion.table.table import UNWRITTEN, Table
from hardware.panel import patterns
from hardware.panel.buttons import ButtonReader, Gesture, Touch
from hardware.panel.devices import Wires
from hardware.panel.gestures import Fingers, MeansNothing
from hardware.panel.lamps import Show
from hardware.panel.patterns import Pattern
from hardware.panel.pins import Pins
from hardware.panel.self_test import Rehearsal

log = logging.getLogger(__name__)

CHORD = "undo"  # held while a colour is pressed: the last press was that player's
HOST_S = 3.0  # the pair held so long, and let go before it switches off: a host may come
OFF_PAIR = ("undo", "attack")  # held together for buttons.PAIR_S: switch off
STUCK = Sentence("This button is stuck and counts for nothing until it comes up: {button}.")
TESTED = Sentence("The panel is being tested: its buttons do not count in the game.")
News = Callable[[Show, float], None]  # something for the lamps to do, at a time


class Panel:
    """Reads the fingers and lights the lamps of one table."""

    def __init__(
        self,
        table: Table,
        factory: Any,
        pins: Pins | None = None,
        brightness: float = 1.0,
        switch_off: Callable[[], None] | None = None,
    ) -> None:
        """Take the pins, or raise PanelMissing; nothing runs before __enter__.

        switch_off: what Undo and Attack held together do; None where they do nothing.
        """
        self._wires = Wires(factory, pins)
        self.pins, self.factory, self.leds = self._wires.pins, factory, self._wires.leds
        self._table = table
        self._brightness = brightness
        self._switch_off = switch_off
        self.on_host_wanted: Callable[[], None] | None = None  # Undo and Attack, for HOST_S
        self._paired_s = 0.0
        self._fingers = Fingers(table)
        self._reader = ButtonReader(self.pins.buttons, CHORD, OFF_PAIR)
        self._rehearsal: Rehearsal | None = None
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._is_closing = False
        self._threads = (
            threading.Thread(target=self._listen, name="panel", daemon=True),
            threading.Thread(target=self._light, name="lamps", daemon=True),
        )

    def __enter__(self) -> Self:
        """Start reading and lighting."""
        self._wires.listen(lambda *edge: self._edges.put(edge))
        for name in self.pins.buttons:
            if self._wires.is_closed(name):
                self._obey(self._reader.begin(name, time.monotonic()))
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
        self._wires.close()

    def greet(self) -> None:
        """Show on the lamps that everything is up."""
        snapshot = self._table.snapshot
        self._tell(lambda show, now_s: show.greet(snapshot, now_s))

    def rehearse(self, rehearsal: Rehearsal | None) -> None:
        """Turn lamps and buttons over to a guided test, or with None back to the game."""
        self._rehearsal = rehearsal
        self._cover("rehearsal", None if rehearsal is None else rehearsal.lamps())
        self._table.notice("rehearsal", None if rehearsal is None else TESTED)

    @property
    def rehearsal(self) -> Rehearsal | None:
        """Return the guided test that lamps and buttons belong to now."""
        return self._rehearsal

    @property
    def stuck(self) -> tuple[str, ...]:
        """Return the buttons that count for nothing until they come up."""
        return self._reader.stuck

    # The thread "panel".

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
            return self._overslept(time.monotonic())
        return [] if edge is None else self._reader.edge(*edge)

    def _overslept(self, now_s: float) -> list[Gesture]:
        """Return what time has completed; an opening edge may be lost in a burst of edges."""
        for name in self.pins.buttons:
            if self._reader.is_down(name) and not self._wires.is_closed(name):
                self._reader.lose(name)
        return self._reader.due(now_s)

    def _obey(self, gesture: Gesture) -> None:
        try:
            self._do(gesture)
        except (Rejected, MeansNothing) as refused:
            log.info("%s %s refused: %s", gesture.button, gesture.touch, refused)
            self._tell(Show.refuse)
        except Exception:  # a full disk, a rule that broke: the next press must still be heard
            log.exception("%s %s failed", gesture.button, gesture.touch)
            self._tell(Show.refuse)

    def _do(self, gesture: Gesture) -> None:
        touch = gesture.touch
        if touch in (Touch.STUCK, Touch.FREED):
            self._tell_stuck(gesture)
        elif self._rehearsal is not None:
            self._rehearsal.touched(gesture)
            self._cover("rehearsal", self._rehearsal.lamps())
        elif touch is Touch.PAIR:
            self._paired_s = time.monotonic()
            self._cover("off", None if self._switch_off is None else patterns.GOING_OFF)
        elif touch is Touch.PAIR_ENDED:
            self._cover("off", None)
            self._let_host_in()
        elif touch is Touch.PAIR_HELD:
            self._go_off()
        else:
            self._fingers.do(gesture)

    def _tell_stuck(self, gesture: Gesture) -> None:
        is_stuck = gesture.touch is Touch.STUCK
        if is_stuck:
            log.warning("the button %s is stuck; it counts again when it comes up", gesture.button)
        else:
            log.warning("the button %s is free again", gesture.button)
        told = STUCK.about(button=Word(gesture.button)) if is_stuck else None
        self._table.notice(f"stuck {gesture.button}", told)

    def _let_host_in(self) -> None:
        """Let the next phone be the host, if the pair was held long enough; the lamps say so."""
        if self.on_host_wanted is None or time.monotonic() - self._paired_s < HOST_S:
            return
        self.on_host_wanted()
        self.greet()

    def _go_off(self) -> None:
        if self._switch_off is None:
            raise MeansNothing("there is nothing here to switch off")
        log.warning("Undo and Attack were held: switching off")
        self._cover("off", patterns.GONE_OFF)
        try:
            self._switch_off()
        except Exception:
            self._cover("off", None)
            raise

    # What the thread "panel" tells the thread "lamps".

    def _tell(self, news: News) -> None:
        self._news.put(news)
        self._table.wake()

    def _cover(self, why: str, wished: Mapping[str, Pattern] | None) -> None:
        self._tell(lambda show, now_s: show.cover(why, wished, now_s))

    # The thread "lamps".

    def _light(self) -> None:
        snapshot = self._table.snapshot
        show = Show(self.leds, snapshot, time.monotonic(), self._brightness)
        while not (self._is_closing or self._table.is_closed):
            wait_s = self._play(show)
            self._table.wait_newer(snapshot.version, wait_s, partial(self._has_news, snapshot))
            newest = self._table.snapshot
            if newest is not snapshot:
                self._news.put(partial(self._turn, newest, snapshot))
            snapshot = newest

    def _has_news(self, shown: Snapshot) -> bool:
        return self._is_closing or not self._news.empty() or self._table.snapshot is not shown

    def _turn(self, newest: Snapshot, shown: Snapshot, show: Show, now_s: float) -> None:
        if newest.version > shown.version:
            show.picture(newest, now_s)
        is_lost = UNWRITTEN in newest.notices
        if is_lost != (UNWRITTEN in shown.notices):
            show.cover(UNWRITTEN, patterns.LOST if is_lost else None, now_s)

    def _play(self, show: Show) -> float | None:
        """Light what is to be seen now; return in how many seconds that may change."""
        now_s = time.monotonic()
        try:
            while not self._news.empty():
                self._news.get()(show, now_s)
            return show.play(now_s)
        except Exception:  # a pin that fails: the next picture is tried again
            log.exception("the lamps cannot be set")
            return None
