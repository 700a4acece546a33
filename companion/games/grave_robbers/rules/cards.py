"""The table's own list of item cards: what is printed on them, typed once.

The manual leaves names, die values and effects to the cards, and no one has published them.
"""

from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ITEM_CARDS
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.rules.items import as_listed
from companion.games.grave_robbers.state import NO_DIE_COUNTS, DieCounts, GraveRobbers, Player
from companion.games.grave_robbers.values import Against, EffectKind, ItemCard


def write_card(command: co.WriteCard, state: GraveRobbers) -> Events:
    """Put a card into the list, or change the one of that name; the box has 48 (GR 27)."""
    written = replace(command.card, name=as_listed(state.cards, command.card.name))
    if command.is_new and any(card.name == written.name for card in state.cards):
        raise Rejected("card_in_list", card=written.name)
    if written in state.cards:
        raise Rejected("nothing_changes")
    others = tuple(card for card in state.cards if card.name != written.name)
    _fit_the_box((*others, written))
    return (ev.CardWritten(written),)


def erase_card(command: co.EraseCard, state: GraveRobbers) -> Events:
    """Take a card out of the list."""
    name = as_listed(state.cards, command.name)
    if not any(card.name == name for card in state.cards):
        raise Rejected("card_not_in_list", card=command.name)
    return (ev.CardErased(name),)


def replace_cards(command: co.ReplaceCards, state: GraveRobbers) -> Events:
    """Take a whole list, as a file or an earlier evening has it."""
    must_be_a_list(command.cards)
    if command.cards == state.cards:
        raise Rejected("nothing_changes")
    return (ev.CardsReplaced(command.cards),)


def must_be_a_list(cards: tuple[ItemCard, ...]) -> None:
    """Refuse a list with a name twice or more cards than the box has."""
    names = [card.name for card in cards]
    for name in names:
        if names.count(name) > 1:
            raise Rejected("card_twice", card=name)
    _fit_the_box(cards)


def _fit_the_box(cards: tuple[ItemCard, ...]) -> None:
    copies = sum(card.copies for card in cards)
    if copies > ITEM_CARDS:
        raise Rejected("too_many_cards", n=copies, most=ITEM_CARDS)


def added_by_open(
    state: GraveRobbers, player: Player, against: Against, die: str = ""
) -> tuple[tuple[str, int], ...]:
    """Return what each open card of a player adds to a fight or a chest, by its name.

    Cards of one name count once (GR 53-55, 226). `die`: an open card that is used as the die does
    not lie open any more (GR 157).
    """
    names = list(player.open_cards)
    if die in names:
        names.remove(die)
    listed = {card.name: card for card in state.cards}
    added = (
        (name, _adds(listed[name], against)) for name in dict.fromkeys(names) if name in listed
    )
    return tuple((name, more) for name, more in added if more)


def _adds(card: ItemCard, against: Against) -> int:
    effects = (effect for effect in card.effects if effect.kind is EffectKind.OPEN)
    if against is Against.CHEST:
        return sum(effect.opening for effect in effects)
    return sum(effect.attack for effect in effects)


def box_dice(cards: tuple[ItemCard, ...]) -> DieCounts:
    """Return how many cards of each die value the list has."""
    counts = list(NO_DIE_COUNTS)
    for card in cards:
        if card.die:
            counts[card.die - 1] += card.copies
    return tuple(counts)
