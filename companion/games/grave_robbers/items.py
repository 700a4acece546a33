"""Where items lie: each function returns the state with some of them in another place."""

from typing import assert_never

from companion.engine.value import replace
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Colour
from companion.games.grave_robbers.state import NO_DIE_COUNTS, DieCounts, DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import Cell, EffectKind, ItemCard, Place, Source


def items_moved(state: GraveRobbers, event: ev.ItemEvent) -> GraveRobbers:
    """Return the state after items moved."""
    match event:
        case ev.ItemsDrawn():
            drawn = replace(state, item_pile=state.item_pile - event.items)
            return handed(drawn, event.colour, event.items)
        case ev.OpenCardsArranged():
            return _open_cards_arranged(state, event)
        case ev.ItemUsed():
            is_normal = event.kind is EffectKind.NORMAL
            used = (*state.used, (event.card, event.effect))
            return replace(state, used=used) if is_normal else state
        case ev.ItemDiscarded():
            taken = taken_from(state, event.colour, event.source, event.card)
            return discarded(taken, event.die, is_from_pile=event.source is Source.PILE)
        case ev.ItemsShuffled():
            return _items_shuffled(state)
        case ev.ItemsGiven():
            return handed(handed(state, event.giver, -event.items), event.taker, event.items)
    assert_never(event)


def card_at(state: GraveRobbers, cell: Cell | None) -> DungeonCard:
    """Return the dungeon card of a cell."""
    return next(card for card in state.dungeon if card.cell == cell)


def on_card(state: GraveRobbers, cell: Cell | None, items: int) -> GraveRobbers:
    """Return the state with so many more items on a dungeon card."""
    card = card_at(state, cell)
    return state.with_card(replace(card, rewards=card.rewards + items))


def handed(state: GraveRobbers, colour: Colour, items: int) -> GraveRobbers:
    """Return the state with so many more items in a hand."""
    player = state.player(colour)
    return state.with_player(replace(player, hand=player.hand + items))


def taken_from(
    state: GraveRobbers, colour: Colour | None, source: Source, card: str
) -> GraveRobbers:
    """Return the state with one item out of its place."""
    if source is Source.PILE or colour is None:
        return replace(state, item_pile=state.item_pile - 1)
    if source is Source.HAND:
        return handed(state, colour, -1)
    player = state.player(colour)
    kept = list(player.open_cards)
    kept.remove(card)
    return state.with_player(replace(player, open_cards=tuple(kept)))


def discarded(state: GraveRobbers, die: int, *, is_from_pile: bool) -> GraveRobbers:
    """Return the state with one more discard, and what its die value tells of the pile."""
    is_of_pile = is_from_pile or state.shuffled is None
    return replace(
        state,
        discards=state.discards + 1,
        discarded=_one_more(state.discarded, die),
        seen=_one_more(state.seen, die) if is_of_pile else state.seen,
    )


def _one_more(counts: DieCounts, die: int) -> DieCounts:
    return tuple(count + (value == die) for value, count in enumerate(counts, 1))


def _items_shuffled(state: GraveRobbers) -> GraveRobbers:
    return replace(
        state,
        item_pile=state.item_pile + state.discards,
        shuffled=state.discarded,
        shuffled_items=state.discards,
        seen=NO_DIE_COUNTS,
        discards=0,
        discarded=NO_DIE_COUNTS,
    )


def _open_cards_arranged(state: GraveRobbers, event: ev.OpenCardsArranged) -> GraveRobbers:
    player = state.player(event.colour)
    hand = player.items - len(event.cards)
    return state.with_player(replace(player, hand=hand, open_cards=event.cards))


def counted(
    state: GraveRobbers, event: ev.ItemsCorrected, place: Place, items: int
) -> GraveRobbers:
    """Return the state with so many more items in a place that was counted."""
    if place is Place.PILE:
        return replace(state, item_pile=state.item_pile + items)
    if place is Place.DISCARDS:  # nobody has said which cards moved: forget the told values
        return replace(state, discards=state.discards + items, discarded=NO_DIE_COUNTS)
    if place is Place.HAND and event.colour is not None:
        return handed(state, event.colour, items)
    return on_card(state, event.cell, items)


def card_list(cards: tuple[ItemCard, ...], event: ev.ListEvent) -> tuple[ItemCard, ...]:
    """Return the card list after a card was written or erased, or all were replaced."""
    match event:
        case ev.CardWritten():
            others = tuple(card for card in cards if card.name != event.card.name)
            return tuple(sorted((*others, event.card), key=lambda card: card.name))
        case ev.CardErased():
            return tuple(card for card in cards if card.name != event.name)
        case ev.CardsReplaced():
            return event.cards
    assert_never(event)
