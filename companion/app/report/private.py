"""Takes out of a text who somebody is and where: user, computer, addresses."""

import getpass
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path

IPV4 = r"\b\d{1,3}(?:\.\d{1,3}){3}\b"
IPV6_OR_MAC = r"\b[0-9a-fA-F]{1,4}(?:::?[0-9a-fA-F]{1,4}){3,7}\b|\b[0-9a-fA-F]{1,4}::[0-9a-fA-F:]*"
# What every such computer is called tells nothing; taking it out would hide what is meant.
COMMON = ("dragonbag", "localhost", "pi", "raspberrypi", "root")


def _host() -> str:
    return socket.gethostname().partition(".")[0]


@dataclass(frozen=True, slots=True)
class Private:
    """What must not stand in a report."""

    user: str = field(default_factory=getpass.getuser)
    host: str = field(default_factory=_host)
    home: Path = field(default_factory=Path.home)

    def hide(self, text: str) -> str:
        """Return a text without user, computer and addresses."""
        text = text.replace(str(self.home), "~") if len(self.home.parts) > 1 else text
        text = re.sub(r"/home/[^/\s\"']+", "/home/USER", text)
        for name, instead in ((self.user, "USER"), (self.host, "HOST")):
            if name and name not in COMMON:
                text = re.sub(rf"\b{re.escape(name)}\b", instead, text)
        return re.sub(f"{IPV6_OR_MAC}|{IPV4}", "ADDRESS", text)
