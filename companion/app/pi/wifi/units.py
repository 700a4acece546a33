"""The units of systemd by which the table orders its networks, as texts."""

from companion.app.pi.caretaker.units import UNITS
from companion.app.pi.system_files import CURRENT, USER
from companion.app.pi.wifi.orders import SOCKET

SOCKET_NAME = "dragonbag-network.socket"
SOCKET_UNIT = UNITS / SOCKET_NAME
SERVICE_UNIT = UNITS / "dragonbag-network@.service"
SOCKET_TEXT = f"""\
[Unit]
Description=Where the table asks its caretaker for another network

[Socket]
ListenStream={SOCKET}
SocketUser=root
SocketGroup={USER}
SocketMode=0660
# A process for each order, and one order at a time.
Accept=yes
MaxConnections=1

[Install]
WantedBy=sockets.target
"""
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
ProtectSystem=strict
ReadWritePaths=/etc/NetworkManager -/run/NetworkManager
PrivateNetwork=yes
IPAddressDeny=any
RestrictAddressFamilies=AF_UNIX
NoNewPrivileges=yes
ProtectHome=yes
PrivateTmp=yes
PrivateMounts=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
ProcSubset=pid
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
"""
NETWORK_FILES = {SOCKET_UNIT: SOCKET_TEXT, SERVICE_UNIT: SERVICE_TEXT}
