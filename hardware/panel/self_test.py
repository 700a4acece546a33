"""A guided test of a panel: each lamp lights and is asked about, each button is asked for."""

import threading
from collections.abc import Iterable, Mapping
from enum import StrEnum

from companion.engine.errors import DragonbagError
from companion.engine.unknown import no_such
from companion.engine.value import Value
from hardware.panel.buttons import Gesture, Touch
from hardware.panel.patterns import ON, Pattern, blinks
from hardware.panel.pins import BUZZER, Pins

DOWN = (Touch.PRESS, Touch.CHORD, Touch.PAIR)  # a button has gone down


class Kind(StrEnum):
    """What is tested."""

    LAMP = "lamp"
    BUTTON = "button"


class Verdict(StrEnum):
    """The result for a part."""

    GOOD = "good"
    BAD = "bad"
    SKIPPED = "skipped"


class Part(Value, frozen=True):
    """One lamp (the buzzer too) or one button of the panel."""

    kind: Kind
    name: str


class UnknownPart(DragonbagError, ValueError):
    """No lamp and no button has this name."""


def parts_of(pins: Pins, only: Iterable[str] = ()) -> tuple[Part, ...]:
    """Return every lamp and button in the order of building, or those named; UnknownPart."""
    wanted = tuple(only)
    names = list(dict.fromkeys((*pins.buttons, *pins.lamp_names)))
    for name in wanted:
        if name not in names:
            raise UnknownPart(no_such(name, names))
    return tuple(
        Part(kind, name)
        for name in names
        if not wanted or name in wanted
        for kind, known in ((Kind.BUTTON, pins.buttons), (Kind.LAMP, pins.lamp_names))
        if name in known
    )


class SelfTest:
    """Goes through the parts of a panel one by one; safe to use from several threads.

    test = SelfTest(parts_of(pins))
    panel.run_self_test(test)
    test.judge(test.current, Verdict.GOOD)
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        """Start with the first part."""
        self._parts = tuple(parts)
        self._verdicts: list[tuple[Part, Verdict]] = []
        self._wrong_button = ""
        self._news = threading.Condition()

    @property
    def current(self) -> Part | None:
        """Return the part that is asked about; None when all are done."""
        done = len(self._verdicts)
        return self._parts[done] if done < len(self._parts) else None

    @property
    def verdicts(self) -> tuple[tuple[Part, Verdict], ...]:
        """Return what is known so far."""
        return tuple(self._verdicts)

    @property
    def wrong_button(self) -> str:
        """Return the button that was pressed instead, so that wires are swapped; "" if none."""
        return self._wrong_button

    def judge(self, part: Part, verdict: Verdict) -> None:
        """Note the result for a part and go on; ignored if it is no longer the current one."""
        with self._news:
            if part == self.current:
                self._verdicts.append((part, verdict))
                self._wrong_button = ""
                self._news.notify_all()

    def take_gesture(self, gesture: Gesture) -> None:
        """Take a gesture on the panel: the button that was asked for is good."""
        part = self.current
        if gesture.touch not in DOWN or part is None or part.kind is not Kind.BUTTON:
            return
        if gesture.button == part.name:
            self.judge(part, Verdict.GOOD)
            return
        with self._news:
            self._wrong_button = gesture.button
            self._news.notify_all()

    def wait(self, part: Part, timeout_s: float) -> bool:
        """Wait until a part is judged or another button is pressed; False if neither happens."""
        with self._news:
            return self._news.wait_for(
                lambda: self.current != part or bool(self._wrong_button), timeout_s
            )

    def lamps(self) -> Mapping[str, Pattern]:
        """Return what the lamps show meanwhile: only the lamp that is asked about."""
        part = self.current
        if part is None or part.kind is Kind.BUTTON:
            return {}
        return {part.name: blinks(3) if part.name == BUZZER else ON}
