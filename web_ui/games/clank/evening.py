"""Lets templates ask for the evening of a game, which they draw as a chart."""

from flask import Flask

from companion.games.clank import CLANK
from companion.games.clank.odds.evening import Evening, evening_of
from companion.table import game_file
from companion.table.history import Entry, as_they_count
from web_ui.render.site import Site


class Evenings:
    """No page of its own: it lets templates ask for the evening of a game."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the question to what templates can ask."""
        app.jinja_env.globals["evening"] = self.evening

    def evening(self, game_id: str) -> Evening:
        """Return a game's evening; only one that is not on the table is read from the journal."""
        entries = self._entries(game_id)
        minutes = game_file.minutes_of([entry.at for entry in entries])
        return evening_of(game_file.counted(entries, CLANK), minutes)

    def _entries(self, game_id: str) -> list[Entry]:
        table = self._site.table
        if game_id == table.snapshot.game_id:
            return as_they_count([entry for entry, _ in table.played[1]])
        with game_file.read_journal(table.journal.path) as journal:
            return game_file.story(journal, game_id)[0]
