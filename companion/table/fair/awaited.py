"""Which draw a game waits for."""

from collections.abc import Mapping

from companion.draws import fair_draw
from companion.draws.links import END, DrawKey
from companion.engine.game import AnyGame
from companion.engine.value import Value


class Awaited(Value, frozen=True):
    """The draw that a game waits for, whoever draws: its number, the bag, how many cubes.

    The end of a game asks for links, too: then no cube is drawn.
    """

    number: int
    content: str
    cubes: int

    @property
    def key(self) -> DrawKey:
        """Return what the same draw from the same bag has in common."""
        return self.number, self.content


THE_END = Awaited(*END, 0)


def awaited(game: AnyGame, state: object) -> Awaited | None:
    """Return the draw of cubes that a game waits for, THE_END once it is over, or else None."""
    if not game.draws_cubes:
        return None
    if game.awaits_hand(state):
        return _waiting(game, state)
    return THE_END if game.is_over(state) else None


def _waiting(game: AnyGame, state: object) -> Awaited:
    found: list[Awaited] = []

    def note(number: int, bag: Mapping[str, int], cubes: int) -> tuple[str, ...]:
        found.append(Awaited(number, fair_draw.content_of(bag), cubes))
        return fair_draw.draw(bytes(fair_draw.SEED_BYTES), number, bag, cubes)

    game.hand(state, note)
    return found[0]
