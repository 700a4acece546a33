"""The one access policy: who is asking, and may this phone do this?

Pages, forms, the JSON API, both streams, uploads, the drawn panel and the doctor all ask here. Each
route declares what it needs:

    @needs(Need.CHANGE)
    def undo(self) -> Response: ...

Each command says for which seats it acts (`Game.acts_for`).
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from werkzeug.http import parse_cookie

from companion.engine.errors import DragonbagError, Rejected
from companion.table.snapshot import Snapshot
from web_ui.access.guest_list import Phone, Policy
from web_ui.access.guests import Guests

COOKIE = "phone"
# Over HTTPS. It has a name of its own: where a browser has a secure cookie, it refuses a plain one
# of the same name, and such a phone could not join over HTTP any more.
SECURE_COOKIE = "__Host-phone"
BEARER = "Bearer "
STATIC = "static"  # the endpoint of all files, also of each game's

View = TypeVar("View", bound=Callable[..., object])


class Need(StrEnum):
    """What a route needs of the phone that asks. On an open table every phone has it."""

    NOTHING = "nothing"  # strangers too: how to join, the table's health, what Wi-Fi checks ask
    GUEST = "guest"  # has joined; a command is looked at again, by the seats it acts for
    CHANGE = "change"  # changes what concerns all: where each keeps to their own seat, it needs one
    PANEL = "panel"  # acts for every seat: where each keeps to their own, only the host
    HOST = "host"  # is the host


def needs(need: Need) -> Callable[[View], View]:
    """Declare what the route of a view function needs."""

    def declare(view: View) -> View:
        vars(view)["needs"] = need
        return view

    return declare


def need_of(endpoint: str, view: object) -> Need:
    """Return what an endpoint needs; LookupError if its view does not say."""
    if endpoint == STATIC:
        return Need.NOTHING
    need = getattr(view, "needs", None)
    if not isinstance(need, Need):
        raise LookupError(f"the route {endpoint} does not declare what it needs")
    return need


class NotJoined(DragonbagError):
    """A stranger asks for what only guests get."""


class Access:
    """Who is asking, and what they may do. Without guests the table is open to everybody."""

    def __init__(self, guests: Guests | None) -> None:
        """Let these guests in."""
        self.guests = guests

    def who_asks(self, cookies: str, authorization: str) -> Phone | None:
        """Return the phone or program behind the two headers of a request, None for a stranger.

        A program shows a key ("Authorization: Bearer KEY"); then its cookie does not count. With
        a phone's own key, which is what its cookie holds, it acts as that phone.
        """
        if self.guests is None:
            return None
        if authorization.startswith(BEARER):
            key = authorization.removeprefix(BEARER)
            return self.guests.program(key) or self.guests.of(key)
        shown = parse_cookie(cookies)
        # A phone that joined over HTTP keeps its seat when it comes over HTTPS.
        phone = self.guests.of(shown.get(SECURE_COOKIE)) or self.guests.of(shown.get(COOKIE))
        if phone is not None:
            self.guests.heard(phone)
        return phone

    def check(self, need: Need, phone: Phone | None) -> None:
        """Raise NotJoined or Rejected if the phone lacks what a route needs."""
        if self.guests is None or need is Need.NOTHING:
            return
        if phone is None:
            raise NotJoined
        if phone.is_host or need is Need.GUEST:
            return
        if need is Need.HOST:
            raise Rejected("only_host")
        if self.guests.policy is Policy.OWN:
            if not phone.seat:
                raise Rejected("only_watches")
            if need is Need.PANEL:
                raise Rejected("only_host")

    def check_command(self, phone: Phone | None, snapshot: Snapshot, command: object) -> None:
        """Raise Rejected if the phone may not do this command now.

        Where seats have secrets not even the host acts for another: an answer might tell one.
        """
        if self.guests is None:
            return
        if phone is None:
            raise NotJoined
        game, state = snapshot.game, snapshot.state
        seats = game.acts_for(state, command)
        if not all(self.sees(phone.id, seat, snapshot) for seat in seats):
            raise Rejected("not_your_seat")
        if phone.is_host or self.guests.policy is Policy.HELP:
            return
        if not phone.seat:
            raise Rejected("only_watches")
        if any(seat != phone.seat for seat in seats):
            raise Rejected("not_your_seat")

    def check_leaving(self, phone: Phone | None, snapshot: Snapshot) -> None:
        """Raise Rejected if a game goes on and the phone may not take it from the table.

        Whoever plays it may, and the host; a watcher may not, however the table plays.
        """
        if self.guests is None or not snapshot.is_going_on:
            return
        if phone is None:
            raise NotJoined
        if not phone.is_host and not phone.seat:
            raise Rejected("only_watches")

    def sees(self, phone_id: str, seat: str, snapshot: Snapshot) -> bool:
        """May this phone see what only the seat may know of this game?

        Asked for every snapshot and command, not once for a stream: a phone may have changed seats,
        and the table its game.
        """
        if self.guests is None or not snapshot.game.has_secrets(snapshot.state):
            return True
        return self.guests.sees(phone_id, seat, snapshot.game_id)

    def owns(self, phone: Phone | None, seat: str) -> bool:
        """Return whether the phone sits on this seat; on an open table every phone does."""
        if self.guests is None:
            return True
        return phone is not None and self.guests.owns(phone, seat)
