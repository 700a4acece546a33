"""What a browser may do: commands, draws, undo and redo, as forms or by the script's fetch."""

import re
from collections.abc import Callable
from functools import partial

from flask import Flask, Response, g, redirect, request

from companion.engine.codec import Codec, dump
from companion.engine.errors import Rejected
from companion.games import GAMES
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from web_ui.access.guests import Guests, must_be_allowed
from web_ui.render.answers import REFUSALS, explain, problem
from web_ui.render.reading import fields
from web_ui.render.render import Renderer, language_of

OWN_PAGE = re.compile(r"/[a-z0-9_/]*")  # where a form may send the browser back to
JSON = "application/json"


class Doing:
    """POST /do/<Command>, /do/draw, /undo, /redo: parse, submit, say no."""

    def __init__(self, table: Table, renderer: Renderer, guests: Guests | None = None) -> None:
        """Act on this table; `guests` says who may do what."""
        self.table = table
        self.renderer = renderer
        self.guests = guests

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/do/draw", view_func=self.draw, methods=["POST"])
        app.add_url_rule("/do/<name>", view_func=self.do, methods=["POST"])
        app.add_url_rule("/mix/seal", view_func=self.seal, methods=["POST"])
        app.add_url_rule("/mix/open", view_func=self.open_number, methods=["POST"])
        app.add_url_rule("/undo", view_func=self.undo, methods=["POST"])
        app.add_url_rule("/redo", view_func=self.redo, methods=["POST"])
        app.add_url_rule("/new", view_func=self.set_up, methods=["POST"])
        app.add_url_rule("/games/open", view_func=self.open_game, methods=["POST"])
        app.add_url_rule("/games/import", view_func=self.import_game, methods=["POST"])

    def do(self, name: str) -> Response:
        """Submit the command that the form describes."""
        return self.answer(lambda source, key: self._submit(name, source, key))

    def _same_game(self) -> None:
        """Refuse a tap that was made, perhaps long ago, for a game that has left the table."""
        if request.form.get("game", "") not in ("", self.table.snapshot.game_id):
            raise Rejected("other_game")

    def _submit(self, name: str, source: str, key: str | None) -> Snapshot:
        self._same_game()
        game = self.table.snapshot.game
        reader = self.renderer.views[game.name].readers.get(name, fields)
        given = {**reader(request.form), "type": name}
        command = Codec(game.commands).read(given, as_text=True)
        self.allowed(whose(command))
        return self.table.submit(command, source, key)

    def allowed(self, seat: object = None) -> None:
        """Refuse a phone that may not do this, with Rejected; `seat`: whose it is, None: of all."""
        if self.guests is not None:
            snapshot = self.table.snapshot
            has_secrets = snapshot.game.has_secrets(snapshot.state)
            owns = g.phone is None or g.owns_seat(g.phone.seat)
            must_be_allowed(
                self.guests.policy, g.phone, seat, has_secrets=has_secrets, owns_seat=owns
            )

    def draw(self) -> Response:
        """Let Dragonbag draw."""
        return self.answer(self._draw)

    def _draw(self, source: str, key: str | None) -> Snapshot:
        self._same_game()
        self.allowed()
        return self.table.draw(source, key)

    def undo(self) -> Response:
        """Take the last step back."""
        return self.answer(partial(self._step_back_or_on, self.table.undo))

    def redo(self) -> Response:
        """Do the last undone step again."""
        return self.answer(partial(self._step_back_or_on, self.table.redo))

    def _step_back_or_on(
        self, move: Callable[..., Snapshot], source: str, key: str | None
    ) -> Snapshot:
        self._same_game()
        self.allowed()
        return move(source, key, request.form.get("step", type=int))

    def set_up(self) -> Response:
        """Open a new game and set it up; a refused set-up leaves the old game where it is."""
        return self.answer(self._set_up)

    def _set_up(self, source: str, key: str | None) -> Snapshot:
        game = GAMES.get(request.form.get("game_name", ""), self.table.snapshot.game)
        view = self.renderer.views[game.name]
        given = {**view.readers[view.set_up](request.form), "type": view.set_up}
        command = Codec(game.commands).read(given, as_text=True)
        self.allowed()
        game.decide(game.empty, command)  # refuses before the old game is left
        # The opening has a key of its own made from the form's, so that a second tap opens nothing.
        self.table.open_game(source, key and f"{key}-open", game.name)
        return self.table.submit(command, source, key)

    def open_game(self) -> Response:
        """Turn the table back to another game of the journal."""
        game_id = request.form.get("game_id", "")
        return self.answer(lambda source, key: self.table.open_game(source, key, game_id=game_id))

    def import_game(self) -> Response:
        """Take in the game file that the form carries."""
        file = request.files.get("file")
        try:
            self.table.import_game(file.read() if file else b"")
        except REFUSALS as error:
            return self._refuse(error, "/games")
        return redirect("/games", 303)  # type: ignore[return-value]  # werkzeug's own Response

    def seal(self) -> Response:
        """Take the seal of this phone's number for the draws."""
        digest = request.form.get("sha256", "")
        return self.answer(lambda source, key: self._mixed(self.table.seal, source, digest, key))

    def open_number(self) -> Response:
        """Take the number behind this phone's seal."""
        number = request.form.get("number", "")
        return self.answer(
            lambda source, key: self._mixed(self.table.open_number, source, number, key)
        )

    def _mixed(
        self, take: Callable[..., Snapshot], source: str, given: str, key: str | None
    ) -> Snapshot:
        self._same_game()
        return take(source, given, key)

    def answer(self, action: Callable[[str, str | None], Snapshot]) -> Response:
        """Do it and answer the script with JSON, or a bare browser with a page."""
        form = request.form
        back = form.get("back", "/")
        try:
            snapshot = action(_source(back), form.get("key") or None)
        except REFUSALS as error:
            return self._refuse(error, back)
        if request.accept_mimetypes.best == JSON:
            return Response(dump({"version": snapshot.version}), mimetype=JSON)
        target = back if OWN_PAGE.fullmatch(back) and not back.startswith("//") else "/"
        return redirect(target, 303)  # type: ignore[return-value]  # werkzeug's own Response

    def _refuse(self, error: Exception, back: str) -> Response:
        language = language_of(request)
        snapshot = self.table.snapshot
        status, code, sentence, facts = explain(error, self.renderer.speech(language, snapshot))
        if request.accept_mimetypes.best == JSON:
            return problem(status, code, sentence, facts)
        page = self.renderer.plain("refused.html", snapshot, language, back, sentence=sentence)
        return Response(page, status)


def whose(command: object) -> object:
    """Return the seat that a command is about, None if it is about all."""
    return getattr(command, "colour", getattr(command, "player", None))


def _source(back: str) -> str:
    """Return who acts: the phone's own seat, else by the page: "phone:red" for /seat/red."""
    if g.phone is not None and g.phone.seat:
        return f"phone:{g.phone.seat}"
    seat = back.rpartition("/")[2] if back.startswith("/seat/") else "watch"
    return f"phone:{seat[:10]}"
