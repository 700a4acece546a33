"""What every lamp plays: a base that follows the state, flashes over it, or an override of both.

No pins here.
"""

from collections.abc import Mapping
from typing import Protocol

from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from hardware.panel import patterns
from hardware.panel.faces import face_of
from hardware.panel.gestures import Readiness, readiness
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUTTON_LAMPS, BUZZER, COLOURS, Button

SHOWN = {
    Readiness.NOTHING: patterns.OFF,
    Readiness.READY: patterns.ON,
    Readiness.AWAITED: patterns.BREATHE,
}


class Led(Protocol):
    """A lamp or the buzzer, as gpiozero's output devices are: `value` from 0 (off) to 1."""

    value: float


class LampPlayer:
    """Plays patterns on the lamps of one panel; times are seconds of one monotonic clock.

    player = LampPlayer(leds, table.snapshot, now_s)
    player.update(table.snapshot, now_s)        # after every change
    wait_s = player.play(now_s)                 # sets the lamps; call again after wait_s
    """

    def __init__(
        self, leds: Mapping[str, Led], snapshot: Snapshot, now_s: float, brightness: float = 1.0
    ) -> None:
        """Start with the lamps of this snapshot, without flashes.

        brightness: 0 to 1, of full light. The buzzer is either on or off.
        """
        self._leds = leds
        self._brightness = brightness
        self._version, self._game_id = snapshot.version, snapshot.game_id
        self._base: dict[str, tuple[Pattern, float]] = {}
        self._flash: dict[str, tuple[Pattern, float]] = {}
        # By reason; the last one wins.
        self._overrides: dict[str, tuple[Mapping[str, Pattern], float]] = {}
        self._levels: dict[str, float] = {}
        self._follow(snapshot, now_s)

    def update(self, snapshot: Snapshot, now_s: float) -> None:
        """Follow a newer snapshot, and flash for every journal line since the last one.

        Two presses within a millisecond may come as one snapshot. Both get a flash, because the
        lines are taken from the story.
        """
        self._follow(snapshot, now_s)
        if snapshot.game_id == self._game_id:
            for entry in snapshot.story:
                if entry.seq > self._version and entry.kind is Kind.COMMAND:
                    self._once(face_of(snapshot.game.name).flashes(entry.events), now_s)
                elif entry.seq > self._version:  # undo or redo: the state's lamps may not change
                    self._once(dict.fromkeys(COLOURS, patterns.NOTED), now_s)
        self._version, self._game_id = snapshot.version, snapshot.game_id

    def greet(self, snapshot: Snapshot, now_s: float) -> None:
        """Show that everything is ready, and who sits at the table."""
        self._once(face_of(snapshot.game.name).greeting(snapshot.state), now_s)

    def refuse(self, now_s: float) -> None:
        """Show a refusal: on all players' lamps and the buzzer."""
        self._once(dict.fromkeys((*COLOURS, BUZZER), patterns.REFUSED), now_s)

    def override(self, why: str, wished: Mapping[str, Pattern] | None, now_s: float) -> None:
        """Show only these patterns until None is given for the same reason.

        Lamps that are not named stay dark; the buzzer plays on unless it is named.
        """
        self._overrides.pop(why, None)
        if wished is not None:
            self._overrides[why] = wished, now_s

    def dim(self, brightness: float) -> None:
        """Shine with another brightness from the next play() on."""
        self._brightness = brightness

    def play(self, now_s: float) -> float | None:
        """Set all lamps to their level now; return in how many seconds one may change."""
        changes = [self._play(name, now_s) for name in self._leds]
        return min((change for change in changes if change is not None), default=None)

    def _follow(self, snapshot: Snapshot, now_s: float) -> None:
        wished = {**face_of(snapshot.game.name).lamps(snapshot.state), **self._of_buttons(snapshot)}
        for name in self._leds:
            pattern = wished.get(name, patterns.OFF)
            if self._base.get(name, (None, 0.0))[0] != pattern:
                self._base[name] = pattern, now_s

    def _of_buttons(self, snapshot: Snapshot) -> dict[str, Pattern]:
        """Return what the lamps inside Attack, Next and Undo show: dark if a tap does nothing."""
        return {
            name: SHOWN[readiness(snapshot, Button(name))]
            for name in BUTTON_LAMPS
            if name in self._leds
        }

    def _once(self, wished: Mapping[str, Pattern], now_s: float) -> None:
        self._flash.update({name: (pattern, now_s) for name, pattern in wished.items()})

    def _play(self, name: str, now_s: float) -> float | None:
        pattern, began_s = self._playing(name, now_s)
        level = pattern.level(now_s - began_s) or 0.0
        if pattern.is_swap:
            level = abs(self._base_level(name, now_s) - level)
        if name != BUZZER:
            level *= self._brightness
        if self._levels.get(name) != level:
            self._leds[name].value = level
            self._levels[name] = level
        return pattern.next_change(now_s - began_s)

    def _playing(self, name: str, now_s: float) -> tuple[Pattern, float]:
        """Return what a lamp plays now, and since when; forget a flash that is over."""
        wished, began_s = next(reversed(self._overrides.values()), ({}, 0.0))
        if self._overrides and (name != BUZZER or name in wished):
            return wished.get(name, patterns.OFF), began_s
        pattern, began_s = self._flash.get(name, self._base[name])
        if pattern.level(now_s - began_s) is None:
            del self._flash[name]
            return self._base[name]
        return pattern, began_s

    def _base_level(self, name: str, now_s: float) -> float:
        pattern, began_s = self._base[name]
        return pattern.level(now_s - began_s) or 0.0
