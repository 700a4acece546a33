"""The end of a turn, and leaving the dungeon (EN 332, 383-399): one function per rule."""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Colour, Token
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules.dragon import countdown_turn, first_out_by_turn_order
from companion.games.clank.rules.guards import inside, whose_turn
from companion.games.clank.state import Clank
from companion.games.clank.values import Ending


def leave_dungeon(command: co.LeaveDungeon, state: Clank) -> Events:
    """Leave with an Artifact, on one's own turn, for the Mastery token (EN 383-385, 399)."""
    player = inside(state, command.colour)
    if state.turn != command.colour:
        raise Rejected("not_your_turn", player=command.colour, turn=state.turn)
    if not player.artifacts:
        raise Rejected("needs_artifact", player=command.colour)
    events: Events = (
        ev.DungeonLeft(command.colour),
        ev.TokenTaken(command.colour, Token.MASTERY),
    )
    if not after(state, events).inside:
        return (*events, ev.GameEnded(Ending.ALL_OUT))
    if state.countdown_space or state.first_out_asked:
        return events
    return (*events, ev.CountdownAdvanced(command.colour, 1))


def end_turn(command: co.EndTurn, state: Clank) -> Events:
    """Pass the turn clockwise; the first player out moves the countdown (EN 332, 395-399)."""
    turn = whose_turn(state)
    following = next_up(state) or turn
    events = (*first_out_by_turn_order(state), ev.TurnEnded(turn, following))
    now = after(state, events)
    if following == now.countdown_colour:
        events += countdown_turn(now, following)
    return events


def next_up(state: Clank) -> Colour | None:
    """Return who else has the turn after this one, None if nobody does.

    Whoever was out first still has turns: on them the pawn moves on the Countdown Track, and the
    dragon may attack (EN 395-402).
    """
    if state.turn is None or state.ending is not None:
        return None
    now = after(state, first_out_by_turn_order(state))
    for player in now.clockwise_from(state.turn)[1:]:
        if not player.is_out or player.colour == now.countdown_colour:
            return player.colour
    return None


def settle_off_turn(command: co.SettleOffTurn, state: Clank) -> Events:
    """Note what the table says of potions, Market and tunnels on another player's turn."""
    if state.off_turn_asked is None:
        raise Rejected("nothing_changes")
    return (ev.OffTurnSettled(command.is_allowed),)
