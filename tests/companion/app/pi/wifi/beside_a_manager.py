"""Run by test_real_manager.py beside a real NetworkManager; prints what it found, as JSON."""

import json
import subprocess
from pathlib import Path

from companion.app.pi.place import Place
from companion.app.pi.wifi.duties import EVERY_NAME, NAMES, OWN_PROFILE, carry_out, close
from companion.app.pi.wifi.keyfile import house_network, own_network
from companion.app.pi.wifi.orders import Order, Verb
from companion.app.pi.wifi.secret import Secret
from companion.app.pi.wifi.sight import CONNECTION, look

SECRET = Secret("Höhle; #1\\", ' a"b\\c=d;e ')
TRIES = 20
PSK, SSID = "802-11-wireless-security.psk", "802-11-wireless.ssid"
ASK = """
import json, socket, struct
found = {}
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dhcp:
    dhcp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    dhcp.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"far")
    dhcp.bind(("", 68)); dhcp.settimeout(10)
    mac = bytes.fromhex(open("/sys/class/net/far/address").read().strip().replace(":", ""))
    head = struct.pack("!BBBBIHH", 1, 1, 6, 0, 7, 0, 0x8000) + bytes(16) + mac.ljust(16, b"\\0")
    wants = b"\\x63\\x82\\x53\\x63\\x35\\x01\\x01\\xff"
    dhcp.sendto(head + bytes(192) + wants, ("255.255.255.255", 67))
    found["offer"] = socket.inet_ntoa(dhcp.recv(2000)[16:20])
"""
NAME = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as dns:
    dns.settimeout(10)
    name = b"".join(bytes([len(part)]) + part for part in b"captive.apple.com".split(b"."))
    dns.sendto(b"\\0\\7\\1\\0\\0\\1" + bytes(6) + name + b"\\0\\0\\1\\0\\1", ("10.42.0.1", 53))
    found["name"] = socket.inet_ntoa(dns.recv(2000)[-4:])
print(json.dumps(found))
"""


def told(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def in_phone(program: str) -> dict[str, str]:
    """Run a program where the phone is; it has an address of its own by then."""
    answer: dict[str, str] = json.loads(
        told("ip", "netns", "exec", "phone", "/usr/bin/python3", "-c", program)
    )
    return answer


def kept(text: str, place: Place) -> list[str]:
    """Return name and password of a profile as NetworkManager has understood them."""
    place.write(OWN_PROFILE, text, 0o600)
    told("nmcli", "connection", "load", str(place.at(OWN_PROFILE)))
    name = CONNECTION if CONNECTION in text else "dragonbag-house"
    for _ in range(TRIES):  # once a profile was shown without its password
        found = told("nmcli", "-s", "-e", "no", "-g", f"{SSID},{PSK}", "connection", "show", name)
        if all(found.split("\n")[:2]):
            break
    place.remove(OWN_PROFILE)
    told("nmcli", "connection", "delete", name)
    return found.splitlines()


def main() -> None:
    """Try everything once."""
    place = Place(tell=lambda text: None)
    found: dict[str, object] = {}
    found["alone"] = repr(look())
    found["no card"] = carry_out(place, Order(Verb.OPEN, "Cave", "12345678"), _ask)
    found["own"] = kept(own_network(SECRET, "v1"), place)
    found["house"] = kept(house_network(SECRET), place)
    place.write(NAMES, EVERY_NAME)
    cable = own_network(SECRET, "v1").replace("type=wifi", "type=ethernet")
    head, _, tail = cable.partition("[wifi]")
    place.write(OWN_PROFILE, head + "[ipv4]" + tail.partition("[ipv4]")[2], 0o600)
    told("nmcli", "connection", "load", str(OWN_PROFILE))
    told("nmcli", "--wait", "60", "connection", "up", "id", CONNECTION)
    found["open"] = look().is_own
    told("ip", "-n", "phone", "address", "add", "10.42.0.200/24", "dev", "far")
    found |= in_phone(ASK + NAME)
    found["guests"] = look().has_guests
    close(place)
    found["closed"] = not (look().is_own or Path(NAMES).exists() or Path(OWN_PROFILE).exists())
    told(
        "nmcli",
        "connection",
        "add",
        "type",
        "ethernet",
        "ifname",
        "v0",
        "con-name",
        "Wired",
        "ipv4.method",
        "manual",
        "ipv4.addresses",
        "192.168.7.2/24",
    )
    told("nmcli", "--wait", "20", "connection", "up", "id", "Wired")
    found["cable"] = carry_out(place, Order(Verb.OPEN, "Cave", "12345678"))
    print(json.dumps(found))


def _ask(words: tuple[str, ...]) -> str:
    return told(*words)


if __name__ == "__main__":
    main()
