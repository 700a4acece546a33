"""What the panel means in Grave Robbers: turn, injuries, action points, fights, rockfall.

A colour is that player. What is secret stays off the panel: a colour pressed in a fight takes a
card off the pile that nobody has looked at yet.
"""

from collections.abc import Mapping, Sequence

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import ACTION_POINTS, Colour, Kind
from companion.games.grave_robbers.rules.dungeon import may_fall, nearest_face_up
from companion.games.grave_robbers.rules.guards import has_rewards
from companion.games.grave_robbers.state import Contest, GraveRobbers, Player
from companion.games.grave_robbers.values import Against, Source
from hardware.panel import patterns
from hardware.panel.faces.base import Deed, Face, Meaning
from hardware.panel.patterns import Pattern
from hardware.panel.pins import BUZZER, COLOURS, RAGE_LAMPS

POINT_LAMPS = RAGE_LAMPS[:ACTION_POINTS]
FIGHT_LAMP = RAGE_LAMPS[ACTION_POINTS]
ROCKFALL_LAMP = RAGE_LAMPS[-1]
INJURED = Pattern(((0.2, 1.0), (0.8, 0.0)), is_loop=True)  # blinks, mostly dark
INJURED_ON_TURN = Pattern(((0.8, 1.0), (0.2, 0.0)), is_loop=True)  # blinks, mostly lit


def tap(state: GraveRobbers, button: str) -> Meaning:
    """Attack: fight, or settle it; Next: rest, end the turn, let the only card fall."""
    if button == "undo":
        return Deed.UNDO
    if not state.players or state.turn is None:
        return None
    if button == "attack":
        return _attack(state, state.player(state.turn))
    if button == "next":
        return _next(state)
    colour = Colour(button)
    return _colour(state, state.player(colour)) if state.has(colour) else None


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
    """A card off the pile for who must choose one; else this player is attacked."""
    if state.contest is None:
        return None if player.colour == state.turn else co.FightPlayer(player.colour)
    is_asked = player.colour in _must_lay(state.contest)
    if not is_asked or state.contest.against is not Against.PLAYER:
        return None
    return co.LayItem(player.colour, Source.PILE)


def _must_lay(contest: Contest) -> tuple[Colour, ...]:
    sides = (contest.colour, contest.target)
    return tuple(side for side in sides if side is not None and contest.laid(side) is None)


def _next(state: GraveRobbers) -> Meaning:
    """End the turn; with a rockfall the card is chosen on a phone, unless only one can fall."""
    if state.must_rest:
        return co.Rest()
    if not state.must_fall:
        return co.EndTurn()
    cells = may_fall(state)
    is_open = len(cells) != 1 or (state.on(cells[0]) and len(nearest_face_up(state, cells[0])) > 1)
    return None if is_open else co.LetFall(cells[0])


def hold(state: GraveRobbers, button: str, counted: int) -> Meaning:
    """Undo held does again what was undone."""
    return Deed.REDO if button == "undo" else None


def lamps(state: GraveRobbers) -> Mapping[str, Pattern]:
    """Whose turn it is, who lies injured (blinking), who must choose a card; action points.

    The fourth lamp of the bar breathes while a fight waits, the last ones while a card must fall;
    once cards fall at every turn's end the last one winks.
    """
    if not state.players:
        return patterns.PAIR_ME
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
    """Winks for a player who moved, chose a card or fell; beeps for what all should hear."""
    shown: dict[str, Pattern] = {}
    for event in events:
        if isinstance(event, ev.PawnMoved | ev.ItemLaid | ev.Rested):
            shown[event.colour.value] = patterns.NOTED
        if (motif := _motif(event)) is not None:
            shown[BUZZER] = motif
    return shown


def _motif(event: ev.Event) -> Pattern | None:
    if isinstance(event, ev.TreasureTaken | ev.GameEnded):
        return patterns.ATTACK
    if isinstance(event, ev.Injured):
        return patterns.KNOCKED_OUT
    if isinstance(event, ev.RockfallBegan):
        return patterns.blinks(2)
    return patterns.blinks(1) if isinstance(event, ev.FightBegan) else None


def greeting(state: GraveRobbers) -> Mapping[str, Pattern]:
    """The players of the game that goes on; all four lamps if there is none yet."""
    seated = tuple(player.colour.value for player in state.players)
    return patterns.greeting(seated or COLOURS)


GRAVE_ROBBERS_FACE = Face(
    press=lambda state, button: None,
    tap=tap,
    hold=hold,
    chord=lambda last, button: None,
    counted=lambda events: 0,
    lamps=lamps,
    flashes=flashes,
    greeting=greeting,
)
