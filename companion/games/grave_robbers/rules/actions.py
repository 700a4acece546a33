"""Rest, explore, move, and what it means to arrive (GR 122-143, 68, 241): one function a rule."""

from functools import partial

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import (
    ACTION_POINT,
    FIRST_DEEP_CARD,
    REST_POINTS,
    Colour,
    Kind,
)
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.dungeon import (
    cards_to_lay,
    free_places,
    is_closed,
    may_enter,
    may_explore,
    may_lay,
    treasure_is_known,
)
from companion.games.grave_robbers.rules.guards import active, called_off, with_points
from companion.games.grave_robbers.rules.items import from_pile, to_hand
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE, Cell, Why


def rest(command: co.Rest, state: GraveRobbers) -> Events:
    """Spend all three points at the start of the turn: draw an item and stand up (GR 124-127).

    On an enemy with items the fight comes next, at 0 points (GR 128).
    """
    player = active(state)
    if not state.must_rest:
        raise Rejected("no_need_to_rest", player=player.colour)
    spent = ev.ActionPointsSpent(min(REST_POINTS, state.action_points))
    return (ev.Rested(player.colour), spent, *to_hand(state, player.colour, 1))


def explore(command: co.Explore, state: GraveRobbers) -> Events:
    """Flip a face-down neighbour; its cards, rewards and item follow (GR 132-137)."""
    player = with_points(state)
    if command.cell not in may_explore(state, player.cell):
        raise Rejected("nothing_to_explore_there")
    _can_be_that_card(command, state)
    to_lay = cards_to_lay(state, command.cell, command.number)
    events: Events = (
        ev.CardFlipped(command.cell, command.kind, command.strength, command.number, to_lay),
        ev.ActionPointsSpent(ACTION_POINT),
    )
    # One card for one place needs no hand. Of several the table says which came first: the treasure
    # room is told by its number out of the pile (GR 84-86).
    if to_lay == len(free_places(state, command.cell)) == 1:
        events += tuple(map(ev.DungeonCardLaid, free_places(state, command.cell)))
    place = partial(ev.RewardsPlaced, command.cell)
    events += from_pile(state, command.rewards, place)
    if command.has_item:
        events += to_hand(after(state, events), player.colour, 1)
    return events


def _can_be_that_card(command: co.Explore, state: GraveRobbers) -> None:
    """Refuse a second treasure room, or one that left the pile among the first ten (GR 84-86)."""
    if command.kind is Kind.ENTRANCE:
        raise Rejected("only_one_entrance")
    if command.kind is Kind.TREASURE_ROOM:
        if treasure_is_known(state):
            raise Rejected("only_one_treasure_room")
        must_be_deep(state, command.cell)


def must_be_deep(state: GraveRobbers, cell: Cell) -> None:
    """Refuse the treasure room as a card that left the pile too early to be it (GR 84-86)."""
    card = state.card(cell)
    if card is not None and card.drawn_as < FIRST_DEEP_CARD:
        raise Rejected("too_early_for_treasure", n=card.drawn_as, first=FIRST_DEEP_CARD)


def lay_dungeon_card(command: co.LayDungeonCard, state: GraveRobbers) -> Events:
    """Lay a card of the dungeon pile face down beside the flipped one (GR 135)."""
    if state.laying is None and not is_closed(state):
        raise Rejected("nothing_to_lay")
    if command.cell not in may_lay(state):
        raise Rejected("no_free_place_there")
    return (ev.DungeonCardLaid(command.cell),)


def move(command: co.Move, state: GraveRobbers) -> Events:
    """Walk to a face-up neighbour (GR 141-143); what waits there follows."""
    player = with_points(state)
    if command.cell not in may_enter(state, player.cell):
        raise Rejected("no_way_there")
    moved, *found = arrive(state, player.colour, command.cell, Why.WALKED)
    return (moved, ev.ActionPointsSpent(ACTION_POINT), *found)


def arrive(state: GraveRobbers, colour: Colour, cell: Cell, why: Why, reason: str = "") -> Events:
    """Put a pawn on a card: the first in the treasure room takes the treasure, the entrance wins.

    Source: GR 68, 118, 241 (treasure, rockfall from then on, the end). However the pawn comes
    there: the manual says "placed on", so a holder whom a rockfall pushes home wins too.
    """
    events: Events = (ev.PawnMoved(colour, cell, why, reason),)
    card = state.card(cell)
    if card is not None and card.kind is Kind.TREASURE_ROOM and not state.is_falling:
        return (*events, ev.TreasureTaken(colour))
    if cell == ENTRANCE and state.treasure == colour:
        return (*events, *called_off(state, reason), ev.GameEnded(colour))
    return events
