"""Clank! in logs of plays: everybody's points, and the Greatest Thief in the Realm."""

from companion.engine.plays import Played, Plays
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank


def players(state: Clank) -> tuple[Played, ...]:
    """Return everybody with their points; 0 for those who may not score (EN 404)."""
    counted = result(state)
    points = {each.colour: each.total if each.may_score else 0 for each in counted.scores}
    return tuple(
        Played(
            each.colour, each.name, each.colour == counted.winner, points[each.colour], each.meter
        )
        for each in state.players
    )


PLAYS = Plays("Clank!: A Deck-Building Adventure", 201808, players, has_points=True)
