"""From contacts to gestures, without gpiozero and without a clock.

    reader = ButtonReader(("red", "undo"), chord="undo")
    reader.edge("red", True, 10.00)     # [], until the contact has been closed for a moment
    reader.due(10.01)                   # [Gesture(Touch.PRESS, "red")]
    reader.edge("red", False, 10.20)    # [], until the contact has stayed open for a while
    reader.due(10.30)                   # [Gesture(Touch.TAP, "red")]

A press counts when the contact has been closed for CLOSED_S in all: no spark and no pulse on the
lamps' wires does that, and a worn contact does it in pieces. A release counts when the contact has
stayed open for BOUNCE_S, and no sooner than SHORTEST_S after the press. So a bounce of up to 20 ms
on either edge does not make two presses of one. A button that was down for a while is not let go by
a contact that fails for a moment: there the release needs LATE_BOUNCE_S.

Two buttons make a chord in one of two ways. Under Undo every press is one at once. Under a button
that players tap all the time, such as Next, two people may press together by chance: there it is a
chord only if the second button comes up first, or both stay down.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from companion.engine.value import Value, field

CLOSED_S = 0.0009  # a glitch of 0.8 ms is no press, a contact of 1 ms is
# The pieces of a worn contact's closing begin within this time. In it, the 22 edges of eleven lamps
# at 100 Hz come to less than CLOSED_S, if each is heard for less than 40 us.
PIECES_S = 0.01
BOUNCE_S = 0.022  # worn buttons bounce for up to 20 ms
LATE_S = 0.1  # down for so long, a button is being held:
LATE_BOUNCE_S = 0.05  # nobody lets it go and presses it again in less
# A very short tap may look open from its first edge to the last bounce of its release, 40 ms later.
# 20 presses a second (50 ms each) still count.
SHORTEST_S = 2 * BOUNCE_S
HOLD_S = 1.0
PAIR_S = 5.0
STUCK_S = 30.0  # nobody presses for so long: the button is jammed, or a wire is on the wrong pin


class Touch(StrEnum):
    """What happened to a button."""

    PRESS = "press"  # at once, when the contact has been closed for CLOSED_S
    TAP = "tap"  # released before HOLD_S
    HOLD = "hold"  # kept down for HOLD_S; no TAP follows
    CHORD = "chord"  # pressed while the holder was down; nothing else follows of either
    PAIR = "pair"  # this and the other button of the pair are down; no TAP or HOLD follows
    PAIR_HELD = "pair held"  # both of the pair have been down for PAIR_S
    PAIR_ENDED = "pair ended"  # one of the pair was released before that
    STUCK = "stuck"  # down for STUCK_S, or since the start: ignored until FREED
    FREED = "freed"  # a stuck button has come up again


class Gesture(Value, frozen=True):
    """One touch of one button."""

    touch: Touch
    button: str
    holder: str = ""  # of a chord: the button that was down already


class _Closing(Value):
    """A contact on its way down: the pieces of time in which it was closed."""

    closed_s: float | None = None  # since when it is closed; None if it is open
    pieces: list[tuple[float, float]] = field(default_factory=list)  # from, to: the ones before
    given_up_s: float | None = None  # its opening edge did not come; it has until then

    def close(self, at_s: float) -> None:
        """Begin a piece; what lies too far back does not count with it."""
        if self.closed_s is None:
            self.closed_s = at_s
            self.pieces = [piece for piece in self.pieces if piece[0] >= at_s - PIECES_S]

    def open(self, at_s: float) -> None:
        """End a piece."""
        if self.closed_s is not None:
            self.pieces.append((self.closed_s, at_s))
        self.closed_s = None

    def counts_s(self) -> float | None:
        """Return from when on this is a press; None if it is open."""
        if self.closed_s is None:
            return None
        before_s = sum(until_s - from_s for from_s, until_s in self.pieces)
        return max(self.closed_s + CLOSED_S - before_s, self.given_up_s or 0.0)


class _Contact(Value):
    closing: _Closing = field(default_factory=_Closing)
    is_down: bool = False
    pressed_s: float = 0.0
    opened_s: float | None = None  # may be a bounce until BOUNCE_S have passed
    is_spent: bool = False  # held, or part of a chord: its release means nothing more
    holder: str = ""  # the button under which it went down, while that may become a chord
    makes_chords: bool = False  # it has made one, so the next one under it is meant as well
    is_stuck: bool = False

    @property
    def is_pressed(self) -> bool:
        """Is it down and not stuck?"""
        return self.is_down and not self.is_stuck

    def released_s(self) -> float | None:
        """Return from when on an open contact counts as released; None if it is closed."""
        if self.opened_s is None:
            return None
        is_late = self.opened_s >= self.pressed_s + LATE_S
        bounce_s = LATE_BOUNCE_S if is_late else BOUNCE_S
        return max(self.opened_s + bounce_s, self.pressed_s + SHORTEST_S)

    def next_due_s(self) -> float | None:
        """Return when time alone will complete a gesture of this contact."""
        if not self.is_down:
            return self.closing.counts_s()
        released_s = self.released_s()
        if released_s is not None:
            return released_s
        if not self.is_pressed:
            return None
        return self.pressed_s + (STUCK_S if self.is_spent else HOLD_S)

    def may_hold(self) -> bool:
        """May a button that goes down now make a chord with it?"""
        is_closed = self.is_pressed and self.opened_s is None
        return is_closed and (self.makes_chords or not self.is_spent)

    def was_down_for(self, limit_s: float, now_s: float) -> bool:
        """Was it closed for so long? The sum is computed as in next_due_s(), so that both agree."""
        # A contact that opened in time stays a tap, even if this is asked late.
        until_s = now_s if self.opened_s is None else self.opened_s
        return self.is_pressed and until_s >= self.pressed_s + limit_s


class ButtonReader:
    """Turns edges of contacts into gestures; times are seconds of one monotonic clock."""

    def __init__(
        self,
        buttons: Iterable[str],
        chord: str = "",
        pair: Iterable[str] = (),
        chords: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> None:
        """Read these buttons. While `chord` is down, the others make chords with it at once.

        The two buttons of `pair` together make PAIR, in any order, and no chord. `chords` are other
        holders, each with the buttons that may make a chord with it.
        """
        self._contacts = {button: _Contact() for button in buttons}
        self._chord = chord
        self._chords = chords
        self._pair = tuple(pair)
        self._paired_s: float | None = None  # since when both are down; None too if PAIR_HELD

    @property
    def stuck(self) -> tuple[str, ...]:
        """Return the buttons that are ignored until they come up."""
        return tuple(name for name, contact in self._contacts.items() if contact.is_stuck)

    def begin_stuck(self, button: str, at_s: float) -> Gesture:
        """Take a button as stuck that was down before the reader started."""
        self._contacts[button] = _Contact(
            is_down=True, pressed_s=at_s, is_spent=True, is_stuck=True
        )
        return Gesture(Touch.STUCK, button)

    def is_down(self, button: str) -> bool:
        """Did the newest edge close this contact?"""
        contact = self._contacts[button]
        if contact.is_down:
            return contact.opened_s is None
        return contact.closing.closed_s is not None

    def release_lost(self, button: str, now_s: float) -> None:
        """Take a contact as open although its opening edge did not come.

        On its way down that edge may still be on its way too; it tells how long the contact was
        closed. It has BOUNCE_S to come.
        """
        contact = self._contacts[button]
        if contact.is_down:
            contact.opened_s = contact.pressed_s
        elif contact.closing.given_up_s is None:
            contact.closing.given_up_s = now_s + BOUNCE_S
        elif now_s >= contact.closing.given_up_s:
            contact.closing = _Closing()

    def edge(self, button: str, is_closed: bool, at_s: float) -> list[Gesture]:
        """Return the gestures of an edge, after those that became due before it."""
        self._contacts[button].closing.given_up_s = None  # no edge of it was lost
        gestures = self.due(at_s)
        contact = self._contacts[button]
        if not contact.is_down:
            (contact.closing.close if is_closed else contact.closing.open)(at_s)
        elif is_closed:
            contact.opened_s = None  # it was a bounce
        elif contact.opened_s is None:
            contact.opened_s = at_s
        return gestures

    def _press(self, button: str, at_s: float) -> list[Gesture]:
        self._contacts[button] = contact = _Contact(is_down=True, pressed_s=at_s)
        if self._is_pair(button):
            self._paired_s = at_s
            for name in self._pair:
                self._contacts[name].is_spent = True
            return [Gesture(Touch.PAIR, button)]
        holder = self._contacts.get(self._chord)
        if holder is not None and holder.is_pressed and button != self._chord:
            holder.is_spent = contact.is_spent = True
            return [Gesture(Touch.CHORD, button, self._chord)]
        contact.holder = self._holder_of(button)
        return [] if contact.holder else [Gesture(Touch.PRESS, button)]

    def _holder_of(self, button: str) -> str:
        """Return the button that is down, and may make a chord with this one; "" for none."""
        holders = (name for name, others in self._chords.items() if button in others)
        return next((name for name in holders if self._contacts[name].may_hold()), "")

    def _chord_or_press(self, button: str) -> Gesture:
        """Decide what a press under a holder was: a chord, if it ended within the holder's."""
        contact = self._contacts[button]
        name, contact.holder = contact.holder, ""
        holder = self._contacts[name]
        came_up_first = contact.opened_s is not None and (
            holder.opened_s is None or contact.opened_s < holder.opened_s
        )
        if not (holder.is_pressed and (came_up_first or holder.opened_s is None)):
            return Gesture(Touch.PRESS, button)
        contact.is_spent = holder.is_spent = holder.makes_chords = True
        return Gesture(Touch.CHORD, button, name)

    def _decide_under(self, holder: str) -> list[Gesture]:
        under = [name for name, each in self._contacts.items() if each.holder == holder]
        return [self._chord_or_press(name) for name in under]

    def _is_pair(self, button: str) -> bool:
        return button in self._pair and all(self._contacts[name].is_pressed for name in self._pair)

    def due(self, now_s: float) -> list[Gesture]:
        """Return the gestures that time alone has completed."""
        gestures = [
            gesture
            for button, contact in self._in_order()
            for gesture in self._due(button, contact, now_s)
        ]
        if self._paired_s is not None and now_s >= self._paired_s + PAIR_S:
            self._paired_s = None
            gestures.append(Gesture(Touch.PAIR_HELD, self._pair[0]))
        return gestures

    def _in_order(self) -> list[tuple[str, _Contact]]:
        """Return the contacts, what is due first in front."""
        return sorted(self._contacts.items(), key=lambda item: item[1].next_due_s() or math.inf)

    def _due(self, button: str, contact: _Contact, now_s: float) -> list[Gesture]:
        counts_s = None if contact.is_down else contact.closing.counts_s()
        pressed = []
        if counts_s is not None and now_s >= counts_s:
            pressed = self._press(button, counts_s)
        return [*pressed, *self._ended(button, self._contacts[button], now_s)]

    def _ended(self, button: str, contact: _Contact, now_s: float) -> list[Gesture]:
        found = []
        if not contact.is_spent and contact.was_down_for(HOLD_S, now_s):
            found += self._decide_under(button) or [Gesture(Touch.HOLD, button)]
            contact.is_spent = True
        if contact.was_down_for(STUCK_S, now_s):
            contact.is_stuck = True
            found.append(Gesture(Touch.STUCK, button))
        released_s = contact.released_s()
        if released_s is not None and now_s >= released_s:
            found += self._release(button, contact)
        return found

    def _release(self, button: str, contact: _Contact) -> list[Gesture]:
        found = [self._chord_or_press(button)] if contact.holder else []
        found += self._decide_under(button)
        was_stuck, contact.is_stuck = contact.is_stuck, False
        contact.is_down, contact.opened_s, contact.makes_chords = False, None, False
        if was_stuck:
            found.append(Gesture(Touch.FREED, button))
        elif self._paired_s is not None and button in self._pair:
            self._paired_s = None
            found.append(Gesture(Touch.PAIR_ENDED, button))
        elif not contact.is_spent:
            found.append(Gesture(Touch.TAP, button))
        return found

    def next_due_s(self) -> float | None:
        """Return when due() will next return something; None if only an edge can change that."""
        times = [contact.next_due_s() for contact in self._contacts.values()]
        if self._paired_s is not None:
            times.append(self._paired_s + PAIR_S)
        return min((due_s for due_s in times if due_s is not None), default=None)
