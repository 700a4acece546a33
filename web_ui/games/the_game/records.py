"""/records: how the games that ended at this table went."""

from collections.abc import Callable
from typing import Any

from flask import Flask, abort

from companion.table import game_file
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site


class RecordsPage:
    """GET /records, and the games' last pictures for the table display."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        # A game that has so many lines ended in this picture: games of the past stay as they are.
        self._known: dict[tuple[str, int], Any] = {}

    def register(self, app: Flask) -> None:
        """Add the route, and the games' last pictures to what templates can ask for."""
        app.jinja_env.globals["past_games"] = self.past_games
        app.add_url_rule("/records", "records", self.show)

    def past_games(self) -> tuple[Any, ...]:
        """Return the last picture of each game of the box on the table, the oldest first."""
        name = self._site.snapshot.game.name
        with game_file.read_journal(self._site.table.journal.path) as journal:
            games = [game for game in reversed(journal.games()) if game.name == name]
            return tuple(
                self._picture((game.id, game.lines), lambda id_: game_file.story(journal, id_)[1])
                for game in games
            )

    def _picture(self, place: tuple[str, int], read: Callable[[str], Any]) -> Any:
        if place not in self._known:
            self._known[place] = read(place[0])
        return self._known[place]

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the records by number of players and level."""
        snapshot = self._site.snapshot
        view = self._site.renderer.views[snapshot.game.name]
        if "records" not in view.pages:
            abort(404)
        facts = view.facts(snapshot, WATCH)
        return self._site.page(f"{snapshot.game.name}/records.html", "/records", **facts)
