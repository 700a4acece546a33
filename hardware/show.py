"""What every lamp plays: a base that follows the picture, and flashes over it. No pins here."""

from collections.abc import Mapping
from typing import Protocol

from companion.history import Kind
from companion.table import Snapshot
from hardware import patterns
from hardware.faces import BUZZER, face_of
from hardware.patterns import Pattern
from hardware.pins import COLOURS


class Led(Protocol):
    """A lamp or the buzzer, as gpiozero's output devices are: `value` from 0 (off) to 1."""

    value: float


class Show:
    """Sets the lamps of one panel; times are seconds of one monotonic clock."""

    def __init__(self, leds: Mapping[str, Led], snapshot: Snapshot, now_s: float) -> None:
        """Begin with the lamps of this picture, without flashes."""
        self._leds = leds
        self._version, self._game_id = snapshot.version, snapshot.game_id
        self._base: dict[str, tuple[Pattern, float]] = {}
        self._flash: dict[str, tuple[Pattern, float]] = {}
        self._levels: dict[str, float] = {}
        self._follow(snapshot, now_s)

    def picture(self, snapshot: Snapshot, now_s: float) -> None:
        """Turn to a newer picture and flash for every line since the last one.

        Two presses within a millisecond are two lines but perhaps one picture here; each gets its
        wink, because the lines are read off the story.
        """
        self._follow(snapshot, now_s)
        if snapshot.game_id == self._game_id:
            for entry in snapshot.story:
                if entry.seq > self._version and entry.kind is Kind.COMMAND:
                    self._once(face_of(snapshot.game.name).flashes(entry.events), now_s)
                elif entry.seq > self._version:  # undone or done again; perhaps no lamp changes
                    self._once(dict.fromkeys(COLOURS, patterns.NOTED), now_s)
        self._version, self._game_id = snapshot.version, snapshot.game_id

    def refuse(self, now_s: float) -> None:
        """Say no: all players' lamps and the buzzer."""
        self._once(dict.fromkeys((*COLOURS, BUZZER), patterns.REFUSED), now_s)

    def play(self, now_s: float) -> float | None:
        """Set all lamps to their level now; return in how many seconds one may change."""
        changes = [self._play(name, now_s) for name in self._leds]
        return min((change for change in changes if change is not None), default=None)

    def _follow(self, snapshot: Snapshot, now_s: float) -> None:
        wished = face_of(snapshot.game.name).lamps(snapshot.state)
        for name in self._leds:
            pattern = wished.get(name, patterns.OFF)
            if self._base.get(name, (None, 0.0))[0] != pattern:
                self._base[name] = pattern, now_s

    def _once(self, wished: Mapping[str, Pattern], now_s: float) -> None:
        self._flash.update({name: (pattern, now_s) for name, pattern in wished.items()})

    def _play(self, name: str, now_s: float) -> float | None:
        pattern, began_s = self._flash.get(name, self._base[name])
        level = pattern.level(now_s - began_s)
        if level is None:
            del self._flash[name]
            return self._play(name, now_s)
        if pattern.is_swap:
            level = abs(self._base_level(name, now_s) - level)
        if self._levels.get(name) != level:
            self._leds[name].value = level
            self._levels[name] = level
        return pattern.next_change(now_s - began_s)

    def _base_level(self, name: str, now_s: float) -> float:
        pattern, began_s = self._base[name]
        return pattern.level(now_s - began_s) or 0.0
