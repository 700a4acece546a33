"""/upkeep/https: HTTPS on and off, for the host; /secure: how a phone installs the authority."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from flask import Flask, Response, abort, request

from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other
from web_ui.upkeep.answers import answered

PAGE, SECURE = "/upkeep/https", "/secure"
FILE = f"{SECURE}/dragonbag.crt"
KIND = "application/x-x509-ca-cert"  # a phone that is sent this offers to install it


class Wishes(Protocol):
    """What the host chose (of companion.app.https)."""

    @property
    def is_on(self) -> bool:
        """Return whether HTTPS is on."""

    @property
    def leads(self) -> bool:
        """Return whether the codes lead there."""


class Status(Protocol):
    """What is served."""

    @property
    def until(self) -> str:
        """Return the certificate's last minute, in UTC."""

    @property
    def fingerprint(self) -> str:
        """Return the authority's SHA-256."""

    @property
    def names(self) -> Sequence[str]:
        """Return the names and addresses that the certificate is for."""


class Https(Protocol):
    """Who knows and does it; companion.app.https's Https is one."""

    @property
    def wishes(self) -> Wishes:
        """Return what the host chose."""

    @property
    def status(self) -> Status | None:
        """Return what is served now."""

    @property
    def is_installed(self) -> bool:
        """Return whether something serves it as soon as the host wishes that."""

    @property
    def authority(self) -> bytes:
        """Return the authority to install; OSError if there is none."""

    def choose(self, *, is_on: bool, leads: bool) -> None:
        """Keep what the host chose; OSError if the disk refuses."""

    def address(self, host: str) -> str:
        """Return the table's HTTPS address for who has come to this host, "" if there is none."""


class HttpsPage:
    """GET and POST /upkeep/https."""

    def __init__(self, site: Site, https: Https) -> None:
        """Let the host of this site choose."""
        self._site, self._https = site, https

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule(PAGE, "upkeep_https", self.show)
        app.add_url_rule(PAGE, "upkeep_choose_https", self.choose, methods=["POST"])

    @needs(Need.HOST)
    def show(self) -> str:
        """Show how it is, what it brings and what it costs."""
        status = self._https.status
        return self._site.page("https.html", PAGE, https=self._https, status=status)

    @needs(Need.HOST)
    def choose(self) -> Response:
        """Turn it on or off, or let the codes lead there."""
        want = request.form.get("want", "")
        if want not in ("on", "off", "lead"):
            abort(400)
        choose = partial(self._https.choose, is_on=want != "off", leads=want == "lead")
        return answered(self._site, PAGE, choose, lambda: see_other(PAGE))


class SecurePage:
    """GET /secure, and the authority that is installed from there."""

    def __init__(self, site: Site, https: Https) -> None:
        """Show the phones of this site how."""
        self._site, self._https = site, https

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule(SECURE, "secure", self.show)
        app.add_url_rule(FILE, "secure_authority", self.download)

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the steps, while HTTPS is on."""
        status, address = self._https.status, self._https.address(request.host)
        if status is None or not address:
            abort(404)
        facts = {"status": status, "address": address, "file": FILE, "is_here": request.is_secure}
        return self._site.page("secure.html", SECURE, **facts)

    @needs(Need.GUEST)
    def download(self) -> Response:
        """Send the authority, without its key."""
        if self._https.status is None:
            abort(404)
        try:
            return Response(self._https.authority, content_type=KIND)
        except OSError:
            abort(404)
