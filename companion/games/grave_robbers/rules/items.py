"""Item cards: drawing, using, discarding, giving, and the open cards (GR 47-59, 79-81, 212-226)."""

from collections.abc import Callable
from functools import partial

from companion.engine.errors import Rejected
from companion.engine.texts import tidied
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import OPEN_CARDS, Colour
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.rules.guards import playing, standing
from companion.games.grave_robbers.state import GraveRobbers, Player
from companion.games.grave_robbers.values import EffectKind, ItemCard, Source


def from_pile(state: GraveRobbers, wanted: int, take: Callable[[int], ev.Event]) -> Events:
    """Take so many items off the pile, `take` saying where to; the discards become a new pile.

    Source: GR 81. RULING: they are shuffled when a card is wanted and the pile is empty. If there
    are no discards either, nothing is taken; the manual does not cover this.
    """
    at_once = min(wanted, state.item_pile)
    later = min(wanted - at_once, state.discards)
    events: Events = (take(at_once),) if at_once else ()
    return (*events, ev.ItemsShuffled(), take(later)) if later else events


def to_hand(state: GraveRobbers, colour: Colour, wanted: int) -> Events:
    """Draw items into a hand."""
    return from_pile(state, wanted, partial(ev.ItemsDrawn, colour))


def shuffle_if_empty(state: GraveRobbers) -> Events:
    """Make a new pile of the discards if one card is wanted and none is there (GR 81)."""
    if state.item_pile:
        return ()
    if not state.discards:
        raise Rejected("nothing_to_draw")
    return (ev.ItemsShuffled(),)


def known(state: GraveRobbers, name: str) -> ItemCard | None:
    """Return what the table's list says of a card."""
    listed = as_listed(state.cards, name)
    return next((card for card in state.cards if card.name == listed), None)


def as_listed(cards: tuple[ItemCard, ...], name: str) -> str:
    """Return the name by which the list knows a card, or the name itself if it does not.

    Forms make two blanks in a row one, and lists of earlier versions may have such names.
    """
    names = [card.name for card in cards]
    if name in names:
        return name
    return next((listed for listed in names if tidied(listed) == name), name)


def die_of(state: GraveRobbers, name: str) -> int:
    """Return the die value that the table's list has for a card, 0 for none."""
    card = known(state, name)
    return card.die if card else 0


def must_have(state: GraveRobbers, player: Player, source: Source, card: str) -> None:
    """Refuse an item that the player does not have where it is said to come from."""
    if not has(player, source, card):
        is_hand = source is Source.HAND
        raise Rejected("hand_is_empty" if is_hand else "not_an_open_card", player=player.colour)


def has(player: Player, source: Source, card: str) -> bool:
    """Does the player have such an item there? The pile is everybody's."""
    if source is Source.HAND:
        return player.hand > 0
    return source is Source.PILE or card in player.open_cards


def use_item(command: co.UseItem, state: GraveRobbers) -> Events:
    """Use an effect: a normal one on the own turn, each of a name once; a special one any time.

    Source: GR 49-51, 57-59, 212-217 (normal, special). An open effect works by itself (GR 53).
    """
    player = playing(state, command.colour)
    if command.kind is EffectKind.OPEN:
        raise Rejected("open_effects_work_by_themselves")
    if not command.card.strip():
        raise Rejected("card_needs_a_name")
    if command.kind is EffectKind.NORMAL:
        _normal_effect_may_be_used(command, state)
    used = ev.ItemUsed(command.colour, command.card, command.kind, command.effect)
    if command.spent is None:
        return (used,)
    if command.spent is Source.PILE:
        raise Rejected("hand_is_empty", player=player.colour)
    must_have(state, player, command.spent, command.card)
    die = die_of(state, command.card)
    return (used, ev.ItemDiscarded(command.colour, command.spent, die, command.card))


def _normal_effect_may_be_used(command: co.UseItem, state: GraveRobbers) -> None:
    if command.colour != state.turn:
        raise Rejected("not_your_turn", player=command.colour, turn=state.turn)
    if state.must_fall:
        raise Rejected("rockfall_first", player=state.turn)
    if state.laying is not None:
        raise Rejected("lay_cards_first", n=state.laying.cards)
    standing(state)
    if (command.card, command.effect) in state.used:
        raise Rejected("used_this_turn", card=command.card)


def draw_items(command: co.DrawItems, state: GraveRobbers) -> Events:
    """Draw what an effect gives."""
    playing(state, command.colour)
    if not command.items:
        raise Rejected("nothing_changes")
    if events := to_hand(state, command.colour, command.items):
        return events
    raise Rejected("nothing_to_draw")


def discard_item(command: co.DiscardItem, state: GraveRobbers) -> Events:
    """Discard what an effect costs, from the hand, the open cards or the pile."""
    player = playing(state, command.colour)
    must_have(state, player, command.source, command.card)
    events = shuffle_if_empty(state) if command.source is Source.PILE else ()
    die = command.die or die_of(state, command.card)
    return (*events, ev.ItemDiscarded(command.colour, command.source, die, command.card))


def give_items(command: co.GiveItems, state: GraveRobbers) -> Events:
    """Move items from hand to hand, as an effect says."""
    giver, taker = playing(state, command.giver), playing(state, command.taker)
    if giver == taker or not command.items:
        raise Rejected("nothing_changes")
    if giver.hand < command.items:
        raise Rejected("not_that_many_in_hand", player=giver.colour, n=giver.hand)
    return (ev.ItemsGiven(giver.colour, taker.colour, command.items),)


def arrange(player: Player, open_cards: tuple[str, ...] | None) -> Events:
    """Change hand and open cards at the end of the turn; up to three lie open (GR 223-225)."""
    if open_cards is None or open_cards == player.open_cards:
        return ()
    if len(open_cards) > OPEN_CARDS:
        raise Rejected("too_many_open_cards", player=player.colour, n=OPEN_CARDS)
    if len(open_cards) > player.items:
        raise Rejected("not_that_many_items", player=player.colour, n=player.items)
    return (ev.OpenCardsArranged(player.colour, open_cards),)
