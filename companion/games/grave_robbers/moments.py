"""Which commands are meant for this turn, fight or item, and when a new one begins.

An effect that names its players (draw, give or discard items) is meant for none.
"""

from collections.abc import Mapping

from companion.engine.moments import Moment
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev

MEANT_FOR: Mapping[type[co.Command], Moment] = {
    co.Rest: Moment.TURN,
    co.Explore: Moment.TURN,
    co.LayDungeonCard: Moment.TURN,
    co.Move: Moment.TURN,
    co.EndTurn: Moment.TURN,
    co.LetFall: Moment.TURN,
    co.StopRockfall: Moment.TURN,
    co.CorrectTurn: Moment.TURN,
    co.CorrectActionPoints: Moment.TURN,
    co.UseItem: Moment.ITEM,  # two phones that log the same item mean one
    # These begin or belong to a fight: after another fight of the same turn they are late too.
    co.FightEnemy: Moment.FIGHT,
    co.FightPlayer: Moment.FIGHT,
    co.OpenChest: Moment.FIGHT,
    co.LayItem: Moment.FIGHT,
    co.ShowDie: Moment.FIGHT,
    co.SetBonus: Moment.FIGHT,
    co.ReplaceDie: Moment.FIGHT,
    co.CallOffFight: Moment.FIGHT,
    co.SettleFight: Moment.FIGHT,
}


def begins(event: ev.Event) -> Moment | None:
    """Return the moment that begins with this event."""
    match event:
        case ev.GameStarted() | ev.TurnEnded() | ev.TurnCorrected() | ev.GameEnded():
            return Moment.TURN
        case ev.GameWentOn():
            return Moment.TURN
        case ev.FightBegan() | ev.FightSettled() | ev.FightCalledOff():
            return Moment.FIGHT
        case ev.ItemUsed():
            return Moment.ITEM
        case _:
            return None
