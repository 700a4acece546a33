"""The caretaker's units of systemd, as texts."""

from pathlib import PurePosixPath

from companion.app.pi.caretaker.orders import PROGRESS, SOCKET
from companion.app.pi.system_files import CURRENT, OPT, STATE, USER

SOCKET_NAME = "dragonbag-caretaker.socket"
UNITS = PurePosixPath("/etc/systemd/system")
SOCKET_UNIT = UNITS / SOCKET_NAME
SERVICE_UNIT = UNITS / "dragonbag-caretaker@.service"
KEPT = PurePosixPath("/var/lib/dragonbag-caretaker")
SOCKET_TEXT = f"""\
[Unit]
Description=Where the table gives orders to its caretaker

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
ProtectSystem=strict
ReadWritePaths={OPT} /etc {STATE}
CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER
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
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@resources
SystemCallErrorNumber=EPERM
"""
CARETAKER_FILES = {SOCKET_UNIT: SOCKET_TEXT, SERVICE_UNIT: SERVICE_TEXT}
