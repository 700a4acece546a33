"""What lamps and the buzzer do over time, as data: (seconds, level), where 0 is off and 1 is on."""

import math
from collections.abc import Iterable, Sequence

from companion.engine.value import Value, replace
from hardware.panel.buttons import PAIR_S
from hardware.panel.pins import COLOURS, RAGE_LAMPS

BREATH_S = 2.0
BREATH_STEPS = 24
COUNT_S, COUNT_GAP_S, COUNT_HEAD_S = 1.6, 0.5, 0.8  # a number to count, the dark after it, a blink


class Pattern(Value, frozen=True):
    """Steps of (seconds, level), played once or in a loop; a steady light is one endless step.

    With `is_swap` a level is the difference from what the lamp would show otherwise. So a flash is
    seen on a lit lamp as well as on a dark one.
    """

    steps: tuple[tuple[float, float], ...]
    is_loop: bool = False
    is_swap: bool = False

    @property
    def duration_s(self) -> float:
        """Return how long one round of the steps takes."""
        return sum(seconds for seconds, _ in self.steps)

    def level(self, at_s: float) -> float | None:
        """Return the level `at_s` seconds after the start; None when the pattern is over."""
        return self._step(at_s)[0]

    def next_change(self, at_s: float) -> float | None:
        """Return in how many seconds the level may change; None if it never will."""
        left = self._step(at_s)[1]
        return None if left is None or math.isinf(left) else left

    def later(self, wait_s: float) -> "Pattern":
        """Return the same pattern after so many seconds in the dark."""
        return replace(self, steps=((wait_s, 0.0), *self.steps)) if wait_s else self

    def _step(self, at_s: float) -> tuple[float | None, float | None]:
        if self.is_loop:
            at_s %= self.duration_s
        for seconds, level in self.steps:
            if at_s < seconds:
                return level, seconds - at_s
            at_s -= seconds
        return (self.steps[0][1], self.steps[0][0]) if self.is_loop else (None, None)


def steady(level: float) -> Pattern:
    """Return a light that stays at one level."""
    return Pattern(((math.inf, level),))


def blinks(times: int, on_s: float = 0.15, off_s: float = 0.15) -> Pattern:
    """Return so many flashes, once."""
    return Pattern(((on_s, 1.0), (off_s, 0.0)) * times)


def breath() -> Pattern:
    """Return a light that breathes: a raised cosine in BREATH_STEPS steps, for ever."""
    step_s = BREATH_S / BREATH_STEPS
    turns = (number / BREATH_STEPS for number in range(BREATH_STEPS))
    levels = (0.1 + 0.45 * (1 - math.cos(2 * math.pi * turn)) for turn in turns)
    return Pattern(tuple((step_s, round(level, 3)) for level in levels), is_loop=True)


def chase(number: int, count: int, step_s: float = 0.5) -> Pattern:
    """Return what lamp `number` shows of a light that runs round `count` lamps for ever."""
    dark = ((count - number - 1) * step_s, 0.0)
    steps = ((number * step_s, 0.0), (step_s, 1.0), dark)
    return Pattern(tuple(step for step in steps if step[0]), is_loop=True)


def after(wait_s: float) -> Pattern:
    """Return a light that comes on after so many seconds and stays."""
    return Pattern(((wait_s, 0.0), (math.inf, 1.0)))


def greeting(seated: Iterable[str]) -> dict[str, Pattern]:
    """Return the greeting: the rage lamps run up, then all who are seated shine at once."""
    here = blinks(2, 0.4, 0.2).later(len(SWEEP) * SWEEP_S)
    return SWEEP | dict.fromkeys(seated, here)


def counted(numbers: Sequence[int]) -> dict[str, Pattern]:
    """Return numbers to be counted on the rage lamps, one after the other, round and round.

    A blink of the players' lamps says that the first comes next.
    """
    head_s, gap_s = COUNT_HEAD_S + COUNT_GAP_S, COUNT_GAP_S
    begin = Pattern(
        ((COUNT_HEAD_S, 1.0), (COUNT_GAP_S + len(numbers) * (COUNT_S + COUNT_GAP_S), 0.0)),
        is_loop=True,
    )
    shown = dict.fromkeys(COLOURS, begin)
    for place, lamp in enumerate(RAGE_LAMPS, start=1):
        steps = [(head_s, 0.0)]
        for number in numbers:
            steps += [(COUNT_S, float(place <= number)), (gap_s, 0.0)]
        shown[lamp] = Pattern(tuple(steps), is_loop=True)
    return shown


ON = steady(1.0)
OFF = steady(0.0)
BREATHE = breath()
ASK = Pattern(((0.5, 1.0), (0.5, 0.0)), is_loop=True)  # this player must answer something
WINK_LIT = Pattern(((1.8, 1.0), (0.2, 0.0)), is_loop=True)  # the countdown marker is on a lit space
WINK_DARK = Pattern(
    ((1.8, 0.0), (0.2, 1.0)), is_loop=True
)  # the countdown marker is on a dark space
NOTED = Pattern(((0.12, 1.0), (0.06, 0.0)), is_swap=True)  # this press is in the journal
TAKEN_BACK = Pattern(((0.12, 1.0), (0.06, 0.0)) * 2, is_swap=True)  # Clank! was taken back
REFUSED = blinks(3, 0.06, 0.06)
ATTACK = blinks(3, 0.2, 0.1)
KNOCKED_OUT = blinks(1, 1.0)

# Whole panels: lamp name -> pattern.
SWEEP_S = 0.12
SWEEP = {  # started: the rage lamps run up once
    lamp: blinks(1, 2 * SWEEP_S, SWEEP_S).later(n * SWEEP_S) for n, lamp in enumerate(RAGE_LAMPS)
}
NO_GAME = {lamp: chase(number, len(COLOURS)) for number, lamp in enumerate(COLOURS)}  # no game yet
LOST = {  # nothing can be saved: odd and even rage lamps in turn, and nothing else
    lamp: Pattern(((0.25, float(n % 2)), (0.25, float(1 - n % 2))), is_loop=True)
    for n, lamp in enumerate(RAGE_LAMPS)
}
GOING_OFF = {  # Undo and Attack are down: the rage lamps count up to the switching off
    lamp: after(number * PAIR_S / len(RAGE_LAMPS)) for number, lamp in enumerate(RAGE_LAMPS)
}
GONE_OFF = {lamp: blinks(3, 0.2, 0.2) for lamp in (*COLOURS, *RAGE_LAMPS)}  # it is switching off
