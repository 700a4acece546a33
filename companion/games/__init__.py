"""The games that Dragonbag knows, one line each."""

from companion.engine.game import AnyGame
from companion.games.clank import CLANK
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.the_game import THE_GAME

GAMES: dict[str, AnyGame] = {game.name: game for game in (CLANK, THE_GAME, GRAVE_ROBBERS)}
