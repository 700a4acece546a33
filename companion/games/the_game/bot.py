"""A player for the demo and the tests: plays a practice game as the advisor would."""

from companion.games.shared import BOT_NAMES, Bot, Dice
from companion.games.the_game import commands as co
from companion.games.the_game.advice.asking import best_plays, view_of
from companion.games.the_game.box import MOST_PLAYERS, Who
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Rulings

ON_FIRE_CHANCE = 0.5


def set_up(players: int, dice: Dice) -> co.StartGame:
    """Set up a practice game for so many bots, with advice; half of the games are On Fire."""
    on_fire, rulings = dice.random() < ON_FIRE_CHANCE, Rulings(advice=True)
    first = dice.choice(tuple(Who)[:players])
    names = BOT_NAMES[:players]
    return co.StartGame(names, first, on_fire=on_fire, practice=True, rulings=rulings)


def next_command(state: TheGame) -> co.Command | None:
    """Return what the player whose turn it is does next; None when the game is over.

    The state must be dealt. One card at a time: the others may raise flags in between.
    """
    who = state.turn
    if state.ending is not None or who is None:
        return None
    plays = best_plays(view_of(state, who, frozenset(state.holds(who))))
    if plays is None:
        return co.GiveUp(who)
    return co.PlayCard(plays[0].pile, plays[0].card, who) if plays else co.EndTurn()


BOT = Bot.of(TheGame, range(1, MOST_PLAYERS + 1), set_up, lambda state, dice: next_command(state))
