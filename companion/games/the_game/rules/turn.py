"""The turn: play a card, draw up, or give up (JA 46-60, 64-95; On Fire 117-125)."""

from companion.engine.errors import Rejected
from companion.engine.sentence import Both
from companion.games.shared import clockwise
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.advice.turn import can_finish, must_be_able
from companion.games.the_game.box import ALL_CARDS, JUMP, Pile, Who
from companion.games.the_game.evolve import Events, evolve
from companion.games.the_game.state import TheGame, may_lie
from companion.games.the_game.values import Ending


def play_card(command: co.PlayCard, state: TheGame) -> Events:
    """Lay one card: up piles rise, down piles fall, or exactly 10 back (JA 66-72, 83-89)."""
    who, pile, card = _whose_turn(state), command.pile, command.card
    _is_own_turn(state, who, command.player)
    _card_is_there(state, who, card)
    top = state.top(pile)
    if not may_lie(pile, top, card):
        code = "must_be_higher" if pile.is_up else "must_be_lower"
        back = top - JUMP if pile.is_up else top + JUMP
        raise Rejected(code, card=card, top=top, back=back)
    played = ev.CardPlayed(who, pile, card, top)
    after = evolve(state, played)
    if after.left:
        return (played,)
    # RULING: a blue card that had to be covered and is not loses even with the last card (JA 121).
    return (played, ev.GameEnded(Ending.BURNED if after.unmet else Ending.ALL_LAID, 0))


def _whose_turn(state: TheGame) -> Who:
    if state.turn is None:
        raise Rejected("first_not_chosen")
    return state.turn


def _is_own_turn(state: TheGame, who: Who, player: Who | None) -> None:
    """Refuse another player; in practice a player must be named, since refusals tell of a hand."""
    if player is None and state.practice:
        raise Rejected("say_who")
    if player not in (None, who):
        raise Rejected("not_your_turn", player=player, turn=who)


def _card_is_there(state: TheGame, who: Who, card: int) -> None:
    if card in state.played:
        raise Rejected("card_lies_already", card=card)
    if not state.hand(who):
        raise Rejected("hand_is_empty", player=who)
    if state.held and card not in state.holds(who):
        raise Rejected("card_not_held", player=who, card=card)


def end_turn(command: co.EndTurn, state: TheGame) -> Events:
    """Draw up to the hand size and pass the turn to the left (JA 50-52)."""
    who = _whose_turn(state)
    if state.missing:
        raise Rejected("too_few_cards", n=state.missing, player=who)
    if state.unmet:
        burning = Both(map(str, state.unmet))
        raise Rejected("fire_burns", player=who, n=len(burning), cards=burning)
    drawn = max(0, min(state.draw_pile, state.hand_size - state.hand(who)))
    pile_left = state.draw_pile - drawn
    following = _following(state, who, drawn)
    needed = state.level.cards_a_turn(pile_left)
    return (ev.TurnEnded(who, drawn, following, needed, _burning(state)),)


def _burning(state: TheGame) -> tuple[int, ...]:
    """Return the blue cards of this turn that the next must cover (JA 121, 125)."""
    return tuple(card for card in state.blue_tops if card not in state.duty) + tuple(
        card
        for pile in state.piles
        for card in pile[:-1]
        if state.is_blue(card) and card not in state.duty and not state.is_covered(card)
    )


def _following(state: TheGame, who: Who, drawn: int) -> Who:
    """Return the next player who still holds cards; who has none has dropped out (JA 60)."""
    first, *others = clockwise(state.players, who)
    for player in (*others, first):
        if state.hand(player) + (drawn if player is who else 0):
            return player
    raise AssertionError("no cards are left and the game goes on")


def give_up(command: co.GiveUp, state: TheGame) -> Events:
    """End the game when the player whose turn it is cannot go on (JA 56).

    Dragonbag knows no hand, so the player says this. It is refused if the piles, or in practice the
    hand, show that the player can go on. RULING: with a blue card uncovered it is a defeat however
    few cards are left, because the duty of JA 121 is not met either.
    """
    who = _whose_turn(state)
    _is_own_turn(state, who, command.player)
    if not state.missing and not state.unmet:
        raise Rejected("turn_may_end", player=who)
    if not state.duty and must_be_able(state):
        raise Rejected("somebody_can", player=who, n=state.missing)
    if state.held and can_finish(state, state.holds(who)):
        raise Rejected("hand_can", player=who)
    ending = Ending.BURNED if state.unmet else Ending.STUCK
    return (ev.GameEnded(ending, state.left),)


def playable(state: TheGame, pile: Pile) -> tuple[int, ...]:
    """Return the cards not laid yet that may be laid on a pile now, the smallest first."""
    top, played = state.top(pile), state.played
    return tuple(card for card in ALL_CARDS if card not in played and may_lie(pile, top, card))
