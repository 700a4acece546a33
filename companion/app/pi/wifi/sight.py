"""What networks there are, as NetworkManager tells it; reading needs no rights."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.value import Value

CONNECTION = "dragonbag-hotspot"  # our own network, as NetworkManager calls it
ADDRESS = "10.42.0.1"  # of the table in it
NEIGHBOURS = ADDRESS.rpartition(".")[0] + "."
DEVICES = ("nmcli", "-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device", "status")
PROFILES = ("nmcli", "-t", "-f", "NAME,TYPE", "connection", "show")
WIFI, WIFI_PROFILE, CABLE = "wifi", "802-11-wireless", "ethernet"
ARP = Path("/proc/net/arp")
COMPLETE = 0x2  # a neighbour that has answered (linux/if_arp.h, ATF_COM)
ANSWER_S = 20.0
Ask = Callable[[tuple[str, ...]], str]


class Seen(Value, frozen=True):
    """The networks at one moment.

    card: the first Wi-Fi card, "" if there is none. cable: does a cable work? wifi: the house's
    Wi-Fi that works, "" for none. is_own: is our own open? known: Wi-Fis that can be joined.
    has_guests: has a phone been in ours?
    """

    card: str = ""
    cable: bool = False
    wifi: str = ""
    is_own: bool = False
    known: tuple[str, ...] = ()
    has_guests: bool = False

    @property
    def is_lonely(self) -> bool:
        """Does no network reach the table?"""
        return not (self.cable or self.wifi or self.is_own)


def ask_nmcli(words: tuple[str, ...]) -> str:
    """Return what nmcli says, in English; OSError or SubprocessError if it says nothing."""
    environ = os.environ | {"LC_ALL": "C.UTF-8"}  # its words for states are translated otherwise
    told = subprocess.run(
        words, capture_output=True, text=True, timeout=ANSWER_S, check=True, env=environ
    )
    return told.stdout


def look(ask: Ask = ask_nmcli, arp: Path = ARP) -> Seen:
    """Return what networks there are now; OSError or SubprocessError if NetworkManager is away."""
    return seen_in(ask(DEVICES), ask(PROFILES), arp.read_text() if arp.exists() else "")


def seen_in(devices: str, profiles: str, arp: str) -> Seen:
    """Read the answers to DEVICES and PROFILES, and the kernel's list of neighbours."""
    card, cable, wifi, is_own = "", False, "", False
    for device, kind, state, connection in _rows(devices, 4):
        works = state.startswith("connected")  # "connecting" has no address yet
        if kind == WIFI and not device.startswith("p2p-"):
            card = card or device
        if works and connection == CONNECTION:
            is_own = True
        elif works and kind == WIFI:
            wifi = connection
        elif works and kind == CABLE:
            cable = True
    known = (name for name, kind in _rows(profiles, 2) if kind == WIFI_PROFILE)
    others = tuple(name for name in known if name != CONNECTION)
    return Seen(card, cable, wifi, is_own, others, _has_neighbour(arp))


def _rows(told: str, columns: int) -> Iterator[list[str]]:
    """Yield the lines of a terse answer; a colon in a name stands behind a backslash there."""
    for line in told.splitlines():
        fields = [re.sub(r"\\(.)", r"\1", field) for field in re.split(r"(?<!\\):", line)]
        if len(fields) == columns:
            yield fields


def _has_neighbour(arp: str) -> bool:
    rows = (line.split() for line in arp.splitlines()[1:])
    return any(row[0].startswith(NEIGHBOURS) and int(row[2], 16) & COMPLETE for row in rows)
