"""/host: the host's own page. Who has joined, what they may do, and a new key for the QR code."""

from flask import Flask, Response, abort, request

from companion.engine.errors import Rejected
from companion.table.reader import NEXT_GROUP
from web_ui.access.guest_list import Phone, Policy
from web_ui.access.guests import Guests
from web_ui.access.policy import Need, needs
from web_ui.pages.join import sitter
from web_ui.render.answers import REFUSALS
from web_ui.render.site import Site, see_other


class HostPage:
    """GET /host and what its buttons do."""

    def __init__(self, site: Site, guests: Guests, *, has_upkeep: bool = False) -> None:
        """Show these guests; with upkeep, the way to its page."""
        self._has_upkeep = has_upkeep
        self._site = site
        self._guests = guests

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/host", view_func=self.host)
        for view in (self.rotate, self.free, self.remove, self.policy, self.next):
            name = view.__name__
            app.add_url_rule(f"/host/{name}", f"host_{name}", view, methods=["POST"])

    def _phone(self) -> Phone:
        phone = self._site.phone
        assert phone is not None, "the gate lets no stranger in here"
        return phone

    @needs(Need.GUEST)
    def host(self) -> Response:
        """Show the page to the host; tell others how a phone becomes one."""
        phone = self._phone()
        here = [self._site.here(each) for each in self._guests.phones]
        phones = [(each, sitter(self._guests, each)) for each in here]
        page = self._site.page(
            "host.html",
            "/host",
            guests=self._guests,
            phone=phone,
            phones=phones,
            has_upkeep=self._has_upkeep,
        )
        return Response(page, 200 if phone.is_host else 403)

    @needs(Need.HOST)
    def rotate(self) -> Response:
        """Make a new key: the old QR code lets nobody in any more."""
        self._guests.rotate()
        return see_other("/host")

    @needs(Need.HOST)
    def free(self) -> Response:
        """Free a seat; one with secrets only its own phone gives away."""
        snapshot, seat = self._site.snapshot, request.form.get("seat", "")
        if snapshot.keeps_secrets and self._guests.at(seat) is not None:
            return self._site.refuse(Rejected("seat_needs_consent"), "/host")
        self._guests.hands.release(snapshot.game_id, seat)
        self._guests.free(seat)
        return see_other("/host")

    @needs(Need.HOST)
    def remove(self) -> Response:
        """Send a phone away; hosts cannot remove their own phone."""
        if request.form.get("phone") != self._phone().id:
            self._guests.remove(request.form.get("phone", ""))
        return see_other("/host")

    @needs(Need.HOST)
    def next(self) -> Response:
        """Clear the table for the next group: nobody of the last one is in it, or named."""
        table = self._site.table
        try:
            # First the journal: if the disk refuses, the old group stays whole.
            table.open_game(NEXT_GROUP, table.snapshot.game.name)
        except REFUSALS as error:
            return self._site.refuse(error, "/host")
        self._guests.next_group()
        return see_other("/host")

    @needs(Need.HOST)
    def policy(self) -> Response:
        """Choose whose numbers a phone may change."""
        wanted = request.form.get("policy", "")
        if wanted not in list(Policy):
            abort(400)
        self._guests.choose(Policy(wanted))
        return see_other("/host")
