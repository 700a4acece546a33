"""Corrections: what was typed wrongly is put right turns later; no card is lost. In no rulebook.

Each has its reason. Practice needs none: there Dragonbag deals the cards and knows them.
"""

from typing import assert_never

from companion.engine.errors import Rejected
from companion.games.shared import needs_reason
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import HAND_SIZE, Who
from companion.games.the_game.evolve import Events, evolve
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Ending


def correct_rulings(command: co.CorrectRulings, state: TheGame) -> Events:
    """Change what the table agreed on; what was played before stays as it is."""
    needs_reason(command.reason)
    if command.rulings == state.rulings:
        raise Rejected("nothing_changes")
    return (ev.RulingsCorrected(command.rulings, command.reason),)


def correct(command: co.CardCorrection, state: TheGame) -> Events:
    """Return what the correction comes to; the game ends if it shows that all cards lie.

    Where all cards had ended the game and one more is held, the game goes on.
    """
    needs_reason(command.reason)
    if state.practice:
        raise Rejected("practice_keeps_itself")
    corrected = _correct(command, state)
    return (corrected, *_end_follows(evolve(state, corrected), command.reason))


def _end_follows(state: TheGame, reason: str) -> Events:
    if state.left:
        return (ev.GameWentOn(reason),) if state.ending is Ending.ALL_LAID else ()
    ending = Ending.BURNED if state.unmet else Ending.ALL_LAID
    return () if state.ending is ending else (ev.GameEnded(ending, 0),)


def correct_end(command: co.CorrectEnd, state: TheGame) -> Events:
    """Let the game go on: what ended it was a mistake."""
    needs_reason(command.reason)
    if state.practice:
        raise Rejected("practice_keeps_itself")
    if state.ending is None:
        raise Rejected("nothing_changes")
    if not state.left:
        raise Rejected("all_cards_lie")
    return (ev.GameWentOn(command.reason),)


def _correct(command: co.CardCorrection, state: TheGame) -> ev.CorrectionEvent:
    match command:
        case co.CorrectCard():
            return _card(command, state)
        case co.CorrectPile():
            return _pile(command, state)
        case co.CorrectCount():
            return _count(command, state)
        case co.CorrectTurn():
            return _turn(command, state)
        case co.CorrectLevel():
            return _level(command, state)
    assert_never(command)


def _card(command: co.CorrectCard, state: TheGame) -> ev.CardCorrected:
    """Give a card on a pile its true number; the number that was typed is free again."""
    if command.card not in state.played:
        raise Rejected("card_lies_nowhere", card=command.card)
    if command.card == command.real:
        raise Rejected("nothing_changes")
    return ev.CardCorrected(command.card, command.real, command.reason)


def _pile(command: co.CorrectPile, state: TheGame) -> ev.PileCorrected:
    """Set the cards of a pile, also against its order: the table says how they lie."""
    cards = state.cards(command.pile)
    if command.cards == cards:
        raise Rejected("nothing_changes")
    elsewhere = state.played - set(cards)
    if twice := sorted(elsewhere & set(command.cards)):
        raise Rejected("card_lies_already", card=twice[0])
    count = state.count_of(_seat(command.balance, state)) + len(cards) - len(command.cards)
    _must_fit(command.balance, count, state)
    draw_pile = count if command.balance is None else state.draw_pile
    needed = needed_with(state, draw_pile)
    return ev.PileCorrected(command.pile, command.cards, command.balance, needed, command.reason)


def _count(command: co.CorrectCount, state: TheGame) -> ev.CountCorrected:
    """Set how many cards a hand or the draw pile has; the other place has the difference."""
    place, balance = _seat(command.player, state), _seat(command.balance, state)
    if place == balance:
        raise Rejected("balance_is_another_place")
    more = command.cards - state.count_of(place)
    if not more:
        raise Rejected("nothing_changes")
    other = state.count_of(balance) - more
    _must_fit(place, command.cards, state)
    _must_fit(balance, other, state)
    draw_pile = {place: command.cards, balance: other}.get(None, state.draw_pile)
    needed = needed_with(state, draw_pile)
    return ev.CountCorrected(place, command.cards, balance, needed, command.reason)


def _turn(command: co.CorrectTurn, state: TheGame) -> ev.TurnCorrected:
    """Give the turn to a player; on another player's turn all blue cards that burn are due."""
    player = _seat(command.player, state)
    if (player, command.laid) == (state.turn, state.laid):
        raise Rejected("nothing_changes")
    if command.laid > len(state.played):
        raise Rejected("not_that_many_lie", n=len(state.played))
    is_same = player is state.turn
    duty = state.duty if is_same else burning(state)
    needed = state.needed if is_same else state.level.cards_a_turn(state.draw_pile)
    return ev.TurnCorrected(command.player, command.laid, needed, duty, command.reason)


def burning(state: TheGame) -> tuple[int, ...]:
    """Return the blue cards that are not covered, wherever they lie."""
    blue = (card for pile in state.piles for card in pile if state.is_blue(card))
    return tuple(card for card in blue if not state.is_covered(card))


def _level(command: co.CorrectLevel, state: TheGame) -> ev.LevelCorrected:
    """Set the level; before the first card everybody holds as many as it says."""
    if (command.level, command.on_fire) == (state.level, state.on_fire):
        raise Rejected("nothing_changes")
    players = len(state.names)
    size = command.level.hand_size(players)
    is_dealt = not state.played and set(state.hands) == {state.hand_size}
    hands = (size,) * players if is_dealt else state.hands
    needed = command.level.cards_a_turn(state.left - sum(hands))
    return ev.LevelCorrected(command.level, command.on_fire, size, needed, hands, command.reason)


def needed_with(state: TheGame, draw_pile: int) -> int:
    """Return what this turn must lay: a count that was wrong was so when the turn began."""
    if bool(draw_pile) == bool(state.draw_pile):
        return state.needed
    return state.level.cards_a_turn(draw_pile)


def _seat(place: Who | None, state: TheGame) -> Who | None:
    if place is not None and place not in state.players:
        raise Rejected("nobody_sits_there", player=place)
    return place


def _must_fit(place: Who | None, count: int, state: TheGame) -> None:
    """Refuse a count below nothing, or a hand that nobody can hold (JA 40)."""
    most = HAND_SIZE[len(state.names)]
    if count < 0:
        raise Rejected("not_that_many_there", n=state.count_of(place))
    if place is not None and count > most:
        raise Rejected("hand_is_full", player=place, n=most)
