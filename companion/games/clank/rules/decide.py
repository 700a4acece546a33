"""decide(): what each command comes to, or why not; and the rules of set-up and turn.

The rules in rulebook order: `rules` (set-up EN 95-160, turns), `noise` (Clank! EN 326-330), `loot`
(Step 2, EN 252-324, 506-607), `dragon` (Steps 3 and 4 and the countdown, EN 350-402), `scoring`
(Step 5, EN 404-411). `corrections` is not in any rulebook.
"""

from functools import singledispatch

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import (
    ARTIFACTS,
    ARTIFACTS_REMOVED,
    DANGER_CARDS,
    START_RAGE_SPACE,
    STARTING_CLANK,
    Colour,
    Token,
)
from companion.games.clank.rules import corrections, dragon, loot, noise
from companion.games.clank.rules.dragon import after, countdown_turn, first_out_by_turn_order
from companion.games.clank.rules.guards import inside, whose_turn
from companion.games.clank.state import Clank
from companion.games.clank.values import Ending

Events = tuple[ev.Event, ...]

FINAL_COUNT = co.TellDepths | co.NameArtifact | co.RecordDeck | co.RecordDeckPoints
AFTER_THE_END = FINAL_COUNT | co.CountHoldings | co.CorrectCubes | co.CorrectStatus
WHILE_THE_DRAGON_WAITS = FINAL_COUNT | co.ReportDraw | co.TellFirstOut


def decide(state: Clank, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    return _rule(command, state)


def _may_come_now(state: Clank, command: co.Command) -> None:
    if isinstance(command, co.StartGame):
        if state.players:
            raise Rejected("game_is_on")
    elif not state.players:
        raise Rejected("no_game")
    elif state.ending and not isinstance(command, AFTER_THE_END):
        raise Rejected("game_is_over")
    elif state.attack and not isinstance(command, WHILE_THE_DRAGON_WAITS):
        raise Rejected("draw_first", n=state.attack.cubes_to_draw)


@singledispatch
def _rule(command: object, state: Clank) -> Events:
    raise TypeError(f"no command of this game: {command!r}")


@_rule.register
def start_game(command: co.StartGame, state: Clank) -> Events:
    """Set up for two to four players: rage, Artifacts out, starting noise by turn order.

    Source: EN 110-113 (Artifacts), 142-144 (rage), 146 (24 black), 160 (noise 3, 2, 1, 0).
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
    events += _starting_noise(command)
    if command.rulings.arrive_on_first_row:
        events += dragon.arrive(after(state, events), command.arrivals)
    return events


def _seats_make_sense(command: co.StartGame) -> None:
    colours = [seat.colour for seat in command.seats]
    if len(colours) not in START_RAGE_SPACE:
        raise Rejected("players_two_to_four", n=len(colours))
    for colour in colours:
        if colours.count(colour) > 1:
            raise Rejected("colour_twice", player=colour)
    if command.first not in colours:
        raise Rejected("colour_not_playing", player=command.first)
    if not 0 <= command.danger <= DANGER_CARDS:
        raise Rejected("danger_out_of_range", danger=command.danger, most=DANGER_CARDS)
    _removed_artifacts_make_sense(command)


def _removed_artifacts_make_sense(command: co.StartGame) -> None:
    out = command.artifacts_out
    removed = ARTIFACTS_REMOVED[len(command.seats)]
    if out and (len(out) != removed or len(set(out)) != removed or set(out) - set(ARTIFACTS)):
        raise Rejected("artifacts_out_wrong", n=removed)


def _starting_noise(command: co.StartGame) -> Events:
    order = _turn_order([seat.colour for seat in command.seats], command.first)
    noise_of = zip(order, STARTING_CLANK, strict=False)
    return tuple(ev.ClankMade(colour, cubes) for colour, cubes in noise_of if cubes)


def _turn_order(colours: list[Colour], first: Colour) -> list[Colour]:
    start = colours.index(first)
    return colours[start:] + colours[:start]


@_rule.register
def leave_dungeon(command: co.LeaveDungeon, state: Clank) -> Events:
    """Leave on the own turn with an Artifact; the Mastery token is the reward (EN 383-385, 399)."""
    player = inside(state, command.colour)
    if state.turn != command.colour:
        raise Rejected("not_your_turn", player=command.colour, turn=state.turn)
    if not player.artifacts:
        raise Rejected("needs_artifact", player=command.colour)
    events: Events = (
        ev.DungeonLeft(command.colour),
        ev.TokenTaken(command.colour, Token.MASTERY),
    )
    if not after(state, events).inside:
        return (*events, ev.GameEnded(Ending.ALL_OUT))
    if state.countdown_space or state.first_out_asked:
        return events
    return (*events, ev.CountdownAdvanced(command.colour, 1))


@_rule.register
def end_turn(command: co.EndTurn, state: Clank) -> Events:
    """Pass the turn clockwise; the first player out moves the countdown (EN 332, 395-399)."""
    turn = whose_turn(state)
    events = first_out_by_turn_order(state)
    now = after(state, events)
    following = _following(now, turn)
    events += (ev.TurnEnded(turn, following),)
    if following == now.countdown_colour:
        events += countdown_turn(after(state, events), following)
    return events


def _following(state: Clank, turn: Colour) -> Colour:
    others = state.clockwise_from(turn)[1:]
    for player in others:
        if not player.is_out or player.colour == state.countdown_colour:
            return player.colour
    return turn


_rule.register(co.MakeClank, noise.make_clank)
_rule.register(co.EveryoneMakesClank, noise.everyone_makes_clank)
_rule.register(co.RemoveClank, noise.remove_clank)
_rule.register(co.MoveClank, noise.move_clank)
_rule.register(co.TakeArtifact, loot.take_artifact)
_rule.register(co.NameArtifact, loot.name_artifact)
_rule.register(co.DiscoverSecret, loot.discover_secret)
_rule.register(co.UsePotion, loot.use_potion)
_rule.register(co.TakeMonkeyIdol, loot.take_monkey_idol)
_rule.register(co.BuyItem, loot.buy_item)
_rule.register(co.GainGold, loot.gain_gold)
_rule.register(co.SpendGold, loot.spend_gold)
_rule.register(co.RecordDeck, loot.record_deck)
_rule.register(co.RecordDeckPoints, loot.record_deck_points)
_rule.register(co.CountHoldings, loot.count_holdings)
_rule.register(co.SetDanger, dragon.set_danger)
_rule.register(co.RefillRow, dragon.refill_row)
_rule.register(co.ReplaceRowCard, dragon.replace_row_card)
_rule.register(co.ProvokeDragon, dragon.provoke_dragon)
_rule.register(co.ReportDraw, dragon.report_draw)
_rule.register(co.TellFirstOut, dragon.tell_first_out)
_rule.register(co.TellDepths, dragon.tell_depths)
_rule.register(co.TakeTunnelDamage, dragon.take_tunnel_damage)
_rule.register(co.Heal, dragon.heal)
_rule.register(co.ReturnDragonCubes, dragon.return_dragon_cubes)
_rule.register(co.CorrectCubes, corrections.correct_cubes)
_rule.register(co.CorrectNumber, corrections.correct_number)
_rule.register(co.CorrectCredit, corrections.correct_credit)
_rule.register(co.CorrectTurn, corrections.correct_turn)
_rule.register(co.CorrectStatus, corrections.correct_status)
