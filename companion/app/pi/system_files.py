"""The system files that installing writes and uninstalling removes, as texts."""

from pathlib import PurePosixPath

USER = "dragonbag"
OPT = PurePosixPath("/opt/dragonbag")
CURRENT = OPT / "current"
STATE = PurePosixPath("/var/lib/dragonbag")
SETTINGS = PurePosixPath("/etc/dragonbag/dragonbag.toml")
UNIT = PurePosixPath("/etc/systemd/system/dragonbag.service")
PORT = 80  # phones then need no number behind dragonbag.local
USUAL_PORT = 8000  # the default of the settings

# Phones are in the home's own network, or in the table's own Wi-Fi. install() leaves it out if the
# settings name another address to listen on.
PRIVATE_ONLY = """\
IPAddressDeny=any
IPAddressAllow=localhost link-local multicast
IPAddressAllow=10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7
"""
# What no unit of ours needs. It stands before a unit's own SystemCallFilter, which takes more away.
LOCKED_DOWN = """\
NoNewPrivileges=yes
ProtectHome=yes
PrivateTmp=yes
PrivateMounts=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectSystem=strict
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
"""
UNIT_TEXT = f"""\
[Unit]
Description=Dragonbag, the companion of a board game table
After=network.target
# A broken card must not be asked every two seconds for ever. From systemd 254 on (Debian 13) the
# tries come less and less often, and never end: a Pi without a screen cannot be asked why it
# stopped. Before, it stops after five minutes of tries; switch the Pi off and on.
StartLimitIntervalSec=1h
StartLimitBurst=60

[Service]
Type=notify
NotifyAccess=main
ExecStart={CURRENT}/venv/bin/dragonbag serve --settings {SETTINGS}
Restart=always
RestartSec=5
RestartSteps=8
RestartMaxDelaySec=5min
TimeoutStartSec=90
TimeoutStopSec=15
# Without memory the worker ends, not the table (companion/worker/limits.py).
OOMPolicy=continue
WatchdogSec=30

User={USER}
Group={USER}
WorkingDirectory={STATE}
StateDirectory=dragonbag
StateDirectoryMode=0700
UMask=0077
# One arena: threads share what others gave back, which saves the table 1.5 MB.
Environment=PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=1

# A quarter of the memory stays for the system, so that one can still log in. OpenCV and a worker
# have some twenty threads on four cores; every connection and stream is a file.
MemoryMax=75%
TasksMax=128
LimitNOFILE=4096

# The only right of root that it gets: to listen on port {PORT}.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
{LOCKED_DOWN}\
# Buttons, lamps, a light strip and a camera; vcio reports the state of the power supply.
DevicePolicy=closed
DeviceAllow=char-gpiochip rw
DeviceAllow=char-spi rw
DeviceAllow=/dev/gpiomem rw
DeviceAllow=/dev/vcio rw
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
# Not ProcSubset=pid: the board's name stands in /proc/device-tree.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
{PRIVATE_ONLY}\
RemoveIPC=yes
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
"""

SYSUSERS_TEXT = f"""\
u {USER} - "Dragonbag" {STATE}
g gpio -
g spi -
m {USER} gpio
m {USER} spi
m {USER} video
"""

POLKIT_TEXT = f"""\
// Undo and Attack held together switch the Pi off.
polkit.addRule(function(action, subject) {{
    if (subject.user == "{USER}" && action.id.indexOf("org.freedesktop.login1.power-off") == 0) {{
        return polkit.Result.YES;
    }}
}});
"""

WIFI_TEXT = """\
# A Wi-Fi card in power saving makes phones wait for up to a second.
[connection]
wifi.powersave = 2
"""

# On the card, or in memory where the system keeps its log there; it is the whole system's log.
JOURNALD = PurePosixPath("/etc/systemd/journald.conf.d/dragonbag.conf")
JOURNALD_TEXT = """\
[Journal]
SystemMaxUse=50M
RuntimeMaxUse=16M
MaxRetentionSec=1month
"""

# Restarts a Pi whose kernel or systemd hangs. Its chip waits for 16 seconds at most; for a longer
# time the kernel itself goes on asking, so that a card that is slow for a while restarts nothing.
WATCHDOG = PurePosixPath("/etc/systemd/system.conf.d/dragonbag.conf")
WATCHDOG_TEXT = """\
[Manager]
RuntimeWatchdogSec=1min
"""

AVAHI = PurePosixPath("/etc/avahi/services/dragonbag.service")
AVAHI_TEXT = f"""\
<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Dragonbag on %h</name>
  <service>
    <type>_http._tcp</type>
    <port>{PORT}</port>
  </service>
</service-group>
"""

SETTINGS_HEAD = """\
# Settings of this table. After a change: sudo systemctl restart dragonbag
# After a change of the port: sudo dragonbag install, in the clone, which announces it.
port = {port}
data_dir = "{data_dir}"
"""
SETTINGS_TEXT = f"""\
{SETTINGS_HEAD.format(port=PORT, data_dir=STATE)}\
# brightness = 0.5
# [pins.buttons]
# undo = 4
"""

FILES = {
    UNIT: UNIT_TEXT,
    PurePosixPath("/etc/sysusers.d/dragonbag.conf"): SYSUSERS_TEXT,
    PurePosixPath("/etc/polkit-1/rules.d/50-dragonbag.rules"): POLKIT_TEXT,
    PurePosixPath("/etc/NetworkManager/conf.d/dragonbag-wifi.conf"): WIFI_TEXT,
    JOURNALD: JOURNALD_TEXT,
    WATCHDOG: WATCHDOG_TEXT,
    AVAHI: AVAHI_TEXT,
}
