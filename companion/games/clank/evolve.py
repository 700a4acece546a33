"""evolve(): how each event changes the picture; it never refuses and never computes a rule."""

from dataclasses import replace
from functools import singledispatch

from companion.games.clank import events as ev
from companion.games.clank.box import BLACK_CUBES, Colour, Cubes
from companion.games.clank.state import Attack, Clank, Player
from companion.games.clank.values import Number, Place, Status


def evolve(state: Clank, event: ev.Event) -> Clank:
    """Return the picture after one event."""
    return _after(event, state)


@singledispatch
def _after(event: object, state: Clank) -> Clank:
    raise TypeError(f"no event of this game: {event!r}")


@_after.register
def _(event: ev.GameStarted, state: Clank) -> Clank:
    return Clank(
        players=tuple(Player(seat.colour, seat.name) for seat in event.seats),
        turn=event.first,
        turn_number=1,
        bag=Cubes(black=BLACK_CUBES),
        rage_space=event.rage_space,
        danger=event.danger,
        artifacts_out=event.artifacts_out,
        rulings=event.rulings,
    )


@_after.register
def _(event: ev.ClankMade, state: Clank) -> Clank:
    player = state.player(event.colour)
    player = replace(
        player, supply=player.supply - event.cubes, credit=player.credit - event.credit_used
    )
    moved = replace(state, area=state.area + Cubes.only(event.colour, event.cubes))
    return moved.with_player(player)


@_after.register
def _(event: ev.ClankRemoved, state: Clank) -> Clank:
    player = state.player(event.colour)
    moved = replace(state, area=state.area - Cubes.only(event.colour, event.cubes))
    return moved.with_player(replace(player, supply=player.supply + event.cubes))


@_after.register
def _(event: ev.CreditLeft | ev.CreditCorrected, state: Clank) -> Clank:
    return state.with_player(replace(state.player(event.colour), credit=event.credit))


@_after.register
def _(event: ev.RageRose, state: Clank) -> Clank:
    return replace(state, rage_space=event.space)


@_after.register
def _(event: ev.DangerSet, state: Clank) -> Clank:
    return replace(state, danger=event.danger)


@_after.register
def _(event: ev.CardArrived | ev.SecretDiscovered, state: Clank) -> Clank:
    return state  # a line of the story; what it does follows as events of their own


@_after.register
def _(event: ev.RowRefilled, state: Clank) -> Clank:
    return replace(state, row_refilled=True)


@_after.register
def _(event: ev.AttackBegan, state: Clank) -> Clank:
    return replace(
        state,
        bag=state.bag + state.area,
        area=Cubes(),
        attack=Attack(event.cubes_to_draw, event.because, event.cause),
    )


@_after.register
def _(event: ev.CubesDrawn, state: Clank) -> Clank:
    return replace(
        state,
        bag=state.bag - event.cubes,
        set_aside=state.set_aside + event.cubes,
        attack=None,
        draws=state.draws + 1,
    )


@_after.register
def _(event: ev.DamageTaken, state: Clank) -> Clank:
    player = state.player(event.colour)
    moved = replace(state, set_aside=state.set_aside - Cubes.only(event.colour, event.cubes))
    return moved.with_player(replace(player, meter=player.meter + event.cubes))


@_after.register
def _(event: ev.TunnelDamageTaken, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(
        replace(player, supply=player.supply - event.cubes, meter=player.meter + event.cubes)
    )


@_after.register
def _(event: ev.Healed, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(
        replace(player, supply=player.supply + event.cubes, meter=player.meter - event.cubes)
    )


@_after.register
def _(event: ev.DragonCubesReturned, state: Clank) -> Clank:
    black = Cubes(black=event.cubes)
    return replace(state, bag=state.bag + black, set_aside=state.set_aside - black)


@_after.register
def _(event: ev.KnockedOut | ev.StatusCorrected, state: Clank) -> Clank:
    return _out(state, event.colour, event.status)


@_after.register
def _(event: ev.DungeonLeft, state: Clank) -> Clank:
    return _out(state, event.colour, Status.ESCAPED)


def _out(state: Clank, colour: Colour, status: Status) -> Clank:
    player = replace(state.player(colour), status=status, credit=0, in_depths=None)
    return state.with_player(player)


@_after.register
def _(event: ev.DepthsTold, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, in_depths=event.in_depths, status=event.status))


@_after.register
def _(event: ev.FirstOutAsked, state: Clank) -> Clank:
    return replace(state, first_out_asked=event.colours)


@_after.register
def _(event: ev.CountdownAdvanced, state: Clank) -> Clank:
    return replace(
        state,
        countdown_space=event.space,
        countdown_colour=event.colour,
        first_out_asked=(),
    )


@_after.register
def _(event: ev.ArtifactTaken, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, artifacts=(*player.artifacts, event.value)))


@_after.register
def _(event: ev.ArtifactNamed, state: Clank) -> Clank:
    player = state.player(event.colour)
    named = list(player.artifacts)
    named[named.index(0)] = event.value
    return state.with_player(replace(player, artifacts=tuple(named)))


@_after.register
def _(event: ev.TokenTaken, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(
        replace(player, tokens=(*player.tokens, event.token), gold=player.gold - event.gold)
    )


@_after.register
def _(event: ev.PotionUsed, state: Clank) -> Clank:
    player = state.player(event.colour)
    kept = list(player.tokens)
    kept.remove(event.potion)
    return state.with_player(replace(player, tokens=tuple(kept)))


@_after.register
def _(event: ev.GoldGained, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, gold=player.gold + event.gold))


@_after.register
def _(event: ev.GoldSpent, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, gold=player.gold - event.gold))


@_after.register
def _(event: ev.TurnEnded, state: Clank) -> Clank:
    calm = state.with_player(replace(state.player(event.colour), credit=0))
    return replace(
        calm, turn=event.following, turn_number=state.turn_number + 1, row_refilled=False
    )


@_after.register
def _(event: ev.TurnCorrected, state: Clank) -> Clank:
    players = tuple(replace(player, credit=0) for player in state.players)
    return replace(state, players=players, turn=event.colour, row_refilled=False)


@_after.register
def _(event: ev.GameEnded, state: Clank) -> Clank:
    return replace(state, ending=event.ending, first_out_asked=())


@_after.register
def _(event: ev.DeckRecorded, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, deck=event.cards, deck_points=None))


@_after.register
def _(event: ev.DeckPointsRecorded, state: Clank) -> Clank:
    player = state.player(event.colour)
    return state.with_player(replace(player, deck=None, deck_points=event.points))


@_after.register
def _(event: ev.HoldingsCounted, state: Clank) -> Clank:
    return state.with_player(
        replace(
            state.player(event.colour),
            gold=event.gold,
            artifacts=event.artifacts,
            tokens=event.tokens,
            status=event.status,
        )
    )


@_after.register
def _(event: ev.CubesCorrected, state: Clank) -> Clank:
    moved = _put(state, event.source, event.cube, -event.cubes)
    return _put(moved, event.target, event.cube, event.cubes)


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


@_after.register
def _(event: ev.NumberCorrected, state: Clank) -> Clank:
    if event.number is Number.RAGE_SPACE:
        return replace(state, rage_space=event.value)
    if event.number is Number.DANGER:
        return replace(state, danger=event.value)
    return replace(state, countdown_space=event.value)
