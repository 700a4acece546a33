"""/waiting/<name>: how far a piece of long work is, and what came of it when it has ended."""

from flask import Flask, Response, abort

from web_ui.access.policy import Need, needs
from web_ui.render.site import Site


class WaitingPage:
    """GET /waiting/<name>."""

    def __init__(self, site: Site) -> None:
        """Tell of the errands of this site."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the route."""
        app.add_url_rule("/waiting/<name>", "waiting", self.show)

    @needs(Need.GUEST)
    def show(self, name: str) -> Response:
        """Show the place in the line, or answer as the form would have been answered."""
        errand = self._site.errands.get(name)
        if errand is None:
            abort(404)
        if errand.ticket.is_done:
            return errand.answer()
        return Response(self._site.waiting(errand.ticket, errand.what, "/"))
