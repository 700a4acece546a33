"""Whom each command acts for: where players keep to their own seats, only they may do it."""

from companion.games.clank import commands as co
from companion.games.clank.box import Colour, Cube
from companion.games.clank.state import Clank

# What whoever has the turn does, or the whole table where there is no turn.
OnesTurn = (
    co.EveryoneMakesClank
    | co.SetDanger
    | co.RefillRow
    | co.ReplaceRowCard
    | co.AddArrivals
    | co.ProvokeDragon
    | co.ReturnDragonCubes
    | co.EndTurn
    | co.CorrectCredit
)
# What any player may say: it is about the table.
Everyones = (
    co.StartGame
    | co.ReportDraw
    | co.TellFirstOut
    | co.CorrectNumber
    | co.CorrectTurn
    | co.CorrectSeats
    | co.AddPlayers
    | co.CorrectCountdown
    | co.CorrectRemovedArtifacts
    | co.CorrectRulings
    | co.CorrectGone
    | co.SettleOffTurn
)


def acts_for(state: Clank, command: co.Command) -> tuple[Colour, ...]:
    """Return the seats that the command acts for, () if it concerns the whole table."""
    if isinstance(command, Everyones):
        return ()
    if isinstance(command, OnesTurn):
        return () if state.turn is None else (state.turn,)
    if isinstance(command, co.MoveClank):
        return (command.giver, command.taker)
    if isinstance(command, co.CorrectCubes):
        return () if command.cube is Cube.BLACK else (Colour(command.cube.value),)
    return (command.colour,)
