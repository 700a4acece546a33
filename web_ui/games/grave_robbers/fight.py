"""A fight or a chest as a seat may see it: both sides, their odds, whose card is asked for."""

from fractions import Fraction

from companion.engine.sentence import Sentence
from companion.engine.value import Value, replace
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.odds import Odds, Sums, odds
from companion.games.grave_robbers.rules.cards import added_by_open
from companion.games.grave_robbers.rules.fights import chosen_before
from companion.games.grave_robbers.state import HIDDEN, Contest, GraveRobbers, Laid, Player
from companion.games.grave_robbers.values import Against
from web_ui.games.grave_robbers.map import is_allowed


class Side(Value, frozen=True):
    """One side of a fight as a seat may see it.

    player: None is the enemy or the chest. may_lay: its card may be chosen on this page. again:
    the card that it must choose again, because both had seen it before an undo. added: what its
    open cards add, by their names.
    """

    player: Player | None
    laid: Laid | None
    may_lay: bool
    odds: Odds | None
    again: Laid | None = None
    added: tuple[tuple[str, int], ...] = ()

    @property
    def is_hidden(self) -> bool:
        """Has this side laid a card that this seat may not see?"""
        return self.laid is not None and self.laid.die == HIDDEN


def sides_of(state: GraveRobbers, seat: str) -> tuple[Side, ...]:
    """Return both sides of the fight that waits, the acting one first; () if there is none."""
    contest = state.contest
    if contest is None:
        return ()
    is_duel = contest.against is Against.PLAYER
    first = _side(state, contest, contest.colour, not is_duel or seat == contest.colour)
    if contest.target is None:
        return (first, Side(None, contest.second, False, None))
    return (first, _side(state, contest, contest.target, seat == contest.target))


def _side(state: GraveRobbers, contest: Contest, colour: Colour, is_here: bool) -> Side:
    """Between players each side chooses on its own page only."""
    laid = contest.laid(colour)
    acts = colour == contest.colour
    other = contest.second if acts else contest.first
    is_seen = other is not None and other.die > 0  # an open card; what is hidden is below 0
    player = state.player(colour)
    added = added_by_open(state, player, contest.against)
    own = sum(more for _, more in added)
    sums = Sums(own, contest.strength, acts, other.die if other and is_seen else 0)
    if other and is_seen and other.bonus:
        sums = replace(sums, other=other.bonus)
    are_discarded = contest.against is not Against.PLAYER
    shown = odds(state, sums, are_discarded=are_discarded) if state.rulings.show_odds else None
    may_lay = is_here and contest.waits_for == colour
    return Side(player, laid, may_lay, shown, chosen_before(state, colour), added)


def asked_of(state: GraveRobbers, seat: str) -> Player | None:
    """Return whose card between players has still no value; this seat's own comes first."""
    contest = state.contest
    if contest is None or contest.against is not Against.PLAYER or contest.is_secret:
        return None
    sides = (contest.colour, contest.target)
    missing = [
        colour
        for colour in sides
        if colour is not None and (laid := contest.laid(colour)) is not None and not laid.die
    ]
    own = [colour for colour in missing if colour == seat]
    return state.player((own or missing)[0]) if missing else None


def is_party(state: GraveRobbers, seat: str) -> bool:
    """Does this seat fight?"""
    contest = state.contest
    return contest is not None and seat in (contest.colour, contest.target)


def began(contest: Contest | None) -> ev.FightBegan | None:
    """Return how the fight that waits began."""
    if contest is None:
        return None
    return ev.FightBegan(contest.colour, contest.against, contest.target, contest.strength)


def result_of(state: GraveRobbers) -> Sentence | None:
    """Return what settling the fight now would come to, None while a die value is missing."""
    if state.contest is None or not is_allowed(state, co.SettleFight()):
        return None
    settled = GRAVE_ROBBERS.decide(state, co.SettleFight())[0]
    return GRAVE_ROBBERS.tell(settled)


def off_the_pile(state: GraveRobbers, printed: int, *, are_discarded: bool) -> Fraction | None:
    """Return the chance if both sides take a card off the pile, None if odds are not shown."""
    if not state.players or not state.rulings.show_odds:
        return None
    return odds(state, Sums(other=printed), are_discarded=are_discarded).from_pile
