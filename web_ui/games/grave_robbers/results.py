"""Grave Robbers for programs: who has won, and the odds of a fight."""

from companion.engine.errors import Rejected
from companion.games.grave_robbers.odds import Sums
from companion.games.grave_robbers.odds import odds as odds_of
from companion.games.grave_robbers.state import GraveRobbers
from web_ui.render.results import FightOdds, Odds, Outcome, Standing

PRINTED = range(6)  # the numbers that enemies and chests have, and none


def standing(state: GraveRobbers) -> Standing:
    """Return who has brought the treasure home."""
    if state.winner is None:
        return Standing()
    return Standing(Outcome.WON, (state.winner.value,))


def odds(state: GraveRobbers) -> Odds:
    """Return the chances against each printed number; Rejected if they are not shown."""
    if not state.players:
        return Odds()
    if not state.rulings.show_odds:
        raise Rejected("odds_are_off")
    return Odds(fights=tuple(_fight(state, printed) for printed in PRINTED))


def _fight(state: GraveRobbers, printed: int) -> FightOdds:
    found = odds_of(state, Sums(other=printed))
    with_die = tuple(float(chance) for chance in found.with_die)
    return FightOdds(printed, with_die, float(found.from_pile), found.is_exact)
