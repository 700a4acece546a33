"""The pages of the game on the table: play, watch, score, odds, corrections, the display."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH, Role
from web_ui.render.site import SEAT, Site


class PlayPages:
    """GET routes; each renders the newest snapshot."""

    def __init__(self, site: Site, address: Callable[[], str]) -> None:
        """Show the table of this site; `address` says under which URL phones reach it."""
        self._site = site
        self._address = address

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/seat/<seat>", view_func=self.seat)
        app.add_url_rule("/watch", view_func=self.watch)
        app.add_url_rule("/table", view_func=self.display)
        app.add_url_rule("/score", view_func=self.score)
        app.add_url_rule("/odds", view_func=self.odds)
        app.add_url_rule("/correct", view_func=self.correct)
        app.add_url_rule("/qr.svg", view_func=self.qr)

    def _seats(self) -> tuple[str, ...]:
        snapshot = self._site.snapshot
        return self._site.renderer.views[snapshot.game.name].seats(snapshot)

    @needs(Need.GUEST)
    def seat(self, seat: str) -> Response:
        """Show the game from one player's seat."""
        if seat not in self._seats():
            abort(404)
        phone = self._site.phone
        is_own = self._site.access.owns(phone, seat)
        name = phone.id if phone and is_own else ""
        answer = Response(self._live(partial(Role, "play", seat, is_own=is_own, phone=name)))
        if self._site.access.guests is None and request.cookies.get(SEAT) != seat:
            answer.set_cookie(SEAT, seat, httponly=True, samesite="Lax")
        return answer

    @needs(Need.GUEST)
    def watch(self) -> str:
        """Show the game to somebody without a seat."""
        return self._live(partial(Role, "play", WATCH))

    @needs(Need.GUEST)
    def display(self) -> str:
        """Show the game large, for a tablet or television beside the board."""
        typed = urlsplit(self._address()).netloc  # without the key that a QR code may carry
        return self._live(partial(Role, "table", WATCH), address=typed)

    @needs(Need.GUEST)
    def score(self) -> str:
        """Show the score sheet, which anybody fills."""
        return self._of_some_games("score")

    @needs(Need.GUEST)
    def odds(self) -> str:
        """Show what may happen next, with its chances."""
        return self._of_some_games("odds")

    @needs(Need.GUEST)
    def correct(self) -> str:
        """Show the forms that set the books right."""
        return self._of_some_games("correct")

    def _of_some_games(self, page: str) -> str:
        if page not in self._site.renderer.views[self._site.snapshot.game.name].pages:
            abort(404)
        return self._live(partial(Role, page, WATCH))

    def _live(self, role: Callable[..., Role], **more: object) -> str:
        seen = role(language=self._site.language)
        return self._site.renderer.page(seen, self._site.snapshot, **more)

    @needs(Need.GUEST)
    def qr(self) -> Response:
        """Return the table's address as a QR code (SVG)."""
        import segno  # 25 ms that a start need not wait for

        drawing = BytesIO()
        code = segno.make(self._address(), error="m")
        code.save(drawing, kind="svg", scale=4, border=4, light="#fff")
        return Response(drawing.getvalue(), mimetype="image/svg+xml")
