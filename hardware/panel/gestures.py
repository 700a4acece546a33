"""From gestures to the table: each is submitted as what it means in the game that is on."""

from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel.buttons import Gesture, Touch
from hardware.panel.faces import face_of
from hardware.panel.faces.base import Deed, Face, Meaning

SOURCE = "panel"


class MeansNothing(Exception):
    """A gesture that this game, or this moment of it, has no meaning for."""


class Fingers:
    """Submits gestures and remembers the presses that a later hold or chord is about."""

    def __init__(self, table: Table) -> None:
        """Act on this table; the game may change at any time."""
        self._table = table
        # What each button's newest press counted, for a hold; None: it waits for a tap or a hold.
        # A refused press is not in it, so that whatever follows it means nothing more.
        self._pressed: dict[str, int | None] = {}
        self._last = ("", 0)  # the colour whose press moved something, and its line

    def do(self, gesture: Gesture) -> None:
        """Do what a gesture means now; raises MeansNothing, or like Table.submit()."""
        snapshot, button = self._table.snapshot, gesture.button
        face = face_of(snapshot.game.name)
        if gesture.touch is Touch.PRESS:
            self._press(face, snapshot, button)
        elif gesture.touch is Touch.CHORD:
            done = self._act(face.chord(self._last_that_counts(snapshot), button))
            self._last = button, done.version
        elif button in self._pressed:
            self._let_go(face, snapshot, gesture)

    def _press(self, face: Face, snapshot: Snapshot, button: str) -> None:
        self._pressed.pop(button, None)
        meaning = face.press(snapshot.state, button)
        if meaning is None:
            self._pressed[button] = None
            return
        done = self._act(meaning)
        counted = face.counted(done.events)
        self._pressed[button] = counted
        self._last = (button, done.version) if counted else ("", 0)

    def _let_go(self, face: Face, snapshot: Snapshot, gesture: Gesture) -> None:
        counted = self._pressed.pop(gesture.button)
        if gesture.touch is Touch.HOLD:
            self._last = ("", 0)  # the press was taken back: there is nothing left to move
            self._act(face.hold(snapshot.state, gesture.button, counted or 0))
        elif counted is None:
            self._act(face.tap(snapshot.state, gesture.button))

    def _last_that_counts(self, snapshot: Snapshot) -> str:
        """Return the colour pressed last; "" if that was undone, or long ago, or another game."""
        button, seq = self._last
        counts = any(entry.seq == seq and not entry.is_undone for entry in snapshot.story)
        return button if counts else ""

    def _act(self, meaning: Meaning) -> Snapshot:
        if meaning is None:
            raise MeansNothing("it means nothing now")
        if meaning is Deed.DRAW:
            return self._table.draw(SOURCE)
        if meaning is Deed.UNDO:
            return self._table.undo(SOURCE)
        if meaning is Deed.REDO:
            return self._table.redo(SOURCE)
        return self._table.submit(meaning, SOURCE)
