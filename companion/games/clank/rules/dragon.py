"""Rage, the Dungeon Row, attacks, damage and the countdown (EN 350-402): one function per rule."""

from companion.engine.errors import Rejected
from companion.engine.game import FairDraw
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    COUNTDOWN_EXTRA,
    DANGER_CARDS,
    HEALTH_SPACES,
    LAST_COUNTDOWN_SPACE,
    LAST_RAGE_SPACE,
    PIECES,
    SHRINE_CUBES,
    Arrival,
    Colour,
    Cube,
    Cubes,
    Piece,
)
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules.clank_cubes import all_inside_make_clank
from companion.games.clank.rules.guards import (
    inside,
    off_turn,
    pieces_left,
    playing,
    whose_turn,
)
from companion.games.clank.state import Clank
from companion.games.clank.values import Because, Cause, DrawnBy, Ending, Status


def rage_rises(state: Clank) -> Events:
    """Move the Dragon marker up one space, never past the last (EN 310, 607; Board clamps)."""
    return (ev.RageRose(min(state.rage_space + 1, LAST_RAGE_SPACE)),)


def cubes_to_draw(state: Clank, countdown: int = 0) -> int:
    """Return how many cubes an attack draws, at most what the bag will hold.

    The Rage space's cubes, one per Danger card and the countdown's extra (EN 356, 401, 425). The
    area is counted with the bag, because it goes in first.
    """
    return min(state.rage + state.danger + countdown, (state.bag + state.area).total)


def begin_attack(state: Clank, cause: Cause, countdown: int = 0) -> Events:
    """Put the area into the bag and wait for the cubes (EN 356)."""
    because = Because(state.rage, state.danger, countdown)
    began = ev.AttackBegan(cubes_to_draw(state, countdown), because, cause)
    if began.cubes_to_draw:
        return (began,)
    # With an empty bag there is nothing to draw: the attack is over at once.
    return began, ev.CubesDrawn(Cubes(), (), DrawnBy.DRAGONBAG)


def set_danger(command: co.SetDanger, state: Clank) -> Events:
    """Note the Danger cards now in the row (EN 425); there are five in the box."""
    if not 0 <= command.danger <= DANGER_CARDS:
        raise Rejected("danger_out_of_range", danger=command.danger, most=DANGER_CARDS)
    return (ev.DangerSet(command.danger),)


def arrive(
    state: Clank, arrivals: tuple[Arrival, ...], *, credit_counts: bool | None = None
) -> Events:
    """Carry out Arrive texts in the order revealed, before any attack (EN 421).

    Without `credit_counts` the table's ruling for the end of a turn counts.
    """
    spares = state.rulings.credit_absorbs_arrive if credit_counts is None else credit_counts
    events: Events = ()
    for arrival in arrivals:
        _may_arrive(after(state, events), arrival)
        events += (ev.CardArrived(arrival),)
        if arrival is Arrival.SHRINE:
            events += _black_back(after(state, events), SHRINE_CUBES)
        else:
            events += all_inside_make_clank(after(state, events), 1, None, credit_counts=spares)
    return events


def _may_arrive(state: Clank, arrival: Arrival) -> None:
    """Refuse a card that has come as often as the Dungeon Deck has it; it is never shuffled."""
    piece = Piece(arrival.value)
    if pieces_left(state, piece) < 1:
        raise Rejected("all_arrived", card=arrival, n=PIECES[piece])


def add_arrivals(command: co.AddArrivals, state: Clank) -> Events:
    """Carry out Arrive texts that were forgotten (EN 421); an attack that waits follows them.

    RULING: −Clank! left over avoids their Clank! only in the turn whose refill brought them.
    """
    is_late = not state.row_refilled
    spares = state.rulings.credit_absorbs_arrive and not is_late
    events = arrive(state, command.arrivals, credit_counts=spares)
    events += _danger_now(state, command.danger)
    if not events:
        raise Rejected("nothing_changes")
    return events


def _black_back(state: Clank, cubes: int) -> Events:
    back = min(cubes, state.set_aside.black)
    return (ev.DragonCubesReturned(back),) if back else ()


def return_dragon_cubes(command: co.ReturnDragonCubes, state: Clank) -> Events:
    """Return black cubes to the bag, at most those that were set aside (Shrine; EN 356)."""
    events = _black_back(state, command.cubes)
    if not events:
        raise Rejected("no_black_set_aside")
    return events


def _danger_now(state: Clank, danger: int | None) -> Events:
    return () if danger in (None, state.danger) else set_danger(co.SetDanger(danger), state)


def refill_row(command: co.RefillRow, state: Clank) -> Events:
    """Refill the row at the end of a turn: Arrive first, then at most one attack (EN 354, 421)."""
    turn = whose_turn(state)
    if state.row_refilled:
        raise Rejected("row_already_refilled", player=turn)
    if turn == state.countdown_colour and state.countdown_space > 1:
        raise Rejected("countdown_turn_refills_nothing", player=turn)
    events = arrive(state, command.arrivals) + _danger_now(state, command.danger)
    events += (ev.RowRefilled(command.symbol_revealed),)
    if command.symbol_revealed:
        events += begin_attack(after(state, events), Cause.ROW)
    return events


def replace_row_card(command: co.ReplaceRowCard, state: Clank) -> Events:
    """Treasure Hunter: Arrive counts by the table's ruling, a symbol never does."""
    arrivals = command.arrivals if state.rulings.treasure_hunter_arrive else ()
    events = arrive(state, arrivals, credit_counts=True) + _danger_now(state, command.danger)
    if not events:
        raise Rejected("nothing_changes")
    return events


def provoke_dragon(command: co.ProvokeDragon, state: Clank) -> Events:
    """Mister Whiskers: a normal attack in mid-turn, Danger counted, no extra (EN 356, 425)."""
    inside(state, whose_turn(state))
    return begin_attack(state, Cause.CARD)


def hand(state: Clank, draw: FairDraw) -> co.ReportDraw:
    """Return the command that reports Dragonbag's own draw; Rejected if no attack waits."""
    if state.attack is None:
        raise Rejected("no_attack")
    names = draw(state.draws, state.bag.counts(), state.attack.cubes_to_draw)
    order = tuple(Cube(name) for name in names)
    return co.ReportDraw(_heap(order), order, DrawnBy.DRAGONBAG)


def _heap(order: tuple[Cube, ...]) -> Cubes:
    return Cubes(**{cube.value: order.count(cube) for cube in Cube})


def report_draw(command: co.ReportDraw, state: Clank) -> Events:
    """Set black cubes aside and turn coloured ones into damage (EN 356, 372, 395).

    Cubes of players who are out, and those that a full meter has no space for, stay set aside.
    """
    _possible_draw(command, state)
    seen = None if command.seen == command.cubes else command.seen
    events: Events = (ev.CubesDrawn(command.cubes, command.order, command.drawn_by, seen),)
    events += _damage(state, command)
    knocked_out = _knocked_out_by_draw(state, command)
    return events + go_out(after(state, events), knocked_out, bool(command.order))


def _possible_draw(command: co.ReportDraw, state: Clank) -> None:
    if state.attack is None:
        raise Rejected("no_attack")
    if command.cubes.total != state.attack.cubes_to_draw:
        raise Rejected(
            "wrong_number_of_cubes",
            n=state.attack.cubes_to_draw,
            reported=command.cubes.total,
        )
    for cube, count in command.cubes.counts().items():
        if count > state.bag.of(cube):
            raise Rejected("not_in_the_bag", cube=Cube(cube), n=state.bag.of(cube), reported=count)
    if command.order and _heap(command.order) != command.cubes:
        raise Rejected("order_differs")


def _damage(state: Clank, command: co.ReportDraw) -> Events:
    first_seen = [cube.value for cube in command.order]
    hurt = [player for player in state.inside if command.cubes.of(player.colour)]
    if first_seen:
        hurt.sort(key=lambda player: first_seen.index(player.colour))
    return tuple(
        ev.DamageTaken(player.colour, min(command.cubes.of(player.colour), player.health))
        for player in hurt
    )


def _knocked_out_by_draw(state: Clank, command: co.ReportDraw) -> tuple[Colour, ...]:
    """Return whose meters this draw fills, in the order of the filling cubes if it was seen."""
    knocked_out = [
        player for player in state.inside if command.cubes.of(player.colour) >= player.health
    ]
    if command.order:
        filling = {
            player.colour: _filling(player.colour, player.health, command) for player in knocked_out
        }
        knocked_out.sort(key=lambda player: filling[player.colour])
    return tuple(player.colour for player in knocked_out)


def _filling(colour: Colour, health: int, command: co.ReportDraw) -> int:
    places = [place for place, cube in enumerate(command.order) if cube.value == colour.value]
    return places[health - 1]


def go_out(state: Clank, knocked_out: tuple[Colour, ...], order_seen: bool) -> Events:
    """Knock players out; end the game or start the countdown (EN 376-379, 399, 404).

    When one attack knocks out several players before anybody is out and nobody saw the order, the
    table is asked. When it knocks out everyone the game ends at once, without a countdown (JA 417).
    """
    if not knocked_out:
        return ()
    events: Events = tuple(ev.KnockedOut(colour, _fate(state, colour)) for colour in knocked_out)
    if not after(state, events).inside:
        return (*events, ev.GameEnded(Ending.ALL_OUT))
    if state.countdown_space or state.first_out_asked:
        return events
    if len(knocked_out) > 1 and not order_seen:
        return (*events, ev.FirstOutAsked(knocked_out))
    return (*events, ev.CountdownAdvanced(knocked_out[0], 1))


def _fate(state: Clank, colour: Colour) -> Status:
    return fate(bool(state.player(colour).artifacts), None)


def fate(has_artifact: bool, in_depths: bool | None) -> Status:
    """Return what a knock-out means: rescue needs an Artifact and no Depths (EN 378-379)."""
    if not has_artifact:
        return Status.LOST
    if in_depths is None:
        return Status.KNOCKED_OUT
    return Status.LOST if in_depths else Status.RESCUED


def tell_first_out(command: co.TellFirstOut, state: Clank) -> Events:
    """Start the countdown with the player whose filling cube came first (EN 399)."""
    if command.colour not in state.first_out_asked:
        raise Rejected("not_asked_first_out", player=command.colour)
    return (ev.CountdownAdvanced(command.colour, 1),)


def first_out_by_turn_order(state: Clank) -> Events:
    """Decide "who was first?" by turn order, if play goes on without an answer.

    RULING: no rulebook says; the player whose turn it is comes first.
    """
    if not state.first_out_asked:
        return ()
    order = state.clockwise_from(whose_turn(state))
    first = next(player.colour for player in order if player.colour in state.first_out_asked)
    return (ev.CountdownAdvanced(first, 1),)


def tell_depths(command: co.TellDepths, state: Clank) -> Events:
    """Note where a knocked out player's pawn was: the Depths mean no rescue (EN 378-379)."""
    player = playing(state, command.colour)
    if not player.was_knocked_out:
        raise Rejected("not_knocked_out", player=command.colour)
    status = fate(bool(player.artifacts), command.in_depths)
    return (ev.DepthsTold(command.colour, command.in_depths, status),)


def take_tunnel_damage(command: co.TakeTunnelDamage, state: Clank) -> Events:
    """Pay a Monster tunnel from the supply, never with the last health (EN 304, 373, 450)."""
    player = inside(state, command.colour)
    asked = off_turn(state, command.colour)
    if player.supply < command.damage:
        raise Rejected("supply_too_small", player=command.colour, n=player.supply)
    if player.meter + command.damage >= HEALTH_SPACES:
        raise Rejected("would_fill_the_meter", player=command.colour, n=player.health)
    return (ev.TunnelDamageTaken(command.colour, command.damage), *asked)


def heal(command: co.Heal, state: Clank) -> Events:
    """Move cubes from the meter to the supply, at most those that are there (EN 374, 433)."""
    player = inside(state, command.colour)
    if not player.meter:
        raise Rejected("nothing_to_heal", player=command.colour)
    return (ev.Healed(command.colour, min(command.cubes, player.meter)),)


def countdown_turn(state: Clank, colour: Colour) -> Events:
    """Move the first player out one space and do what it says (EN 399-402)."""
    space = state.countdown_space + 1
    events: Events = (ev.CountdownAdvanced(colour, space),)
    if space < LAST_COUNTDOWN_SPACE:
        return events + begin_attack(state, Cause.COUNTDOWN, COUNTDOWN_EXTRA[space])
    fallen = tuple(
        ev.KnockedOut(player.colour, _fate(state, player.colour)) for player in state.inside
    )
    return (*events, *fallen, ev.GameEnded(Ending.COUNTDOWN))
