"""decide(): what each command comes to, or why not; and the rules of set-up.

The rules in the manual's order: `rules` (set-up, GR 72-99), `actions` (GR 122-143), `fights` (GR
145-210), `items` (GR 212-226), `rockfall` (turn end, GR 219-237). `cards` and `corrections` are not
in the manual.
"""

from functools import singledispatch

from companion.engine.errors import Rejected
from companion.engine.game import FairDraw
from companion.games.grave_robbers import cards
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import FIRST_HAND, LEAST_PLAYERS, MOST_PLAYERS
from companion.games.grave_robbers.evolve import Events
from companion.games.grave_robbers.rules import actions, corrections, fights, items, rockfall
from companion.games.grave_robbers.rules.guards import must_fight
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ENTRANCE

LIST = co.WriteCard | co.EraseCard | co.ReplaceCards
ITEMS = co.UseItem | co.DrawItems | co.DiscardItem | co.GiveItems
CORRECTIONS = (
    co.CorrectPawn
    | co.CorrectCondition
    | co.CorrectActionPoints
    | co.CorrectTurn
    | co.CorrectTreasure
    | co.CorrectCard
    | co.CorrectItems
)
ANY_TIME = LIST | ITEMS | CORRECTIONS
IN_A_FIGHT = LIST | ITEMS | co.LayItem | co.ShowDie | co.SetBonus | co.SettleFight


def decide(state: GraveRobbers, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    return _rule(command, state)


def _may_come_now(state: GraveRobbers, command: co.Command) -> None:
    if isinstance(command, co.StartGame):
        if state.players:
            raise Rejected("game_is_on")
    elif not state.players:
        raise Rejected("no_game")
    elif state.winner is not None and not isinstance(command, LIST):
        raise Rejected("game_is_over")
    elif state.winner is None:
        _nothing_is_forced(state, command)


def _nothing_is_forced(state: GraveRobbers, command: co.Command) -> None:
    """Refuse whatever must wait for a step that the manual calls forced, or that is half done."""
    if state.laying is not None and not isinstance(command, LIST | co.LayDungeonCard):
        raise Rejected("lay_cards_first", n=state.laying.cards)
    if state.contest is not None and not isinstance(command, IN_A_FIGHT):
        raise Rejected("settle_first", player=state.contest.colour)
    if state.must_fall and not isinstance(command, LIST | co.LetFall):
        raise Rejected("rockfall_first", player=state.turn)
    if state.must_rest and not isinstance(command, ANY_TIME | co.Rest):
        raise Rejected("rest_first", player=state.turn)
    in_fight = state.contest is not None or state.laying is not None
    if must_fight(state) and not (in_fight or isinstance(command, ANY_TIME | co.FightEnemy)):
        raise Rejected("fight_first", player=state.turn)


def no_draws(state: GraveRobbers, draw: FairDraw) -> co.Command:
    """Refuse: the cards are the table's own, so Dragonbag draws nothing."""
    raise Rejected("nothing_to_draw_here")


@singledispatch
def _rule(command: object, state: GraveRobbers) -> Events:
    raise TypeError(f"no command of this game: {command!r}")


@_rule.register
def start_game(command: co.StartGame, state: GraveRobbers) -> Events:
    """Set up for three or four: a card beside the entrance, all pawns on it, five items each.

    Source: GR 5 (players), 92-95 (dungeon), 97 (hands), 99 (who is first).
    """
    _seats_make_sense(command)
    cards.must_be_a_list(command.cards)
    started = ev.GameStarted(command.seats, command.first, command.rulings, command.cards)
    hands = tuple(ev.ItemsDrawn(seat.colour, FIRST_HAND) for seat in command.seats)
    return (started, ev.DungeonCardLaid(command.laid_at), *hands)


def _seats_make_sense(command: co.StartGame) -> None:
    colours = [seat.colour for seat in command.seats]
    if not LEAST_PLAYERS <= len(colours) <= MOST_PLAYERS:
        raise Rejected("players_three_or_four", n=len(colours))
    for colour in colours:
        if colours.count(colour) > 1:
            raise Rejected("colour_twice", player=colour)
    if command.first not in colours:
        raise Rejected("colour_not_playing", player=command.first)
    if command.laid_at not in ENTRANCE.around:
        raise Rejected("no_free_place_there")


_rule.register(co.Rest, actions.rest)
_rule.register(co.Explore, actions.explore)
_rule.register(co.LayDungeonCard, actions.lay_dungeon_card)
_rule.register(co.Move, actions.move)
_rule.register(co.FightEnemy, fights.fight_enemy)
_rule.register(co.FightPlayer, fights.fight_player)
_rule.register(co.OpenChest, fights.open_chest)
_rule.register(co.LayItem, fights.lay_item)
_rule.register(co.ShowDie, fights.show_die)
_rule.register(co.SetBonus, fights.set_bonus)
_rule.register(co.SettleFight, fights.settle_fight)
_rule.register(co.UseItem, items.use_item)
_rule.register(co.DrawItems, items.draw_items)
_rule.register(co.DiscardItem, items.discard_item)
_rule.register(co.GiveItems, items.give_items)
_rule.register(co.EndTurn, rockfall.end_turn)
_rule.register(co.LetFall, rockfall.let_fall)
_rule.register(co.WriteCard, cards.write_card)
_rule.register(co.EraseCard, cards.erase_card)
_rule.register(co.ReplaceCards, cards.replace_cards)
_rule.register(co.CorrectPawn, corrections.correct_pawn)
_rule.register(co.CorrectCondition, corrections.correct_condition)
_rule.register(co.CorrectActionPoints, corrections.correct_action_points)
_rule.register(co.CorrectTurn, corrections.correct_turn)
_rule.register(co.CorrectTreasure, corrections.correct_treasure)
_rule.register(co.CorrectCard, corrections.correct_card)
_rule.register(co.CorrectItems, corrections.correct_items)
