"""A player of Nim for the demo and the tests."""

from companion.games.nim.box import MOST_TAKEN, PLAYERS
from companion.games.nim.commands import Command, StartGame, TakeMatches
from companion.games.nim.state import Nim
from companion.games.shared import Bot, Dice, bot_seats


def set_up(players: int, dice: Dice) -> StartGame:
    """Set up a game for so many bots."""
    seats = bot_seats(players)
    return StartGame(seats, dice.choice(seats).colour)


def next_command(state: Nim, dice: Dice) -> Command | None:
    """Return what whoever has the turn does; None when the game is over."""
    return None if state.turn is None else TakeMatches(dice.randint(1, min(MOST_TAKEN, state.heap)))


BOT = Bot.of(Nim, PLAYERS, set_up, next_command)
