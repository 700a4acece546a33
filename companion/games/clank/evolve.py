"""evolve(): how each event changes the state; it never refuses and never computes a rule."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from companion.engine.value import replace
from companion.games.clank import events as ev
from companion.games.clank.box import (
    BLACK_CUBES,
    SECRET_TOKENS,
    STARTING_CLANK,
    Colour,
    Cubes,
    Piece,
    Secret,
)
from companion.games.clank.state import Attack, Clank, Player
from companion.games.clank.values import Number, Place, Seat, Status
from companion.games.shared import apply_all, joined, new_colours, with_player

Events = tuple[ev.Event, ...]


def evolve(state: Clank, event: ev.Event) -> Clank:
    """Return the state after one event."""
    if isinstance(event, ev.CubeEvent):
        return _cubes_moved(state, event)
    if isinstance(event, ev.TurnEvent):
        return _turn_went_on(state, event)
    if isinstance(event, ev.DragonEvent):
        return _dragon_acted(state, event)
    if isinstance(event, ev.LootEvent):
        return _loot_changed(state, event)
    if isinstance(event, ev.OutEvent):
        return _somebody_went_out(state, event)
    if isinstance(event, ev.CountEvent):
        return _counted(state, event)
    if isinstance(event, ev.CorrectionEvent):
        return _corrected(state, event)
    assert_never(event)


def recolours(event: ev.Event) -> Mapping[str, str]:
    """Return the new colour of each player whose colour this event sets right, by the old one."""
    if isinstance(event, ev.SeatsCorrected):
        return {old.value: new.value for old, new in new_colours(event.seats, event.was).items()}
    return {}


def after(state: Clank, events: Iterable[ev.Event]) -> Clank:
    """Return the state after some events, for the rules that follow in the same command."""
    return apply_all(evolve, state, events)


def _cubes_moved(state: Clank, event: ev.CubeEvent) -> Clank:
    match event:
        case ev.ClankMade():
            return _clank_made(state, event)
        case ev.DamageTaken():
            return _damage_taken(state, event)
        case ev.Healed():
            return _from_supply_to_meter(state, event.colour, -event.cubes)
        case ev.TunnelDamageTaken():
            return _from_supply_to_meter(state, event.colour, event.cubes)
        case ev.DragonCubesReturned():
            black = Cubes(black=event.cubes)
            return replace(state, bag=state.bag + black, set_aside=state.set_aside - black)
        case ev.CreditLeft():
            return _credit_set(state, event.colour, event.credit)
        case ev.ClankRemoved():
            return _clank_removed(state, event)
    assert_never(event)


def _clank_made(state: Clank, event: ev.ClankMade) -> Clank:
    """Move the cubes; those of the player at turn count for the turn (Swagger; EN 444)."""
    player = state.player(event.colour)
    player = replace(
        player, supply=player.supply - event.cubes, credit=player.credit - event.credit_used
    )
    made = state.clank_made + (event.cubes if event.colour == state.turn else 0)
    area = state.area + Cubes.only(event.colour, event.cubes)
    players = with_player(state.players, player)
    return replace(state, area=area, clank_made=made, players=players)


def _clank_removed(state: Clank, event: ev.ClankRemoved) -> Clank:
    player = state.player(event.colour)
    wrong = event.cubes if event.was_wrong and event.colour == state.turn else 0
    area = state.area - Cubes.only(event.colour, event.cubes)
    players = with_player(state.players, replace(player, supply=player.supply + event.cubes))
    # What was logged before the turn began was not made in it.
    made = max(0, state.clank_made - wrong)
    return replace(state, area=area, clank_made=made, players=players)


def _damage_taken(state: Clank, event: ev.DamageTaken) -> Clank:
    player = state.player(event.colour)
    moved = replace(state, set_aside=state.set_aside - Cubes.only(event.colour, event.cubes))
    return moved.with_player(replace(player, meter=player.meter + event.cubes))


def _from_supply_to_meter(state: Clank, colour: Colour, cubes: int) -> Clank:
    player = state.player(colour)
    return state.with_player(
        replace(player, supply=player.supply - cubes, meter=player.meter + cubes)
    )


def _credit_set(state: Clank, colour: Colour, credit: int) -> Clank:
    return state.with_player(replace(state.player(colour), credit=credit))


def _turn_went_on(state: Clank, event: ev.TurnEvent) -> Clank:
    match event:
        case ev.TurnEnded():
            return _turn_ended(state, event)
        case ev.RowRefilled():
            return replace(state, row_refilled=True)
        case ev.CardArrived():
            return replace(state, gone=(*state.gone, Piece(event.arrival.value)))
        case ev.OffTurnAsked():
            return replace(state, off_turn_asked=event.colour)
        case ev.OffTurnSettled():
            agreed = replace(state.rulings, off_turn=event.is_allowed)
            return replace(state, rulings=agreed, off_turn_asked=None)
        case ev.DangerSet():
            return replace(state, danger=event.danger)
        case ev.GameStarted():
            return _game_started(event)
        case ev.GameEnded():
            return replace(state, ending=event.ending, first_out_asked=(), attack=None)
    assert_never(event)


def _game_started(event: ev.GameStarted) -> Clank:
    return Clank(
        players=tuple(Player(seat.colour, seat.name) for seat in event.seats),
        turn=event.first,
        turn_number=1,
        bag=Cubes(black=BLACK_CUBES),
        rage_space=event.rage_space,
        danger=event.danger,
        artifacts_out=event.artifacts_out,
        rulings=event.rulings,
        # The Clank! that the first player puts down before the game is not made in a turn.
        clank_made=-STARTING_CLANK[0],
    )


def _turn_ended(state: Clank, event: ev.TurnEnded) -> Clank:
    ended = _turn_begun(_credit_set(state, event.colour, 0), event.following)
    return replace(ended, turn_number=state.turn_number + 1)


def _turn_begun(state: Clank, colour: Colour) -> Clank:
    return replace(state, turn=colour, row_refilled=False, clank_made=0, springs=0)


def _dragon_acted(state: Clank, event: ev.DragonEvent) -> Clank:
    match event:
        case ev.AttackBegan():
            attack = Attack(event.cubes_to_draw, event.because, event.cause)
            return replace(state, bag=state.bag + state.area, area=Cubes(), attack=attack)
        case ev.CubesDrawn():
            return _cubes_drawn(state, event)
        case ev.RageRose():
            return replace(state, rage_space=event.space)
        case ev.AttackCorrected():
            return _attack_corrected(state, event)
    assert_never(event)


def _attack_corrected(state: Clank, event: ev.AttackCorrected) -> Clank:
    assert state.attack is not None
    attack = replace(state.attack, cubes_to_draw=event.cubes_to_draw, because=event.because)
    return replace(state, bag=state.bag + state.area, area=Cubes(), attack=attack)


def _cubes_drawn(state: Clank, event: ev.CubesDrawn) -> Clank:
    return replace(
        state,
        bag=state.bag - event.cubes,
        set_aside=state.set_aside + event.cubes,
        attack=None,
        draws=state.draws + 1,
    )


def _loot_changed(state: Clank, event: ev.LootEvent) -> Clank:
    if isinstance(event, ev.SecretDiscovered):
        return _secret_discovered(state, event)
    held = state.with_player(_with_loot(state.player(event.colour), event))
    if isinstance(event, ev.PotionUsed):
        return replace(held, gone=(*state.gone, Piece(event.potion.value)))
    return held


def _secret_discovered(state: Clank, event: ev.SecretDiscovered) -> Clank:
    """Note what goes back to the box at once; a token that is kept follows as TokenTaken."""
    kept = event.secret in SECRET_TOKENS
    gone = state.gone if kept else (*state.gone, Piece(event.secret.value))
    is_spring = event.secret is Secret.MAGIC_SPRING and event.colour == state.turn
    return replace(state, gone=gone, springs=state.springs + is_spring)


def _with_loot(player: Player, event: ev.HoldingEvent) -> Player:
    match event:
        case ev.GoldGained():
            return replace(player, gold=player.gold + event.gold)
        case ev.TokenTaken():
            tokens = (*player.tokens, event.token)
            return replace(player, tokens=tokens, gold=player.gold - event.gold)
        case ev.ArtifactTaken():
            return replace(player, artifacts=(*player.artifacts, event.value))
        case ev.PotionUsed():
            kept = list(player.tokens)
            kept.remove(event.potion)
            return replace(player, tokens=tuple(kept))
        case ev.ArtifactNamed():
            named = list(player.artifacts)
            named[named.index(0)] = event.value
            return replace(player, artifacts=tuple(named))
        case ev.GoldSpent():
            return replace(player, gold=player.gold - event.gold)
    assert_never(event)


def _somebody_went_out(state: Clank, event: ev.OutEvent) -> Clank:
    match event:
        case ev.CountdownAdvanced():
            return replace(
                state,
                countdown_space=event.space,
                countdown_colour=event.colour,
                first_out_asked=(),
            )
        case ev.KnockedOut():
            return _status_set(state, event.colour, event.status)
        case ev.DepthsTold():
            player = state.player(event.colour)
            told = replace(player, in_depths=event.in_depths, status=event.status)
            return state.with_player(told)
        case ev.DungeonLeft():
            return _status_set(state, event.colour, Status.ESCAPED)
        case ev.FirstOutAsked():
            return replace(state, first_out_asked=event.colours)
        case ev.PlayerWithdrew():
            return _status_set(state, event.colour, Status.WITHDRAWN)
    assert_never(event)


def _status_set(state: Clank, colour: Colour, status: Status) -> Clank:
    player = replace(state.player(colour), status=status, credit=0, in_depths=None)
    return state.with_player(player)


def _counted(state: Clank, event: ev.CountEvent) -> Clank:
    player = state.player(event.colour)
    match event:
        case ev.DeckPointsRecorded():
            return state.with_player(replace(player, deck=None, deck_points=event.points))
        case ev.DeckRecorded():
            return state.with_player(replace(player, deck=event.cards, deck_points=None))
        case ev.HoldingsCounted():
            counted = replace(
                player,
                gold=event.gold,
                artifacts=event.artifacts,
                tokens=event.tokens,
                status=event.status,
            )
            return state.with_player(counted)
    assert_never(event)


def _corrected(state: Clank, event: ev.CorrectionEvent) -> Clank:
    match event:
        case ev.CubesCorrected():
            moved = _put(state, event.source, event.cube, -event.cubes)
            return _put(moved, event.target, event.cube, event.cubes)
        case ev.NumberCorrected():
            return _number_set(state, event.number, event.value)
        case ev.CreditCorrected():
            return _credit_set(state, event.colour, event.credit)
        case ev.TurnCorrected():
            players = tuple(replace(player, credit=0) for player in state.players)
            return _turn_begun(replace(state, players=players), event.colour)
        case ev.StatusCorrected():
            return _status_set(state, event.colour, event.status)
        case ev.SeatsCorrected():
            return _seated(_recoloured(state, new_colours(event.seats, event.was)), event.seats)
        case ev.CountdownCorrected():
            return replace(
                state,
                countdown_space=event.space,
                countdown_colour=event.colour,
                first_out_asked=(),
            )
        case ev.RemovedArtifactsCorrected():
            return replace(state, artifacts_out=event.artifacts_out)
        case ev.RulingsCorrected():
            return replace(state, rulings=event.rulings)
        case ev.GoneCorrected():
            others = tuple(piece for piece in state.gone if piece is not event.piece)
            return replace(state, gone=(*others, *[event.piece] * event.gone))
        case ev.GameWentOn():
            return replace(state, ending=None)
        case ev.PlayersAdded():
            new = (Player(seat.colour, seat.name) for seat in event.seats)
            return replace(state, players=joined(state.players, event.after, new))
    assert_never(event)


def _seated(state: Clank, seats: tuple[Seat, ...]) -> Clank:
    players = tuple(replace(state.player(seat.colour), name=seat.name) for seat in seats)
    return replace(state, players=players)


def _recoloured(state: Clank, new: Mapping[Colour, Colour]) -> Clank:
    def now(colour: Colour) -> Colour:
        return new.get(colour, colour)

    return replace(
        state,
        players=tuple(replace(player, colour=now(player.colour)) for player in state.players),
        turn=state.turn and now(state.turn),
        area=state.area.recoloured(new),
        bag=state.bag.recoloured(new),
        set_aside=state.set_aside.recoloured(new),
        countdown_colour=state.countdown_colour and now(state.countdown_colour),
        first_out_asked=tuple(map(now, state.first_out_asked)),
        off_turn_asked=state.off_turn_asked and now(state.off_turn_asked),
    )


def _put(state: Clank, place: Place, cube: str, cubes: int) -> Clank:
    if place in (Place.SUPPLY, Place.METER):
        player = state.player(Colour(cube))
        if place is Place.SUPPLY:
            return state.with_player(replace(player, supply=player.supply + cubes))
        return state.with_player(replace(player, meter=player.meter + cubes))
    more = Cubes.only(cube, max(cubes, 0))
    less = Cubes.only(cube, max(-cubes, 0))
    if place is Place.AREA:
        return replace(state, area=state.area + more - less)
    if place is Place.BAG:
        return replace(state, bag=state.bag + more - less)
    return replace(state, set_aside=state.set_aside + more - less)


def _number_set(state: Clank, number: Number, value: int) -> Clank:
    match number:
        case Number.RAGE_SPACE:
            return replace(state, rage_space=value)
        case Number.DANGER:
            return replace(state, danger=value)
        case Number.COUNTDOWN_SPACE:
            return replace(state, countdown_space=value)
    assert_never(number)
