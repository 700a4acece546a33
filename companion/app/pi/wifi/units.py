"""The units of systemd by which the table orders its networks, as texts."""

from companion.app.pi.caretaker.units import UNITS, order_socket
from companion.app.pi.system_files import CURRENT, LOCKED_DOWN
from companion.app.pi.wifi.orders import SOCKET

SOCKET_NAME = "dragonbag-network.socket"
SOCKET_UNIT = UNITS / SOCKET_NAME
SERVICE_UNIT = UNITS / "dragonbag-network@.service"
SOCKET_TEXT = order_socket("Where the table asks its caretaker for another network", SOCKET)
SERVICE_TEXT = f"""\
[Unit]
Description=Dragonbag's caretaker of networks: the table's own Wi-Fi, and the house's
CollectMode=inactive-or-failed

[Service]
Type=exec
ExecStart={CURRENT}/venv/bin/python -m companion.app.pi.wifi
StandardInput=socket
StandardOutput=journal
StandardError=journal
RuntimeMaxSec=5min
WorkingDirectory=/
UMask=0077
Environment=LANG=C.UTF-8 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOME=/

MemoryMax=25%
TasksMax=32
# Root without any right of root's: it writes files that are root's, and asks NetworkManager over
# D-Bus, which does what root asks.
CapabilityBoundingSet=
ReadWritePaths=/etc/NetworkManager -/run/NetworkManager
PrivateNetwork=yes
IPAddressDeny=any
RestrictAddressFamilies=AF_UNIX
{LOCKED_DOWN}\
PrivateDevices=yes
ProcSubset=pid
KeyringMode=private
SystemCallFilter=~@privileged @resources
"""
NETWORK_FILES = {SOCKET_UNIT: SOCKET_TEXT, SERVICE_UNIT: SERVICE_TEXT}
