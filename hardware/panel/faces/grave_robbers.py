"""The panel in Grave Robbers: turn, injuries, action points, fights, rockfall.

A colour stands for that player. The panel shows nothing secret: a colour that is pressed in a fight
takes a card from the pile that nobody has seen yet.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ACTION_POINTS, Colour, Kind
from companion.games.grave_robbers.rules.dungeon import may_fall, nearest_face_up
from companion.games.grave_robbers.rules.guards import has_rewards
from companion.games.grave_robbers.state import Contest, GraveRobbers, Player
from companion.games.grave_robbers.values import Against, Source
from hardware.panel import patterns
from hardware.panel.faces.base import Face, TableAction, undo_or_redo
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS, Button

POINT_LAMPS = RAGE_LAMPS[:ACTION_POINTS]
FIGHT_LAMP = RAGE_LAMPS[ACTION_POINTS]
ROCKFALL_LAMP = RAGE_LAMPS[-1]
INJURED = Pattern(((0.2, 1.0), (0.8, 0.0)), is_loop=True)  # blinks, mostly dark
INJURED_ON_TURN = Pattern(((0.8, 1.0), (0.2, 0.0)), is_loop=True)  # blinks, mostly lit


Meaning = co.Command | TableAction | None


def tap(state: GraveRobbers, button: Button) -> Meaning:
    """Attack: fight, or settle the fight. Next: rest, end the turn, or let the only card fall."""
    if button is Button.UNDO:
        return TableAction.UNDO
    if not state.players or state.turn is None:
        return None
    match button:
        case Button.ATTACK:
            return _attack(state, state.player(state.turn))
        case Button.NEXT:
            return _next(state)
        case Button.RED | Button.GREEN | Button.BLUE | Button.YELLOW:
            colour = Colour(button)
            return _colour(state, state.player(colour)) if state.has(colour) else None
        case _:
            assert_never(button)


def _attack(state: GraveRobbers, player: Player) -> Meaning:
    if state.contest is not None:
        return co.SettleFight()
    if has_rewards(state, player, Kind.ENEMY):
        return co.FightEnemy()
    if has_rewards(state, player, Kind.CHEST):
        return co.OpenChest()
    targets = _targets(state, player)
    return co.FightPlayer(targets[0].colour) if len(targets) == 1 else None


def _targets(state: GraveRobbers, player: Player) -> tuple[Player, ...]:
    here = state.on(player.cell)
    return tuple(other for other in here if other != player and other.is_standing)


def _colour(state: GraveRobbers, player: Player) -> Meaning:
    """In a fight: a card from the pile, if this player must choose. Else: attack this player."""
    if state.contest is None:
        return None if player.colour == state.turn else co.FightPlayer(player.colour)
    is_asked = player.colour in _must_lay(state.contest)
    if not is_asked or state.contest.against is not Against.PLAYER:
        return None
    return co.LayItem(player.colour, Source.PILE)


def _must_lay(contest: Contest) -> tuple[Colour, ...]:
    return (contest.waits_for,) if contest.waits_for is not None else ()


def _next(state: GraveRobbers) -> Meaning:
    """End the turn. In a rockfall, let the card fall if only one can; else a phone must choose."""
    if state.must_rest:
        return co.Rest()
    if not state.must_fall:
        return co.EndTurn()
    cells = may_fall(state)
    is_open = len(cells) != 1 or (state.on(cells[0]) and len(nearest_face_up(state, cells[0])) > 1)
    return None if is_open else co.LetFall(cells[0])


def hold(state: GraveRobbers, button: Button, counted: int) -> Meaning:
    """Undo held does again what was undone; nothing else is held."""
    return undo_or_redo(button, is_held=True)


def lamps(state: GraveRobbers) -> Mapping[str, Pattern]:
    """Whose turn it is, who is injured (blinking), who must choose a card; action points.

    The fourth lamp of the bar breathes while a fight waits, and all from there on while a card must
    fall. Once cards fall at the end of every turn, the last lamp winks.
    """
    if not state.players:
        return patterns.NO_GAME
    if state.winner is not None:
        return {state.winner.value: patterns.ON} | dict.fromkeys(RAGE_LAMPS, patterns.ON)
    shown = {player.colour.value: _of_player(state, player) for player in state.players}
    shown |= dict.fromkeys(POINT_LAMPS[: state.action_points], patterns.ON)
    if state.is_falling:
        shown[ROCKFALL_LAMP] = patterns.WINK_DARK
    if state.must_fall:
        shown |= dict.fromkeys(RAGE_LAMPS[ACTION_POINTS:], patterns.BREATHE)
    if state.contest is not None:
        shown[FIGHT_LAMP] = patterns.BREATHE
    return shown


def _of_player(state: GraveRobbers, player: Player) -> Pattern:
    if state.contest is not None and player.colour in _must_lay(state.contest):
        return patterns.BREATHE
    is_turn = player.colour == state.turn
    if not player.is_standing:
        return INJURED_ON_TURN if is_turn else INJURED
    return patterns.ON if is_turn else patterns.OFF


def flashes(events: Sequence[ev.Event]) -> dict[str, Pattern]:
    """A short flash for who moved, rested or chose a card; beeps for what all should hear."""
    shown: dict[str, Pattern] = {}
    for event in events:
        if isinstance(event, ev.PawnMoved | ev.ItemLaid | ev.Rested):
            shown[event.colour.value] = patterns.NOTED
        if (signal := _signal(event)) is not None:
            shown[BUZZER] = signal
    return shown


def _signal(event: ev.Event) -> Pattern | None:
    """Return what is heard of an event, None for most."""
    match event:
        case ev.TreasureTaken() | ev.GameEnded():
            return patterns.ATTACK
        case ev.Injured():
            return patterns.KNOCKED_OUT
        case ev.RockfallBegan():
            return patterns.blinks(2)
        case ev.FightBegan():
            return patterns.blinks(1)
        case _:
            return None


def greeting(state: GraveRobbers) -> Mapping[str, Pattern]:
    """The lamps of those who play; all four before a game."""
    seated = tuple(player.colour.value for player in state.players)
    return patterns.greeting(seated or COLOURS)


GRAVE_ROBBERS_FACE: Face[GraveRobbers, co.Command, ev.Event] = Face(
    press=lambda state, button: None,
    tap=tap,
    hold=hold,
    chord=lambda last, button, holder: None,
    counted=lambda events: 0,
    lamps=lamps,
    flashes=flashes,
    greeting=greeting,
)
