"""Clank! for programs: points with their parts, who has won, odds and luck."""

from collections.abc import Iterable
from fractions import Fraction

from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.events import Event
from companion.games.clank.odds.attack import Chances, next_attack, whole_countdown
from companion.games.clank.odds.luck import draws_of, luck_of
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank
from web_ui.render.results import Odds, Outcome, Score, SeatLuck, SeatOdds, Standing


def standing(state: Clank) -> Standing:
    """Return the points, best first, and the winner once everything is counted."""
    counted = result(state)
    scores = tuple(
        Score(
            seat=line.colour.value,
            name=CLANK.name_of(state, line.colour),
            total=line.total,
            counts=line.may_score,
            parts={
                "artifacts": line.artifacts,
                "tokens": line.tokens,
                "gold": line.gold,
                "deck": line.deck,
            },
            missing=line.missing,
        )
        for line in counted.scores
    )
    if not counted.is_final:
        return Standing(scores=scores)
    if counted.winner is None:
        return Standing(Outcome.LOST, scores=scores)
    return Standing(Outcome.WON, (counted.winner.value,), scores)


def odds(state: Clank) -> Odds:
    """Return the chances of the next attack and the countdown; Rejected if they are not shown."""
    if not state.rulings.show_odds:
        raise Rejected("odds_are_off")
    if not state.players or state.ending is not None:
        return Odds()
    return Odds(_seats(next_attack(state)), _seats(whole_countdown(state)))


def _seats(chances: tuple[Chances, ...]) -> tuple[SeatOdds, ...]:
    return tuple(
        SeatOdds(
            each.colour.value,
            tuple(float(each.exactly(damage)) for damage in range(each.worst + 1)),
            float(each.knocked_out),
            float(each.expected),
        )
        for each in chances
    )


def luck(events: Iterable[Event]) -> tuple[SeatLuck, ...]:
    """Return how kind the draws of a game were to each seat."""
    found = luck_of(draws_of(events, CLANK.empty))
    return tuple(
        SeatLuck(colour.value, each.cubes, *map(_float, (each.expected, each.kinder, each.harsher)))
        for colour, each in found.items()
    )


def _float(ratio: Fraction) -> float:
    return float(ratio)
