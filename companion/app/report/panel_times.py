"""The panel of a report: its guided test, and how long a press takes to its lamp."""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.app.doctor.walk import walk
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel.lamps import Led
from hardware.panel.names import said
from hardware.panel.panel import Panel
from hardware.panel.pins import COLOURS
from hardware.panel.self_test import Kind, Part, SelfTest, Verdict

PRESSES, PRESS_S = 10, 30.0
PRESS = Sentence("Press the {name} button ({i} of {all}), and let go.")
Tell = Callable[[Sentence], None]
Ask = Callable[[Sentence], Verdict]


@dataclass(slots=True)
class TimedLed:
    """A lamp that tells when it was set."""

    led: Led
    on_set: Callable[[], None]

    @property
    def value(self) -> float:
        """Return the lamp's level."""
        return self.led.value

    @value.setter
    def value(self, level: float) -> None:
        self.led.value = level
        self.on_set()


class Stopwatch:
    """Times presses of a panel: from the edge that gpiozero told to the change of its lamp.

    The panel calls note_edge() on every edge. Only what the lamp shows after the press is in the
    journal counts: before that it may still be winking of another press.
    """

    def __init__(self, table: Table) -> None:
        """Time nothing yet."""
        self._table = table
        self._pressed: dict[str, tuple[float, int]] = {}  # when, and the table's version then
        self._took_ms: queue.Queue[float] = queue.Queue()

    def time_lamps(self, panel: Panel) -> None:
        """Listen to the lamps of a panel that has not been entered yet."""
        panel.leds = {name: self._timed(name, led) for name, led in panel.leds.items()}

    def _timed(self, name: str, led: Led) -> TimedLed:
        return TimedLed(led, lambda: self._note_lamp(name))

    def note_edge(self, button: str, is_closed: bool, at_s: float) -> None:
        """Begin to time a press; `at_s` is on the monotonic clock."""
        if is_closed:
            self._pressed.setdefault(button, (at_s, self._table.snapshot.version))

    def _note_lamp(self, lamp: str) -> None:
        pressed_s, version = self._pressed.get(lamp, (0.0, self._table.snapshot.version))
        if self._table.snapshot.version > version:
            del self._pressed[lamp]
            self._took_ms.put(1000 * (time.monotonic() - pressed_s))

    def forget(self) -> None:
        """Forget what bounced when the last press was let go."""
        self._pressed.clear()

    def take(self, timeout_s: float) -> float | None:
        """Return the milliseconds of the next press; None if there is none in time."""
        try:
            return round(self._took_ms.get(timeout=timeout_s), 2)
        except queue.Empty:
            return None


def lead_through(
    table: Table,
    panel: Panel,
    watch: Stopwatch,
    self_test: SelfTest,
    tell: Tell,
    ask: Ask,
    press_s: float = PRESS_S,
) -> tuple[float, ...]:
    """Lead through the panel test; then return how long presses took to their lamp, in ms."""
    walk(panel, self_test, tell, ask, press_s)
    panel.run_self_test(None)
    good = {part for part, verdict in self_test.verdicts if verdict is Verdict.GOOD}
    both = (colour for colour in reversed(COLOURS) if _parts(colour) <= good)
    colour = next(both, None)
    return () if colour is None else _press_times(table, watch, colour, tell, press_s)


def _parts(colour: str) -> set[Part]:
    return {Part(Kind.BUTTON, colour), Part(Kind.LAMP, colour)}


def _press_times(
    table: Table, watch: Stopwatch, colour: str, tell: Tell, press_s: float
) -> tuple[float, ...]:
    table.open_game("cli", "clank")
    table.submit(StartGame(tuple(map(Seat, Colour)), Colour.RED), "cli")
    took: list[float] = []
    while len(took) < PRESSES:
        watch.forget()
        tell(PRESS.about(name=said(colour), i=len(took) + 1, all=PRESSES))
        took_ms = watch.take(press_s)
        if took_ms is None:
            break
        took.append(took_ms)
    return tuple(took)
