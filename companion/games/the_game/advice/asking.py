"""Advice for a player: from the state of the table and the player's own cards, and nothing more."""

from collections.abc import Iterable

from companion.engine.errors import Rejected
from companion.games.shared import clockwise
from companion.games.the_game.advice.advisor import Other, View, best_turn
from companion.games.the_game.advice.group import Heard, step_of
from companion.games.the_game.advice.piles import Agreed
from companion.games.the_game.advice.talk import SILENT, Flag
from companion.games.the_game.advice.turn import duty_of, tops_of
from companion.games.the_game.box import HIGHEST, LOWEST, Pile, Who
from companion.games.the_game.commands import PlayCard
from companion.games.the_game.events import CardPlayed, Event, FlagRaised, TurnEnded
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Wish

FLAGS = {Wish.SMALL_STEPS: Flag.SMALL_STEPS, Wish.NOT_HERE: Flag.NOT_HERE}


def view_of(state: TheGame, who: Who, hand: frozenset[int]) -> View:
    """Return what the player knows who has the turn and holds these cards.

    Rejected if it is not that player's turn, or if these cannot be that player's cards.
    """
    if state.ending is not None or state.turn is not who:
        raise Rejected("advice_on_own_turn", player=who)
    _can_be_held(state, who, hand)
    after = clockwise(state.players, who)[1:]
    others = tuple(Other(state.hand(other), _flags(state, other)) for other in after)
    tops, duty = tops_of(state), duty_of(state)
    return View(tops, hand, state.played, state.draw_pile, duty, others, state.level)


def _can_be_held(state: TheGame, who: Who, hand: frozenset[int]) -> None:
    if strange := sorted(card for card in hand if not LOWEST <= card <= HIGHEST):
        raise Rejected("no_such_card", card=strange[0])
    if laid := sorted(hand & state.played):
        raise Rejected("card_lies_already", card=laid[0])
    if len(hand) != state.hand(who):
        raise Rejected("hand_has_other_size", player=who, n=state.hand(who), typed=len(hand))


def _flags(state: TheGame, player: Who) -> tuple[Flag, Flag, Flag, Flag]:
    """Return the flags of a player; a flag set at the panel counts for every player."""
    told = list(SILENT)
    for flag in state.flags:
        if flag.player in (None, player):
            at = tuple(Pile).index(flag.pile)
            told[at] = max(told[at], FLAGS[flag.wish])
    first, second, third, fourth = told
    return first, second, third, fourth


def heard_of(events: Iterable[Event], who: Who) -> Heard:
    """Return what the others than `who` have shown in a game: their steps and wishes."""
    steps, wishes, turns = [], 0, 0
    for event in events:
        match event:
            case CardPlayed() if event.player is not who:
                pile = tuple(Pile).index(event.pile)
                steps.append(step_of(pile, event.under, event.card))
            case FlagRaised() if event.player is not who:
                wishes += 1
            case TurnEnded():
                turns += 1
    return Heard(tuple(steps), wishes, turns)


def agreed_by(state: TheGame) -> Agreed:
    """Return what this table plays by, for play-outs."""
    return Agreed(state.level, state.on_fire, state.rulings.no_blue_on_top)


def best_plays(view: View) -> tuple[PlayCard, ...] | None:
    """Return the best rest of the turn, () for none; None if no order of the cards completes it."""
    turn = best_turn(view)
    return None if turn is None else tuple(PlayCard(tuple(Pile)[pile], card) for card, pile in turn)
