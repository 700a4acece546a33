"""decide(): what each command comes to, or why not.

The rules in rulebook order: `set_up` (EN 95-160), `loot` (Step 2, EN 252-324, 506-607),
`clank_cubes` (Clank!, EN 326-330), `dragon` (Steps 3 and 4 and the countdown, EN 350-402),
`turn` (EN 332, 383-399), `count` and `scoring` (Step 5, EN 404-411). `corrections` and
`table_matters` are not in any rulebook.
"""

from typing import assert_never

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank.evolve import Events
from companion.games.clank.rules import (
    clank_cubes,
    corrections,
    count,
    dragon,
    loot,
    set_up,
    table_matters,
    turn,
)
from companion.games.clank.state import Clank
from companion.games.shared import correct_seats

FINAL_COUNT = co.TellDepths | co.NameArtifact | co.RecordDeck | co.RecordDeckPoints
AFTER_THE_END = (
    FINAL_COUNT
    | co.CountHoldings
    | co.CorrectCubes
    | co.CorrectStatus
    | co.CorrectCountdown
    | co.CorrectSeats
    | co.CorrectRemovedArtifacts
)
WHILE_THE_DRAGON_WAITS = (
    FINAL_COUNT
    | co.ReportDraw
    | co.TellFirstOut
    | co.CountHoldings
    | co.AddArrivals
    | co.SettleOffTurn
    | co.Correction
)


def decide(state: Clank, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    if isinstance(command, co.TurnCommand):
        return _turn(command, state)
    if isinstance(command, co.ClankCommand):
        return _clank(command, state)
    if isinstance(command, co.DragonCommand):
        return _dragon(command, state)
    if isinstance(command, co.HealthCommand):
        return _health(command, state)
    if isinstance(command, co.LootCommand):
        return _loot(command, state)
    if isinstance(command, co.CountCommand):
        return _count(command, state)
    if isinstance(command, co.Correction):
        return table_matters.with_the_attack(state, _correction(command, state))
    assert_never(command)


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


def _turn(command: co.TurnCommand, state: Clank) -> Events:
    match command:
        case co.EndTurn():
            return turn.end_turn(command, state)
        case co.LeaveDungeon():
            return turn.leave_dungeon(command, state)
        case co.StartGame():
            return set_up.start_game(command, state)
        case co.SettleOffTurn():
            return turn.settle_off_turn(command, state)
    assert_never(command)


def _clank(command: co.ClankCommand, state: Clank) -> Events:
    match command:
        case co.MakeClank():
            return clank_cubes.make_clank(command, state)
        case co.EveryoneMakesClank():
            return clank_cubes.everyone_makes_clank(command, state)
        case co.RemoveClank():
            return clank_cubes.remove_clank(command, state)
        case co.MoveClank():
            return clank_cubes.move_clank(command, state)
    assert_never(command)


def _dragon(command: co.DragonCommand, state: Clank) -> Events:
    match command:
        case co.RefillRow():
            return dragon.refill_row(command, state)
        case co.ReportDraw():
            return dragon.report_draw(command, state)
        case co.SetDanger():
            return dragon.set_danger(command, state)
        case co.ReplaceRowCard():
            return dragon.replace_row_card(command, state)
        case co.AddArrivals():
            return table_matters.with_the_attack(state, dragon.add_arrivals(command, state))
        case co.ProvokeDragon():
            return dragon.provoke_dragon(command, state)
        case co.ReturnDragonCubes():
            return dragon.return_dragon_cubes(command, state)
    assert_never(command)


def _health(command: co.HealthCommand, state: Clank) -> Events:
    match command:
        case co.Heal():
            return dragon.heal(command, state)
        case co.TakeTunnelDamage():
            return dragon.take_tunnel_damage(command, state)
        case co.TellDepths():
            return dragon.tell_depths(command, state)
        case co.TellFirstOut():
            return dragon.tell_first_out(command, state)
    assert_never(command)


def _loot(command: co.LootCommand, state: Clank) -> Events:
    match command:
        case co.GainGold():
            return loot.gain_gold(command, state)
        case co.DiscoverSecret():
            return loot.discover_secret(command, state)
        case co.TakeArtifact():
            return loot.take_artifact(command, state)
        case co.TakeMonkeyIdol():
            return loot.take_monkey_idol(command, state)
        case co.BuyItem():
            return loot.buy_item(command, state)
        case co.UsePotion():
            return loot.use_potion(command, state)
        case co.SpendGold():
            return loot.spend_gold(command, state)
        case co.NameArtifact():
            return loot.name_artifact(command, state)
    assert_never(command)


def _count(command: co.CountCommand, state: Clank) -> Events:
    match command:
        case co.RecordDeck():
            return count.record_deck(command, state)
        case co.RecordDeckPoints():
            return count.record_deck_points(command, state)
        case co.CountHoldings():
            return count.count_holdings(command, state)
    assert_never(command)


def _correction(command: co.Correction, state: Clank) -> Events:
    match command:
        case co.CorrectCubes():
            return corrections.correct_cubes(command, state)
        case co.CorrectNumber():
            return corrections.correct_number(command, state)
        case co.CorrectCredit():
            return corrections.correct_credit(command, state)
        case co.CorrectTurn():
            return corrections.correct_turn(command, state)
        case co.CorrectStatus():
            return corrections.correct_status(command, state)
        case co.CorrectSeats():
            return correct_seats(command, state.players)
        case co.CorrectCountdown():
            return table_matters.correct_countdown(command, state)
        case co.CorrectRemovedArtifacts():
            return set_up.correct_removed_artifacts(command, state)
        case co.CorrectRulings():
            return set_up.correct_rulings(command, state)
        case co.CorrectGone():
            return count.correct_gone(command, state)
        case co.Withdraw():
            return table_matters.withdraw(command, state)
        case co.AddPlayers():
            return set_up.add_players(command, state)
    assert_never(command)
