"""/: who sits where. A phone takes a seat that is free, takes one over, or gives its own up."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from flask import Flask, Response, abort, request

from companion.engine.errors import Rejected
from companion.language.speech import isolated
from web_ui.access.guests import Guests, Phone
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other

AWAKE_S = 60.0  # a phone that was heard in the last minute does not sleep


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whose phone has a seat, and for how many whole minutes it has slept, 0 if it does not."""

    name: str
    asleep_min: int
    is_mine: bool


class JoinPage:
    """GET / for everybody; POST /take where phones are known."""

    def __init__(self, site: Site, address: Callable[[], str]) -> None:
        """Show the table of this site; `address` says under which URL phones reach it."""
        self._site = site
        self._address = address
        self._guests = site.access.guests

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/", view_func=self.join)
        if self._guests is not None:
            app.add_url_rule("/take", view_func=self.take, methods=["POST"])

    @needs(Need.GUEST)
    def join(self) -> str:
        """Show who plays, and let the phone take a seat or watch."""
        snapshot, phone = self._site.snapshot, self._site.phone
        view = self._site.renderer.views[snapshot.game.name]
        return self._site.page(
            "join.html",
            "/",
            title=view.title,
            seats=self._seats(),
            sitters=self._sitters(phone),
            has_secrets=snapshot.game.has_secrets(snapshot.state),
            address=self._address(),
        )

    def _seats(self) -> tuple[StrEnum, ...]:
        snapshot = self._site.snapshot
        return self._site.renderer.views[snapshot.game.name].seats(snapshot)

    def _sitters(self, phone: Phone | None) -> dict[str, Sitter]:
        if self._guests is None:
            return {}
        found = {seat: self._guests.at(seat) for seat in self._seats()}
        return {
            seat: sitter(self._guests, each, is_mine=phone is not None and each.id == phone.id)
            for seat, each in found.items()
            if each is not None
        }

    @needs(Need.GUEST)
    def take(self) -> Response:
        """Give this phone the seat that it wants, or let it give up its own."""
        guests, phone, snapshot = self._guests, self._site.phone, self._site.snapshot
        assert guests is not None, "the route exists with guests alone"
        assert phone is not None, "the gate lets no stranger in here"
        wanted = request.form.get("seat", "")
        seat = next((each for each in self._seats() if each == wanted), None)
        if wanted and seat is None:
            abort(400)
        name = snapshot.game.name_of(snapshot.state, seat) if seat else ""
        alone = snapshot.game.has_secrets(snapshot.state)
        try:
            guests.take(phone, wanted, name, alone=alone, over="over" in request.form)
        except Rejected as error:
            return self._site.refuse(error, "/")
        return see_other(f"/seat/{wanted}" if wanted else "/")


def sitter(guests: Guests, phone: Phone, *, is_mine: bool = False) -> Sitter:
    """Return what is told of a phone."""
    asleep_s = guests.presence.asleep_s(phone.id) or 0.0
    minutes = int(asleep_s // 60) if asleep_s >= AWAKE_S else 0
    return Sitter(isolated(phone.name), minutes, is_mine)
