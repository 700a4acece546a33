"""Grave Robbers in logs of plays: one brings the treasure home, and nobody counts points."""

from companion.engine.plays import Played, Plays
from companion.games.grave_robbers.state import GraveRobbers


def players(state: GraveRobbers) -> tuple[Played, ...]:
    """Return everybody, and who has won."""
    return tuple(
        Played(each.colour, each.name, each.colour == state.winner) for each in state.players
    )


PLAYS = Plays("Grave Robbers", players=players)
