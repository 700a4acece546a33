"""The games on the phones, one line a game."""

from web_ui.games.clank.view import VIEW as CLANK
from web_ui.games.grave_robbers.view import VIEW as GRAVE_ROBBERS
from web_ui.games.the_game.view import VIEW as THE_GAME
from web_ui.render.view import View

VIEWS: dict[str, View] = {
    "clank": CLANK,
    "the_game": THE_GAME,
    "grave_robbers": GRAVE_ROBBERS,
}
