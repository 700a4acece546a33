"""decide(): what each command comes to, or why not.

The rules in the manual's order: `set_up` (GR 72-99), `actions` (GR 122-143), `fights` (GR 145-210),
`items` (GR 212-226), `rockfall` (turn end, GR 219-237). `cards` and `corrections` are not in the
manual.
"""

from typing import assert_never

from companion.engine.errors import Rejected
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.rules import (
    actions,
    cards,
    corrections,
    dungeon_corrections,
    fight_effects,
    fights,
    items,
    rockfall,
    set_up,
)
from companion.games.grave_robbers.rules.guards import must_fight
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.shared import correct_seats

# Names, and who brought the treasure home; a game that was not over goes on.
AFTER_THE_END = co.ListCommand | co.CorrectSeats | co.CorrectPawn | co.CorrectTreasure
# Effects come at the time that their card says (GR 57), and a mistake is put right when it is seen.
ANY_TIME = co.ListCommand | co.ItemCommand | co.Correction


def decide(state: GraveRobbers, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    if isinstance(command, co.TurnCommand):
        return _turn(command, state)
    if isinstance(command, co.DungeonCommand):
        return _dungeon(command, state)
    if isinstance(command, co.FightBegin):
        return _fight_begin(command, state)
    if isinstance(command, co.FightCommand):
        return _fight(command, state)
    if isinstance(command, co.ItemCommand):
        return _items(command, state)
    if isinstance(command, co.ListCommand):
        return _card_list(command, state)
    if isinstance(command, co.Correction):
        return _correction(command, state)
    assert_never(command)


def _may_come_now(state: GraveRobbers, command: co.Command) -> None:
    if isinstance(command, co.StartGame):
        if state.players:
            raise Rejected("game_is_on")
    elif not state.players:
        raise Rejected("no_game")
    elif state.winner is not None:
        if not isinstance(command, AFTER_THE_END):
            raise Rejected("game_is_over")
    elif not isinstance(command, co.CorrectSeats):
        _nothing_is_forced(state, command)


def _nothing_is_forced(state: GraveRobbers, command: co.Command) -> None:
    """Refuse whatever must wait for a step that the manual calls forced, or that is half done."""
    if state.laying is not None:  # comes before a rest too: a corrected turn may have both
        if not isinstance(command, ANY_TIME | co.LayDungeonCard):
            raise Rejected("lay_cards_first", n=state.laying.cards)
        return
    if state.contest is not None and not isinstance(command, ANY_TIME | co.FightCommand):
        raise Rejected("settle_first", player=state.contest.colour)
    if state.must_fall and not isinstance(command, ANY_TIME | co.LetFall | co.StopRockfall):
        raise Rejected("rockfall_first", player=state.turn)
    if state.must_rest and not isinstance(command, ANY_TIME | co.Rest):
        raise Rejected("rest_first", player=state.turn)
    in_fight = state.contest is not None
    if must_fight(state) and not (in_fight or isinstance(command, ANY_TIME | co.FightEnemy)):
        raise Rejected("fight_first", player=state.turn)


def _turn(command: co.TurnCommand, state: GraveRobbers) -> Events:
    match command:
        case co.EndTurn():
            return rockfall.end_turn(command, state)
        case co.Rest():
            return actions.rest(command, state)
        case co.LetFall():
            return rockfall.let_fall(command, state)
        case co.StopRockfall():
            return rockfall.stop_rockfall(command, state)
        case co.StartGame():
            return set_up.start_game(command, state)
    assert_never(command)


def _dungeon(command: co.DungeonCommand, state: GraveRobbers) -> Events:
    match command:
        case co.Move():
            return actions.move(command, state)
        case co.Explore():
            return actions.explore(command, state)
        case co.LayDungeonCard():
            return actions.lay_dungeon_card(command, state)
    assert_never(command)


def _fight_begin(command: co.FightBegin, state: GraveRobbers) -> Events:
    match command:
        case co.FightEnemy():
            return fights.fight_enemy(command, state)
        case co.FightPlayer():
            return fights.fight_player(command, state)
        case co.OpenChest():
            return fights.open_chest(command, state)
    assert_never(command)


def _fight(command: co.FightCommand, state: GraveRobbers) -> Events:
    match command:
        case co.LayItem():
            return fights.lay_item(command, state)
        case co.ShowDie():
            return fights.show_die(command, state)
        case co.SetBonus():
            return fights.set_bonus(command, state)
        case co.ReplaceDie():
            return fight_effects.replace_die(command, state)
        case co.CallOffFight():
            return fight_effects.call_off_fight(command, state)
        case co.SettleFight():
            return fights.settle_fight(command, state)
    assert_never(command)


def _items(command: co.ItemCommand, state: GraveRobbers) -> Events:
    match command:
        case co.UseItem():
            return items.use_item(command, state)
        case co.DrawItems():
            return items.draw_items(command, state)
        case co.DiscardItem():
            return items.discard_item(command, state)
        case co.GiveItems():
            return items.give_items(command, state)
    assert_never(command)


def _card_list(command: co.ListCommand, state: GraveRobbers) -> Events:
    match command:
        case co.WriteCard():
            return cards.write_card(command, state)
        case co.EraseCard():
            return cards.erase_card(command, state)
        case co.ReplaceCards():
            return cards.replace_cards(command, state)
    assert_never(command)


def _correction(command: co.Correction, state: GraveRobbers) -> Events:
    match command:
        case co.CorrectPawn():
            return corrections.correct_pawn(command, state)
        case co.CorrectCondition():
            return corrections.correct_condition(command, state)
        case co.CorrectActionPoints():
            return corrections.correct_action_points(command, state)
        case co.CorrectTurn():
            return corrections.correct_turn(command, state)
        case co.CorrectTreasure():
            return corrections.correct_treasure(command, state)
        case co.CorrectCard():
            return corrections.correct_card(command, state)
        case co.CorrectOrder():
            return corrections.correct_order(command, state)
        case co.CorrectFace():
            return dungeon_corrections.correct_face(command, state)
        case co.CorrectPlace():
            return dungeon_corrections.correct_place(command, state)
        case co.CorrectDungeon():
            return dungeon_corrections.correct_dungeon(command, state)
        case co.CorrectItems():
            return corrections.correct_items(command, state)
        case co.CorrectRulings():
            return corrections.correct_rulings(command, state)
        case co.CorrectSeats():
            return correct_seats(command, state.players)
        case co.AddPlayers():
            return set_up.add_players(command, state)
        case co.Withdraw():
            return corrections.withdraw(command, state)
    assert_never(command)
