"""The JSON API: everything that the pages can do, with an OpenAPI 3.1 document of itself."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, Response, g, request

from companion.engine.codec import Codec, dump, parse, plain
from companion.engine.errors import BadMessage, Rejected
from companion.games import GAMES
from companion.table import game_file
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from web_ui.access.guests import Guests, must_be_allowed
from web_ui.api.openapi import document
from web_ui.pages.commands import whose
from web_ui.render.answers import REFUSALS, explain, problem, snapshot_body
from web_ui.render.render import Renderer, language_of

SOURCE = "api"
IDEMPOTENCY_KEY = "Idempotency-Key"


class Api:
    """Routes under /api/; refusals are application/problem+json."""

    def __init__(
        self, table: Table, renderer: Renderer, version: str, guests: Guests | None = None
    ) -> None:
        """Serve this table as version `version` of Dragonbag; `guests` says who may do what."""
        self.guests = guests
        self.table = table
        self.renderer = renderer
        self.version = version

    def register(self, app: Flask) -> None:
        """Add the routes; each is named in openapi.py under the same path."""
        api = Blueprint("api", __name__)  # endpoint names of its own
        add = api.add_url_rule
        add("/api/v1/openapi.json", view_func=self.openapi)
        add("/api/v1/snapshot", view_func=self.snapshot)
        add("/api/v1/commands", view_func=self.command, methods=["POST"])
        add("/api/v1/draw", view_func=self.draw, methods=["POST"])
        add("/api/v1/undo", view_func=self.undo, methods=["POST"])
        add("/api/v1/redo", view_func=self.redo, methods=["POST"])
        add("/api/v1/games", view_func=self.list_games, methods=["GET"])
        add("/api/v1/games", view_func=self.new_game, methods=["POST"])
        add("/api/v1/games/import", view_func=self.import_game, methods=["POST"])
        add("/api/v1/games/<game_id>", view_func=self.export_game, methods=["GET"])
        add("/api/v1/games/<game_id>/open", view_func=self.resume_game, methods=["POST"])
        app.register_blueprint(api)

    def openapi(self) -> Response:
        """Describe this API, generated from the message classes of the current game."""
        return _json(document(self.table.snapshot.game, self.version))

    def snapshot(self) -> Response:
        """Return the newest snapshot."""
        return _json(snapshot_body(self.table.snapshot))

    def command(self) -> Response:
        """Submit the command in the body."""
        return self._answer(self._command, checks=False)

    def _command(self, key: str | None) -> Snapshot:
        given = parse(request.get_data())
        if not isinstance(given, dict):
            raise BadMessage("a command is an object with a type")
        command = Codec(self.table.snapshot.game.commands).read(given)
        self._allowed(whose(command))
        return self.table.submit(command, SOURCE, key)

    def draw(self) -> Response:
        """Let Dragonbag draw for the waiting attack."""
        return self._answer(lambda key: self.table.draw(SOURCE, key))

    def undo(self) -> Response:
        """Take the last step back."""
        return self._answer(lambda key: self.table.undo(SOURCE, key, _step()))

    def redo(self) -> Response:
        """Do the last undone step again."""
        return self._answer(lambda key: self.table.redo(SOURCE, key, _step()))

    def new_game(self) -> Response:
        """Open a new game, to be set up by its first command; the body may name which."""
        return self._answer(self._new_game)

    def _new_game(self, key: str | None) -> Snapshot:
        given = parse(request.get_data() or b"{}")
        name = given.get("game", self.table.snapshot.game.name) if isinstance(given, dict) else ""
        if name not in GAMES:
            raise BadMessage(f"no such game: {name!r}")
        return self.table.open_game(SOURCE, key, name)

    def resume_game(self, game_id: str) -> Response:
        """Turn the table to a game of the journal."""
        return self._answer(lambda key: self.table.open_game(SOURCE, key, game_id=game_id))

    def list_games(self) -> Response:
        """List the games of the journal, newest first."""
        with game_file.read_journal(self.table.journal.path) as journal:
            return _json({"games": plain(journal.games())})

    def export_game(self, game_id: str) -> Response:
        """Return one game as a file."""
        try:
            with game_file.read_journal(self.table.journal.path) as journal:
                if game_file.is_secret(journal, game_id):
                    return self._refuse(Rejected("secret_until_over"))
                text = game_file.export_game(journal, game_id)
        except KeyError:
            return self._refuse(Rejected("game_unknown", game=game_id), 404)
        name = f'attachment; filename="dragonbag-{game_id}.json"'
        return Response(text, mimetype="application/json", headers={"Content-Disposition": name})

    def import_game(self) -> Response:
        """Take in a game file; the table stays at its game."""
        try:
            game_id = self.table.import_game(request.get_data())
        except REFUSALS as error:
            return self._refuse(error)
        return _json({"game_id": game_id}, 201)

    def _allowed(self, seat: object = None) -> None:
        if self.guests is not None:
            snapshot = self.table.snapshot
            has_secrets = snapshot.game.has_secrets(snapshot.state)
            owns = g.phone is None or g.owns_seat(g.phone.seat)
            must_be_allowed(
                self.guests.policy, g.phone, seat, has_secrets=has_secrets, owns_seat=owns
            )

    def _answer(self, action: Callable[[str | None], Snapshot], *, checks: bool = True) -> Response:
        try:
            if checks:  # a command says itself whom it is about
                self._allowed()
            return _json(snapshot_body(action(request.headers.get(IDEMPOTENCY_KEY))))
        except REFUSALS as error:
            return self._refuse(error)

    def _refuse(self, error: Exception, status: int | None = None) -> Response:
        speech = self.renderer.speech(language_of(request), self.table.snapshot)
        usual, code, sentence, facts = explain(error, speech)
        return problem(status or usual, code, sentence, facts)


def _step() -> int | None:
    return request.args.get("step", type=int)


def _json(body: Any, status: int = 200) -> Response:
    return Response(dump(body), status, mimetype="application/json")
