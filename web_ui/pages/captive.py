"""What phones ask to find out whether a Wi-Fi has the internet, and what the table answers.

In the table's own Wi-Fi nobody else answers these questions; a phone that gets no answer leaves
for its mobile network, and the table is gone. There a phone is led to the page /stay first, and
hears that all is well once somebody has tapped there.
"""

import time
from collections.abc import Callable
from typing import Protocol

from flask import Flask, Response, request

from web_ui.access.gate import CAPTIVE
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other

PAGE = "/stay"
APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)
ANSWERS: dict[str, tuple[str, int, str]] = {
    "/generate_204": ("", 204, "text/plain"),  # Android, ChromeOS
    "/gen_204": ("", 204, "text/plain"),
    "/hotspot-detect.html": (APPLE, 200, "text/html"),  # iOS, macOS
    "/library/test/success.html": (APPLE, 200, "text/html"),
    "/connecttest.txt": ("Microsoft Connect Test", 200, "text/plain"),  # Windows 10 and later
    "/ncsi.txt": ("Microsoft NCSI", 200, "text/plain"),  # Windows before
    "/canonical.html": (FIREFOX, 200, "text/html"),  # Firefox
    "/success.txt": ("success\n", 200, "text/plain"),  # Firefox before
}
REDIRECT = "/redirect"  # where Windows opens a browser
# RULING: a phone whose owner read the page and did not tap is online after this time as well.
# Otherwise it would leave the Wi-Fi in the middle of a game.
READ_S = 60.0
MOST_PHONES = 256  # as many as addresses in the own Wi-Fi


class OwnWifi(Protocol):
    """The table's own Wi-Fi."""

    @property
    def captive(self) -> str:
        """Return the address to which phones in it are led, "" while it is closed."""


class CaptivePage:
    """GET /stay in the table's own Wi-Fi, and the answers to every phone's questions."""

    def __init__(
        self,
        site: Site,
        own_wifi: OwnWifi | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Lead phones to the table in its own Wi-Fi, where it can open one."""
        self._site, self._own_wifi, self._clock = site, own_wifi, clock
        self._online_s: dict[str, float] = {}  # from when on each address is online

    def register(self, app: Flask) -> None:
        """Add the paths; the gate lets the questions pass under any host's name."""
        for path in (*ANSWERS, REDIRECT):
            app.add_url_rule(path, CAPTIVE, self.answer)
        app.add_url_rule(PAGE, "stay", self.show)
        app.add_url_rule(PAGE, "stay_online", self.stay, methods=["POST"])

    @needs(Need.NOTHING)
    def answer(self) -> Response:
        """Say what the phone hopes to hear, or lead it to the page that it has to see first."""
        address = self._address
        if not address:
            self._online_s.clear()  # the next evening begins with the page again
        elif request.path == REDIRECT or not self._is_online():
            return Response(status=302, headers={"Location": address.rstrip("/") + PAGE})
        text, status, kind = ANSWERS.get(request.path, ("", 404, "text/plain"))
        return Response(text, status, mimetype=kind)

    @needs(Need.NOTHING)
    def show(self) -> Response:
        """Show how a phone stays, and where the table is; elsewhere lead to the table itself."""
        if not self._address:
            return see_other("/")
        self._online_from(self._clock() + READ_S)
        return self._page(is_online=self._is_online())

    @needs(Need.NOTHING)
    def stay(self) -> Response:
        """Let the phone be online from now on."""
        if not self._address:
            return see_other("/")
        self._online_s.pop(_phone(), None)
        self._online_from(self._clock())
        return self._page(is_online=True)

    def _page(self, *, is_online: bool) -> Response:
        facts = {"address": self._address, "is_online": is_online}
        return Response(self._site.page("stay.html", PAGE, **facts))

    @property
    def _address(self) -> str:
        return self._own_wifi.captive if self._own_wifi else ""

    def _is_online(self) -> bool:
        from_s = self._online_s.get(_phone())
        return from_s is not None and self._clock() >= from_s

    def _online_from(self, at_s: float) -> None:
        """Let this phone be online from then on, if it is not to be sooner."""
        if len(self._online_s) >= MOST_PHONES:
            self._online_s.clear()
        self._online_s.setdefault(_phone(), at_s)


def _phone() -> str:
    return request.remote_addr or ""
