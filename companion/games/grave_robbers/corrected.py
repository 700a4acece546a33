"""What corrections leave behind: who sits where, and how the dungeon lies.

Each function returns the state after one correction.
"""

from collections.abc import Mapping
from typing import assert_never

from companion.engine.value import replace
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.items import card_at
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import Cell, Seat


def seated(state: GraveRobbers, seats: tuple[Seat, ...]) -> GraveRobbers:
    """Return the table with its players in these seats, under these names."""
    players = tuple(replace(state.player(seat.colour), name=seat.name) for seat in seats)
    return replace(state, players=players)


def without(state: GraveRobbers, colour: Colour) -> GraveRobbers:
    """Return the table without a player; their items are discarded, nobody told their values."""
    items = state.player(colour).items
    chosen = tuple(each for each in state.chosen if colour not in (each.colour, each.rival))
    players = tuple(player for player in state.players if player.colour != colour)
    return replace(state, players=players, discards=state.discards + items, chosen=chosen)


def recoloured(state: GraveRobbers, new: Mapping[Colour, Colour]) -> GraveRobbers:
    """Return the table with other colours: each new one by the old one."""

    def now(colour: Colour | None) -> Colour | None:
        return None if colour is None else new.get(colour, colour)

    players = (replace(each, colour=new.get(each.colour, each.colour)) for each in state.players)
    contest = state.contest and replace(
        state.contest,
        colour=new.get(state.contest.colour, state.contest.colour),
        target=now(state.contest.target),
    )
    return replace(
        state,
        players=tuple(players),
        turn=now(state.turn),
        treasure=now(state.treasure),
        contest=contest,
        winner=now(state.winner),
        chosen=tuple(
            replace(
                each,
                colour=new.get(each.colour, each.colour),
                rival=new.get(each.rival, each.rival),
            )
            for each in state.chosen
        ),
    )


def dungeon_corrected(
    state: GraveRobbers,
    event: ev.FaceCorrected | ev.PlaceCorrected | ev.DungeonCorrected | ev.TreasurePutBack,
) -> GraveRobbers:
    """Return the state after a correction of the dungeon, or of who found the treasure."""
    match event:
        case ev.FaceCorrected():
            dark = DungeonCard(event.cell, card_at(state, event.cell).drawn_as)
            back = replace(state.with_card(dark), item_pile=state.item_pile + event.items)
            return _not_laying_at(back, event.cell)
        case ev.PlaceCorrected():
            return _exchanged(state, event.cell, event.other)
        case ev.DungeonCorrected():
            return _with_or_without(state, event)
        case ev.TreasurePutBack():
            return replace(state, treasure=None, is_falling=False, must_fall=False)
    assert_never(event)


def _not_laying_at(state: GraveRobbers, cell: Cell) -> GraveRobbers:
    is_there = state.laying is not None and state.laying.cell == cell
    return replace(state, laying=None) if is_there else state


def _exchanged(state: GraveRobbers, one: Cell, other: Cell) -> GraveRobbers:
    """Return the state with two places exchanged, and pawns where their cards are."""
    new = {one: other, other: one}
    return replace(
        state,
        dungeon=tuple(replace(card, cell=new.get(card.cell, card.cell)) for card in state.dungeon),
        players=tuple(replace(each, cell=new.get(each.cell, each.cell)) for each in state.players),
        laying=state.laying
        and replace(state.laying, cell=new.get(state.laying.cell, state.laying.cell)),
        spared=state.spared and new.get(state.spared, state.spared),
    )


def _with_or_without(state: GraveRobbers, event: ev.DungeonCorrected) -> GraveRobbers:
    if event.drawn_as:
        more, laid = -1, (*state.dungeon, DungeonCard(event.cell, event.drawn_as))
    else:
        more, laid = 1, _others(state, event)
    there = replace(state, dungeon=laid, discards=state.discards + event.items)
    if event.of_pile:
        there = replace(there, dungeon_pile=state.dungeon_pile + more)
    else:
        there = replace(there, fallen=state.fallen + more)
    return there if event.drawn_as else _not_laying_at(there, event.cell)


def _others(state: GraveRobbers, event: ev.DungeonCorrected) -> tuple[DungeonCard, ...]:
    """Return the other cards; if one was never laid, those after it left the pile one earlier."""
    gone = card_at(state, event.cell).drawn_as
    others = (card for card in state.dungeon if card.cell != event.cell)
    if not event.of_pile:
        return tuple(others)
    return tuple(replace(card, drawn_as=card.drawn_as - (card.drawn_as > gone)) for card in others)
