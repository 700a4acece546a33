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

UNIT_TEXT = f"""\
[Unit]
Description=Dragonbag, the companion of a board game table
After=network.target
# Restart for ever: a Pi without a screen cannot be asked why it stopped.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={CURRENT}/venv/bin/dragonbag serve --settings {SETTINGS}
Restart=always
RestartSec=2
TimeoutStartSec=90
TimeoutStopSec=15
WatchdogSec=30

User={USER}
Group={USER}
SupplementaryGroups=gpio video
WorkingDirectory={STATE}
StateDirectory=dragonbag
StateDirectoryMode=0700
UMask=0077
Environment=PYTHONUNBUFFERED=1

# The only right of root that it gets: to listen on port {PORT}.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
# Buttons, lamps and a camera; vcio reports the state of the power supply.
DevicePolicy=closed
DeviceAllow=char-gpiochip rw
DeviceAllow=/dev/gpiomem rw
DeviceAllow=/dev/vcio rw
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
# Not ProcSubset=pid: the board's name stands in /proc/device-tree.
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""

SYSUSERS_TEXT = f"""\
u {USER} - "Dragonbag" {STATE}
g gpio -
m {USER} gpio
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
    AVAHI: AVAHI_TEXT,
}
