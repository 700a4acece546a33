"""What happens to a table and stands in no rulebook: the countdown set right, a person who goes.

And an attack that waits while something is corrected.
"""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import COUNTDOWN_EXTRA, LAST_COUNTDOWN_SPACE, Cubes
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.rules.guards import inside, playing
from companion.games.clank.state import Clank
from companion.games.clank.values import Because, Cause, DrawnBy, Ending, Number
from companion.games.shared import needs_reason


def correct_countdown(command: co.CorrectCountdown, state: Clank) -> Events:
    """Set whose pawn is on the Countdown Track, and where; it answers "who was first?" too.

    RULING: without a pawn the countdown has not begun, whoever is out; the next one out begins it.
    """
    needs_reason(command.reason)
    colour, space = command.colour, command.space
    if colour is None:
        space = 0
    else:
        _may_stand_there(state, command)
    if (colour, space, ()) == (
        state.countdown_colour,
        state.countdown_space,
        state.first_out_asked,
    ):
        raise Rejected("nothing_changes")
    return (ev.CountdownCorrected(colour, space, command.reason),)


def _may_stand_there(state: Clank, command: co.CorrectCountdown) -> None:
    assert command.colour is not None
    if not playing(state, command.colour).is_out:
        raise Rejected("pawn_is_inside", player=command.colour)
    most = LAST_COUNTDOWN_SPACE - 1
    if not 1 <= command.space <= most:
        raise Rejected("number_out_of_range", number=Number.COUNTDOWN_SPACE, least=1, most=most)


def withdraw(command: co.Withdraw, state: Clank) -> Events:
    """Let a person go home: out of the dungeon like all who are out (EN 395), without points.

    RULING: the countdown starts only if the table says so; their cubes stay where they are.
    """
    needs_reason(command.reason)
    inside(state, command.colour)
    events: Events = (ev.PlayerWithdrew(command.colour, command.reason),)
    if not after(state, events).inside:
        return (*events, ev.GameEnded(Ending.ALL_OUT))
    if not command.starts_countdown or state.countdown_space or state.first_out_asked:
        return events
    return (*events, ev.CountdownAdvanced(command.colour, 1))


def with_the_attack(state: Clank, events: Events) -> Events:
    """Add what a correction means for an attack that waits: its size, and cubes in the bag.

    All Clank! that lies in the area goes into the bag (EN 356); with an empty bag nothing waits.
    """
    now = after(state, events)
    if now.attack is None:
        return events
    is_countdown = now.attack.cause is Cause.COUNTDOWN
    extra = COUNTDOWN_EXTRA.get(now.countdown_space, 0) if is_countdown else 0
    because = Because(now.rage, now.danger, extra)
    cubes = cubes_to_draw(now, extra)
    is_same = (cubes, because) == (now.attack.cubes_to_draw, now.attack.because)
    if is_same and not now.area.total:
        return events
    events += (ev.AttackCorrected(cubes, because),)
    return events if cubes else (*events, ev.CubesDrawn(Cubes(), (), DrawnBy.DRAGONBAG))
