"""Set-up (EN 95-160): who sits where, and what lies on the board before the first turn."""

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    DANGER_CARDS,
    START_RAGE_SPACE,
    STARTING_CLANK,
)
from companion.games.clank.evolve import Events, after
from companion.games.clank.rules import dragon
from companion.games.clank.state import Clank
from companion.games.clank.values import Number
from companion.games.shared import check_seats, clockwise, must_join, needs_reason


def start_game(command: co.StartGame, state: Clank) -> Events:
    """Set up for two to four players: rage, Artifacts out, starting Clank! by turn order.

    Source: EN 97-99, 110-113, 142-146, 150-152, 160: colours, Artifacts, rage, black, row, Clank!.
    """
    _seats_make_sense(command)
    players = len(command.seats)
    events: Events = (
        ev.GameStarted(
            command.seats,
            command.first,
            START_RAGE_SPACE[players],
            command.danger,
            command.artifacts_out,
            command.rulings,
        ),
    )
    events += _starting_clank(command)
    if command.rulings.arrive_on_first_row:
        events += dragon.arrive(after(state, events), command.arrivals)
    return events


def _seats_make_sense(command: co.StartGame) -> None:
    players = len(command.seats)
    if players not in START_RAGE_SPACE:
        raise Rejected("players_two_to_four", n=players)
    check_seats(command.seats, command.first)
    if not 0 <= command.danger <= DANGER_CARDS:
        raise Rejected("danger_out_of_range", danger=command.danger, most=DANGER_CARDS)
    _may_be_removed(command.artifacts_out, players)


def _may_be_removed(out: tuple[int, ...], players: int) -> None:
    removed = ARTIFACTS_REMOVED[players]
    if out and (len(out) != removed or len(set(out)) != removed or set(out) - set(ARTIFACTS)):
        raise Rejected("artifacts_out_wrong", n=removed)


def _starting_clank(command: co.StartGame) -> Events:
    order = clockwise([seat.colour for seat in command.seats], command.first)
    pairs = zip(order, STARTING_CLANK, strict=False)
    return tuple(ev.ClankMade(colour, cubes) for colour, cubes in pairs if cubes)


def add_players(command: co.AddPlayers, state: Clank) -> Events:
    """Seat players who were forgotten: all cubes in the supply, the rage by how many play now.

    Source: EN 97-99, 142-144. RULING: the table logs their starting Clank!; the rage stays as far
    above its start as it was; which Artifacts lie in the box is unknown if their number changes.
    """
    must_join(command, state.players, max(START_RAGE_SPACE))
    before, now = len(state.players), len(state.players) + len(command.seats)
    events: Events = (ev.PlayersAdded(command.seats, command.after, command.reason),)
    space = max(1, state.rage_space + START_RAGE_SPACE[now] - START_RAGE_SPACE[before])
    if space != state.rage_space:
        events += (ev.NumberCorrected(Number.RAGE_SPACE, space, command.reason),)
    if state.artifacts_out and ARTIFACTS_REMOVED[now] != ARTIFACTS_REMOVED[before]:
        events += (ev.RemovedArtifactsCorrected((), command.reason),)
    return events


def correct_removed_artifacts(command: co.CorrectRemovedArtifacts, state: Clank) -> Events:
    """Set which Artifacts lie in the box (EN 112-113); none that a player holds."""
    needs_reason(command.reason)
    out = tuple(sorted(command.artifacts_out))
    _may_be_removed(out, len(state.players))
    if out == tuple(sorted(state.artifacts_out)):
        raise Rejected("nothing_changes")
    for player in state.players:
        for value in set(player.artifacts) & set(out):
            raise Rejected("artifact_taken", value=value, player=player.colour)
    return (ev.RemovedArtifactsCorrected(out, command.reason),)


def correct_rulings(command: co.CorrectRulings, state: Clank) -> Events:
    """Change what the table agreed on; what was played before stays as it is."""
    needs_reason(command.reason)
    if command.rulings == state.rulings:
        raise Rejected("nothing_changes")
    return (ev.RulingsCorrected(command.rulings, command.reason),)
