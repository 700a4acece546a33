"""The JSON API: everything that the pages can do, with an OpenAPI 3.1 document of itself."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, Flask, Response, request

from companion.engine.codec import Codec, dump, parse, plain, shortened
from companion.engine.errors import BadMessage, Rejected
from companion.engine.game import FAIR_DRAW, AnyGame
from companion.games import GAMES
from companion.table import game_file
from companion.table.fair.digests import digests_after
from companion.table.snapshot import Snapshot
from companion.table.told import snapshot_body
from companion.worker.work import Urgency, Work, as_it_is
from web_ui.access.policy import Need, needs
from web_ui.api.openapi import document
from web_ui.api.results import advice_of, odds_of, own_snapshot, results_of, snapshot_of
from web_ui.render.answers import REFUSALS, explain, problem
from web_ui.render.importing import IMPORT_S, imported, importing
from web_ui.render.reading import number_in
from web_ui.render.site import Site

SOURCE = "api"
LONG_LINES = 1000  # of a game whose file the table's process does not make: it would take 30 ms
EXPORT_S = 60.0  # the file of 10,000 lines takes 0.3 s on a laptop
IDEMPOTENCY_KEY = "Idempotency-Key"


class Api:
    """Routes under /api/; refusals are application/problem+json."""

    def __init__(self, site: Site, version: str) -> None:
        """Serve this site's table as version `version` of Dragonbag."""
        self._site = site
        self.table = site.table
        self.version = version
        self._document: bytes = b""  # it takes ten milliseconds to make

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
        add("/api/v1/games/<game_id>/digests", view_func=self.digests, methods=["GET"])
        add("/api/v1/games/<game_id>/results", view_func=self.past_results)
        add("/api/v1/games/<game_id>/snapshot", view_func=self.past_snapshot)
        add("/api/v1/results", view_func=self.results)
        add("/api/v1/odds", view_func=self.odds)
        add("/api/v1/advice", view_func=self.advice)
        add("/api/v1/games/<game_id>/open", view_func=self.resume_game, methods=["POST"])
        app.register_blueprint(api)

    @needs(Need.GUEST)
    def openapi(self) -> Response:
        """Describe this API, generated from the message classes of all games."""
        self._document = self._document or dump(document(GAMES, self.version))
        return Response(self._document, mimetype="application/json")

    @needs(Need.GUEST)
    def snapshot(self) -> Response:
        """Return the newest snapshot; to a seat's own key what only the seat may know, too."""
        return self._told(own_snapshot)

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
        return self.table.draw(SOURCE, key, self._site.meant(FAIR_DRAW, _moment()))

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
        if not isinstance(name, str) or name not in GAMES:
            raise BadMessage(f"no such game: {shortened(name)}")
        if unknown := set(given) - {"game", "set_up"}:
            raise BadMessage(f"no such field: {shortened(min(unknown))}")
        command = self._set_up(GAMES[name], given.get("set_up"))
        self._site.access.check_leaving(self._site.phone, self.table.snapshot)
        if command is None:
            return self.table.open_game(SOURCE, name, key)
        self.table.open_game(SOURCE, name, key and f"{key}-open")
        return self.table.submit(command, SOURCE, key)

    @staticmethod
    def _set_up(game: AnyGame, given: object) -> object | None:
        """Return the command that sets the new game up; refused before the old game is left."""
        if given is None:
            return None
        if not isinstance(given, dict):
            raise BadMessage("set_up is a command: an object with a type")
        command: object = Codec(game.commands).read(given)
        game.decide(game.empty, command)
        return command

    @needs(Need.CHANGE)
    def resume_game(self, game_id: str) -> Response:
        """Turn the table to a game of the journal."""
        return self._answer(partial(self._resume_game, game_id))

    def _resume_game(self, game_id: str, key: str | None) -> Snapshot:
        self._site.access.check_leaving(self._site.phone, self.table.snapshot)
        return self.table.return_to(SOURCE, game_id, key)

    @needs(Need.GUEST)
    def list_games(self) -> Response:
        """List the games of the journal, newest first."""
        with game_file.read_journal(self.table.journal.path) as journal:
            games = [game for game in journal.games() if game.lines > 1]  # those set up
            return _json({"games": plain(games)})

    @needs(Need.GUEST)
    def results(self) -> Response:
        """Tell how the game on the table stands: points, winner, luck."""
        return self._results(self.table.snapshot.game_id)

    @needs(Need.GUEST)
    def past_results(self, game_id: str) -> Response:
        """Tell how a game of the journal ended, or stands."""
        return self._results(game_id)

    def _results(self, game_id: str) -> Response:
        try:
            return _json(results_of(self._site, game_id))
        except KeyError:
            return self._refuse(Rejected("game_unknown", game=game_id), 404)

    @needs(Need.GUEST)
    def past_snapshot(self, game_id: str) -> Response:
        """Return a game as it was after one of its steps, after the last if none is named."""
        try:
            return _json(snapshot_body(snapshot_of(self._site, game_id, _step())))
        except KeyError:
            return self._refuse(Rejected("game_unknown", game=game_id), 404)
        except BadMessage as error:
            return self._refuse(error)

    @needs(Need.GUEST)
    def odds(self) -> Response:
        """Tell the chances that the game on the table knows of."""
        return self._told(odds_of)

    @needs(Need.GUEST)
    def advice(self) -> Response:
        """Tell what the table waits for, and for the cards of a seat the best plays."""
        return self._told(advice_of)

    def _told(self, tell: Callable[[Site], object]) -> Response:
        try:
            return _json(tell(self._site))
        except REFUSALS as error:
            return self._refuse(error)

    @needs(Need.GUEST)
    def export_game(self, game_id: str) -> Response:
        """Return one game as a file."""
        try:
            text = self._file_of(game_id)
        except KeyError:
            return self._refuse(Rejected("game_unknown", game=game_id), 404)
        except REFUSALS as error:
            return self._refuse(error)
        name = f'attachment; filename="dragonbag-{game_id}.json"'
        return Response(text, mimetype="application/json", headers={"Content-Disposition": name})

    def _file_of(self, game_id: str) -> bytes:
        path = self.table.journal.path
        with game_file.read_journal(path) as journal:
            if journal.link(game_id).number < LONG_LINES:
                return game_file.export_public(journal, game_id)
        work = Work(game_file.public_file, (path, game_id), Urgency.PAGE, EXPORT_S)
        with self._site.one_waits():
            text = self._site.desk.ask(work, as_it_is).result(2 * EXPORT_S)
        if text is None:
            raise Rejected("secret_until_over")
        return text

    @needs(Need.GUEST)
    def digests(self, game_id: str) -> Response:
        """Return the digests of a game's lines after one, so that a phone can check its head."""
        try:
            with game_file.read_journal(self.table.journal.path) as journal:
                after = _number("after")
                found = digests_after(journal, game_id, after or 0)
        except KeyError:
            return self._refuse(Rejected("game_unknown", game=game_id), 404)
        except BadMessage as error:
            return self._refuse(error)
        return _json(plain(found))

    @needs(Need.CHANGE)
    def import_game(self) -> Response:
        """Take in a game file; the table stays at its game."""
        try:
            with self._site.one_waits():
                ticket = importing(self._site, request.get_data(), is_patient=True)
                game_id = imported(ticket, 2 * IMPORT_S)
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
    return _number("moment")


def _step() -> int | None:
    return _number("step")


def _number(name: str) -> int | None:
    """Return a number of the address, None if it has none; a program must not send an empty one."""
    given = request.args.getlist(name)
    if len(given) > 1 or given == [""]:
        raise BadMessage(f"{name} is no whole number: {shortened(given)}")
    return number_in(given[0], name) if given else None


def _json(body: object, status: int = 200) -> Response:
    return Response(dump(body), status, mimetype="application/json")
