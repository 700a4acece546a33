"""Which game means what on the panel."""

from collections.abc import Mapping

from hardware.panel import patterns
from hardware.panel.faces.base import Deed, Face, Meaning
from hardware.panel.faces.clank import CLANK_FACE
from hardware.panel.faces.grave_robbers import GRAVE_ROBBERS_FACE
from hardware.panel.faces.the_game import THE_GAME_FACE
from hardware.panel.pins import COLOURS

FACES: Mapping[str, Face] = {
    "clank": CLANK_FACE,
    "the_game": THE_GAME_FACE,
    "grave_robbers": GRAVE_ROBBERS_FACE,
}


def _undo_only(state: object, button: str) -> Meaning:
    return Deed.UNDO if button == "undo" else None


def _redo_only(state: object, button: str, counted: int) -> Meaning:
    return Deed.REDO if button == "undo" else None


FACELESS = Face(
    press=lambda state, button: None,
    tap=_undo_only,
    hold=_redo_only,
    chord=lambda last, button: None,
    counted=lambda events: 0,
    lamps=lambda state: {"rage_1": patterns.ON},
    flashes=lambda events: {},
    greeting=lambda state: patterns.greeting(COLOURS),
)


def face_of(game: str) -> Face:
    """Return the face of a game; one that does without the panel keeps undo and a steady light."""
    return FACES.get(game, FACELESS)
