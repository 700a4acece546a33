"""From contacts to gestures: what the fingers meant, without gpiozero and without a clock.

A press is told on its first edge. A release counts when the contact has stayed open for BOUNCE_S,
and no sooner than SHORTEST_S after that edge, so neither a bounce of up to 20 ms on either edge nor
a slow finger makes two presses of one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

BOUNCE_S = 0.022  # worn buttons bounce for up to 20 ms
# A tap shorter than its own bounce may look open from its first edge until the release's last
# bounce, 40 ms later. 20 presses a second (50 ms each) still count.
SHORTEST_S = 2 * BOUNCE_S
HOLD_S = 1.0


class Touch(StrEnum):
    """What a finger did."""

    PRESS = "press"  # at once, on the first edge
    TAP = "tap"  # let go before HOLD_S
    HOLD = "hold"  # kept down for HOLD_S; no TAP follows
    CHORD = "chord"  # pressed while the chord button was down; nothing else follows


@dataclass(frozen=True, slots=True)
class Gesture:
    """One touch of one button."""

    touch: Touch
    button: str


@dataclass(slots=True)
class _Contact:
    is_down: bool = False
    pressed_s: float = 0.0
    opened_s: float | None = None  # may be a bounce until BOUNCE_S have passed
    is_spent: bool = False  # held or part of a chord: letting go means nothing more

    def released_s(self) -> float | None:
        """Return from when on an open contact counts as let go; None if it is closed."""
        if self.opened_s is None:
            return None
        return max(self.opened_s + BOUNCE_S, self.pressed_s + SHORTEST_S)

    def next_due_s(self) -> float | None:
        """Return when time alone will complete a gesture of this contact."""
        released_s = self.released_s()
        if released_s is not None:
            return released_s
        return self.pressed_s + HOLD_S if self.is_down and not self.is_spent else None


class ButtonReader:
    """Turns edges of contacts into gestures; times are seconds of one monotonic clock."""

    def __init__(self, buttons: Iterable[str], chord: str = "") -> None:
        """Know these buttons; while `chord` is down the others make chords with it."""
        self._contacts = {button: _Contact() for button in buttons}
        self._chord = chord

    def edge(self, button: str, is_closed: bool, at_s: float) -> list[Gesture]:
        """Return the gestures of an edge, and of what became due before it."""
        gestures = self.due(at_s)
        contact = self._contacts[button]
        if not is_closed:
            if contact.is_down and contact.opened_s is None:
                contact.opened_s = at_s
        elif contact.is_down:
            contact.opened_s = None  # it was a bounce
        else:
            gestures.append(self._press(button, contact, at_s))
        return gestures

    def _press(self, button: str, contact: _Contact, at_s: float) -> Gesture:
        contact.is_down, contact.is_spent = True, False
        contact.pressed_s, contact.opened_s = at_s, None
        holder = self._contacts.get(self._chord)
        if holder is not None and holder.is_down and button != self._chord:
            holder.is_spent = contact.is_spent = True
            return Gesture(Touch.CHORD, button)
        return Gesture(Touch.PRESS, button)

    def due(self, now_s: float) -> list[Gesture]:
        """Return the gestures that time alone has completed."""
        return [
            gesture
            for button, contact in self._contacts.items()
            for gesture in self._due(button, contact, now_s)
        ]

    def _due(self, button: str, contact: _Contact, now_s: float) -> list[Gesture]:
        gestures = []
        # The sums are those of next_due_s(): what is due then is done then, to the last bit.
        # A contact that opened before HOLD_S was up is a tap, however late this is asked.
        held_until = now_s if contact.opened_s is None else contact.opened_s
        is_held = contact.is_down and held_until >= contact.pressed_s + HOLD_S
        if is_held and not contact.is_spent:
            contact.is_spent = True
            gestures.append(Gesture(Touch.HOLD, button))
        released_s = contact.released_s()
        if released_s is not None and now_s >= released_s:
            contact.is_down, contact.opened_s = False, None
            if not contact.is_spent:
                gestures.append(Gesture(Touch.TAP, button))
        return gestures

    def next_due_s(self) -> float | None:
        """Return when due() has something next; None if only an edge can bring it."""
        times = (contact.next_due_s() for contact in self._contacts.values())
        return min((due_s for due_s in times if due_s is not None), default=None)
