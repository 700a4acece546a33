"""What a browser may do: commands, draws, undo and redo, as forms or by the script's fetch."""

from collections.abc import Callable
from functools import partial

from flask import Flask, Response, abort, request

from companion.engine.codec import Codec, JsonObject
from companion.engine.errors import Rejected
from companion.engine.game import FAIR_DRAW, AnyGame
from companion.games import GAMES
from companion.table import game_file
from companion.table.snapshot import Snapshot
from companion.worker.work import Ticket, WorkFailed
from web_ui.access.policy import Need, needs
from web_ui.pages.games import set_up_page
from web_ui.render.answers import REFUSALS
from web_ui.render.forms import refilled
from web_ui.render.importing import IMPORTING, imported, importing
from web_ui.render.reading import fields, number_in
from web_ui.render.site import Site, see_other, wants_json

SET_UP = "/new"
LEAVE = "leave"  # the field that says which game may leave the table


class Commands:
    """POST /do/<Command>, /do/draw, /undo, /redo: parse, submit, say no."""

    def __init__(self, site: Site) -> None:
        """Act on the table of this site."""
        self._site = site
        self._table = site.table

    def register(self, app: Flask) -> None:
        """Add the routes."""
        for path, view in (
            ("/do/draw", self.draw),
            ("/do/<name>", self.do),
            ("/mix/seal", self.seal),
            ("/mix/open", self.open_link),
            ("/undo", self.undo),
            ("/redo", self.redo),
            (SET_UP, self.set_up),
            ("/again", self.again),
            ("/games/open", self.open_game),
            ("/games/import", self.import_game),
        ):
            app.add_url_rule(path, view_func=view, methods=["POST"])

    @needs(Need.GUEST)
    def do(self, name: str) -> Response:
        """Submit the command that the form describes."""
        return self._site.answer(lambda source, key: self._submit(name, source, key))

    def _submit(self, name: str, source: str, key: str | None) -> Snapshot:
        self._same_game()
        game = self._table.snapshot.game
        reader = self._site.renderer.views[game.name].readers.get(name, fields)
        given = {**reader(request.form), "type": name}
        command = Codec(game.commands).read(given, as_text=True)
        self._site.may(command)
        meant = self._site.meant(command, number_in(request.form.get("moment"), "moment"))
        return self._table.submit(command, source, key, meant)

    def _same_game(self) -> None:
        """Refuse a tap that was made, perhaps long ago, for a game that has left the table."""
        if request.form.get("game", "") not in ("", self._table.snapshot.game_id):
            raise Rejected("other_game")

    @needs(Need.CHANGE)
    def draw(self) -> Response:
        """Let Dragonbag draw."""
        return self._site.answer(self._draw)

    def _draw(self, source: str, key: str | None) -> Snapshot:
        self._same_game()
        meant = self._site.meant(FAIR_DRAW, number_in(request.form.get("moment"), "moment"))
        return self._table.draw(source, key, meant)

    @needs(Need.CHANGE)
    def undo(self) -> Response:
        """Take the last step back."""
        return self._site.answer(partial(self._step, self._table.undo))

    @needs(Need.CHANGE)
    def redo(self) -> Response:
        """Do the last undone step again."""
        return self._site.answer(partial(self._step, self._table.redo))

    def _step(self, move: Callable[..., Snapshot], source: str, key: str | None) -> Snapshot:
        step = self._site.step(number_in(request.form.get("step"), "step"))
        return self._in_this_game(move, source, key, step)

    def _in_this_game(self, act: Callable[..., Snapshot], *facts: object) -> Snapshot:
        self._same_game()
        return act(*facts)

    @needs(Need.CHANGE)
    def set_up(self) -> Response:
        """Open a new game and set it up; a refused set-up leaves the old game where it is."""
        game = GAMES.get(request.form.get("game_name", ""), self._table.snapshot.game)
        view = self._site.renderer.views[game.name]
        return self._begin(game, lambda: view.readers[view.set_up](request.form))

    @needs(Need.CHANGE)
    def again(self) -> Response:
        """Set up the game of the table again: the same people, and the next one goes first."""
        return self._begin(self._table.snapshot.game, self._as_last_time)

    def _as_last_time(self) -> JsonObject:
        snapshot = self._table.snapshot
        if not snapshot.state.players:
            raise Rejected("no_game")
        with game_file.read_journal(self._table.journal.path) as journal:
            given = game_file.set_up_of(journal, snapshot.game_id)
        assert given is not None, "a game with players was set up"
        return self._site.renderer.views[snapshot.game.name].again(given, snapshot.state)

    def _begin(self, game: AnyGame, fields_of: Callable[[], JsonObject]) -> Response:
        set_up = self._site.renderer.views[game.name].set_up
        try:
            command = Codec(game.commands).read({**fields_of(), "type": set_up}, as_text=True)
            game.decide(game.empty, command)  # refuses before the old game is left
        except REFUSALS as error:
            return self._not_set_up(game, error)
        return self._asked_first() or self._site.answer(partial(self._set_up, game, command))

    def _not_set_up(self, game: AnyGame, error: Exception) -> Response:
        """Say why, on the form itself: who has typed names should not type them again."""
        if wants_json() or request.path != SET_UP:
            return self._site.refuse(error)
        status, _, sentence, _ = self._site.why(error)
        page = set_up_page(self._site, game.name, sentence)
        return Response(refilled(page, SET_UP, request.form), status)

    def _asked_first(self) -> Response | None:
        """Return the question that comes before a game leaves the table that still goes on."""
        site, snapshot, form = self._site, self._site.snapshot, request.form
        if not snapshot.is_going_on or form.get("game_id") == snapshot.game_id:
            return None
        try:
            site.access.check_leaving(site.phone, snapshot)
            if form.get("game", "") not in ("", snapshot.game_id):
                raise Rejected("other_game_begun")
        except Rejected as error:
            return site.refuse(error)
        if form.get(LEAVE) == snapshot.game_id:
            return None
        if wants_json():
            return site.refuse(Rejected("game_goes_on"))
        view = site.renderer.views[snapshot.game.name]
        page = site.page(
            "ask.html",
            form.get("back", "/"),
            action=request.path,
            sent=[pair for pair in form.items(multi=True) if pair[0] != LEAVE],
            seats=view.seats(snapshot),
            title=view.title,
        )
        return Response(page)

    def _set_up(self, game: AnyGame, command: object, source: str, key: str | None) -> Snapshot:
        # The opening has a key of its own made from the form's, so that a second tap opens nothing.
        leaving = request.form.get("game") or None
        self._table.open_game(source, game.name, key and f"{key}-open", leaving)
        return self._table.submit(command, source, key)

    @needs(Need.CHANGE)
    def open_game(self) -> Response:
        """Turn the table back to another game of the journal."""
        game_id = request.form.get("game_id", "")
        return self._asked_first() or self._site.answer(
            lambda source, key: self._table.return_to(source, game_id, key)
        )

    @needs(Need.CHANGE)
    def import_game(self) -> Response:
        """Take in the game file that the form carries."""
        file = request.files.get("file")
        try:
            ticket = importing(self._site, file.read() if file else b"")
        except WorkFailed as error:
            return self._site.refuse(error, "/games")
        return self._site.wait_for(ticket, IMPORTING, partial(self._imported, ticket))

    def _imported(self, ticket: Ticket[str]) -> Response:
        try:
            imported(ticket)
        except REFUSALS as error:
            return self._site.refuse(error, "/games")
        return see_other("/games")

    @needs(Need.GUEST)
    def seal(self) -> Response:
        """Take the end of the chain of links that a seat's own phone has made for the draws."""
        seat, end = request.form.get("seat", ""), request.form.get("sha256", "")
        snapshot = self._table.snapshot
        is_seat = seat in self._site.renderer.views[snapshot.game.name].seats(snapshot)
        if not is_seat or not self._site.access.owns(self._site.phone, seat):
            abort(403)
        return self._site.answer(
            lambda source, key: self._in_this_game(self._table.seal, source, seat, end, key)
        )

    @needs(Need.GUEST)
    def open_link(self) -> Response:
        """Take the link that a draw has asked for; whoever knows it may open it."""
        seal, link = request.form.get("seal", ""), request.form.get("link", "")
        return self._site.answer(
            lambda source, key: self._in_this_game(self._table.open_link, source, seal, link, key)
        )
