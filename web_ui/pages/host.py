"""/host: the host's own page. Who has joined, what they may do, and a new key for the QR code."""

from collections.abc import Callable

from flask import Flask, Response, abort, g, redirect, request

from companion.engine.errors import Rejected
from companion.table.table import Table
from web_ui.access.guests import Guests, Policy
from web_ui.render.render import Renderer, language_of


class HostPage:
    """GET /host and what its buttons do; POST /take for everybody."""

    def __init__(self, table: Table, renderer: Renderer, guests: Guests) -> None:
        """Show these guests."""
        self.table = table
        self.renderer = renderer
        self.guests = guests

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/take", view_func=self.take, methods=["POST"])
        app.add_url_rule("/host", view_func=self.host)
        for name, action in (
            ("rotate", self.rotate),
            ("free", self.free),
            ("remove", self.remove),
            ("policy", self.policy),
        ):
            view = self._for_hosts(action)
            app.add_url_rule(f"/host/{name}", f"host_{name}", view, methods=["POST"])

    def take(self) -> Response:
        """Give this phone the seat that it wants, or let it only watch."""
        seat, snapshot = request.form.get("seat", ""), self.table.snapshot
        if seat not in ("", *self.renderer.views[snapshot.game.name].seats(snapshot.state)):
            abort(400)
        alone = snapshot.game.has_secrets(snapshot.state)
        try:
            self.guests.take(g.phone, seat, alone=alone)
        except Rejected as error:
            language = language_of(request)
            said = self.renderer.speech(language, snapshot).refusal(error)
            page = self.renderer.plain("refused.html", snapshot, language, "/", sentence=said)
            return Response(page, 409)
        return redirect(f"/seat/{seat}" if seat else "/watch", 303)  # type: ignore[return-value]

    def host(self) -> Response:
        """Show the page to the host; tell others how a phone becomes one."""
        phone = self.guests.ask_for_host(g.phone)
        snapshot = self.table.snapshot
        page = self.renderer.plain(
            "host.html", snapshot, language_of(request), "/host", guests=self.guests, phone=phone
        )
        return Response(page, 200 if phone.is_host else 403)

    def _for_hosts(self, action: Callable[[], None]) -> Callable[[], Response]:
        def answer() -> Response:
            if not g.phone.is_host:
                abort(403)
            action()
            return redirect("/host", 303)  # type: ignore[return-value]  # werkzeug's own Response

        return answer

    def rotate(self) -> None:
        """Make a new key: the old QR code lets nobody in any more."""
        self.guests.rotate()

    def free(self) -> None:
        """Free a seat."""
        self.guests.free(request.form.get("seat", ""))

    def remove(self) -> None:
        """Send a phone away; the host cannot remove the phone in the own hand."""
        if request.form.get("phone") != g.phone.id:
            self.guests.remove(request.form.get("phone", ""))

    def policy(self) -> None:
        """Choose whose numbers a phone may change."""
        wanted = request.form.get("policy", "")
        if wanted not in list(Policy):
            abort(400)
        self.guests.choose(Policy(wanted))
