"""GET /healthz: does the table answer, and what is it?"""

from collections.abc import Callable, Mapping

from flask import Flask, Response

from companion.engine.codec import dump
from companion.table.table import Table
from web_ui.access.policy import Need, needs


class Health:
    """What a watchdog asks; anybody may, so a locked table says nothing of its game."""

    def __init__(
        self,
        table: Table,
        known: Mapping[str, str],
        is_panel_away: Callable[[], bool],
        *,
        is_open: bool,
    ) -> None:
        """Tell what is `known` of this table, and of its game only if it is open."""
        self._table = table
        self._known = known
        self._is_panel_away = is_panel_away
        self._is_open = is_open

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/healthz", "health", self.answer)

    @needs(Need.NOTHING)
    def answer(self) -> Response:
        """Say that the table answers, and what it is."""
        snapshot = self._table.snapshot
        game = {
            "game": snapshot.game.name,
            "game_id": snapshot.game_id,
            "seq": snapshot.version,
        }
        panel = {"panel_away": self._is_panel_away()}
        body = {**self._known, **panel, **(game if self._is_open else {})}
        return Response(dump(body), mimetype="application/json")
