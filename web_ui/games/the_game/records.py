"""/records: how the games that ended at this table went."""

from contextlib import suppress

from flask import Flask, Response, abort

from companion.engine.sentence import Sentence
from companion.games.the_game import THE_GAME
from companion.games.the_game.state import TheGame
from companion.table import game_file
from companion.worker.work import WorkFailed
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site

COUNTING = Sentence("Looking at past games")


class RecordsPage:
    """GET /records, and the games' last states for the table display."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the route, and the games' last states to what templates can ask for."""
        app.jinja_env.globals["past_games"] = self.past_games
        app.add_url_rule("/records", "records", self.show)

    def past_games(self) -> tuple[TheGame, ...]:
        """Return the last state of each game of The Game in the journal, the oldest first.

        A state that has to be worked out is missing until it is; then every page is drawn again.
        """
        ends = self._site.ends
        with game_file.read_journal(self._site.table.journal.path) as journal:
            games = [game for game in reversed(journal.games_once()) if game.name == THE_GAME.name]
            with suppress(WorkFailed):  # too much waits: the records come with a later look
                ends.learn(games, journal)
            known = (ends.known(game, journal) for game in games)
            return tuple(end.state for end in known if end is not None)

    @needs(Need.GUEST)
    def show(self) -> Response:
        """Show the records by number of players and level."""
        snapshot = self._site.snapshot
        view = self._site.renderer.views[snapshot.game.name]
        if "records" not in view.pages:
            abort(404)
        with game_file.read_journal(self._site.table.journal.path) as journal:
            games = [game for game in journal.games_once() if game.name == THE_GAME.name][::-1]
            try:
                ticket = self._site.ends.learn(games, journal)
            except WorkFailed as error:
                return self._site.refuse(error, "/")
        if ticket is not None and not ticket.is_done:
            return Response(self._site.waiting(ticket, COUNTING, "/"))
        facts = view.facts(snapshot, WATCH)
        name = f"{snapshot.game.name}/records.html"
        return Response(self._site.page(name, "/records", **facts))
