"""The now line of a seat's page: what the table waits for, said to whoever reads it."""

from companion.engine.sentence import Sentence
from companion.games.grave_robbers.advice import PLAY, what_next
from companion.games.grave_robbers.state import GraveRobbers

YOURS = Sentence(
    "{n} action point left. Tap a bright card to move there or to flip it.",
    "{n} action points left. Tap a bright card to move there or to flip it.",
)


def now_line(state: GraveRobbers, seat: str) -> Sentence:
    """Return what the table waits for, as one short sentence for a seat."""
    expected = what_next(state)
    is_plain = expected.one == PLAY.one
    if is_plain and state.turn == seat:
        return YOURS.about(n=state.action_points)
    return expected
