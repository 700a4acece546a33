"""What the pages of each game need beyond its picture, one line a game."""

from web_ui.games import clank, grave_robbers, the_game
from web_ui.games.view import View

VIEWS: dict[str, View] = {
    "clank": clank.VIEW,
    "the_game": the_game.VIEW,
    "grave_robbers": grave_robbers.VIEW,
}
