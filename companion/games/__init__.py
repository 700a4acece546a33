"""The games that Dragonbag knows, one line each."""

from typing import Any

from companion.game import Game
from companion.games.clank import CLANK

GAMES: dict[str, Game[Any, Any, Any]] = {game.name: game for game in (CLANK,)}
