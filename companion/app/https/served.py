"""HTTPS as the pages of a served table know it: what the host wishes, and what is there."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from companion.app.https.places import (
    PORT,
    Places,
    Status,
    Wishes,
    authority_in,
    is_installed,
    places_of,
    status_in,
    wish,
    wishes_in,
)
from companion.app.settings import Settings


class Https:
    """What is wished and served; read from the disk each time, so it is never old."""

    def __init__(self, settings: Settings) -> None:
        """Look where a table with these settings keeps it."""
        self._places: Places = places_of(settings)
        self.is_installed = is_installed(settings)

    @property
    def wishes(self) -> Wishes:
        """Return what the host chose."""
        return wishes_in(self._places.wishes)

    @property
    def status(self) -> Status | None:
        """Return what is served now, None if HTTPS is off or does not work."""
        return status_in(self._places.public) if self.wishes.is_on else None

    @property
    def authority(self) -> bytes:
        """Return the authority to install; OSError if there is none."""
        return authority_in(self._places.public)

    def choose(self, *, is_on: bool, leads: bool) -> None:
        """Keep what the host chose; OSError if the disk refuses."""
        wish(self._places.wishes, Wishes(is_on, is_on and leads))

    def address(self, host: str) -> str:
        """Return the address for a phone that has come to this host by HTTP, "" if there is none.

        What the certificate does not name would frighten a phone.
        """
        status, name = self.status, urlsplit(f"//{host}").hostname or ""
        if status is None or name not in status.names:
            return ""
        return f"https://{name}/" if status.port == PORT else f"https://{name}:{status.port}/"

    def lead(self, urls: Sequence[str]) -> list[str]:
        """Return where codes and links lead: to HTTPS where the host wishes that and it works."""
        if not self.wishes.leads:
            return list(urls)
        return [self.address(urlsplit(url).netloc) or url for url in urls]
