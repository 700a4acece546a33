#!/bin/bash
# An appliance's life under a real systemd: installed, stopped, killed, saved, updated, removed.
folder=$1
exec > "$folder/out/log" 2>&1 < /dev/null
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
wheels=(--wheels "$folder/wheels")

step() { # step <what> <command that must succeed>
    local began=$SECONDS
    if "${@:2}" > /run/said 2>&1; then
        echo "ok    $1, $((SECONDS - began)) s"
    else
        echo "WRONG $1, $((SECONDS - began)) s"
        cat /run/said
        exit 1
    fi
}
shown() { systemctl show dragonbag --property "$1" --value; }
version() { test "$(curl -s http://127.0.0.1/healthz | sed 's/.*"version":"\([^"]*\)".*/\1/')" = "$1"; }
not() { ! "$@"; }
refused() { ! "${@:2}" > /run/refusal 2>&1 && grep -q "$1" /run/refusal; }
up_again() { # up_again <the process that was: another must come within a minute>
    for _ in {1..60}; do
        sleep 1
        systemctl is-active --quiet dragonbag && test "$(shown MainPID)" != "$1" && return
    done
    return 1
}
watchdog() { test "$(systemctl show --property RuntimeWatchdogUSec --value)" = "$1"; }
of_overlay() { # of_overlay <ok or BAD>: what the doctor says of a read-only system
    dragonbag doctor --data-dir /var/lib/dragonbag --settings /etc/dragonbag/dragonbag.toml > /run/doctor
    grep -q "^$1 *overlay" /run/doctor
}
may_power_off() { # may_power_off <user>
    runuser -u "$1" -- busctl call org.freedesktop.login1 /org/freedesktop/login1 \
        org.freedesktop.login1.Manager CanPowerOff | grep -q yes
}
ask() { # ask <path> [form fields of curl]: as the host's phone
    curl -s -o /run/answer -w '%{http_code}' -H "Authorization: Bearer $host" "http://127.0.0.1$1" "${@:2}"
}
asked() { test "$(ask "${@:2}")" = "$1"; } # asked <status> <path> ...
ended() { # ended <done or failed>: the caretaker's order has come to its end, within ten minutes
    for _ in {1..600}; do
        sleep 1
        grep -q '"state":"running"' /run/dragonbag-caretaker/progress.json || break
    done
    cat /run/dragonbag-caretaker/progress.json
    grep -q "\"state\":\"$1\"" /run/dragonbag-caretaker/progress.json
}
of_networks() { # as the table's user: without NetworkManager here, it can only say that
    runuser -u dragonbag -- /opt/dragonbag/current/venv/bin/python -c "
from pathlib import Path
from companion.app.pi.wifi.orders import SOCKET, Order, Verb, send
send(Path(SOCKET), Order(Verb.OPEN, 'Cave', '12345678'))"
}
tree() {
    find /etc /opt /usr/local /var/lib -xdev \( -path /var/lib/systemd -o -path '/etc/*-' \) -prune \
        -o -printf '%p %M %u %l\n' | grep -v ' root ->' | sort
    sha256sum /etc/passwd /etc/group
}

ip link set lo up
groupadd -r gpio 2> /dev/null
printf '#!/bin/sh\necho "$3" > /etc/hostname\n' > /usr/bin/raspi-config && chmod +x /usr/bin/raspi-config
mkdir -p /etc/systemd/system/multi-user.target.wants
touch /etc/systemd/system/multi-user.target.wants/keep
systemctl start polkit systemd-logind
tree > /run/before
number=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$folder/now/companion/__init__.py")

cd "$folder/now" || exit 1
/usr/bin/python3 -m venv /run/venv && /run/venv/bin/pip -q install --no-index --find-links \
    "$folder/wheels" --requirement requirements.lock
step "install" /run/venv/bin/python -m companion.app.cli.main install --yes "${wheels[@]}"
step "the service answers on port 80" version "$number"
step "as its own user" test "$(ps -o user= -p "$(shown MainPID)")" = dragonbag
step "install again changes nothing" sh -c "/run/venv/bin/python -m companion.app.cli.main install --yes | grep -q 'Nothing to do'"
step "the kernel's watchdog is set" watchdog 1min
step "the system's log has bounds" sh -c "systemd-analyze cat-config systemd/journald.conf | grep -q SystemMaxUse=50M"
step "the log goes on" sh -c "logger still-here && journalctl --sync && journalctl -b | grep -q still-here"
step "the user may switch off" may_power_off dragonbag
step "others may not" not may_power_off nobody

sed 's/^Type=.*/Type=oneshot/; /^Restart/d; /^Watchdog/d; s|^ExecStart=.*|ExecStart=/opt/dragonbag/current/venv/bin/python -c "from companion.app.pi.power import power_off; power_off()"|' \
    wiring/dragonbag.service > /etc/systemd/system/off.service
step "the hardened service may switch off" systemctl start off
rm /etc/systemd/system/off.service

was=$(shown MainPID)
kill -STOP "$was"
step "the watchdog restarts a table that hangs" up_again "$was"
was=$(shown MainPID)
kill -KILL "$was"
step "a killed table comes back" up_again "$was"

cd /root || exit 1
step "a backup while the table is open" dragonbag backup /root/evening.zip
step "no restore while it is" refused "another Dragonbag is using" dragonbag restore /root/evening.zip
systemctl stop dragonbag
step "restore" dragonbag restore /root/evening.zip
systemctl start dragonbag
step "the service can open what was restored" version "$number"

cd "$folder/newer" || exit 1
step "update from a clone" dragonbag update "${wheels[@]}"
step "the new version answers" version 9.9.9
cd "$folder/broken" || exit 1
step "a version that does not come up is refused" refused "is in use again" dragonbag update "${wheels[@]}"
step "the one before answers" version 9.9.9
step "rollback" dragonbag rollback
step "the first version answers" version "$number"

# What the host does from a phone. The caretaker's pip finds the wheels by its settings, as nothing is online.
host=$(dragonbag host --settings /etc/dragonbag/dragonbag.toml | sed -n '1s|.*/join/||p')
printf 'release_key = "%s"\n' "$(cat "$folder/key.pub")" >> /etc/dragonbag/dragonbag.toml
test ! -e /etc/pip.conf || cp -p /etc/pip.conf /run/pip.conf
printf '[global]\nno-index = true\nfind-links = %s\n' "$folder/wheels" > /etc/pip.conf
step "the table looks after itself" asked 200 /upkeep
step "a guest may not" test "$(curl -s -o /run/answer -w '%{http_code}' http://127.0.0.1/upkeep)" = 401
step "the socket is the table's" test "$(stat -c '%U %G %a' /run/dragonbag-caretaker.sock)" = "root dragonbag 660"
step "so is that of the networks" test "$(stat -c '%U %G %a' /run/dragonbag-network.sock)" = "root dragonbag 660"
step "its caretaker starts and says what is missing" refused "NetworkManager does not answer" of_networks
step "the host has a page about the networks" asked 200 /upkeep/network
step "with a card to print" asked 200 /upkeep/network/card.svg
step "a release is sent" asked 303 /upkeep/release -F "files=@$folder/release/dragonbag-9.9.8.tar.gz" \
    -F "files=@$folder/release/SHA256SUMS" -F "files=@$folder/release/SHA256SUMS.sig"
step "it is signed and newer" ended "done"
step "the page offers it" sh -c "curl -s -H 'Authorization: Bearer $host' http://127.0.0.1/upkeep | grep -q 9.9.8"
step "it is installed" asked 303 /upkeep/update -X POST
step "to its end" ended "done"
step "the release answers" version 9.9.8
step "back to the one before" asked 303 /upkeep/rollback -X POST
step "to its end, too" ended "done"
step "the first version answers again" version "$number"
step "what is not signed" asked 303 /upkeep/release -F "files=@$folder/release/dragonbag-9.9.8.tar.gz" \
    -F "files=@$folder/release/SHA256SUMS"
step "is refused" ended failed
was=$(shown MainPID)
step "a backup is sent" sh -c "curl -s -L -o /run/answer -H 'Authorization: Bearer $host' -F backup=@/root/evening.zip http://127.0.0.1/upkeep/check"
for _ in {1..60}; do sleep 1; ask /upkeep > /run/code; grep -q /upkeep/restore /run/answer && break; done
step "it is restored" asked 200 /upkeep/restore -X POST
step "the table starts again by itself" up_again "$was"
step "it took the backup" sh -c "ls /var/lib/dragonbag | grep -q 'journal-.*sqlite'"
rm /etc/pip.conf
test ! -e /run/pip.conf || cp -p /run/pip.conf /etc/pip.conf

# The machine's files are under an overlay already; now the kernel says that it was meant so.
sed 's/$/ overlayroot=tmpfs/' /proc/cmdline > /run/cmdline
mount --bind /run/cmdline /proc/cmdline
step "nothing is installed into a read-only system" refused "disable_overlayfs" dragonbag rollback
step "the doctor says that games would be lost" of_overlay BAD
systemctl stop dragonbag
mount -t tmpfs -o mode=0700 disk /mnt # as good a disk of its own as this machine has
cp -a /var/lib/dragonbag/. /mnt/ && mount --move /mnt /var/lib/dragonbag
chown dragonbag:dragonbag /var/lib/dragonbag
step "the service starts with its journal on another disk" systemctl start dragonbag
step "it answers" version "$number"
step "the doctor says that games are kept" of_overlay ok
systemctl stop dragonbag
umount /var/lib/dragonbag /proc/cmdline

cd /root || exit 1
step "uninstall" dragonbag uninstall --purge
rm evening.zip
tree > /run/after
step "the kernel's watchdog is off" watchdog 0
step "nothing is left behind" diff /run/before /run/after
echo "every step held"
