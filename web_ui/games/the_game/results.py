"""The Game for programs: how it ended, what is needed now, and the best plays for a hand."""

from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from companion.games.the_game.advice.asking import best_plays, view_of
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Result
from web_ui.render.results import Outcome, Play, Standing

OUTCOMES = {
    Result.PERFECT: Outcome.PERFECT,
    Result.WON: Outcome.WON,
    Result.LOST: Outcome.LOST,
}
SET_UP = Sentence("Set up a new game: who sits where, and who goes first.")
OVER = Sentence("The game is over: {ending}.")
DEAL = Sentence("Dragonbag deals the cards. Each phone shows its own hand.")
DECIDE = Sentence("Decide together. Do not tell any number.")
LAY = Sentence("{who} lays {n} more card", "{who} lays {n} more cards")
ENOUGH = Sentence("{who} has laid enough cards")


def standing(state: TheGame) -> Standing:
    """Return the result that all players share, and the cards left."""
    outcome = OUTCOMES[state.result] if state.result else None
    return Standing(outcome, cards_left=state.left if state.names else None)


def what_next(state: TheGame) -> Sentence:
    """Return what the table waits for."""
    if not state.names:
        return SET_UP
    if state.ending is not None:
        return OVER.about(ending=state.ending)
    if state.practice and not state.is_shuffled:
        return DEAL
    if state.turn is None:
        return DECIDE
    if state.missing:
        return LAY.about(who=state.turn, n=state.missing)
    return ENOUGH.about(who=state.turn)


def plays(state: TheGame, seat: str, cards: tuple[int, ...]) -> tuple[Play, ...] | None:
    """Return the best rest of the turn for a seat's cards, None if no order completes it.

    In practice the table knows the cards. Rejected if the table plays without advice, if it is not
    this seat's turn, or if these cannot be its cards.
    """
    if not state.rulings.advice:
        raise Rejected("advice_is_off")
    who = next((each for each in state.players if each == seat), None)
    if who is None:
        raise Rejected("only_watches")
    hand = state.holds(who) if state.held else cards
    found = best_plays(view_of(state, who, frozenset(hand)))
    return None if found is None else tuple(Play(each.card, each.pile.value) for each in found)
