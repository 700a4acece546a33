"""A table of any game without a journal, for tests of the rules: play commands, look at it."""

from functools import cache
from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.errors import Rejected
from companion.engine.game import AnyGame


@cache
def _codec(commands: tuple[type, ...]) -> Codec:
    return Codec(commands)


class GameTable:
    """Applies commands as they come from a phone; what must be conserved is, after every event."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.state: Any = game.empty
        self.events: tuple[Any, ...] = ()
        self.story: list[Any] = []  # all events

    def conserved(self) -> None:
        """Assert what holds after every event, even within a command."""

    def do(self, command: object) -> tuple[Any, ...]:
        """Do a command and return what came of it."""
        self.events = self.game.decide(self.state, self.sent(command))
        assert self.events
        self.story += self.events
        for event in self.events:
            self.state = self.game.evolve(self.state, event)
            self.conserved()
        assert self.game.check(self.state) == ()
        return self.events

    def sent(self, command: object) -> Any:
        """Return the command as it comes out of a message: equal, and made of other objects."""
        codec = _codec(self.game.commands)
        (read,) = codec.loads(codec.dumps([command]))
        return read

    def refused(self, command: object) -> str:
        """Return the code of the refusal, whose sentence must be sayable with its facts."""
        return str(self.refusal(command).code)

    def refusal(self, command: object) -> Rejected:
        """Return the refusal with its facts."""
        with pytest.raises(Rejected) as refusal:
            self.game.decide(self.state, self.sent(command))
        code, facts = refusal.value.code, refusal.value.facts
        sentence = self.game.refusals[code]
        for text in filter(None, (sentence.one, sentence.many)):
            assert "{" not in text.format(**facts)
        assert not sentence.many or "n" in facts
        return refusal.value
