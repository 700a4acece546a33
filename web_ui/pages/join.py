"""/: who sits where. A phone takes a seat that is free, takes one over, or gives its own up."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from flask import Flask, Response, abort, request

from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.language.speech import isolated
from web_ui.access.guest_list import Phone
from web_ui.access.guests import Guests
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other

ASKS = Sentence("A phone asks for the seat of {who}. Open Seats to answer.")
AWAKE_S = 60.0  # a phone that was heard in the last minute does not sleep


class Sitter(Value, frozen=True):
    """Whose phone has a seat, and for how many whole minutes it has slept, 0 if it does not."""

    name: str
    asleep_min: int
    is_mine: bool


class Asking(Value, frozen=True):
    """Somebody asks for a seat with secrets: is it this phone, must it answer, how many must?"""

    is_mine: bool
    may_answer: bool
    open: int


class Offer(Protocol):
    """HTTPS, where the host has switched it on."""

    def address(self, host: str) -> str:
        """Return the table's HTTPS address for who has come to this host, "" if there is none."""


class JoinPage:
    """GET / for everybody; POST /take and /consent where phones are known."""

    def __init__(self, site: Site, address: Callable[[], str], https: Offer | None = None) -> None:
        """Show the table of this site; `address` says under which URL phones reach it.

        `https` says under which it is reached by HTTPS.
        """
        self._site = site
        self._address, self._https = address, https
        self._guests = site.access.guests

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/", view_func=self.join)
        if self._guests is not None:
            app.add_url_rule("/take", view_func=self.take, methods=["POST"])
            app.add_url_rule("/consent", view_func=self.consent, methods=["POST"])

    @needs(Need.GUEST)
    def join(self) -> str:
        """Show who plays, and let the phone take a seat or watch."""
        snapshot, phone = self._site.snapshot, self._here()
        view = self._site.renderer.views[snapshot.game.name]
        return self._site.page(
            "join.html",
            "/",
            title=view.title,
            seats=self._site.seats,
            sitters=self._sitters(phone),
            has_secrets=snapshot.keeps_secrets,
            asking=self._asking(phone),
            sealed=self._sealed(phone),
            has_seat=phone is not None and bool(phone.seat),
            lost=self._lost(phone),
            address=self._address(),
            is_offered=self._https is not None and bool(self._https.address(request.host)),
        )

    def _sealed(self, phone: Phone | None) -> tuple[StrEnum, ...]:
        """Return the seats whose secrets another phone knows."""
        snapshot, guests = self._site.snapshot, self._guests
        if guests is None or not snapshot.keeps_secrets:
            return ()
        mine = phone.id if phone else ""
        holders = {seat: guests.hands.holder(snapshot.game_id, seat) for seat in self._site.seats}
        return tuple(seat for seat, holder in holders.items() if holder not in ("", mine))

    def _here(self) -> Phone | None:
        """Return the phone that asks, as this game knows it."""
        phone = self._site.phone
        return phone and self._site.here(phone)

    def _lost(self, phone: Phone | None) -> StrEnum | None:
        """Return the seat that another phone has taken over from this one."""
        if self._guests is None or phone is None:
            return None
        lost = self._guests.lost_seat(phone)
        return next((seat for seat in self._site.seats if seat == lost), None)

    def _sitters(self, phone: Phone | None) -> dict[str, Sitter]:
        if self._guests is None:
            return {}
        found = {seat: self._guests.at(seat) for seat in self._site.seats}
        return {
            seat: sitter(
                self._guests,
                self._site.here(each),
                is_mine=phone is not None and each.id == phone.id,
            )
            for seat, each in found.items()
            if each is not None
        }

    @needs(Need.GUEST)
    def take(self) -> Response:
        """Give this phone the seat that it wants, or let it give up its own."""
        guests, phone, snapshot = self._guests, self._here(), self._site.snapshot
        assert guests is not None, "the route exists with guests alone"
        assert phone is not None, "the gate lets no stranger in here"
        wanted = request.form.get("seat", "")
        seat = next((each for each in self._site.seats if each == wanted), None)
        if wanted and seat is None:
            abort(400)
        name, game_id = self._site.name_of(seat) if seat else "", snapshot.game_id
        alone, over = snapshot.keeps_secrets, "over" in request.form
        if seat and alone and "ask" in request.form and not phone.seat:
            return self._ask(phone, seat)
        try:
            guests.take(phone, wanted, name, alone=alone, over=over, game_id=game_id)
        except Rejected as error:
            return self._site.refuse(error, "/")
        return see_other(f"/seat/{wanted}" if wanted else "/")

    def _ask(self, phone: Phone, seat: StrEnum) -> Response:
        """Ask for a seat with secrets: its phone decides, or everybody where that is gone."""
        guests, game_id = self._guests, self._site.snapshot.game_id
        assert guests is not None, "the route exists with guests alone"
        if guests.hands.seat_of(game_id, phone.id) not in ("", seat):
            return self._site.refuse(Rejected("seat_is_kept"), "/")
        guests.hands.ask(game_id, seat, phone.id)
        if guests.hand_over(game_id, seat, self._site.seats, self._site.name_of(seat)):
            return see_other(f"/seat/{seat}")
        self._site.table.notice(_key(seat), ASKS.about(who=seat))
        return see_other("/")

    @needs(Need.GUEST)
    def consent(self) -> Response:
        """Agree that another phone takes a seat with secrets, or refuse."""
        guests, phone, snapshot = self._guests, self._site.phone, self._site.snapshot
        assert guests is not None, "the route exists with guests alone"
        assert phone is not None, "the gate lets no stranger in here"
        game_id, wanted = snapshot.game_id, request.form.get("seat", "")
        seat = next((each for each in self._site.seats if each == wanted), None)
        asked = guests.hands.request(game_id, wanted)
        if seat is None or asked is None:
            self._site.table.notice(_key(wanted), None)
            return self._site.refuse(Rejected("nobody_asks"), "/")
        may_answer = guests.asked(game_id, seat, asked.phone_id, self._site.seats)
        if phone.id not in {each.id for each in may_answer}:
            return self._site.refuse(Rejected("not_your_seat"), "/")
        is_over = self._decide(phone, seat, game_id, "agree" in request.form)
        if is_over:
            self._site.table.notice(_key(seat), None)
        return see_other("/")

    def _decide(self, phone: Phone, seat: StrEnum, game_id: str, agrees: bool) -> bool:
        """Take a phone's answer; return whether the question is settled."""
        guests = self._guests
        assert guests is not None, "the route exists with guests alone"
        if not agrees:
            guests.hands.refuse(game_id, seat)
            return True
        guests.hands.agree(game_id, seat, phone.id)
        return guests.hand_over(game_id, seat, self._site.seats, self._site.name_of(seat))

    def _asking(self, phone: Phone | None) -> dict[str, Asking]:
        """Return who asks for which seat, as this phone sees it."""
        guests, game_id = self._guests, self._site.snapshot.game_id
        if guests is None or phone is None:
            return {}
        found: dict[str, Asking] = {}
        for seat in self._site.seats:
            if (asked := guests.hands.request(game_id, seat)) is None:
                continue
            open_ = [
                each.id
                for each in guests.asked(game_id, seat, asked.phone_id, self._site.seats)
                if each.id not in asked.agreed
            ]
            found[seat] = Asking(asked.phone_id == phone.id, phone.id in open_, len(open_))
        return found


def _key(seat: str) -> str:
    """Return the key of the notice that somebody asks for a seat."""
    return f"seat-{seat}"


def sitter(guests: Guests, phone: Phone, *, is_mine: bool = False) -> Sitter:
    """Return what is told of a phone."""
    asleep_s = guests.presence.asleep_s(phone.id) or 0.0
    minutes = int(asleep_s // 60) if asleep_s >= AWAKE_S else 0
    return Sitter(isolated(phone.name), minutes, is_mine)
