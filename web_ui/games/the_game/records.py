"""/records: how the games that ended at this table went."""

from flask import Flask, abort

from companion.games.the_game import THE_GAME
from companion.games.the_game.state import TheGame
from companion.table import game_file
from companion.table.journal import Journal
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site


class RecordsPage:
    """GET /records, and the games' last states for the table display."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        # A game that has so many lines ended in this state: games of the past stay as they are.
        self._known: dict[tuple[str, int, int], TheGame] = {}

    def register(self, app: Flask) -> None:
        """Add the route, and the games' last states to what templates can ask for."""
        app.jinja_env.globals["past_games"] = self.past_games
        app.add_url_rule("/records", "records", self.show)

    def past_games(self) -> tuple[TheGame, ...]:
        """Return the last state of each game of The Game in the journal, the oldest first."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            games = [game for game in reversed(journal.games()) if game.name == THE_GAME.name]
            return tuple(self._last_state(journal, game.id, game.lines) for game in games)

    def _last_state(self, journal: Journal, game_id: str, lines: int) -> TheGame:
        place = game_id, lines, journal.group_since()
        if place not in self._known:
            _, state = game_file.story(journal, game_id)
            assert isinstance(state, TheGame), "the journal knows the game by its name"
            self._known[place] = state
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
