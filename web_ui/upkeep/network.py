"""/upkeep/network: the table's own Wi-Fi, the way back to the house's, and the card to print."""

from collections.abc import Callable, Sequence
from typing import Protocol

from flask import Flask, Response, request

from companion.engine.sentence import Sentence
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other
from web_ui.upkeep.answers import answered

PAGE = "/upkeep/network"


class Seen(Protocol):
    """The networks at the newest look (of companion.app.pi.wifi)."""

    @property
    def cable(self) -> bool:
        """Return whether a cable works."""

    @property
    def wifi(self) -> str:
        """Return the house's Wi-Fi that works, "" for none."""

    @property
    def is_own(self) -> bool:
        """Return whether the table's own Wi-Fi is open."""

    @property
    def known(self) -> Sequence[str]:
        """Return the Wi-Fis of the house that can be joined."""


class Network(Protocol):
    """Who does it; companion.app's NetworkKeeper. What is wished happens a moment later."""

    @property
    def seen(self) -> Seen:
        """Return the networks at the newest look."""

    @property
    def captive(self) -> str:
        """Return the address to which phones in the own Wi-Fi are led, "" while it is closed."""

    @property
    def forgets(self) -> bool:
        """Return whether a Wi-Fi that is joined now is forgotten at the next start."""

    @property
    def secret(self) -> object:
        """Return name and password of the own Wi-Fi."""

    @property
    def address(self) -> str:
        """Return where the table is in the own Wi-Fi."""

    @property
    def house_address(self) -> str:
        """Return where the table is in the house's network, by its name."""

    @property
    def trouble(self) -> Sentence | None:
        """Return what came of the newest order that failed, None if it did not."""

    def open(self) -> None:
        """Open the own Wi-Fi."""

    def close(self) -> None:
        """Close it; the table then joins a Wi-Fi that it knows."""

    def join(self, name: str, password: str) -> None:
        """Join a Wi-Fi of the house."""

    def rename(self, name: str, password: str) -> None:
        """Keep another name and password for the own Wi-Fi."""

    def card(self, language: str) -> str:
        """Return the card to print, as an SVG."""


class NetworkPage:
    """GET /upkeep/network, and what its buttons do."""

    def __init__(self, site: Site, network: Network, link: Callable[[str], str]) -> None:
        """Let the host of this site do it; `link` makes a link of the host's to an address.

        A browser knows the host by the address: at another one it needs that link.
        """
        self._site, self._network, self._link = site, network, link

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule(PAGE, "network", self.show)
        app.add_url_rule(f"{PAGE}/card.svg", "network_card", self.card)
        for view in (self.open, self.close, self.join, self.rename):
            name = view.__name__
            app.add_url_rule(f"{PAGE}/{name}", f"network_{name}", view, methods=["POST"])

    @needs(Need.HOST)
    def show(self) -> str:
        """Show which network the table is in."""
        facts = {"network": self._network, "say": self._site.say}
        return self._site.page("network.html", PAGE, **facts)

    @needs(Need.HOST)
    def card(self) -> Response:
        """Send the card."""
        return Response(self._network.card(self._site.language), mimetype="image/svg+xml")

    @needs(Need.HOST)
    def open(self) -> Response:
        """Open the own Wi-Fi, and say how to follow it there."""
        return self._leave(self._network.open, "own")

    @needs(Need.HOST)
    def close(self) -> Response:
        """Go back to the house's Wi-Fi, and say how to follow."""
        return self._leave(self._network.close, "house")

    @needs(Need.HOST)
    def join(self) -> Response:
        """Go to a Wi-Fi of the house that the table does not know yet."""
        name, password = _name_and_password()
        return self._leave(lambda: self._network.join(name, password), "house")

    @needs(Need.HOST)
    def rename(self) -> Response:
        """Keep another name and password of the own Wi-Fi."""
        name, password = _name_and_password()
        return answered(
            *(self._site, PAGE),
            lambda: self._network.rename(name, password),
            lambda: see_other(PAGE),
        )

    def _leave(self, action: Callable[[], None], to: str) -> Response:
        """Do what ends this phone's connection, and show where the table will be."""
        address = self._network.address if to == "own" else self._network.house_address
        facts = {"to": to, "address": address, "link": self._link(address)}
        last = self._site.page("network_end.html", PAGE, network=self._network, **facts)
        return answered(self._site, PAGE, action, lambda: Response(last))


def _name_and_password() -> tuple[str, str]:
    return request.form.get("name", ""), request.form.get("password", "")
