"""Corrections: each has its reason in the log, and no cube is lost. In no rulebook."""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    BLACK_CUBES,
    CUBES_PER_COLOUR,
    DANGER_CARDS,
    HEALTH_SPACES,
    LAST_COUNTDOWN_SPACE,
    LAST_RAGE_SPACE,
    Colour,
    Cube,
    Token,
)
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules.guards import inside, playing, whose_turn
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import Ending, Number, Place, Status
from companion.games.shared import needs_reason

BLACK_PLACES = (Place.BAG, Place.SET_ASIDE)
NUMBER_RANGES = {
    Number.RAGE_SPACE: (1, LAST_RAGE_SPACE),
    Number.DANGER: (0, DANGER_CARDS),
    Number.COUNTDOWN_SPACE: (0, LAST_COUNTDOWN_SPACE - 1),
}


def cubes_at(state: Clank, cube: Cube, place: Place) -> int:
    """Count the cubes of one colour in one place."""
    if place is Place.AREA:
        return state.area.of(cube)
    if place is Place.BAG:
        return state.bag.of(cube)
    if place is Place.SET_ASIDE:
        return state.set_aside.of(cube)
    player = state.player(Colour(cube.value))
    return player.supply if place is Place.SUPPLY else player.meter


def correct_cubes(command: co.CorrectCubes, state: Clank) -> Events:
    """Set a count of cubes; the difference comes from, or goes to, the balancing place."""
    needs_reason(command.reason)
    if command.cubes < 0:
        most = BLACK_CUBES if command.cube is Cube.BLACK else CUBES_PER_COLOUR
        raise Rejected("points_out_of_range", n=most)
    for place in (command.place, command.balance):
        _may_hold(state, command.cube, place)
    change = command.cubes - cubes_at(state, command.cube, command.place)
    if not change or command.place is command.balance:
        raise Rejected("nothing_changes")
    source, target = command.balance, command.place
    if change < 0:
        source, target = target, source
    there = cubes_at(state, command.cube, source)
    if abs(change) > there:
        raise Rejected("not_that_many_there", cube=command.cube, place=source, n=there)
    _meter_has_room(state, command.cube, target, abs(change))
    return (ev.CubesCorrected(command.cube, source, target, abs(change), command.reason),)


def _may_hold(state: Clank, cube: Cube, place: Place) -> None:
    if cube is Cube.BLACK:
        if place not in BLACK_PLACES:
            raise Rejected("no_such_place", cube=cube, place=place)
        return
    player = playing(state, Colour(cube.value))
    if place is Place.SET_ASIDE and not player.is_out:
        raise Rejected("no_such_place", cube=cube, place=place)


def _meter_has_room(state: Clank, cube: Cube, target: Place, cubes: int) -> None:
    if target is not Place.METER:
        return
    player = state.player(Colour(cube.value))
    full = player.meter + cubes >= HEALTH_SPACES
    if player.meter + cubes > HEALTH_SPACES or (full and not player.was_knocked_out):
        raise Rejected("would_fill_the_meter", player=player.colour, n=player.health)


def correct_number(command: co.CorrectNumber, state: Clank) -> Events:
    """Set a number of the whole table within its track (EN 140, 425)."""
    needs_reason(command.reason)
    least, most = NUMBER_RANGES[command.number]
    if not least <= command.value <= most:
        raise Rejected("number_out_of_range", number=command.number, least=least, most=most)
    if command.number is Number.COUNTDOWN_SPACE:
        _countdown_has_pawn(state, command.value)
    return (ev.NumberCorrected(command.number, command.value, command.reason),)


def _countdown_has_pawn(state: Clank, space: int) -> None:
    if space and state.countdown_colour is None:
        raise Rejected("nobody_on_countdown")
    if not space and state.countdown_colour is not None:
        raise Rejected("pawn_on_countdown", player=state.countdown_colour)


def correct_credit(command: co.CorrectCredit, state: Clank) -> Events:
    """Set the leftover negative Clank! of the player whose turn it is."""
    needs_reason(command.reason)
    player = inside(state, whose_turn(state))
    if not 0 <= command.credit <= co.MOST:
        raise Rejected("points_out_of_range", n=co.MOST)
    return (ev.CreditCorrected(player.colour, command.credit, command.reason),)


def correct_turn(command: co.CorrectTurn, state: Clank) -> Events:
    """Give the turn to a player who is still inside."""
    needs_reason(command.reason)
    if command.colour == state.turn:
        raise Rejected("nothing_changes")
    return (ev.TurnCorrected(inside(state, command.colour).colour, command.reason),)


def correct_status(command: co.CorrectStatus, state: Clank) -> Events:
    """Set whether a player is inside or how they are out; countdown and end follow.

    After the end, a player who is inside all the same means that the game is not over.
    """
    needs_reason(command.reason)
    player = playing(state, command.colour)
    if command.status in (player.status, Status.KNOCKED_OUT):
        raise Rejected("nothing_changes")
    events = _status_set(player, command)
    if command.status is Status.INSIDE:
        _may_return(state, player)
        events += _cubes_return(state, player, command.reason)
        return events + _asked_again(state, player) + _goes_on(state, command.reason)
    return events + _others_follow(after(state, events), player)


def _status_set(player: Player, command: co.CorrectStatus) -> Events:
    tokens: tuple[Token, ...] = tuple(
        token for token in player.tokens if token is not Token.MASTERY
    )
    if command.status is Status.ESCAPED:
        tokens = (*tokens, Token.MASTERY)
    if command.status in (Status.ESCAPED, Status.RESCUED) and not player.artifacts:
        raise Rejected("needs_artifact", player=player.colour)
    if command.status in (Status.ESCAPED, Status.WITHDRAWN) and not player.health:
        raise Rejected("meter_is_full", player=player.colour)
    changed = ev.StatusCorrected(player.colour, command.status, command.reason)
    if tokens == player.tokens:
        return (changed,)
    counted = ev.HoldingsCounted(
        player.colour, player.gold, player.artifacts, tokens, command.status, command.reason
    )
    return changed, counted


def _may_return(state: Clank, player: Player) -> None:
    if not player.health:
        raise Rejected("meter_is_full", player=player.colour)
    if state.countdown_colour == player.colour:
        raise Rejected("pawn_on_countdown", player=player.colour)


def _cubes_return(state: Clank, player: Player, reason: str) -> Events:
    cube = Cube(player.colour.value)
    aside = state.set_aside.of(cube)
    if not aside:
        return ()
    return (ev.CubesCorrected(cube, Place.SET_ASIDE, Place.SUPPLY, aside, reason),)


def _asked_again(state: Clank, player: Player) -> Events:
    if player.colour not in state.first_out_asked:
        return ()
    left = tuple(colour for colour in state.first_out_asked if colour != player.colour)
    if len(left) > 1:
        return (ev.FirstOutAsked(left),)
    return (ev.CountdownAdvanced(left[0], 1),)


def _goes_on(state: Clank, reason: str) -> Events:
    """Take back the end; its fifth countdown space too, which ends a game at once."""
    if state.ending is None:
        return ()
    went_on = ev.GameWentOn(reason)
    if state.countdown_space < LAST_COUNTDOWN_SPACE:
        return (went_on,)
    space = LAST_COUNTDOWN_SPACE - 1
    return ev.CountdownCorrected(state.countdown_colour, space, reason), went_on


def _others_follow(state: Clank, player: Player) -> Events:
    if state.ending is not None:
        return ()
    if not state.inside:
        return (ev.GameEnded(Ending.ALL_OUT),)
    if state.countdown_space or state.first_out_asked:
        return ()
    if state.player(player.colour).status is Status.WITHDRAWN:
        return ()
    return (ev.CountdownAdvanced(player.colour, 1),)
