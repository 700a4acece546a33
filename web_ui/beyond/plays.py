"""A finished game for other places: /games/<id>/summary to print, BG Stats, BoardGameGeek, CSV."""

from flask import Flask, Response, abort, request

from companion.table import game_file, play_log
from companion.table.journal import Journal
from companion.table.play_log import Place, Play
from companion.table.snapshot import Snapshot, seen_from
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site


class PlayLogs:
    """GET /games/<id>/summary, /games/<id>/bgg.xml, /games.xml, /games.csv."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        self._known: dict[Place, Play] = {}

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/games/<game_id>/summary", "summary", self.summary)
        app.add_url_rule("/games/<game_id>/bgg.xml", "bgg", self.bgg)
        app.add_url_rule("/games.xml", "every_bgg", self.every_bgg)
        app.add_url_rule("/games.csv", "every_csv", self.every_csv)

    @needs(Need.GUEST)
    def summary(self, game_id: str) -> str:
        """Show one game on one page that prints well."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            play = _play(journal, game_id)
            _, state = game_file.story(journal, game_id)
        site, view = self._site, self._site.renderer.views[play.game.name]
        shown = seen_from(Snapshot(0, game_id, play.game, state), WATCH)
        return site.renderer.plain(
            "summary.html",
            shown,
            site.language,
            request.path,
            title=view.title,
            play=play,
            ended=view.result(state) if play.is_over else None,
            bg_stats=play_log.bg_stats_link(play) if play.is_over else "",
            **view.facts(shown, WATCH),
        )

    @needs(Need.GUEST)
    def bgg(self, game_id: str) -> Response:
        """Return one game as BoardGameGeek writes plays."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            play = _play(journal, game_id)
        return _file(play_log.bgg_xml([play]), "application/xml", f"dragonbag-{play.id}.xml")

    @needs(Need.GUEST)
    def every_bgg(self) -> Response:
        """Return all games as BoardGameGeek writes plays."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            body = play_log.bgg_xml(play_log.plays_of(journal, self._known))
        return _file(body, "application/xml", "dragonbag-games.xml")

    @needs(Need.GUEST)
    def every_csv(self) -> Response:
        """Return all games for a spreadsheet; the mark in front tells Excel the encoding."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            body = play_log.spreadsheet(play_log.plays_of(journal, self._known))
        return _file(f"\ufeff{body}".encode(), "text/csv", "dragonbag-games.csv")


def _play(journal: Journal, game_id: str) -> Play:
    """Return a game that was set up; 404 if there is none."""
    try:
        play = play_log.play_of(journal, game_id)
    except KeyError:
        abort(404)
    if not play.players:
        abort(404)
    return play


def _file(body: bytes, kind: str, name: str) -> Response:
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype=kind, headers=attached)
