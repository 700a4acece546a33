"""The pages that a browser opens: join, play, watch, score, log, games, set-up, corrections."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

from flask import Flask, Response, abort, g, make_response, request

from companion.games import GAMES
from companion.table import game_file
from companion.table.table import Table
from web_ui.render.render import Renderer, Role, language_of

WATCH = "watch"
MOST_GAMES_LACK = frozenset({"score", "odds", "correct", "why", "board", "records"})


class Pages:
    """GET routes; each renders the newest snapshot."""

    def __init__(self, table: Table, renderer: Renderer, address: Callable[[], str]) -> None:
        """Show this table; `address` says under which URL phones reach it."""
        self.table = table
        self.renderer = renderer
        self.address = address

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/", view_func=self.join)
        app.add_url_rule("/seat/<seat>", view_func=self.seat)
        app.add_url_rule("/watch", view_func=self.watch)
        app.add_url_rule("/table", view_func=self.display)
        app.add_url_rule("/score", view_func=self.score)
        app.add_url_rule("/odds", view_func=self.odds)
        app.add_url_rule("/correct", view_func=self.correct)
        app.add_url_rule("/new", view_func=self.new, methods=["GET"])
        app.add_url_rule("/why", view_func=self.why)
        app.add_url_rule("/board", view_func=self.board)
        app.add_url_rule("/log", view_func=self.log)
        app.add_url_rule("/games", view_func=self.games)
        app.add_url_rule("/qr.svg", view_func=self.qr)

    def join(self) -> str:
        """Show who plays, and let the phone take a seat or watch."""
        snapshot = self.table.snapshot
        seats = self.renderer.views[snapshot.game.name].seats(snapshot.state)
        return self._plain("join.html", seats=seats, address=self.address())

    def seat(self, seat: str) -> Response:
        """Show the game from one player's seat."""
        snapshot = self.table.snapshot
        if seat not in self.renderer.views[snapshot.game.name].seats(snapshot.state):
            abort(404)
        is_own = g.phone is None or g.owns_seat(seat)
        return self._live(Role("play", seat, language_of(request), is_own))

    def watch(self) -> Response:
        """Show the game to somebody without a seat."""
        return self._live(Role("play", WATCH, language_of(request)))

    def display(self) -> Response:
        """Show the game large, for a tablet or television beside the board."""
        return self._live(Role("table", WATCH, language_of(request)))

    def score(self) -> Response:
        """Show the score sheet, which anybody fills."""
        return self._live(Role("score", WATCH, language_of(request)))

    def odds(self) -> Response:
        """Show what the dragon may do next."""
        return self._live(Role("odds", WATCH, language_of(request)))

    def correct(self) -> Response:
        """Show the forms that set the books right."""
        return self._live(Role("correct", WATCH, language_of(request)))

    def _live(self, role: Role) -> Response:
        self._must_exist(role.page)
        return make_response(self.renderer.page(role, self.table.snapshot))

    def _must_exist(self, page: str) -> None:
        """Answer 404 for a page that the game on the table has not."""
        if (
            page in MOST_GAMES_LACK
            and page not in self.renderer.views[self.table.snapshot.game.name].pages
        ):
            abort(404)

    def new(self) -> str:
        """Show the set-up form of a game, of the one on the table if none is named."""
        snapshot = self.table.snapshot
        name = request.args.get("game", snapshot.game.name)
        if name not in self.renderer.views:
            abort(404)
        empty = replace(snapshot, game=GAMES[name], state=GAMES[name].empty, story=(), events=())
        facts = self.renderer.views[name].facts(empty, WATCH)
        return self.renderer.plain(
            f"{name}/new.html",
            empty,
            language_of(request),
            request.path,
            chosen=name,
            views=self.renderer.views,
            **facts,
        )

    def why(self) -> str:
        """Tell the rules behind the numbers, in our own words with the rulebook's lines."""
        self._must_exist("why")
        snapshot = self.table.snapshot
        facts = self.renderer.views[snapshot.game.name].facts(snapshot, WATCH)
        return self._plain(f"{snapshot.game.name}/why.html", **facts)

    def board(self) -> str:
        """Show what to lay out, for the number of players."""
        self._must_exist("board")
        snapshot = self.table.snapshot
        view = self.renderer.views[snapshot.game.name]
        seated = len(view.seats(snapshot.state)) or len(view.every_seat)
        players = request.args.get("players", seated, type=int)
        facts = view.facts(snapshot, WATCH)
        most = len(view.every_seat)
        return self._plain(
            f"{snapshot.game.name}/board.html", players=min(max(players, 2), most), **facts
        )

    def log(self) -> str:
        """Tell the whole evening."""
        snapshot = self.table.snapshot
        if not snapshot.game_id:
            return self._plain("log.html", entries=[])
        with game_file.read_journal(self.table.journal.path) as journal:
            entries, _ = game_file.story(journal, snapshot.game_id)
        return self._plain("log.html", entries=entries)

    def games(self) -> str:
        """List the games of the journal."""
        with game_file.read_journal(self.table.journal.path) as journal:
            return self._plain("games.html", games=journal.games())

    def _plain(self, name: str, **more: object) -> str:
        return self.renderer.plain(
            name, self.table.snapshot, language_of(request), request.path, **more
        )

    def qr(self) -> Response:
        """Return the table's address as a QR code (SVG)."""
        import segno  # 25 ms that a start need not wait for

        picture = BytesIO()
        segno.make(self.address(), error="m").save(
            picture, kind="svg", scale=4, border=4, light="#fff"
        )
        return Response(picture.getvalue(), mimetype="image/svg+xml")
