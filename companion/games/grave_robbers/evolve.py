"""evolve(): how each event changes the picture; it never refuses and never computes a rule."""

from dataclasses import replace
from functools import singledispatch

from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ACTION_POINTS, CARDS_TO_PILE, ITEM_CARDS, Colour, Kind
from companion.games.grave_robbers.state import (
    NO_DICE,
    Contest,
    Dice,
    DungeonCard,
    GraveRobbers,
    Laid,
    Laying,
    Player,
)
from companion.games.grave_robbers.values import (
    ENTRANCE,
    Against,
    Condition,
    EffectKind,
    Place,
    Source,
)

Events = tuple[ev.Event, ...]


def evolve(state: GraveRobbers, event: ev.Event) -> GraveRobbers:
    """Return the picture after one event."""
    return _after(event, state)


def after(state: GraveRobbers, events: Events) -> GraveRobbers:
    """Return the picture after some events, for the rules that follow in the same command."""
    for event in events:
        state = evolve(state, event)
    return state


@singledispatch
def _after(event: object, state: GraveRobbers) -> GraveRobbers:
    raise TypeError(f"no event of this game: {event!r}")


@_after.register
def _(event: ev.GameStarted, state: GraveRobbers) -> GraveRobbers:
    return GraveRobbers(
        players=tuple(Player(seat.colour, seat.name) for seat in event.seats),
        turn=event.first,
        turn_number=1,
        action_points=ACTION_POINTS,
        dungeon=(DungeonCard(ENTRANCE, 0, Kind.ENTRANCE),),
        dungeon_pile=CARDS_TO_PILE,
        item_pile=ITEM_CARDS,
        rulings=event.rulings,
        cards=event.cards,
    )


@_after.register
def _(event: ev.DungeonCardLaid, state: GraveRobbers) -> GraveRobbers:
    laid = DungeonCard(event.cell, state.cards_out + 1)
    left = state.laying and replace(state.laying, cards=state.laying.cards - 1)
    return replace(
        state,
        dungeon=(*state.dungeon, laid),
        dungeon_pile=state.dungeon_pile - 1,
        laying=left if left and left.cards else None,
    )


@_after.register
def _(event: ev.CardFlipped, state: GraveRobbers) -> GraveRobbers:
    card = next(card for card in state.dungeon if card.cell == event.cell)
    shown = replace(card, kind=event.kind, strength=event.strength, number=event.number)
    laying = Laying(event.cell, event.to_lay) if event.to_lay else None
    return replace(state.with_card(shown), laying=laying)


@_after.register
def _(event: ev.ItemsDrawn, state: GraveRobbers) -> GraveRobbers:
    return _handed(
        replace(state, item_pile=state.item_pile - event.items), event.colour, event.items
    )


def _handed(state: GraveRobbers, colour: Colour, items: int) -> GraveRobbers:
    player = state.player(colour)
    return state.with_player(replace(player, hand=player.hand + items))


@_after.register
def _(event: ev.ItemsShuffled, state: GraveRobbers) -> GraveRobbers:
    return replace(
        state,
        item_pile=state.item_pile + state.discards,
        shuffled=state.discarded,
        shuffled_items=state.discards,
        seen=NO_DICE,
        discards=0,
        discarded=NO_DICE,
    )


@_after.register
def _(event: ev.ActionPointsSpent, state: GraveRobbers) -> GraveRobbers:
    return replace(state, action_points=state.action_points - event.action_points)


@_after.register
def _(event: ev.ActionPointsCorrected, state: GraveRobbers) -> GraveRobbers:
    return replace(state, action_points=event.action_points)


@_after.register
def _(event: ev.Rested, state: GraveRobbers) -> GraveRobbers:
    return replace(_lies(state, event.colour, Condition.STANDING), must_rest=False)


def _lies(state: GraveRobbers, colour: Colour, condition: Condition) -> GraveRobbers:
    return state.with_player(replace(state.player(colour), condition=condition))


@_after.register
def _(event: ev.Injured, state: GraveRobbers) -> GraveRobbers:
    return _lies(state, event.colour, Condition.INJURED)


@_after.register
def _(event: ev.ConditionCorrected, state: GraveRobbers) -> GraveRobbers:
    rests = state.must_rest and state.turn != event.colour
    return replace(_lies(state, event.colour, event.condition), must_rest=rests)


@_after.register
def _(event: ev.RewardsPlaced, state: GraveRobbers) -> GraveRobbers:
    return _on_card(replace(state, item_pile=state.item_pile - event.items), event, event.items)


def _on_card(
    state: GraveRobbers, event: ev.RewardsPlaced | ev.RewardsWon, items: int
) -> GraveRobbers:
    card = next(card for card in state.dungeon if card.cell == event.cell)
    return state.with_card(replace(card, rewards=card.rewards + items))


@_after.register
def _(event: ev.RewardsWon, state: GraveRobbers) -> GraveRobbers:
    return _handed(_on_card(state, event, -event.items), event.colour, event.items)


@_after.register
def _(event: ev.PawnMoved, state: GraveRobbers) -> GraveRobbers:
    return state.with_player(replace(state.player(event.colour), cell=event.cell))


@_after.register
def _(event: ev.TreasureTaken, state: GraveRobbers) -> GraveRobbers:
    return replace(state, treasure=event.colour, is_falling=True)


@_after.register
def _(event: ev.FightBegan, state: GraveRobbers) -> GraveRobbers:
    contest = Contest(event.colour, event.against, event.target, event.strength)
    return replace(state, contest=contest)


@_after.register
def _(event: ev.ItemLaid, state: GraveRobbers) -> GraveRobbers:
    assert state.contest is not None
    laid = Laid(event.die, event.source, event.card, event.bonus)
    taken = _taken(state, event.colour, event.source, event.card)
    if state.contest.against is not Against.PLAYER:
        taken = _thrown(taken, event.die, is_from_pile=event.source is Source.PILE)
    return replace(taken, contest=_with_laid(state.contest, event.colour, laid))


def _with_laid(contest: Contest, colour: Colour, laid: Laid) -> Contest:
    if colour == contest.colour:
        return replace(contest, first=laid)
    return replace(contest, second=laid)


def _taken(state: GraveRobbers, colour: Colour, source: Source, card: str) -> GraveRobbers:
    """Return the table with one item out of its place."""
    if source is Source.PILE:
        return replace(state, item_pile=state.item_pile - 1)
    if source is Source.HAND:
        return _handed(state, colour, -1)
    player = state.player(colour)
    kept = list(player.open_cards)
    kept.remove(card)
    return state.with_player(replace(player, open_cards=tuple(kept)))


def _thrown(state: GraveRobbers, die: int, *, is_from_pile: bool) -> GraveRobbers:
    """Return the table with one more discard, and what its die value tells of the pile."""
    is_of_pile = is_from_pile or state.shuffled is None
    return replace(
        state,
        discards=state.discards + 1,
        discarded=_one_more(state.discarded, die),
        seen=_one_more(state.seen, die) if is_of_pile else state.seen,
    )


def _one_more(dice: Dice, die: int) -> Dice:
    return tuple(count + (value == die) for value, count in enumerate(dice, 1))


@_after.register
def _(event: ev.PileDieShown, state: GraveRobbers) -> GraveRobbers:
    assert state.contest is not None
    second = Laid(event.die, bonus=state.contest.strength)
    taken = replace(state, item_pile=state.item_pile - 1)
    thrown = _thrown(taken, event.die, is_from_pile=True)
    return replace(thrown, contest=replace(state.contest, second=second))


@_after.register
def _(event: ev.DieShown, state: GraveRobbers) -> GraveRobbers:
    assert state.contest is not None
    laid = state.contest.laid(event.colour)
    assert laid is not None
    shown = replace(laid, die=event.die, card=event.card or laid.card)
    return replace(state, contest=_with_laid(state.contest, event.colour, shown))


@_after.register
def _(event: ev.BonusSet, state: GraveRobbers) -> GraveRobbers:
    assert state.contest is not None
    laid = state.contest.laid(event.colour)
    assert laid is not None
    changed = replace(laid, bonus=event.bonus)
    return replace(state, contest=_with_laid(state.contest, event.colour, changed))


@_after.register
def _(event: ev.FightSettled, state: GraveRobbers) -> GraveRobbers:
    settled = replace(state, contest=None)
    if state.contest is None or state.contest.against is not Against.PLAYER:
        return settled
    for laid in filter(None, (state.contest.first, state.contest.second)):
        settled = _thrown(settled, laid.die, is_from_pile=laid.source is Source.PILE)
    return settled


@_after.register
def _(event: ev.ItemTaken, state: GraveRobbers) -> GraveRobbers:
    return _handed(_handed(state, event.loser, -1), event.colour, 1)


@_after.register
def _(event: ev.ItemUsed, state: GraveRobbers) -> GraveRobbers:
    if event.kind is not EffectKind.NORMAL:
        return state
    return replace(state, used=(*state.used, (event.card, event.effect)))


@_after.register
def _(event: ev.ItemDiscarded, state: GraveRobbers) -> GraveRobbers:
    taken = _taken(state, event.colour, event.source, event.card)
    return _thrown(taken, event.die, is_from_pile=event.source is Source.PILE)


@_after.register
def _(event: ev.ItemsGiven, state: GraveRobbers) -> GraveRobbers:
    return _handed(_handed(state, event.giver, -event.items), event.taker, event.items)


@_after.register
def _(event: ev.OpenCardsArranged, state: GraveRobbers) -> GraveRobbers:
    player = state.player(event.colour)
    hand = player.items - len(event.cards)
    return state.with_player(replace(player, hand=hand, open_cards=event.cards))


@_after.register
def _(event: ev.RockfallBegan, state: GraveRobbers) -> GraveRobbers:
    return replace(state, must_fall=True)


@_after.register
def _(event: ev.NothingFell, state: GraveRobbers) -> GraveRobbers:
    return state  # a line of the story


@_after.register
def _(event: ev.CardFell, state: GraveRobbers) -> GraveRobbers:
    return replace(
        state,
        dungeon=tuple(card for card in state.dungeon if card.cell != event.cell),
        fallen=state.fallen + 1,
        discards=state.discards + event.items,
        must_fall=False,
    )


@_after.register
def _(event: ev.TurnEnded, state: GraveRobbers) -> GraveRobbers:
    following = _turn_of(state, event.following, event.must_rest)
    return replace(following, turn_number=state.turn_number + 1)


@_after.register
def _(event: ev.TurnCorrected, state: GraveRobbers) -> GraveRobbers:
    return _turn_of(state, event.colour, event.must_rest)


def _turn_of(state: GraveRobbers, colour: Colour, must_rest: bool) -> GraveRobbers:
    return replace(state, turn=colour, action_points=ACTION_POINTS, must_rest=must_rest, used=())


@_after.register
def _(event: ev.GameEnded, state: GraveRobbers) -> GraveRobbers:
    return replace(state, winner=event.winner)


@_after.register
def _(event: ev.CardWritten, state: GraveRobbers) -> GraveRobbers:
    others = tuple(card for card in state.cards if card.name != event.card.name)
    return replace(state, cards=tuple(sorted((*others, event.card), key=lambda card: card.name)))


@_after.register
def _(event: ev.CardErased, state: GraveRobbers) -> GraveRobbers:
    return replace(state, cards=tuple(card for card in state.cards if card.name != event.name))


@_after.register
def _(event: ev.CardsReplaced, state: GraveRobbers) -> GraveRobbers:
    return replace(state, cards=event.cards)


@_after.register
def _(event: ev.CardCorrected, state: GraveRobbers) -> GraveRobbers:
    card = next(card for card in state.dungeon if card.cell == event.cell)
    return state.with_card(replace(card, kind=event.kind, strength=event.strength))


@_after.register
def _(event: ev.ItemsCorrected, state: GraveRobbers) -> GraveRobbers:
    moved = _counted(state, event, event.place, event.items)
    return _counted(moved, event, event.balance, -event.items)


def _counted(
    state: GraveRobbers, event: ev.ItemsCorrected, place: Place, items: int
) -> GraveRobbers:
    if place is Place.PILE:
        return replace(state, item_pile=state.item_pile + items)
    if place is Place.DISCARDS:  # nobody has said which cards moved: forget the told values
        return replace(state, discards=state.discards + items, discarded=NO_DICE)
    if place is Place.HAND and event.colour is not None:
        return _handed(state, event.colour, items)
    card = next(card for card in state.dungeon if card.cell == event.cell)
    return state.with_card(replace(card, rewards=card.rewards + items))
