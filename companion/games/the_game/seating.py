"""Who sits where, when somebody was forgotten or goes home: the numbers of the others move up."""

from collections.abc import Mapping

from companion.engine.value import replace
from companion.games.the_game import events as ev
from companion.games.the_game.box import Who
from companion.games.the_game.state import PLAYERS, TheGame

Moved = Mapping[Who, Who]  # the new number of each player who stays, by the old one


def recolours(event: ev.Event) -> Mapping[str, str]:
    """Return the new seat of each player whose seat this event moves, by the old one.

    Who went home has none: "".
    """
    if isinstance(event, ev.PlayersAdded):
        moved = _behind(event.after, len(event.names))
        return {old.value: new.value for old, new in moved.items() if old is not new}
    if isinstance(event, ev.PlayerWithdrew):
        moved = _without(event.player)
        return {
            event.player.value: "",
            **{old.value: new.value for old, new in moved.items() if old is not new},
        }
    return {}


def seats_changed(state: TheGame, event: ev.SeatEvent) -> TheGame:
    """Return the table with the players who are there now."""
    if isinstance(event, ev.PlayersAdded):
        place = PLAYERS.index(event.after) + 1
        names = (*state.names[:place], *event.names, *state.names[place:])
        moved, turn, duty = _behind(event.after, len(event.names)), state.turn, state.duty
    else:
        place = PLAYERS.index(event.player)
        names = (*state.names[:place], *state.names[place + 1 :])
        moved, turn, duty = _without(event.player), event.following, event.duty
    flags = (flag for flag in state.flags if flag.player is None or flag.player in moved)
    return replace(
        state,
        names=names,
        turn=turn and moved[turn],
        laid=state.laid if turn is state.turn else 0,
        needed=event.needed,
        duty=duty,
        hand_size=event.hand_size,
        hands=event.hands,
        draw_pile=state.left - sum(event.hands),
        flags=tuple(replace(flag, player=flag.player and moved[flag.player]) for flag in flags),
    )


def _behind(after: Who, more: int) -> Moved:
    """Return how the players move when so many sit down behind one of them."""
    place = PLAYERS.index(after) + 1
    return {
        who: who if at < place else PLAYERS[at + more]
        for at, who in enumerate(PLAYERS[: len(PLAYERS) - more])
    }


def _without(player: Who) -> Moved:
    """Return how the players move when one of them stands up."""
    stays = [who for who in PLAYERS if who is not player]
    return dict(zip(stays, PLAYERS, strict=False))
