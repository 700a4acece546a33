"""What the panel means in any state of any game; a game without a face has the common one."""

import pytest

from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games import GAMES
from hardware.panel.faces import face_of
from hardware.panel.faces.base import TableAction
from hardware.panel.patterns import Pattern
from hardware.panel.pins import LAMPS, Button
from tests.support.contract.games import states_of, steps_of


def meanings(name: str, state: object, button: Button) -> list[object]:
    """Return all that a button may mean now."""
    face = face_of(name)
    held = [face.hold(state, button, counted) for counted in range(3)]
    holders = (Button.UNDO, Button.NEXT, Button.ATTACK)
    chords = [face.chord(last, button, under) for last in (None, *Button) for under in holders]
    return [face.press(state, button), face.tap(state, button), *held, *chords]


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("name", GAMES)
def test_a_button_means_something_lawful_or_refused_or_nothing(name: str, button: Button) -> None:
    game = GAMES[name]
    for state in states_of(name, range(2)):
        for meaning in meanings(name, state, button):
            if meaning is None or isinstance(meaning, TableAction):
                continue
            assert type(meaning) in game.commands
            try:
                events = game.decide(state, meaning)
            except Rejected:
                continue
            assert game.check(fold(game, events, state)) == ()


def exist(shown: dict[str, Pattern]) -> bool:
    return shown.keys() <= LAMPS.keys() and all(
        isinstance(each, Pattern) for each in shown.values()
    )


@pytest.mark.parametrize("name", GAMES)
def test_lamps_that_a_face_shows_are_on_the_panel(name: str) -> None:
    face = face_of(name)
    for state in states_of(name):
        assert exist(dict(face.lamps(state)))
        assert exist(dict(face.greeting(state)))


@pytest.mark.parametrize("name", GAMES)
def test_what_flashes_after_an_event_is_on_the_panel(name: str) -> None:
    face = face_of(name)
    assert exist(dict(face.flashes(())))
    for seed in range(3):
        for step in steps_of(name, seed):
            assert exist(dict(face.flashes(step.events)))
            assert face.counted(step.events) >= 0


@pytest.mark.parametrize("name", GAMES)
def test_the_panel_is_never_dark(name: str) -> None:
    """A dark panel looks broken."""
    assert all(face_of(name).lamps(state) for state in states_of(name))
