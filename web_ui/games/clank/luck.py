"""/luck: how kind the draws were, in the game that has ended and over all evenings."""

from flask import Flask, Response

from companion.engine.errors import DragonbagError
from companion.engine.sentence import Sentence
from companion.worker.work import Ticket, Urgency, Work, as_it_is
from web_ui.access.policy import Need, needs
from web_ui.games.clank.luck_table import LuckTable, luck_table
from web_ui.render.site import PATIENCE_S, Site

COUNT_S = 120.0  # fifty evenings take 3 s on a laptop, the first time
COUNTING = Sentence("Looking at all evenings")


class LuckPage:
    """GET /luck."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        # Everybody who looks at the same moment waits for the same work.
        self._asked: tuple[int, Ticket[LuckTable]] | None = None

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/luck", "luck", self.show)

    @needs(Need.GUEST)
    def show(self) -> Response:
        """Show the game on the table, if it is over, and all finished games by player."""
        try:
            ticket = self._ticket()
            if not ticket.is_done:
                return Response(self._site.waiting(ticket, COUNTING, "/"))
            found = ticket.result(0)
        except DragonbagError as error:
            self._asked = None
            return self._site.refuse(error, "/")
        facts = {"rows": found.rows, "evenings": found.evenings, "games": found.games}
        return Response(self._site.page("clank/luck.html", "/luck", **facts, say=self._site.say))

    def _ticket(self) -> Ticket[LuckTable]:
        site = self._site
        version = site.snapshot.version
        if self._asked is None or self._asked[0] != version:
            args = site.table.journal.path, site.snapshot.game_id
            work = Work(luck_table, args, Urgency.PAGE, COUNT_S)
            self._asked = version, site.desk.ask(work, as_it_is, PATIENCE_S)
        return self._asked[1]
