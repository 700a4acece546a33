"""What the pages of each game need beyond its picture, one line a game."""

from web_ui.games import clank
from web_ui.games.view import View

VIEWS: dict[str, View] = {"clank": clank.VIEW}
