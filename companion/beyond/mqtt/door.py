"""Commands that come from a broker: parse, submit, say no. Only a table that wants it has one."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.engine.codec import Codec, JsonObject, convert, parse, plain
from companion.engine.errors import BadMessage, JournalError, Rejected, RulesBroken
from companion.engine.game import FAIR_DRAW
from companion.language.catalogues import ENGLISH, catalogue
from companion.language.speech import Speech
from companion.table.snapshot import Snapshot
from companion.table.table import Table

SOURCE = "mqtt"
TWICE_S = 1.0  # a second press within this time is the same finger
UNDO = "undo"

# Raises Rejected if a program may not do a command at this moment of the table.
May = Callable[[Snapshot, object], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What a program asks for: exactly one of the four, and for which moment it is meant.

    `undo` and `redo` name the step; `draw` is true.
    """

    command: Mapping[str, object] = field(default_factory=dict)
    draw: bool = False
    undo: int | None = None
    redo: int | None = None
    moment: int | None = None
    key: str | None = None


class Door:
    """Does what programs ask for and buttons mean; used by one thread."""

    def __init__(
        self, table: Table, may: May, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Act on this table, as far as `may` allows."""
        self._table, self._may, self._clock_s = table, may, clock_s
        self._pressed_s: dict[str, float] = {}

    def command(self, payload: bytes) -> JsonObject:
        """Do what a message asks for, and return the answer."""
        return self._answered(lambda: self._do(convert(_object(payload), Order)))

    def press(self, button: str, shown: Snapshot | None) -> JsonObject:
        """Do what a button means on the snapshot that was published last, and return the answer.

        A second press within a second counts as the same one.
        """
        now_s = self._clock_s()
        is_twice = now_s - self._pressed_s.get(button, -TWICE_S) < TWICE_S
        if is_twice:
            return {"version": self._table.snapshot.version}
        self._pressed_s[button] = now_s
        return self._answered(lambda: self._press(button, shown))

    def _press(self, button: str, shown: Snapshot | None) -> Snapshot:
        if shown is None or shown.game_id != self._table.snapshot.game_id:
            raise Rejected("other_game")
        if button == UNDO:
            if shown.undo_takes is None:
                raise Rejected("nothing_to_undo")
            return self._table.undo(SOURCE, step=shown.undo_takes.seq)
        meaning = shown.game.house.presses.get(button)
        if meaning is None:
            raise BadMessage(f"no such button here: {button}")
        command = meaning(shown.state)
        self._may(self._table.snapshot, command)
        return self._table.submit(command, SOURCE, meant=shown.moment_of(command))

    def _do(self, order: Order) -> Snapshot:
        asked = (bool(order.command), order.draw, order.undo is not None, order.redo is not None)
        if sum(asked) != 1:
            raise BadMessage("ask for one of command, draw, undo and redo")
        if order.undo is not None:
            return self._table.undo(SOURCE, order.key, order.undo)
        if order.redo is not None:
            return self._table.redo(SOURCE, order.key, order.redo)
        snapshot = self._table.snapshot
        command = FAIR_DRAW if order.draw else Codec(snapshot.game.commands).read(order.command)
        if order.moment is None and snapshot.moment_of(command) is not None:
            raise Rejected("moment_missing", field="moment")
        if command is FAIR_DRAW:
            return self._table.draw(SOURCE, order.key, order.moment)
        self._may(snapshot, command)
        return self._table.submit(command, SOURCE, order.key, order.moment)

    def _answered(self, action: Callable[[], Snapshot]) -> JsonObject:
        try:
            return {"version": action().version}
        except Rejected as refused:
            snapshot = self._table.snapshot
            speech = Speech(catalogue(ENGLISH), snapshot.game, snapshot.state)
            title = speech.refusal(refused)
            return {"code": refused.code, "facts": plain(refused.facts), "title": title}
        except BadMessage as error:
            return _refusal("bad_message", error)
        except JournalError as error:
            return _refusal("journal_failed", error)
        except RulesBroken as error:
            return _refusal("rules_broken", error)


def _refusal(code: str, error: Exception) -> JsonObject:
    return {"code": code, "facts": {}, "title": str(error)}


def _object(payload: bytes) -> JsonObject:
    given = parse(payload)
    if not isinstance(given, dict):
        raise BadMessage("an order is an object")
    return given
