"""A finished game for other places: /games/<id>/summary to print, BG Stats, BoardGameGeek, CSV."""

from collections.abc import Callable, Iterable

from flask import Flask, Response, abort, request

from companion.engine.errors import DragonbagError
from companion.table.past import play_log
from companion.table.past.play_log import Play
from companion.table.snapshot import Snapshot, seen_from
from companion.worker.work import Urgency, Work, as_it_is
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site

READ_S = 120.0  # a thousand evenings take 4 s on a laptop, the first time


class PlayLogs:
    """GET /games/<id>/summary, /games/<id>/bgg.xml, /games.xml, /games.csv."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/games/<game_id>/summary", "summary", self.summary)
        app.add_url_rule("/games/<game_id>/bgg.xml", "bgg", self.bgg)
        app.add_url_rule("/games.xml", "every_bgg", self.every_bgg)
        app.add_url_rule("/games.csv", "every_csv", self.every_csv)

    @needs(Need.GUEST)
    def summary(self, game_id: str) -> str:
        """Show one game on one page that prints well."""
        play, state = self._play(game_id)
        site, view = self._site, self._site.renderer.views[play.name]
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
        play, _ = self._play(game_id)
        return _file(play_log.bgg_xml([play]), "application/xml", f"dragonbag-{play.id}.xml")

    @needs(Need.GUEST)
    def every_bgg(self) -> Response:
        """Return all games as BoardGameGeek writes plays."""
        return self._every(play_log.bgg_xml, "application/xml", "dragonbag-games.xml")

    @needs(Need.GUEST)
    def every_csv(self) -> Response:
        """Return all games for a spreadsheet."""
        return self._every(play_log.spreadsheet, "text/csv", "dragonbag-games.csv")

    def _every(self, write: Callable[[Iterable[Play]], bytes], kind: str, name: str) -> Response:
        args = self._site.table.journal.path, write
        work = Work(play_log.every_play, args, Urgency.PAGE, READ_S)
        try:
            with self._site.one_waits():
                body = self._site.desk.ask(work, as_it_is).result(2 * READ_S)
        except DragonbagError as error:
            return self._site.refuse(error, "/games")
        return _file(body, kind, name)

    def _play(self, game_id: str) -> tuple[Play, object]:
        """Return a game that was set up, and its state; 404 if there is none."""
        try:
            name, (entries, state) = self._site.stories.of(game_id)
        except KeyError:
            abort(404)
        play = play_log.play_of(name, game_id, entries, state)
        if not play.players:
            abort(404)
        return play, state


def _file(body: bytes, kind: str, name: str) -> Response:
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, mimetype=kind, headers=attached)
