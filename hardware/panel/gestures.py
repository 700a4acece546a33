"""From gestures to what they mean: in the game on the table, or the same in every game."""

import math
from enum import Enum, auto
from typing import assert_never

from companion.engine.errors import Rejected
from companion.engine.game import FAIR_DRAW
from companion.table.history import Entry
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel.buttons import Gesture, Touch
from hardware.panel.faces import AnyFace, face_of
from hardware.panel.faces.base import TableAction
from hardware.panel.pins import COLOURS, Button

SOURCE = "panel"
CHORD = "undo"  # held while a colour is pressed: the last press was that player's
CHORDS = dict.fromkeys(("next", "attack"), COLOURS)  # held, then a colour is tapped
STAFF = "next"  # pressed under Undo: call the staff of a venue; without one, held: open a Wi-Fi
NETWORK_S = 3.0  # for so long
OFF_PAIR = ("undo", "attack")  # held together for buttons.PAIR_S they switch off
HOST_S = 3.0  # the pair held for so long, and released in time, shows the host's code
CODE_S = 120.0  # for so long


class NoMeaning(Exception):
    """A gesture that means nothing in this game, or at this moment of it."""


class Readiness(Enum):
    """What a tap on a button would do now."""

    NOTHING = auto()  # it means nothing, or the rules refuse it
    READY = auto()
    AWAITED = auto()  # a draw waits for it


def readiness(snapshot: Snapshot, button: Button) -> Readiness:
    """Return what a tap would do; the rules are asked, and nothing is submitted."""
    state = snapshot.state
    face = face_of(snapshot.game.name)
    meaning = face.press(state, button) or face.tap(state, button)
    match meaning:
        case None:
            can = False
        case TableAction.DRAW:
            return Readiness.AWAITED
        case TableAction.UNDO:
            can = snapshot.undo_takes is not None
        case TableAction.REDO:
            can = snapshot.redo_does is not None
        case _:
            can = _is_allowed(snapshot, meaning)
    return Readiness.READY if can else Readiness.NOTHING


def _is_allowed(snapshot: Snapshot, command: object) -> bool:
    try:
        snapshot.game.decide(snapshot.state, command)
    except Rejected:
        return False
    return True


class GestureInterpreter:
    """Submits what gestures mean, and remembers presses for the hold or chord that may follow.

    gestures = GestureInterpreter(table)
    gestures.submit(Gesture(Touch.PRESS, "red"), table.snapshot)
    """

    def __init__(self, table: Table) -> None:
        """Act on this table; its game may change at any time."""
        self._table = table
        # What the newest press of each button counted, for a hold; None: it waits for tap or hold.
        # A refused press is not in it, so that the tap or hold that follows means nothing.
        self._pressed: dict[Button, int | None] = {}
        # The colour whose press moved something, and the journal line of that press.
        self._last: tuple[Button | None, int] = (None, 0)
        # The newest snapshot to which the panel alone led, and the version with which it began.
        self._own, self._own_since = table.snapshot, table.snapshot.version

    def submit(self, gesture: Gesture, shown: Snapshot) -> None:
        """Do what a gesture meant on the snapshot that the panel showed.

        Raises NoMeaning, or whatever Table.submit() raises: Rejected, if its moment has passed.
        """
        snapshot, button = self._after_own_presses(shown), Button(gesture.button)
        face = face_of(snapshot.game.name)
        if gesture.touch is Touch.PRESS:
            self._press(face, snapshot, button)
        elif gesture.touch is Touch.CHORD:
            self._chord(face, gesture, snapshot)
        elif button in self._pressed:
            self._tap_or_hold(face, snapshot, button, is_held=gesture.touch is Touch.HOLD)

    def _chord(self, face: AnyFace, gesture: Gesture, snapshot: Snapshot) -> None:
        button, holder = Button(gesture.button), Button(gesture.holder)
        meaning = face.chord(self._last_that_counts(snapshot), button, holder)
        if meaning is None and holder is not Button.UNDO:
            self._two_taps(button, holder, snapshot)
            return
        done = self._act(meaning, snapshot)
        self._last = (button, done.version) if holder is Button.UNDO else (None, 0)

    def _two_taps(self, button: Button, holder: Button, shown: Snapshot) -> None:
        """Take a chord that means nothing in this game as what two people did at once."""
        try:
            for touch in (Touch.PRESS, Touch.TAP):
                self.submit(Gesture(touch, button), shown)
        finally:
            self.submit(Gesture(Touch.TAP, holder), shown)

    def _after_own_presses(self, shown: Snapshot) -> Snapshot:
        """Return what somebody means who presses faster than the panel can show it."""
        return self._own if self._own_since <= shown.version < self._own.version else shown

    def _press(self, face: AnyFace, snapshot: Snapshot, button: Button) -> None:
        self._pressed.pop(button, None)
        meaning = face.press(snapshot.state, button)
        if meaning is None:
            self._pressed[button] = None
            return
        done = self._act(meaning, snapshot)
        counted = face.counted(done.events)
        self._pressed[button] = counted
        self._last = (button, done.version) if counted else (None, 0)

    def _tap_or_hold(
        self, face: AnyFace, snapshot: Snapshot, button: Button, *, is_held: bool
    ) -> None:
        counted = self._pressed.pop(button)
        if is_held:
            self._last = (None, 0)  # the hold takes the press back: there is nothing left to move
            self._act(face.hold(snapshot.state, button, counted or 0), snapshot)
        elif counted is None:
            self._act(face.tap(snapshot.state, button), snapshot)

    def _last_that_counts(self, snapshot: Snapshot) -> Button | None:
        """Return the colour pressed last; None if that was undone, long ago, or in another game."""
        button, seq = self._last
        counts = any(entry.seq == seq and not entry.is_undone for entry in snapshot.story)
        return button if counts else None

    def _act(self, meaning: object, shown: Snapshot) -> Snapshot:
        """Do a table action, or submit a command of the game, as meant on this snapshot."""
        if meaning is None:
            raise NoMeaning("it means nothing now")
        done = self._submit(meaning, shown)
        if shown is not self._own or done.version != shown.version + 1:
            self._own_since = done.version - 1
        self._own = done
        return done

    def _submit(self, meaning: object, shown: Snapshot) -> Snapshot:
        if not isinstance(meaning, TableAction):
            return self._table.submit(meaning, SOURCE, meant=shown.moment_of(meaning))
        match meaning:
            case TableAction.DRAW:
                return self._table.draw(SOURCE, meant=shown.moment_of(FAIR_DRAW))
            case TableAction.UNDO:
                return self._table.undo(SOURCE, step=_seq(shown.undo_takes))
            case TableAction.REDO:
                return self._table.redo(SOURCE, step=_seq(shown.redo_does))
            case _:
                assert_never(meaning)


def _seq(entry: Entry | None) -> int | None:
    return None if entry is None else entry.seq


class HeldChords:
    """Times the chords that are held, and the host's code, which one of them shows.

    It has no clock of its own: times are seconds of one monotonic clock, math.inf is never.
    """

    def __init__(self) -> None:
        """Time nothing yet."""
        self._paired_s = 0.0
        self._network_at_s = math.inf
        self._code_until_s = math.inf

    def begin_pair(self, now_s: float) -> None:
        """Time the pair from now on."""
        self._paired_s = now_s

    def has_called_host(self, now_s: float) -> bool:
        """Was the pair, which ends now, held for HOST_S?"""
        return now_s - self._paired_s >= HOST_S

    def begin_code(self, now_s: float) -> None:
        """Time the host's code, which is shown from now on."""
        self._code_until_s = now_s + CODE_S

    def end_code(self) -> None:
        """Forget the host's code."""
        self._code_until_s = math.inf

    def is_code_over(self, now_s: float) -> bool:
        """Has the host's code been shown for CODE_S?"""
        return now_s >= self._code_until_s

    def begin_network(self, now_s: float) -> None:
        """Time Next under Undo from now on."""
        self._network_at_s = now_s + NETWORK_S

    def take_network(self, now_s: float) -> bool:
        """Have NETWORK_S passed since Next went down under Undo? This is True once."""
        if now_s < self._network_at_s:
            return False
        self._network_at_s = math.inf
        return True

    def next_due_s(self) -> float:
        """Return when the code is over or a Wi-Fi is wanted, whichever comes first."""
        return min(self._code_until_s, self._network_at_s)
