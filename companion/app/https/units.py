"""The units of systemd that serve HTTPS where the host wishes it, as texts."""

from pathlib import PurePosixPath

from companion.app.https.places import (
    ON,
    PUBLIC_OF_UNIT,
    SECRETS_OF_UNIT,
    WISHES,
    WISHES_OF_UNIT,
)
from companion.app.pi.caretaker.units import UNITS
from companion.app.pi.system_files import CURRENT, PRIVATE_ONLY, SETTINGS, STATE

USER = "dragonbag-https"
USERS_FILE = "dragonbag-https.conf"
PATH_NAME, SERVICE_NAME = "dragonbag-https.path", "dragonbag-https.service"
PATH_UNIT, SERVICE_UNIT = UNITS / PATH_NAME, UNITS / SERVICE_NAME
SECRETS = PurePosixPath(SECRETS_OF_UNIT)
USERS_TEXT = f"""\
u {USER} - "Dragonbag's HTTPS" {SECRETS}
"""
PATH_TEXT = f"""\
[Unit]
Description=Starts HTTPS when the host of the table wishes it

[Path]
PathExists={STATE / WISHES / ON}

[Install]
WantedBy=multi-user.target
"""
SERVICE_TEXT = f"""\
[Unit]
Description=HTTPS in front of Dragonbag, with an authority of the table's own
After=network.target dragonbag.service
ConditionPathExists={STATE / WISHES / ON}
StartLimitIntervalSec=0

[Service]
# It ends by itself when the host wishes no HTTPS any more.
Type=notify
NotifyAccess=main
ExecStart={CURRENT}/venv/bin/dragonbag https run --settings {SETTINGS}
Restart=on-failure
RestartSec=30
TimeoutStartSec=60
TimeoutStopSec=15

# A user of its own: the table cannot read its keys, and it cannot read the table's.
User={USER}
Group={USER}
WorkingDirectory={SECRETS}
StateDirectory={SECRETS.name}
StateDirectoryMode=0700
RuntimeDirectory={PUBLIC_OF_UNIT.name}
RuntimeDirectoryMode=0755
BindReadOnlyPaths={STATE / WISHES}:{WISHES_OF_UNIT}
UMask=0077
Environment=PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1

# 1024 connections of HAProxy need about 80 MB.
MemoryMax=192M
TasksMax=32
LimitNOFILE=4096

# The only right of root that it gets: to listen on port 443.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
ProcSubset=pid
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
{PRIVATE_ONLY}\
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# HAProxy ends if it may not say how many files it opens.
SystemCallFilter=setrlimit prlimit64
SystemCallErrorNumber=EPERM
"""
HTTPS_FILES = {
    PATH_UNIT: PATH_TEXT,
    SERVICE_UNIT: SERVICE_TEXT,
    PurePosixPath("/etc/sysusers.d") / USERS_FILE: USERS_TEXT,
}
