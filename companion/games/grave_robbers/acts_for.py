"""Whom each command acts for: where players keep to their own seats, only they may do it."""

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.state import GraveRobbers

# What whoever has the turn does, or the whole table where there is no turn.
OnesTurn = (
    co.Rest
    | co.Explore
    | co.LayDungeonCard
    | co.Move
    | co.FightEnemy
    | co.FightPlayer
    | co.OpenChest
    | co.EndTurn
    | co.LetFall
    | co.StopRockfall
    | co.CorrectActionPoints
)
# What any player may say: it is about the table.
Everyones = (
    co.StartGame
    | co.SettleFight
    | co.WriteCard
    | co.EraseCard
    | co.ReplaceCards
    | co.CorrectTurn
    | co.CorrectTreasure
    | co.CorrectCard
    | co.CorrectOrder
    | co.CorrectFace
    | co.CorrectPlace
    | co.CorrectDungeon
    | co.CorrectRulings
    | co.CorrectSeats
    | co.AddPlayers
)


def acts_for(state: GraveRobbers, command: co.Command) -> tuple[Colour, ...]:
    """Return the seats that the command acts for, () if it concerns the whole table."""
    if isinstance(command, Everyones):
        return ()
    if isinstance(command, OnesTurn):
        return () if state.turn is None else (state.turn,)
    if isinstance(command, co.GiveItems):
        return (command.giver,)
    if isinstance(command, co.CallOffFight | co.ReplaceDie) and command.colour is None:
        return () if state.turn is None else (state.turn,)
    return () if command.colour is None else (command.colour,)
