"""Who sits where, under which name and in which colour."""

from collections.abc import Mapping

from companion.engine.value import replace
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import Seat


def seated(state: GraveRobbers, seats: tuple[Seat, ...]) -> GraveRobbers:
    """Return the table with its players in these seats, under these names."""
    players = tuple(replace(state.player(seat.colour), name=seat.name) for seat in seats)
    return replace(state, players=players)


def without(state: GraveRobbers, colour: Colour) -> GraveRobbers:
    """Return the table without a player; their items are discarded, nobody told their values."""
    items = state.player(colour).items
    chosen = tuple(each for each in state.chosen if colour not in (each.colour, each.rival))
    players = tuple(player for player in state.players if player.colour != colour)
    return replace(state, players=players, discards=state.discards + items, chosen=chosen)


def recoloured(state: GraveRobbers, new: Mapping[Colour, Colour]) -> GraveRobbers:
    """Return the table with other colours: each new one by the old one."""

    def now(colour: Colour | None) -> Colour | None:
        return None if colour is None else new.get(colour, colour)

    players = (replace(each, colour=new.get(each.colour, each.colour)) for each in state.players)
    contest = state.contest and replace(
        state.contest,
        colour=new.get(state.contest.colour, state.contest.colour),
        target=now(state.contest.target),
    )
    return replace(
        state,
        players=tuple(players),
        turn=now(state.turn),
        treasure=now(state.treasure),
        contest=contest,
        winner=now(state.winner),
        chosen=tuple(
            replace(
                each,
                colour=new.get(each.colour, each.colour),
                rival=new.get(each.rival, each.rival),
            )
            for each in state.chosen
        ),
    )
