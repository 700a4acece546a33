"""/cards: the table's own list of a box's cards, kept for the next evening, carried as a file."""

from flask import Flask, Response, abort, request

from companion.engine.codec import Codec, dump, parse, plain
from companion.engine.errors import BadMessage
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.grave_robbers.values import ItemCard
from companion.table import game_file
from companion.table.snapshot import Snapshot
from web_ui.access.policy import Need, needs
from web_ui.render.answers import REFUSALS
from web_ui.render.render import WATCH
from web_ui.render.site import Site

FORMAT = "dragonbag-cards"
REPLACE = "ReplaceCards"


class CardsPage:
    """GET /cards and /cards/export, POST /cards/import."""

    def __init__(self, site: Site) -> None:
        """Show and change the list of this site's table."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the routes, and the kept list to what templates can ask for."""
        app.jinja_env.globals["kept_cards"] = self.kept
        app.add_url_rule("/cards", "cards", self.show)
        app.add_url_rule("/cards/export", "export_cards", self.export)
        app.add_url_rule("/cards/import", "import_cards", self.take_file, methods=["POST"])

    def kept(self, name: str) -> tuple[ItemCard, ...]:
        """Return the newest list of a box: of the table's game, or of the last one that has any."""
        snapshot = self._site.snapshot
        if snapshot.game.name == name and snapshot.state.cards:
            return tuple(snapshot.state.cards)
        with game_file.read_journal(self._site.table.journal.path) as journal:
            for game in journal.games():
                if game.name != name:
                    continue
                _, state = game_file.story(journal, game.id)
                if isinstance(state, GraveRobbers) and state.cards:
                    return tuple(state.cards)
        return ()

    def _snapshot(self) -> Snapshot:
        snapshot = self._site.snapshot
        if "cards" not in self._site.renderer.views[snapshot.game.name].pages:
            abort(404)
        return snapshot

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the list with its forms."""
        snapshot = self._snapshot()
        name = snapshot.game.name
        facts = self._site.renderer.views[name].facts(snapshot, WATCH)
        return self._site.page(f"{name}/cards.html", "/cards", **facts)

    @needs(Need.GUEST)
    def export(self) -> Response:
        """Return the list as a file."""
        snapshot = self._snapshot()
        is_on = bool(snapshot.state.players)
        cards = snapshot.state.cards if is_on else self.kept(snapshot.game.name)
        name = 'attachment; filename="dragonbag-cards.json"'
        text = dump({"format": FORMAT, "game": snapshot.game.name, "cards": plain(cards)})
        headers = {"Content-Disposition": name}
        return Response(text, mimetype="application/json", headers=headers)

    @needs(Need.GUEST)
    def take_file(self) -> Response:
        """Take the list that a file carries in the place of the table's."""
        snapshot = self._snapshot()
        file = request.files.get("file")
        try:
            command = self._read(snapshot, file.read() if file else b"")
        except REFUSALS as error:
            return self._site.refuse(error, "/cards")
        return self._site.answer(lambda source, key: self._submit(command, source, key))

    def _read(self, snapshot: Snapshot, text: bytes) -> object:
        given = parse(text)
        is_list = isinstance(given, dict) and given.get("format") == FORMAT
        if not is_list or given.get("game") != snapshot.game.name:
            raise BadMessage("no card list of this game")
        cards = {"type": REPLACE, "cards": given.get("cards")}
        return Codec(snapshot.game.commands).read(cards)

    def _submit(self, command: object, source: str, key: str | None) -> Snapshot:
        self._site.may(command)
        return self._site.table.submit(command, source, key)
