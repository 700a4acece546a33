"""The now line of a seat's page: what the table waits for, said to whoever reads it."""

from collections.abc import Callable

from companion.engine.sentence import Sentence
from companion.games.clank.advice import what_next
from companion.games.clank.box import Colour
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.state import Clank
from companion.table.snapshot import Snapshot
from web_ui.render.view import once

IN_THE_BAG = Sentence("All Clank! is in the bag now.")
PLAY = Sentence(
    "Play your cards, then refill the row. An attack draws {n} cube.",
    "Play your cards, then refill the row. An attack draws {n} cubes.",
)
OTHERS = Sentence(
    "{who} plays. An attack draws {n} cube.",
    "{who} plays. An attack draws {n} cubes.",
)
END = Sentence("The row is refilled. Only the end of your turn is left.")

END_DANGER = Sentence(
    "The row is refilled, with {n} Danger card. If that is right, end your turn.",
    "The row is refilled, with {n} Danger cards. If that is right, end your turn.",
)


def now_line(state: Clank, seat: Colour | None) -> Sentence:
    """Return what the table waits for, as one short sentence for a seat."""
    if state.attack is not None:
        return IN_THE_BAG
    expected = what_next(state)
    is_plain = state.turn is not None and state.countdown_space == 0 and _is_free(state)
    is_plain = is_plain and not state.springs
    if not is_plain:
        return expected
    if state.row_refilled:
        is_own = seat is state.turn
        if is_own and state.danger:
            return END_DANGER.about(n=state.danger)
        return END if is_own else expected
    n = cubes_to_draw(state)
    return PLAY.about(n=n) if seat is state.turn else OTHERS.about(who=state.turn, n=n)


@once
def now_lines(snapshot: Snapshot) -> Callable[[Colour | None], Sentence]:
    """Return the now line of each seat, made when it is asked for first.

    All seats but the one whose turn it is are told the same.
    """
    state: Clank = snapshot.state
    lines: dict[Colour | None, Sentence] = {}

    def line(seat: Colour | None) -> Sentence:
        seat = seat if seat is state.turn else None
        if seat not in lines:
            lines[seat] = now_line(state, seat)
        return lines[seat]

    return line


def _is_free(state: Clank) -> bool:
    """Does no question to the table wait, and has the game not ended?"""
    is_asked = any(player.status == "knocked_out" for player in state.players)
    is_asked = is_asked or state.off_turn_asked is not None
    return state.ending is None and not state.first_out_asked and not is_asked
