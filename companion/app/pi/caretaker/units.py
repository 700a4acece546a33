"""The caretaker's units of systemd, as texts."""

from pathlib import PurePosixPath

from companion.app.pi.caretaker.orders import PROGRESS, SOCKET
from companion.app.pi.system_files import CURRENT, LOCKED_DOWN, OPT, STATE, USER

SOCKET_NAME = "dragonbag-caretaker.socket"
UNITS = PurePosixPath("/etc/systemd/system")
SOCKET_UNIT = UNITS / SOCKET_NAME
SERVICE_UNIT = UNITS / "dragonbag-caretaker@.service"
KEPT = PurePosixPath("/var/lib/dragonbag-caretaker")


def order_socket(description: str, socket: PurePosixPath) -> str:
    """Return the unit of a socket at which the table, and nobody else, gives orders to root."""
    return f"""\
[Unit]
Description={description}

[Socket]
ListenStream={socket}
SocketUser=root
SocketGroup={USER}
SocketMode=0660
# A process for each order, and one order at a time.
Accept=yes
MaxConnections=1

[Install]
WantedBy=sockets.target
"""


SOCKET_TEXT = order_socket("Where the table gives orders to its caretaker", SOCKET)
SERVICE_TEXT = f"""\
[Unit]
Description=Dragonbag's caretaker: updates and the way back, ordered on the host's phone
CollectMode=inactive-or-failed

[Service]
Type=exec
ExecStart={CURRENT}/venv/bin/python -m companion.app.pi.caretaker
StandardInput=socket
StandardOutput=journal
StandardError=journal
# A 32-bit Pi compiles msgspec, which takes long.
RuntimeMaxSec=1h
WorkingDirectory=/
RuntimeDirectory={PROGRESS.parent.name}
RuntimeDirectoryPreserve=yes
StateDirectory={KEPT.name}
StateDirectoryMode=0700
UMask=0022
Environment=LANG=C.UTF-8 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 HOME=/

MemoryMax=75%
TasksMax=128
# It writes the program, the system files of `dragonbag install` and a backup of the journal.
# Whatever packages pip finds come from anywhere, so no network is left out.
ReadWritePaths={OPT} /etc {STATE}
CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER
{LOCKED_DOWN}\
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
KeyringMode=private
SystemCallFilter=~@resources
"""
CARETAKER_FILES = {SOCKET_UNIT: SOCKET_TEXT, SERVICE_UNIT: SERVICE_TEXT}
