"""/statistics: all evenings as numbers and small charts, and which names are one person."""

from collections.abc import Callable

from flask import Flask, Response, request

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.table import game_file
from companion.table.past.evenings import Evening, evenings_of
from companion.table.past.statistics import boxes_of
from companion.worker.work import Ticket, Urgency, Work, as_it_is
from web_ui.access.policy import Need, needs
from web_ui.beyond.bars import bars_of
from web_ui.beyond.people import People
from web_ui.render.site import PATIENCE_S, Site, see_other

READ_S = 120.0
READING = Sentence("Looking at all evenings")


class StatisticsPage:
    """GET /statistics, POST /statistics/rename and /statistics/assign."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        self._people = People(site.table.journal.path)
        # Everybody who looks at the same moment waits for the same work.
        self._asked: tuple[int, Ticket[tuple[Evening, ...]]] | None = None

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/statistics", "statistics", self.show)
        app.add_url_rule("/statistics/rename", "rename", self.rename, methods=["POST"])
        app.add_url_rule("/statistics/assign", "assign", self.assign, methods=["POST"])

    @needs(Need.GUEST)
    def show(self) -> Response:
        """Show all games that ended, by box, number of players and person."""
        try:
            ticket = self._ticket()
            if not ticket.is_done:
                return Response(self._site.waiting(ticket, READING, "/more"))
            evenings = ticket.result(0)
        except DragonbagError as error:
            self._asked = None
            return self._site.refuse(error, "/more")
        return Response(self._page(evenings))

    def _page(self, evenings: tuple[Evening, ...]) -> str:
        site, since = self._site, self._since()
        persons = {each.id: self._people.who_is(each, since) for each in evenings}
        phone = site.phone
        return site.page(
            "statistics.html",
            "/statistics",
            boxes=boxes_of(evenings, lambda evening: persons[evening.id]),
            bars_of=bars_of,
            titles={name: view.title for name, view in site.renderer.views.items()},
            sat=[(each, seat, who) for each in evenings for seat, who in persons[each.id].items()],
            people=sorted({who for seats in persons.values() for who in seats.values()}),
            is_host=site.access.guests is None or (phone is not None and phone.is_host),
        )

    @needs(Need.HOST)
    def rename(self) -> Response:
        """Give a person another name, or make two names one person."""
        form = request.form
        return self._said(
            lambda since: self._people.rename(form.get("who", ""), form.get("name", ""), since)
        )

    @needs(Need.HOST)
    def assign(self) -> Response:
        """Say who sat at one seat in one game."""
        game_id, _, seat = request.form.get("sat", "").rpartition(" ")
        name = request.form.get("name", "")
        return self._said(lambda since: self._people.assign(game_id, seat, name, since))

    def _said(self, say: Callable[[int], None]) -> Response:
        try:
            say(self._since())
        except DragonbagError as error:
            return self._site.refuse(error, "/statistics")
        return see_other("/statistics")

    def _since(self) -> int:
        with game_file.read_journal(self._site.table.journal.path) as journal:
            return journal.group_since()

    def _ticket(self) -> Ticket[tuple[Evening, ...]]:
        site, version = self._site, self._site.snapshot.version
        if self._asked is None or self._asked[0] != version:
            work = Work(evenings_of, (site.table.journal.path,), Urgency.PAGE, READ_S)
            self._asked = version, site.desk.ask(work, as_it_is, PATIENCE_S)
        return self._asked[1]
