"""The face of each game on the panel."""

from collections.abc import Mapping
from typing import Any

from hardware.panel import patterns
from hardware.panel.faces.base import Face, undo_or_redo
from hardware.panel.faces.clank import CLANK_FACE
from hardware.panel.faces.grave_robbers import GRAVE_ROBBERS_FACE
from hardware.panel.faces.the_game import THE_GAME_FACE
from hardware.panel.pins import COLOURS

# A table holds one game at a time, and its snapshot says which: the face of that name fits its
# state. No type can say so for three games at once, hence Any here and nowhere else on the panel.
AnyFace = Face[Any, Any, Any]

FACES: Mapping[str, AnyFace] = {
    "clank": CLANK_FACE,
    "the_game": THE_GAME_FACE,
    "grave_robbers": GRAVE_ROBBERS_FACE,
}

UNDO_ONLY: Face[object, object, object] = Face(
    press=lambda state, button: None,
    tap=lambda state, button: undo_or_redo(button, is_held=False),
    hold=lambda state, button, counted: undo_or_redo(button, is_held=True),
    chord=lambda last, button, holder: None,
    counted=lambda events: 0,
    lamps=lambda state: {"rage_1": patterns.ON},
    flashes=lambda events: {},
    greeting=lambda state: patterns.greeting(COLOURS),
)


def face_of(game: str) -> AnyFace:
    """Return the face of a game; a game that has none gets Undo and one steady lamp."""
    return FACES.get(game, UNDO_ONLY)
