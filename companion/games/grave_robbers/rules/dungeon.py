"""The dungeon as a graph on a grid: neighbours, where cards may lie, which fall, how far it is."""

from collections.abc import Iterator
from fractions import Fraction

from companion.games.grave_robbers.box import CARDS_TO_PILE, FIRST_DEEP_CARD, Kind
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import Cell


def neighbours(state: GraveRobbers, cell: Cell) -> tuple[DungeonCard, ...]:
    """Return the laid cards beside a place; those face down count too (GR 135, 234)."""
    beside = (state.card(place) for place in cell.around)
    return tuple(card for card in beside if card is not None)


def free_places(state: GraveRobbers, cell: Cell) -> tuple[Cell, ...]:
    """Return the places beside a card where another can be laid."""
    return tuple(place for place in cell.around if state.card(place) is None)


def cards_to_lay(state: GraveRobbers, cell: Cell, number: int) -> int:
    """Return how many cards a flipped card with this placement number still wants beside it.

    Up to its number, counting the explorer's own card; at most what the dungeon pile has, because
    that pile is never shuffled again (GR 91, 135).
    """
    missing = number - len(neighbours(state, cell))
    return max(0, min(missing, state.dungeon_pile, len(free_places(state, cell))))


def may_lay(state: GraveRobbers) -> tuple[Cell, ...]:
    """Return the places for the next card of the dungeon pile: beside the card just flipped.

    RULING: if all cards lie face up and the treasure room was not found, the player whose turn it
    is lays one card beside any other. The manual does not cover this.
    """
    if state.laying is not None:
        return free_places(state, state.laying.cell)
    if not is_closed(state):
        return ()
    return tuple(
        sorted({place for card in state.dungeon for place in free_places(state, card.cell)})
    )


def is_closed(state: GraveRobbers) -> bool:
    """Is there nothing left to explore, with cards in the pile and the treasure room in it?"""
    is_dark = any(not card.is_face_up for card in state.dungeon)
    return bool(state.dungeon_pile) and not is_dark and not treasure_is_known(state)


def may_explore(state: GraveRobbers, cell: Cell) -> tuple[Cell, ...]:
    """Return the face-down cards beside a card (GR 134)."""
    return tuple(card.cell for card in neighbours(state, cell) if not card.is_face_up)


def may_enter(state: GraveRobbers, cell: Cell) -> tuple[Cell, ...]:
    """Return the face-up cards beside a card (GR 143)."""
    return tuple(card.cell for card in neighbours(state, cell) if card.is_face_up)


def may_fall(state: GraveRobbers) -> tuple[Cell, ...]:
    """Return the cards that a rockfall may take: exactly one neighbour, never the entrance.

    Source: GR 234. A card that lies face down is a neighbour, and may fall, like any other.
    """
    return tuple(
        card.cell
        for card in state.dungeon
        if card.kind is not Kind.ENTRANCE and len(neighbours(state, card.cell)) == 1
    )


def steps_from(state: GraveRobbers, cell: Cell) -> dict[Cell, int]:
    """Return how many cards away every laid card is, over cards of either side."""
    found = {cell: 0}
    ring = [cell]
    while ring:
        beside = (
            (card.cell, found[place] + 1) for place in ring for card in neighbours(state, place)
        )
        new = {place: steps for place, steps in beside if place not in found}
        found |= new
        ring = list(new)
    return found


def nearest_face_up(state: GraveRobbers, cell: Cell) -> tuple[Cell, ...]:
    """Return the face-up cards nearest to one that falls; of several the player chooses.

    Source: GR 235. RULING: near means the fewest cards to walk over, including those face down.
    """
    steps = steps_from(state, cell)
    shown = {card.cell for card in state.dungeon if card.is_face_up} - {cell}
    least = min((steps[place] for place in shown if place in steps), default=0)
    return tuple(sorted(place for place in shown if steps.get(place) == least))


def treasure_is_known(state: GraveRobbers) -> bool:
    """Does the treasure room lie face up, or has it fallen already?"""
    return state.is_falling or any(card.kind is Kind.TREASURE_ROOM for card in state.dungeon)


def _may_be_treasure(state: GraveRobbers) -> Iterator[int]:
    """Yield which cards out of the pile the treasure room can still be (GR 84-86)."""
    shown = {card.drawn_as for card in state.dungeon if card.is_face_up}
    yield from (nth for nth in range(FIRST_DEEP_CARD, CARDS_TO_PILE + 1) if nth not in shown)


def treasure_chance(state: GraveRobbers, nth: int) -> Fraction:
    """Return the chance that the nth card out of the dungeon pile is the treasure room.

    It lies anywhere among the last six with the same chance; every one of them that was flipped
    and was something else leaves more for the others.
    """
    possible = tuple(_may_be_treasure(state))
    if treasure_is_known(state) or nth not in possible:
        return Fraction(0)
    return Fraction(1, len(possible))


def next_card_chance(state: GraveRobbers) -> Fraction:
    """Return the chance that the next card of the dungeon pile is the treasure room."""
    return treasure_chance(state, state.cards_out + 1) if state.dungeon_pile else Fraction(0)
