"""evolve(): how each event changes the state; it never refuses and never computes a rule."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from companion.engine.value import replace
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ACTION_POINTS, CARDS_TO_PILE, ITEM_CARDS, Colour, Kind
from companion.games.grave_robbers.corrected import (
    dungeon_corrected,
    recoloured,
    seated,
    without,
)
from companion.games.grave_robbers.items import (
    card_at,
    card_list,
    counted,
    discarded,
    handed,
    items_moved,
    on_card,
    taken_from,
)
from companion.games.grave_robbers.state import (
    Contest,
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
    Source,
)
from companion.games.shared import apply_all, joined, new_colours

Events = tuple[ev.Event, ...]


def evolve(state: GraveRobbers, event: ev.Event) -> GraveRobbers:
    """Return the state after one event."""
    if isinstance(event, ev.TurnEvent):
        return _turn_went_on(state, event)
    if isinstance(event, ev.DungeonEvent):
        return _dungeon_changed(state, event)
    if isinstance(event, ev.FightEvent):
        return _fight_went_on(state, event)
    if isinstance(event, ev.ItemEvent):
        return items_moved(state, event)
    if isinstance(event, ev.ListEvent):
        return replace(state, cards=card_list(state.cards, event))
    if isinstance(event, ev.CorrectionEvent):
        return _corrected(state, event)
    assert_never(event)


def recolours(event: ev.Event) -> Mapping[str, str]:
    """Return the new colour of each player whose colour this event sets right, by the old one.

    Who went home has none: "".
    """
    if isinstance(event, ev.SeatsCorrected):
        return {old.value: new.value for old, new in new_colours(event.seats, event.was).items()}
    if isinstance(event, ev.PlayerWithdrew):
        return {event.colour.value: ""}
    return {}


def after(state: GraveRobbers, events: Iterable[ev.Event]) -> GraveRobbers:
    """Return the state after some events, for the rules that follow in the same command."""
    return apply_all(evolve, state, events)


def _turn_went_on(state: GraveRobbers, event: ev.TurnEvent) -> GraveRobbers:
    match event:
        case ev.ActionPointsSpent():
            return replace(state, action_points=state.action_points - event.action_points)
        case ev.TurnEnded():
            following = _turn_of(state, event.following, event.must_rest)
            turn_number = state.turn_number + 1
            chosen = tuple(each for each in state.chosen if each.turn_number >= turn_number)
            return replace(following, turn_number=turn_number, chosen=chosen)
        case ev.Rested():
            stands = _with_condition(state, event.colour, Condition.STANDING)
            return replace(stands, must_rest=False)
        case ev.RockfallBegan():
            return replace(state, must_fall=True)
        case ev.NothingFell():
            return replace(state, must_fall=False)
        case ev.GameStarted():
            return _game_started(event)
        case ev.GameEnded():
            return replace(state, winner=event.winner, laying=None, must_fall=False)
    assert_never(event)


def _game_started(event: ev.GameStarted) -> GraveRobbers:
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


def _turn_of(state: GraveRobbers, colour: Colour, must_rest: bool) -> GraveRobbers:
    anew = replace(state, must_fall=False, used=(), spared=None)
    return replace(anew, turn=colour, action_points=ACTION_POINTS, must_rest=must_rest)


def _with_condition(state: GraveRobbers, colour: Colour, condition: Condition) -> GraveRobbers:
    return state.with_player(replace(state.player(colour), condition=condition))


def _dungeon_changed(state: GraveRobbers, event: ev.DungeonEvent) -> GraveRobbers:
    match event:
        case ev.PawnMoved():
            return state.with_player(replace(state.player(event.colour), cell=event.cell))
        case ev.DungeonCardLaid():
            return _dungeon_card_laid(state, event)
        case ev.CardFlipped():
            return _card_flipped(state, event)
        case ev.RewardsPlaced():
            placed = replace(state, item_pile=state.item_pile - event.items)
            return on_card(placed, event.cell, event.items)
        case ev.CardFell():
            return _card_fell(state, event)
        case ev.TreasureTaken():
            return replace(state, treasure=event.colour, is_falling=True)
    assert_never(event)


def _dungeon_card_laid(state: GraveRobbers, event: ev.DungeonCardLaid) -> GraveRobbers:
    laid = DungeonCard(event.cell, state.cards_out + 1)
    left = state.laying and replace(state.laying, cards=state.laying.cards - 1)
    return replace(
        state,
        dungeon=(*state.dungeon, laid),
        dungeon_pile=state.dungeon_pile - 1,
        laying=left if left and left.cards else None,
    )


def _card_flipped(state: GraveRobbers, event: ev.CardFlipped | ev.CardCorrected) -> GraveRobbers:
    card = replace(card_at(state, event.cell), kind=event.kind, strength=event.strength)
    if event.number is None:
        return state.with_card(card)
    laying = Laying(event.cell, event.to_lay) if event.to_lay else None
    return replace(state.with_card(replace(card, number=event.number)), laying=laying)


def _card_fell(state: GraveRobbers, event: ev.CardFell) -> GraveRobbers:
    return replace(
        state,
        dungeon=tuple(card for card in state.dungeon if card.cell != event.cell),
        fallen=state.fallen + 1,
        discards=state.discards + event.items,
        must_fall=False,
    )


def _fight_went_on(state: GraveRobbers, event: ev.FightEvent) -> GraveRobbers:
    match event:
        case ev.ItemLaid():
            return _item_laid(state, event)
        case ev.FightBegan():
            contest = Contest(event.colour, event.against, event.target, event.strength)
            return replace(state, contest=contest)
        case ev.FightSettled():
            return _fight_settled(state)
        case ev.PileDieShown():
            return _pile_die_shown(state, event)
        case ev.Injured():
            return _with_condition(state, event.colour, Condition.INJURED)
        case ev.RewardsWon():
            return handed(on_card(state, event.cell, -event.items), event.colour, event.items)
        case ev.ItemTaken():
            return handed(handed(state, event.loser, -1), event.colour, 1)
        case ev.DieShown():
            return _die_shown(state, event)
        case ev.BonusSet():
            return _bonus_set(state, event)
        case ev.DieReplaced():
            return _die_replaced(state, event)
        case ev.FightCalledOff():
            return _fight_called_off(state)
    assert_never(event)


def _item_laid(state: GraveRobbers, event: ev.ItemLaid) -> GraveRobbers:
    assert state.contest is not None
    laid = Laid(event.die, event.source, event.card, event.bonus, event.from_open)
    taken = taken_from(state, event.colour, event.source, event.card)
    if state.contest.against is not Against.PLAYER:
        taken = discarded(taken, event.die, is_from_pile=event.source is Source.PILE)
    return replace(taken, contest=_with_laid(state.contest, event.colour, laid))


def _with_laid(contest: Contest, colour: Colour | None, laid: Laid) -> Contest:
    if colour == contest.colour:
        return replace(contest, first=laid)
    return replace(contest, second=laid)


def _pile_die_shown(state: GraveRobbers, event: ev.PileDieShown) -> GraveRobbers:
    assert state.contest is not None
    second = Laid(event.die, bonus=state.contest.strength)
    taken = replace(state, item_pile=state.item_pile - 1)
    gone = discarded(taken, event.die, is_from_pile=True)
    return replace(gone, contest=replace(state.contest, second=second))


def _die_shown(state: GraveRobbers, event: ev.DieShown) -> GraveRobbers:
    contest, laid = _laid_by(state, event.colour)
    shown = replace(laid, die=event.die, card=event.card or laid.card)
    return replace(state, contest=_with_laid(contest, event.colour, shown))


def _bonus_set(state: GraveRobbers, event: ev.BonusSet) -> GraveRobbers:
    contest, laid = _laid_by(state, event.colour)
    changed = replace(laid, bonus=event.bonus)
    return replace(state, contest=_with_laid(contest, event.colour, changed))


def _die_replaced(state: GraveRobbers, event: ev.DieReplaced) -> GraveRobbers:
    contest, laid = _laid_by(state, event.colour)
    if event.source is None:
        shown = replace(laid, die=event.die, card=event.card or laid.card)
        return replace(state, contest=_with_laid(contest, event.colour, shown))
    old, is_from_pile = laid, event.source is Source.PILE
    taken = taken_from(state, event.colour, event.source, event.card)
    if contest.against is Against.PLAYER:  # it lies before the player; other dice are discarded
        taken = discarded(taken, old.die, is_from_pile=old.source is Source.PILE)
    else:
        taken = discarded(taken, event.die, is_from_pile=is_from_pile)
    new = replace(laid, die=event.die, source=event.source, card=event.card)
    return replace(taken, contest=_with_laid(contest, event.colour, new))


def _fight_called_off(state: GraveRobbers) -> GraveRobbers:
    """Return the state without the fight; an enemy lets the player be for the rest of the turn."""
    contest = state.contest
    assert contest is not None
    here = state.player(contest.colour).cell
    is_enemy = contest.against is Against.ENEMY
    return replace(_fight_settled(state), spared=here if is_enemy else state.spared)


def _laid_by(state: GraveRobbers, colour: Colour | None) -> tuple[Contest, Laid]:
    assert state.contest is not None
    laid = state.contest.laid(colour)
    assert laid is not None
    return state.contest, laid


def _fight_settled(state: GraveRobbers) -> GraveRobbers:
    settled = replace(state, contest=None)
    if state.contest is None or state.contest.against is not Against.PLAYER:
        return settled
    if not state.contest.is_secret:  # these cards are gone, so nobody has to choose them again
        settled = replace(settled, chosen=())
    for laid in filter(None, (state.contest.first, state.contest.second)):
        settled = discarded(settled, laid.die, is_from_pile=laid.source is Source.PILE)
    return settled


def _corrected(state: GraveRobbers, event: ev.CorrectionEvent) -> GraveRobbers:
    match event:
        case ev.ConditionCorrected():
            rests = state.must_rest and state.turn != event.colour
            return replace(_with_condition(state, event.colour, event.condition), must_rest=rests)
        case ev.ActionPointsCorrected():
            return replace(state, action_points=event.action_points)
        case ev.TurnCorrected():
            return _turn_of(state, event.colour, event.must_rest)
        case ev.CardCorrected():
            return _card_corrected(state, event)
        case ev.OrderCorrected():
            one, other = card_at(state, event.cell), card_at(state, event.other)
            moved = state.with_card(replace(one, drawn_as=other.drawn_as))
            return moved.with_card(replace(other, drawn_as=one.drawn_as))
        case (
            ev.FaceCorrected() | ev.PlaceCorrected() | ev.DungeonCorrected() | ev.TreasurePutBack()
        ):
            return dungeon_corrected(state, event)
        case ev.ItemsCorrected():
            moved = counted(state, event, event.place, event.items)
            return counted(moved, event, event.balance, -event.items)
        case ev.RulingsCorrected():
            return replace(state, rulings=event.rulings)
        case ev.GameWentOn():
            return replace(state, winner=None)
        case ev.SeatsCorrected():
            return seated(recoloured(state, new_colours(event.seats, event.was)), event.seats)
        case ev.PlayersAdded():
            new = (Player(seat.colour, seat.name) for seat in event.seats)
            return replace(state, players=joined(state.players, event.after, new))
        case ev.PlayerWithdrew():
            return without(state, event.colour)
    assert_never(event)


def _card_corrected(state: GraveRobbers, event: ev.CardCorrected) -> GraveRobbers:
    corrected, contest = _card_flipped(state, event), state.contest
    if contest is None or contest.target or state.player(contest.colour).cell != event.cell:
        return corrected
    second = contest.second and replace(contest.second, bonus=event.strength)
    return replace(corrected, contest=replace(contest, strength=event.strength, second=second))
