"""Which commands are meant for this turn, attack, row or market, and when a new one begins.

A command that names its player, and is true whenever it arrives (Clank! +1), is meant for none.
"""

from collections.abc import Mapping

from companion.engine.moments import Moment
from companion.games.clank import commands as co
from companion.games.clank import events as ev

MEANT_FOR: Mapping[type[co.Command], Moment] = {
    co.EndTurn: Moment.TURN,
    co.LeaveDungeon: Moment.TURN,
    co.CorrectTurn: Moment.TURN,
    co.CorrectCredit: Moment.TURN,
    co.CorrectCountdown: Moment.TURN,
    # Two phones that log the same purchase or the same card mean one.
    co.BuyItem: Moment.MARKET,
    co.SetDanger: Moment.ROW,
    co.ReplaceRowCard: Moment.ROW,
    co.AddArrivals: Moment.ROW,
    co.ReturnDragonCubes: Moment.ROW,
    # These begin or settle an attack: after another attack of the same turn they are late too.
    co.RefillRow: Moment.ATTACK,
    co.ProvokeDragon: Moment.ATTACK,
    co.ReportDraw: Moment.ATTACK,
    co.TellFirstOut: Moment.ATTACK,
}


def begins(event: ev.Event) -> Moment | None:
    """Return the moment that begins with this event."""
    match event:
        case ev.GameStarted() | ev.TurnEnded() | ev.TurnCorrected() | ev.GameEnded():
            return Moment.TURN
        case ev.GameWentOn():
            return Moment.TURN
        case ev.AttackBegan() | ev.CubesDrawn() | ev.AttackCorrected():
            return Moment.ATTACK
        case ev.DangerSet() | ev.CardArrived() | ev.RowRefilled() | ev.DragonCubesReturned():
            return Moment.ROW
        case ev.TokenTaken():
            return Moment.MARKET
        case _:
            return None
