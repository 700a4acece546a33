"""Clank!: cubes between supply and area, and the credit inside a turn (EN 326-330, 450)."""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Colour
from companion.games.clank.evolve import Events
from companion.games.clank.rules.guards import inside, playing
from companion.games.clank.state import Clank, Player


def clank_made(
    state: Clank, player: Player, cubes: int, *, credit_counts: bool = True
) -> ev.ClankMade:
    """Return what so much Clank! comes to: credit first, then cubes while the supply has some.

    Credit cancels later Clank! of the same turn (EN 330). With an empty supply nothing is placed
    and nothing is owed (EN 450). RULING: credit is used up even when there is no cube to spare.
    """
    kept = state.rulings.credit_kept_when_supply_empty and not player.supply
    credit_used = min(player.credit, cubes) if credit_counts and not kept else 0
    placed = min(cubes - credit_used, player.supply)
    return ev.ClankMade(player.colour, placed, credit_used, cubes - credit_used - placed)


def make_clank(command: co.MakeClank, state: Clank) -> Events:
    """Move cubes from a player's supply to the Clank! Area (EN 328)."""
    return (clank_made(state, inside(state, command.colour), command.cubes),)


def all_inside_make_clank(
    state: Clank, cubes: int, spared: Colour | None, *, credit_counts: bool = True
) -> Events:
    """Let all players who are still inside make Clank!, except the one spared (EN 395)."""
    return tuple(
        clank_made(state, player, cubes, credit_counts=credit_counts)
        for player in state.inside
        if player.colour != spared
    )


def everyone_makes_clank(command: co.EveryoneMakesClank, state: Clank) -> Events:
    """Do a card that hits all or all other players (Overlord, Watcher, Tattle; EN 395)."""
    if command.spared is not None:
        playing(state, command.spared)
    events = all_inside_make_clank(state, command.cubes, command.spared)
    if not events:
        raise Rejected("nobody_else_inside")
    return events


def remove_clank(command: co.RemoveClank, state: Clank) -> Events:
    """Take cubes back from the area; on the player's own turn the rest is credit (EN 330).

    For another player a removal can only be a correction, so the rest is dropped.
    """
    player = inside(state, command.colour)
    taken = min(command.cubes, state.area.of(command.colour))
    removed: Events = (ev.ClankRemoved(command.colour, taken),) if taken else ()
    left = command.cubes - taken
    if left and state.turn == command.colour:
        return (*removed, ev.CreditLeft(command.colour, player.credit + left))
    if not removed:
        raise Rejected("no_clank_in_area", player=command.colour)
    return removed


def move_clank(command: co.MoveClank, state: Clank) -> Events:
    """Move Clank! that was logged for the wrong player to the right one."""
    playing(state, command.giver)
    taker = inside(state, command.taker)
    if command.giver == command.taker:
        raise Rejected("nothing_changes")
    if state.area.of(command.giver) < command.cubes:
        raise Rejected("no_clank_in_area", player=command.giver)
    removed = ev.ClankRemoved(command.giver, command.cubes, was_wrong=True)
    return removed, clank_made(state, taker, command.cubes)
