"""Who may act at all: the refusals that many rules of Grave Robbers share."""

from companion.engine.errors import Rejected
from companion.games import shared
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.state import Contest, GraveRobbers, Player


def playing(state: GraveRobbers, colour: Colour) -> Player:
    """Return the player of this colour, or refuse: nobody plays it."""
    return shared.playing(state.players, colour)


def active(state: GraveRobbers) -> Player:
    """Return the player whose turn it is, or refuse: no game has been set up."""
    if state.turn is None:
        raise Rejected("no_game")
    return state.player(state.turn)


def standing(state: GraveRobbers) -> Player:
    """Return the player whose turn it is, or refuse: an injured pawn does nothing (GR 111-116)."""
    player = active(state)
    if not player.is_standing:
        raise Rejected("pawn_is_injured", player=player.colour)
    return player


def with_points(state: GraveRobbers) -> Player:
    """Return the standing player whose turn it is, or refuse: no action point is left (GR 104)."""
    player = standing(state)
    if not state.action_points:
        raise Rejected("no_action_points", player=player.colour)
    return player


def has_rewards(state: GraveRobbers, player: Player, kind: Kind) -> bool:
    """Does the pawn stand on a card of this kind with items on it?"""
    card = state.card(player.cell)
    return card is not None and card.kind is kind and card.rewards > 0


def fighting(state: GraveRobbers) -> Contest:
    """Return the fight or the chest that waits, or refuse: there is none."""
    if state.contest is None:
        raise Rejected("nobody_fights")
    return state.contest


def called_off(state: GraveRobbers, reason: str) -> Events:
    """End the fight that waits, if there is one, without a winner."""
    return (ev.FightCalledOff(reason),) if state.contest is not None else ()


def can_roll(state: GraveRobbers, player: Player) -> bool:
    """Is there any item card that this player could use as a die?"""
    return bool(player.items or state.item_pile or state.discards)


def must_fight(state: GraveRobbers) -> bool:
    """Must the player whose turn it is fight the enemy here, before anything else?

    Standing on an enemy with items on it is enough (GR 113, 147), also after a rest (GR 128) and
    for a pawn that a rockfall has pushed there, on its next turn. RULING: not if no item
    card is left anywhere to roll with, nor against one that an effect has let the player escape
    from in this turn; the manual does not cover this.
    """
    if state.turn is None or state.must_rest or state.winner is not None:
        return False
    player = state.player(state.turn)
    has_enemy = has_rewards(state, player, Kind.ENEMY) and player.cell != state.spared
    return player.is_standing and has_enemy and can_roll(state, player)
