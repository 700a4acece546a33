"""The dungeon lies otherwise than Dragonbag thinks: it is set right. In no manual.

A wrong card was flipped, laid or has fallen, and nobody noticed it at once.
"""

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.evolve import Events, after
from companion.games.grave_robbers.rules.actions import arrive
from companion.games.grave_robbers.rules.corrections import lying
from companion.games.grave_robbers.rules.dungeon import (
    free_places,
    nearest_face_up,
    steps_from,
)
from companion.games.grave_robbers.rules.guards import called_off
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE, Cell, Why
from companion.games.shared import needs_reason


def correct_face(command: co.CorrectFace, state: GraveRobbers) -> Events:
    """Turn a card face down on which nobody stands; its items go back into the pile."""
    needs_reason(command.reason)
    card = lying(state, command.cell)
    if not card.is_face_up:
        raise Rejected("nothing_changes")
    if card.kind is Kind.TREASURE_ROOM and state.is_falling:
        raise Rejected("treasure_was_found")
    for pawn in state.on(command.cell):
        raise Rejected("pawn_stands_there", player=pawn.colour)
    return (ev.FaceCorrected(command.cell, card.rewards, command.reason),)


def correct_place(command: co.CorrectPlace, state: GraveRobbers) -> Events:
    """Move a card, with all that is on it, beside another one; or exchange two."""
    needs_reason(command.reason)
    lying(state, command.cell)
    if command.cell == command.other:
        raise Rejected("nothing_changes")
    if state.card(command.other) is not None:
        lying(state, command.other)
    elif command.other not in _free(state, command.cell):
        raise Rejected("no_free_place_there")
    return _can_go_on(state, (ev.PlaceCorrected(command.cell, command.other, command.reason),))


def _free(state: GraveRobbers, without: Cell | None = None) -> set[Cell]:
    """Return the free places beside cards, as if one did not lie there."""
    cards = (card for card in state.dungeon if card.cell != without)
    return {place for card in cards for place in free_places(state, card.cell)}


def _can_go_on(state: GraveRobbers, events: Events) -> Events:
    """Refuse what nobody could play on with.

    That is a part of the dungeon that lies apart, and cards to lay for which there is no room.
    """
    now = after(state, events)
    if len(steps_from(now, ENTRANCE)) < len(now.dungeon):
        raise Rejected("dungeon_falls_apart")
    laying = now.laying
    if laying is None:
        return events
    if min(now.dungeon_pile, len(free_places(now, laying.cell))) < laying.cards:
        raise Rejected("lay_cards_first", n=laying.cards)
    return events


def correct_dungeon(command: co.CorrectDungeon, state: GraveRobbers) -> Events:
    """Let a card lie at a place, or none."""
    needs_reason(command.reason)
    return _appears(command, state) if command.lies else _is_gone(command, state)


def _appears(command: co.CorrectDungeon, state: GraveRobbers) -> Events:
    """Lay one that had fallen, face down; as long as none can have fallen, one out of the pile.

    RULING: of those that fell it is the one that left the pile first; their order can be corrected.
    """
    if state.card(command.cell) is not None:
        raise Rejected("card_lies_there")
    if command.cell not in _free(state):
        raise Rejected("no_free_place_there")
    of_pile = not (state.is_falling and state.fallen)
    if of_pile and not state.dungeon_pile:
        raise Rejected("no_card_is_left")
    lie = {card.drawn_as for card in state.dungeon}
    fell = (nth for nth in range(1, state.cards_out + 1) if nth not in lie)
    drawn_as = state.cards_out + 1 if of_pile else next(fell)
    laid = ev.DungeonCorrected(command.cell, drawn_as, command.reason, of_pile)
    return _can_go_on(state, (laid,))


def _is_gone(command: co.CorrectDungeon, state: GraveRobbers) -> Events:
    """Take a card away like one that fell: pawns flee, items are discarded, the turn goes on.

    As long as the treasure was not found none has fallen: this one was never laid.
    """
    card = lying(state, command.cell)
    refuge = nearest_face_up(state, command.cell)[0]
    pawns, events = state.on(command.cell), _without_fight(command, state)
    for pawn in pawns:
        now = after(state, events)
        events += arrive(now, pawn.colour, refuge, Why.PLACED, command.reason)
    of_pile = not state.is_falling
    gone = ev.DungeonCorrected(command.cell, 0, command.reason, of_pile, card.rewards)
    return _can_go_on(state, (*events, gone))


def _without_fight(command: co.CorrectDungeon, state: GraveRobbers) -> Events:
    contest = state.contest
    is_here = contest is not None and state.player(contest.colour).cell == command.cell
    return called_off(state, command.reason) if is_here else ()


def free_cells(state: GraveRobbers) -> tuple[Cell, ...]:
    """Return the places where a card may lie that nobody has laid, for the page of corrections."""
    return tuple(sorted(_free(state)))
