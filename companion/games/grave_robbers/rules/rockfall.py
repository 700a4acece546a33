"""The end of a turn and the rockfall (GR 219-237): one function a rule."""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.actions import arrive
from companion.games.grave_robbers.rules.dungeon import may_fall, nearest_face_up
from companion.games.grave_robbers.rules.guards import active
from companion.games.grave_robbers.rules.items import arrange
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import Cell, Why
from companion.games.shared import clockwise, needs_reason


def end_turn(command: co.EndTurn, state: GraveRobbers) -> Events:
    """End the turn: arrange the open cards, let a card fall if it is time, pass to the left.

    Source: GR 221-228. Unused action points are lost (GR 103), so a turn may end early. RULING: if
    no card has exactly one neighbour (a ring) none falls.
    """
    player = active(state)
    events = arrange(player, command.open_cards)
    if not state.is_falling:
        return (*events, pass_turn(state, player.colour))
    if may_fall(state):
        return (*events, ev.RockfallBegan())
    return (*events, ev.NothingFell(), pass_turn(state, player.colour))


def pass_turn(state: GraveRobbers, colour: Colour) -> ev.TurnEnded:
    """Return whose turn follows, clockwise, and whether it begins with a rest (GR 105, 124)."""
    following = clockwise(state.players, state.player(colour))[1]
    return ev.TurnEnded(colour, following.colour, not following.is_standing)


def let_fall(command: co.LetFall, state: GraveRobbers) -> Events:
    """Let a card fall: pawns on it flee to a nearest face-up card, items are discarded.

    Source: GR 234-237. The player whose turn it is chooses the card, and among several nearest ones
    (RULING: no text says who). Whoever is pushed to the entrance with the treasure wins (GR 241).
    """
    player = active(state)
    if not state.must_fall:
        raise Rejected("no_rockfall_now")
    if command.cell not in may_fall(state):
        raise Rejected("that_card_holds")
    card = state.card(command.cell)
    events = _flight(state, command)
    events += (ev.CardFell(command.cell, card.rewards if card else 0),)
    if any(isinstance(event, ev.GameEnded) for event in events):
        return events
    return (*events, pass_turn(after(state, events), player.colour))


def stop_rockfall(command: co.StopRockfall, state: GraveRobbers) -> Events:
    """Let no card fall this time, as an effect says (GR 57), and pass to the left."""
    needs_reason(command.reason)
    player = active(state)
    if not state.must_fall:
        raise Rejected("no_rockfall_now")
    return (ev.NothingFell(command.reason), pass_turn(state, player.colour))


def _flight(state: GraveRobbers, command: co.LetFall) -> Events:
    pawns = state.on(command.cell)
    if not pawns:
        return ()
    onto = _refuge(state, command)
    events: Events = ()
    for pawn in pawns:
        events += arrive(state, pawn.colour, onto, Why.PUSHED)
    return events


def _refuge(state: GraveRobbers, command: co.LetFall) -> Cell:
    nearest = nearest_face_up(state, command.cell)
    if command.onto is None and len(nearest) == 1:
        return nearest[0]
    if command.onto is None:
        raise Rejected("say_where_pawns_flee")
    if command.onto not in nearest:
        raise Rejected("not_the_nearest_card")
    return command.onto
