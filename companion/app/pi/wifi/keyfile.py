"""NetworkManager's profiles as texts (nm-settings-keyfile(5)).

A password in a file of root's is in no list of processes, as one on nmcli's command line is.
"""

from companion.app.pi.wifi.secret import Secret
from companion.app.pi.wifi.sight import ADDRESS, CONNECTION

HOUSE = "dragonbag-house"  # the house's Wi-Fi that the host typed in on a phone


def own_network(secret: Secret, card: str) -> str:
    """Return the profile of the own Wi-Fi, which gives phones addresses and is opened on demand."""
    connection = _connection(CONNECTION, "false", card)
    return f"""\
{connection}
[wifi]
mode=ap
ssid={_bytes(secret.name)}
{_security(secret.password)}
proto=rsn;
pairwise=ccmp;
[ipv4]
method=shared
address1={ADDRESS}/24
[ipv6]
method=disabled
"""


def house_network(secret: Secret) -> str:
    """Return the profile of a Wi-Fi to join whenever it is there."""
    connection = _connection(HOUSE, "true")
    return f"""\
{connection}
[wifi]
mode=infrastructure
ssid={_bytes(secret.name)}
{_security(secret.password)}
[ipv4]
method=auto
[ipv6]
method=auto
"""


def _connection(name: str, connects: str, card: str = "") -> str:
    where = f"\ninterface-name={card}" if card else ""
    return f"[connection]\nid={name}\ntype=wifi\nautoconnect={connects}{where}"


def _security(password: str) -> str:
    return f"[wifi-security]\nkey-mgmt=wpa-psk\npsk={_escaped(password)}"


def _bytes(name: str) -> str:
    """Return a name as its bytes, which no character of it can break out of."""
    return "".join(f"{byte};" for byte in name.encode())


def _escaped(text: str) -> str:
    """Return a printable ASCII text as a value of a key file."""
    text = text.replace("\\", "\\\\")
    return text.replace(" ", "\\s") if text != text.strip() else text
