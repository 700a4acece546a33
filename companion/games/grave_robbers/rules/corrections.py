"""Effects of unknown cards, and corrections: each has a reason, and no card is lost.

In no manual.
"""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.rules.actions import ONCE, arrive
from companion.games.grave_robbers.rules.guards import active, playing
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE, Place, Why
from companion.games.shared import must_seat_all, needs_reason

PILES = (Place.PILE, Place.DISCARDS)


def correct_pawn(command: co.CorrectPawn, state: GraveRobbers) -> Events:
    """Put a pawn on a face-up card; treasure room and entrance work as usual."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    _face_up(state, command.cell)
    if player.cell == command.cell:
        raise Rejected("nothing_changes")
    return arrive(state, player.colour, command.cell, Why.PLACED, command.reason)


def _face_up(state: GraveRobbers, cell: object) -> DungeonCard:
    for card in state.dungeon:
        if card.cell == cell and card.is_face_up:
            return card
    raise Rejected("no_face_up_card_there")


def correct_condition(command: co.CorrectCondition, state: GraveRobbers) -> Events:
    """Let a pawn stand or lie."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    if player.condition is command.condition:
        raise Rejected("nothing_changes")
    return (ev.ConditionCorrected(player.colour, command.condition, command.reason),)


def correct_action_points(command: co.CorrectActionPoints, state: GraveRobbers) -> Events:
    """Set the action points of this turn."""
    needs_reason(command.reason)
    active(state)
    if state.action_points == command.action_points:
        raise Rejected("nothing_changes")
    return (ev.ActionPointsCorrected(command.action_points, command.reason),)


def correct_turn(command: co.CorrectTurn, state: GraveRobbers) -> Events:
    """Give the turn to a player, from its beginning: with a rest first if injured (GR 124)."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    return (ev.TurnCorrected(player.colour, not player.is_standing, command.reason),)


def correct_treasure(command: co.CorrectTreasure, state: GraveRobbers) -> Events:
    """Give the treasure that was found to a player; at the entrance that ends the game (GR 241)."""
    needs_reason(command.reason)
    player = playing(state, command.colour)
    if state.treasure is None:
        raise Rejected("treasure_not_found")
    if state.treasure == player.colour:
        raise Rejected("nothing_changes")
    taken = ev.TreasureTaken(player.colour, state.treasure, command.reason)
    return (taken, ev.GameEnded(player.colour)) if player.cell == ENTRANCE else (taken,)


def correct_card(command: co.CorrectCard, state: GraveRobbers) -> Events:
    """Set what a flipped card shows; entrance and treasure room can only be undone."""
    needs_reason(command.reason)
    card = _face_up(state, command.cell)
    if card.kind in ONCE or command.kind in ONCE:
        raise Rejected("undo_that_card")
    if (card.kind, card.strength) == (command.kind, command.strength):
        raise Rejected("nothing_changes")
    return (ev.CardCorrected(command.cell, command.kind, command.strength, command.reason),)


def correct_items(command: co.CorrectItems, state: GraveRobbers) -> Events:
    """Set how many items lie in a place; the difference comes from the pile or the discards."""
    needs_reason(command.reason)
    if command.balance not in PILES or command.balance is command.place:
        raise Rejected("balance_is_a_pile")
    change = command.items - _items_in(state, command)
    there = state.item_pile if command.balance is Place.PILE else state.discards
    if not change:
        raise Rejected("nothing_changes")
    if change > there:
        raise Rejected("not_that_many_there", place=command.balance, n=there)
    return (
        ev.ItemsCorrected(
            command.place, change, command.balance, command.reason, command.colour, command.cell
        ),
    )


def correct_seats(command: co.CorrectSeats, state: GraveRobbers) -> Events:
    """Set who plays which colour, and the order round the table.

    RULING: pawn, items and turn stay with the colour. It needs no reason, as it changes no count.
    """
    must_seat_all(command.seats, state.players)
    return (ev.SeatsCorrected(command.seats),)


def _items_in(state: GraveRobbers, command: co.CorrectItems) -> int:
    if command.place is Place.PILE:
        return state.item_pile
    if command.place is Place.DISCARDS:
        return state.discards
    if command.place is Place.REWARD:
        return _face_up(state, command.cell).rewards
    if command.colour is None:
        raise Rejected("say_whose_hand")
    return playing(state, command.colour).hand
