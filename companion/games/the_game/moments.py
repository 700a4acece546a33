"""Which commands are meant for this turn, and when a new one begins."""

from collections.abc import Mapping

from companion.engine.moments import Moment
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev

MEANT_FOR: Mapping[type[co.Command], Moment] = {
    co.ChooseFirst: Moment.TURN,
    co.PlayCard: Moment.TURN,
    co.EndTurn: Moment.TURN,
    co.GiveUp: Moment.TURN,
    co.Shuffle: Moment.TURN,
    co.CorrectTurn: Moment.TURN,
}


def begins(event: ev.Event) -> Moment | None:
    """Return the moment that begins with this event."""
    match event:
        case ev.GameStarted() | ev.FirstChosen() | ev.TurnEnded() | ev.GameEnded():
            return Moment.TURN
        case ev.TurnCorrected() | ev.GameWentOn():
            return Moment.TURN
        case _:
            return None
