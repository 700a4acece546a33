"""What next? What the rules expect at this moment, in one sentence or two."""

from companion.engine.sentence import Sentence
from companion.games.grave_robbers.rules.dungeon import is_closed
from companion.games.grave_robbers.rules.guards import must_fight
from companion.games.grave_robbers.state import Contest, GraveRobbers
from companion.games.grave_robbers.values import Against

SET_UP = Sentence("Set up a new game: who sits where, and who goes first.")
WON = Sentence("{who} has brought the treasure home. Set up a new game when you like.")
CLOSED = Sentence(
    "Nothing is left to explore: lay one card of the dungeon pile beside any other. You may also "
    "do anything else that your turn allows."
)
CLOSED_DONE = Sentence(
    "Nothing is left to explore: lay one card of the dungeon pile beside any other, or end the "
    "turn."
)
LAY = Sentence(
    "Lay {n} more dungeon card face down beside the one just flipped.",
    "Lay {n} more dungeon cards face down beside the one just flipped.",
)
FALL = Sentence("Rockfall: {who} chooses one of the marked cards. It falls.")
REST = Sentence("{who} is injured. Rest first: that takes all three action points.")
MUST_FIGHT = Sentence("{who} is on an enemy with items. Fight first.")
LAY_ITEM = Sentence("{who} chooses an item as the die.")
ATTACKER_LAYS = Sentence("{who} attacks and chooses an item first, in secret on their own phone.")
OTHER_LAYS = Sentence("{who} has chosen. Now {target} chooses an item in secret.")
ENEMY_DIE = Sentence("Draw the top item of the pile for the enemy and enter its die value.")
CHEST_DIE = Sentence("Draw the top item of the pile for the chest and enter its die value.")
TURN_UP = Sentence("Turn the items face up and enter the missing die values.")
SETTLE = Sentence("Both die values are known. Add what your items give. Then settle it.")
INJURED = Sentence("{who} is injured. End the turn.")
NO_POINTS = Sentence("{who} has no action points left. End the turn, or use an item.")
PLAY = Sentence("{who} plays: {n} action point left.", "{who} plays: {n} action points left.")


def what_next(state: GraveRobbers) -> Sentence:
    """Return what the rules expect now (GR 101-237)."""
    if not state.players or state.turn is None:
        return SET_UP
    if state.winner is not None:
        return WON.about(who=state.winner)
    if state.laying is not None:
        return LAY.about(n=state.laying.cards)
    if state.contest is not None:
        return _contest(state.contest)
    if state.must_fall:
        return FALL.about(who=state.turn)
    return _turn(state)


def _contest(contest: Contest) -> Sentence:
    if contest.against is Against.PLAYER:
        return _duel(contest)
    if contest.first is None:
        return LAY_ITEM.about(who=contest.colour)
    if contest.second is None:
        return ENEMY_DIE if contest.against is Against.ENEMY else CHEST_DIE
    return SETTLE


def _duel(contest: Contest) -> Sentence:
    if contest.first is None:
        return ATTACKER_LAYS.about(who=contest.colour)
    if contest.second is None:
        return OTHER_LAYS.about(who=contest.colour, target=contest.target)
    return SETTLE if contest.is_shown else TURN_UP


def _turn(state: GraveRobbers) -> Sentence:
    assert state.turn is not None
    if state.must_rest:
        return REST.about(who=state.turn)
    if must_fight(state):
        return MUST_FIGHT.about(who=state.turn)
    may_act = state.player(state.turn).is_standing and state.action_points
    if is_closed(state):
        return CLOSED if may_act else CLOSED_DONE
    if not state.player(state.turn).is_standing:
        return INJURED.about(who=state.turn)
    if not state.action_points:
        return NO_POINTS.about(who=state.turn)
    return PLAY.about(who=state.turn, n=state.action_points)
