"""A Wi-Fi of the table's own that only notes what is wished of it."""

from dataclasses import dataclass, field

from companion.app.pi.wifi.secret import Secret
from companion.app.pi.wifi.sight import Seen
from companion.engine.sentence import Sentence


@dataclass
class OwnWifi:
    """What a keeper of networks is for pages; `captive` is where phones are led."""

    captive: str = ""
    seen: Seen = field(default_factory=lambda: Seen(card="wlan0", wifi="Home", known=("Home",)))
    secret: Secret = field(default_factory=lambda: Secret("Dragonbag", "k7m2p9w4xq"))
    forgets: bool = False
    address: str = "http://10.42.0.1/"
    house_address: str = "http://dragonbag.local/"
    trouble: Sentence | None = None
    wished: list[str] = field(default_factory=list)

    def open(self) -> None:
        """Note it."""
        self.wished.append("open")

    def close(self) -> None:
        """Note it."""
        self.wished.append("close")

    def join(self, name: str, password: str) -> None:
        """Note it; CommandError if there can be no such Wi-Fi."""
        self.wished.append(f"join {Secret(name, password).name}")

    def rename(self, name: str, password: str) -> None:
        """Keep it; CommandError if there can be no such Wi-Fi."""
        self.secret = Secret(name, password)

    def card(self, language: str) -> str:
        """Return a very small card."""
        return f"<svg>{self.secret.name} {language}</svg>"
