"""/more: what suits this phone, every other page, the language. POST /comfort turns a switch."""

from flask import Flask, Response, abort, request

from web_ui.access.policy import Need, needs
from web_ui.render.comfort import COOKIE, EVERY, SWITCHES, kept, wanted
from web_ui.render.site import Site, own_page, see_other

YEAR_S = 365 * 24 * 3600


class MorePage:
    """GET /more, POST /comfort."""

    def __init__(self, site: Site) -> None:
        """Lead to the pages of this site."""
        self._site = site

    def register(self, app: Flask) -> None:
        """Add the routes, and what the pages are told of the switches."""
        app.jinja_env.globals.update(wanted=wanted, my_page=self._site.my_page)
        app.add_url_rule("/more", view_func=self.more)
        app.add_url_rule("/comfort", view_func=self.turn, methods=["POST"])

    @needs(Need.GUEST)
    def more(self) -> str:
        """Show the switches of this phone and the other pages."""
        return self._site.page("more.html", request.path, switches=SWITCHES)

    @needs(Need.NOTHING)
    def turn(self) -> Response:
        """Turn one switch on or off; the phone keeps it, the table does not."""
        on, off = request.form.get("on", ""), request.form.get("off", "")
        if not {on, off} & EVERY:
            abort(400)
        answer = see_other(own_page(request.form.get("back", "/more")))
        now = kept({*wanted(), on} - {off})
        answer.set_cookie(COOKIE, now, max_age=YEAR_S, httponly=True, samesite="Lax")
        return answer
