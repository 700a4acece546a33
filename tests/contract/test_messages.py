"""Every command and event of every game becomes JSON and comes back as it was."""

import pytest

from companion.engine.codec import Codec
from companion.games import GAMES
from tests.support.contract.games import steps_of
from tests.support.contract.values import field_names, messages_of

KINDS = [(name, kind) for name, game in GAMES.items() for kind in (*game.commands, *game.events)]
IDS = [f"{name}-{kind.__name__}" for name, kind in KINDS]


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=IDS)
def test_a_message_comes_back_as_it_was_written(name: str, kind: type) -> None:
    game = GAMES[name]
    codec = Codec(game.commands if kind in game.commands else game.events)
    for message in messages_of(kind, 60):
        assert codec.loads(codec.dumps([message])) == (message,)
        assert codec.read(codec.plain(message)) == message


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=IDS)
def test_a_message_cannot_be_changed(name: str, kind: type) -> None:
    (message,) = messages_of(kind, 1)
    for field in field_names(kind):
        with pytest.raises(AttributeError):
            setattr(message, field, None)


@pytest.mark.parametrize("name", GAMES)
def test_a_command_and_an_event_have_names_of_their_own(name: str) -> None:
    game = GAMES[name]
    names = [kind.__name__ for kind in (*game.commands, *game.events)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_bot_plays_comes_back_as_it_was_written(name: str) -> None:
    commands, events = Codec(GAMES[name].commands), Codec(GAMES[name].events)
    for step in steps_of(name, 1):
        assert commands.loads(commands.dumps([step.command])) == (step.command,)
        assert events.loads(events.dumps(step.events)) == step.events
