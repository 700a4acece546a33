"""What is done as root about the networks: three fixed things, whatever the table says.

It writes three files, each of a fixed name, and asks NetworkManager for the rest.
"""

import socket
import subprocess
from contextlib import suppress
from pathlib import PurePosixPath

from companion.app.pi.place import Place
from companion.app.pi.wifi.keyfile import HOUSE, house_network, own_network
from companion.app.pi.wifi.orders import Order, Verb, receive
from companion.app.pi.wifi.secret import Secret
from companion.app.pi.wifi.sight import ADDRESS, CONNECTION, Ask, ask_nmcli, look
from companion.app.saying import say
from companion.engine.errors import BadMessage, DragonbagError, StepFailed
from companion.engine.sentence import Sentence

# NetworkManager's own dnsmasq reads this. Every name leads to the table, so that the requests by
# which phones test for internet come to web_ui/pages/captive.py.
NAMES = PurePosixPath("/etc/NetworkManager/dnsmasq-shared.d/dragonbag.conf")
EVERY_NAME = f"address=/#/{ADDRESS}\n"
OWN_PROFILE = PurePosixPath(f"/run/NetworkManager/system-connections/{CONNECTION}.nmconnection")
HOUSE_PROFILE = PurePosixPath(f"/etc/NetworkManager/system-connections/{HOUSE}.nmconnection")
SECRET = 0o600  # NetworkManager takes no profile that others may read
HAS_CABLE = Sentence("A cable works, so the table opens no Wi-Fi of its own.")
NO_CARD = Sentence("This computer has no Wi-Fi card.")
NO_MANAGER = Sentence("NetworkManager does not answer: {error}")
NMCLI_UP = ("nmcli", "--wait", "60", "connection", "up", "id")


def serve(place: Place, line: socket.socket, ask: Ask = ask_nmcli) -> None:
    """Take one order from the table, carry it out, and answer "" or why not."""
    with line:
        try:
            order = receive(line)
        except (BadMessage, OSError) as error:
            place.tell(f"no order: {error}")
            return
        answer = carry_out(place, order, ask)
        if answer:
            place.tell(f"{order.verb}: {answer}")
        line.sendall(answer.encode().replace(b"\n", b" ") + b"\n")


def carry_out(place: Place, order: Order, ask: Ask = ask_nmcli) -> str:
    """Do what was ordered; return "" or why that did not work."""
    try:
        if order.verb is Verb.CLOSE:
            close(place)
        elif order.verb is Verb.OPEN:
            open_own(place, Secret(order.name, order.password), ask=ask)
        else:
            join(place, Secret(order.name, order.password))
    except (DragonbagError, OSError) as error:
        return say(error.told, order.language) if isinstance(error, DragonbagError) else str(error)
    return ""


def open_own(place: Place, secret: Secret, card: str = "", ask: Ask = ask_nmcli) -> None:
    """Open the own Wi-Fi, on a card or the first one; StepFailed while a cable works."""
    try:
        seen = look(ask)
    except (OSError, subprocess.SubprocessError) as error:
        raise StepFailed(NO_MANAGER.about(error=_said(error))) from error
    if seen.cable:
        raise StepFailed(HAS_CABLE)
    if not (card or seen.card):
        raise StepFailed(NO_CARD)
    place.write(NAMES, EVERY_NAME)
    place.write(OWN_PROFILE, own_network(secret, card or seen.card), SECRET)
    place.do("nmcli", "connection", "load", str(OWN_PROFILE))
    place.do(*NMCLI_UP, CONNECTION)


def _said(error: OSError | subprocess.SubprocessError) -> str:
    """Return what nmcli said, or else what happened to it."""
    said = error.stderr if isinstance(error, subprocess.CalledProcessError) else ""
    return " ".join((said or str(error)).split())


def close(place: Place) -> None:
    """Close the own Wi-Fi; the card then joins a Wi-Fi that it knows."""
    place.remove(NAMES)
    if place.remove(OWN_PROFILE):
        place.do("nmcli", "connection", "delete", "id", CONNECTION)


def join(place: Place, secret: Secret) -> None:
    """Keep the house's Wi-Fi and join it; StepFailed if it is not there or refuses.

    One that refuses is not kept, and the one before it is known again: a slip in a password must
    not cost the way home.
    """
    before = place.at(HOUSE_PROFILE).read_text() if place.has(HOUSE_PROFILE) else ""
    place.write(HOUSE_PROFILE, house_network(secret), SECRET)
    close(place)
    place.do("nmcli", "connection", "load", str(HOUSE_PROFILE))
    try:
        place.do(*NMCLI_UP, HOUSE)
    except StepFailed:
        _take_back(place, before)
        raise


def _take_back(place: Place, before: str) -> None:
    """Let NetworkManager know the house's Wi-Fi as it was."""
    if before:
        place.write(HOUSE_PROFILE, before, SECRET)
    else:
        place.remove(HOUSE_PROFILE)
    with suppress(StepFailed):  # that it was not joined is what is told
        place.do("nmcli", "connection", "reload")
