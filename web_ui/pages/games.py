"""Games as such: set one up, what to lay out for it, why its rules say so, its log."""

from datetime import UTC, datetime
from functools import partial

from flask import Flask, abort, request

from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games import GAMES
from companion.table.times import times_of, turns_of
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site
from web_ui.render.view import View

ON_A_PAGE = 100  # steps of the log: the last half hour, and what a phone loads at once


class GamesPages:
    """GET /new, /why, /board, /people, /log, /times."""

    def __init__(self, site: Site) -> None:
        """Show the games of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/new", view_func=self.new, methods=["GET"])
        app.add_url_rule("/why", view_func=self.why)
        app.add_url_rule("/board", view_func=self.board)
        app.add_url_rule("/people", view_func=self.people)
        app.add_url_rule("/log", view_func=self.log)
        app.add_url_rule("/times", view_func=self.times)

    @needs(Need.GUEST)
    def new(self) -> str:
        """Show the set-up form of a game, of the one on the table if none is named."""
        name = request.args.get("game", self._site.snapshot.game.name)
        if name not in self._site.renderer.views:
            abort(404)
        return set_up_page(self._site, name)

    @needs(Need.GUEST)
    def why(self) -> str:
        """Tell the rules behind the numbers, in our own words with the rulebook's lines."""
        view = self._view("why")
        return self._of_the_game("why", view)

    @needs(Need.GUEST)
    def board(self) -> str:
        """Show what to lay out, for the number of players."""
        view = self._view("board")
        most = len(view.every_seat)
        seated = len(view.seats(self._site.snapshot)) or most
        players = request.args.get("players", seated, type=int)
        return self._of_the_game(
            "board", view, players=min(max(players, view.fewest_players), most)
        )

    @needs(Need.GUEST)
    def people(self) -> str:
        """Show the form that puts names, colours and order right after the start."""
        return self._of_the_game("seats", self._view("people"))

    def _view(self, page: str) -> View:
        """Return the view of the game on the table; 404 if it has no such page."""
        view = self._site.renderer.views[self._site.snapshot.game.name]
        if page not in view.pages:
            abort(404)
        return view

    def _of_the_game(self, page: str, view: View, **more: object) -> str:
        snapshot = self._site.snapshot
        facts = {**view.facts(snapshot, WATCH), **more}
        return self._site.page(f"{snapshot.game.name}/{page}.html", request.path, **facts)

    @needs(Need.GUEST)
    def log(self) -> str:
        """Tell the evening, its newest steps, or those before the step `until`."""
        game, steps = self._site.table.played
        until = min(max(request.args.get("until", len(steps), type=int), 0), len(steps))
        speech = self._site.renderer.speech(self._site.language, self._site.snapshot)
        facts = {
            "turns": turns_of(game, steps, ON_A_PAGE, until),
            "last": len(steps) - 1,
            "earlier": max(0, until - ON_A_PAGE),
            "times": times_of(game, steps, datetime.now(UTC)),
            "local": local,
            "speech_of": lambda turn: replace(speech, state=turn.named),
        }
        return self._site.page("log.html", request.path, **facts)

    @needs(Need.GUEST)
    def times(self) -> str:
        """Tell how long the game has gone on, and how long each player took: a part of a page."""
        times = times_of(*self._site.table.played, datetime.now(UTC))
        return self._site.page("parts/times.html", "/log", times=times)


def set_up_page(site: Site, name: str, refused: str = "") -> str:
    """Return the page that sets a game up; `refused` is why it was not set up as it was sent."""
    snapshot, views = site.snapshot, site.renderer.views
    empty = replace(snapshot, game=GAMES[name], state=GAMES[name].empty, story=(), events=())
    return site.renderer.plain(
        f"{name}/new.html",
        empty,
        site.language,
        request.path,
        chosen=name,
        views=views,
        seated=views[snapshot.game.name].seats(snapshot) if name == snapshot.game.name else (),
        table=snapshot,
        speech_of=partial(site.renderer.speech, site.language),
        refused=refused,
        may_not=_may_not(site),
        **views[name].facts(empty, WATCH),
    )


def _may_not(site: Site) -> str:
    """Return why the phone that asks may not begin a game now, "" if it may."""
    try:
        site.access.check_leaving(site.phone, site.snapshot)
    except Rejected as error:
        return site.renderer.speech(site.language, site.snapshot).refusal(error)
    return ""


def local(at: str) -> str:
    """Return the time of a line by the clock of this machine: "21:04"."""
    return f"{datetime.fromisoformat(at).astimezone():%H:%M}"
