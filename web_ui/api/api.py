"""The JSON API: everything that the pages can do, with an OpenAPI 3.1 document of itself."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, Flask, Response, request

from companion.engine.codec import Codec, dump, parse, plain
from companion.engine.errors import BadMessage, Rejected
from companion.games import GAMES
from companion.table import game_file
from companion.table.snapshot import Snapshot
from web_ui.access.policy import Need, needs
from web_ui.api.openapi import document
from web_ui.render.answers import REFUSALS, explain, problem, snapshot_body
from web_ui.render.site import Site

SOURCE = "api"
IDEMPOTENCY_KEY = "Idempotency-Key"


class Api:
    """Routes under /api/; refusals are application/problem+json."""

    def __init__(self, site: Site, version: str) -> None:
        """Serve this site's table as version `version` of Dragonbag."""
        self._site = site
        self.table = site.table
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

    @needs(Need.GUEST)
    def openapi(self) -> Response:
        """Describe this API, generated from the message classes of the current game."""
        return _json(document(self.table.snapshot.game, self.version))

    @needs(Need.GUEST)
    def snapshot(self) -> Response:
        """Return the newest snapshot."""
        return _json(snapshot_body(self.table.snapshot))

    @needs(Need.GUEST)
    def command(self) -> Response:
        """Submit the command in the body."""
        return self._answer(self._command)

    def _command(self, key: str | None) -> Snapshot:
        given = parse(request.get_data())
        if not isinstance(given, dict):
            raise BadMessage("a command is an object with a type")
        command = Codec(self.table.snapshot.game.commands).read(given)
        self._site.may(command)
        return self.table.submit(command, SOURCE, key, self._site.meant(command, _moment()))

    @needs(Need.CHANGE)
    def draw(self) -> Response:
        """Let Dragonbag draw for the waiting attack."""
        return self._answer(self._draw)

    def _draw(self, key: str | None) -> Snapshot:
        return self.table.draw(SOURCE, key, self._site.meant(None, _moment()))

    @needs(Need.CHANGE)
    def undo(self) -> Response:
        """Take the last step back."""
        return self._answer(lambda key: self.table.undo(SOURCE, key, self._site.step(_step())))

    @needs(Need.CHANGE)
    def redo(self) -> Response:
        """Do the last undone step again."""
        return self._answer(lambda key: self.table.redo(SOURCE, key, self._site.step(_step())))

    @needs(Need.CHANGE)
    def new_game(self) -> Response:
        """Open a new game, to be set up by its first command; the body may name which."""
        return self._answer(self._new_game)

    def _new_game(self, key: str | None) -> Snapshot:
        given = parse(request.get_data() or b"{}")
        name = given.get("game", self.table.snapshot.game.name) if isinstance(given, dict) else ""
        if name not in GAMES:
            raise BadMessage(f"no such game: {name!r}")
        self._site.access.check_leaving(self._site.phone, self.table.snapshot)
        return self.table.open_game(SOURCE, key, name)

    @needs(Need.CHANGE)
    def resume_game(self, game_id: str) -> Response:
        """Turn the table to a game of the journal."""
        return self._answer(partial(self._resume_game, game_id))

    def _resume_game(self, game_id: str, key: str | None) -> Snapshot:
        self._site.access.check_leaving(self._site.phone, self.table.snapshot)
        return self.table.open_game(SOURCE, key, game_id=game_id)

    @needs(Need.GUEST)
    def list_games(self) -> Response:
        """List the games of the journal, newest first."""
        with game_file.read_journal(self.table.journal.path) as journal:
            return _json({"games": plain(journal.games())})

    @needs(Need.GUEST)
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

    @needs(Need.CHANGE)
    def import_game(self) -> Response:
        """Take in a game file; the table stays at its game."""
        try:
            game_id = self.table.import_game(request.get_data())
        except REFUSALS as error:
            return self._refuse(error)
        return _json({"game_id": game_id}, 201)

    def _answer(self, action: Callable[[str | None], Snapshot]) -> Response:
        try:
            return _json(snapshot_body(action(request.headers.get(IDEMPOTENCY_KEY))))
        except REFUSALS as error:
            return self._refuse(error)

    def _refuse(self, error: Exception, status: int | None = None) -> Response:
        speech = self._site.renderer.speech(self._site.language, self.table.snapshot)
        usual, code, sentence, facts = explain(error, speech)
        return problem(status or usual, code, sentence, facts)


def _moment() -> int | None:
    return request.args.get("moment", type=int)


def _step() -> int | None:
    return request.args.get("step", type=int)


def _json(body: object, status: int = 200) -> Response:
    return Response(dump(body), status, mimetype="application/json")
