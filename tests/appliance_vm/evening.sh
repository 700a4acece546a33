#!/bin/bash
# An appliance's life under a real systemd: installed, stopped, killed, saved, updated, removed.
folder=$1 parts=$2
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
version() { # version <number>: the table answers with it; if not, what its threads did is shown
    curl -sS --max-time 30 http://127.0.0.1/healthz > /run/health && grep -q "\"version\":\"$1\"" /run/health && return
    cat /run/health
    systemctl kill --signal ABRT dragonbag
    sleep 5
    journalctl -b -u dragonbag --lines 150 --no-pager
    return 1
}
part() { case ,$parts, in ,all, | *,"$1",*) "$1" ;; esac; }
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
https_is() { # https_is <active or inactive>: within a minute
    for _ in {1..60}; do
        test "$(systemctl is-active dragonbag-https.service)" = "$1" && return
        sleep 1
    done
    journalctl -b -u dragonbag-https.service -n 20
    return 1
}
answers() { # answers <name>: over HTTPS, with the authority that phones install
    curl -s --cacert /run/dragonbag-https/authority.crt --resolve "$1:443:127.0.0.1" "https://$1/healthz" | grep -q '"version"'
}
answers_soon() { for _ in {1..60}; do answers 127.0.0.1 && return; sleep 1; done; return 1; }
its() { systemctl show dragonbag-https.service --property "$1" --value; }
of_its() { # of_its <word> <file in /proc>: of the program and of HAProxy, each as a line
    for process in $(cat "/sys/fs/cgroup$(its ControlGroup)/cgroup.procs"); do grep "$1" "/proc/$process/$2"; done
}
limited() { # both processes are filtered, have no new rights, and only the one to listen on port 443
    of_its . comm && of_its "open files" limits
    test "$(of_its 'Seccomp:' status | sort -u | tr -d '\t')" = Seccomp:2 || return 1
    test "$(of_its 'NoNewPrivs:' status | sort -u | tr -d '\t')" = NoNewPrivs:1 || return 1
    test "$(of_its 'CapBnd:' status | sort -u | tr -d '\t')" = CapBnd:0000000000000400
}
tree() {
    find /etc /opt /usr/local /var/lib -xdev \( -path /var/lib/systemd -o -path '/etc/*-' \) -prune \
        -o -printf '%p %M %u %l\n' | grep -v ' root ->' | sort
    cat /etc/passwd /etc/group
}

life() {
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
}
journal() {
    cd /root || exit 1
    step "a backup while the table is open" dragonbag backup /root/evening.zip
    step "no restore while it is" refused "another Dragonbag is using" dragonbag restore /root/evening.zip
    systemctl stop dragonbag
    step "restore" dragonbag restore /root/evening.zip
    systemctl start dragonbag
    step "the service can open what was restored" version "$number"
}
versions() {
    cd "$folder/newer" || exit 1
    step "update from a clone" dragonbag update "${wheels[@]}"
    step "the new version answers" version 9.9.9
    cd "$folder/broken" || exit 1
    step "a version that does not come up is refused" refused "is in use again" dragonbag update "${wheels[@]}"
    step "the one before answers" version 9.9.9
    step "rollback" dragonbag rollback
    step "the first version answers" version "$number"
}
phone() { # what the host does; the caretaker's pip finds the wheels by its settings, as nothing is online
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
    step "what is not signed is not taken" asked 409 /upkeep/release -F "files=@$folder/release/dragonbag-9.9.8.tar.gz" \
        -F "files=@$folder/release/SHA256SUMS"
    echo "no signature" > /run/SHA256SUMS.sig
    step "what is falsely signed" asked 303 /upkeep/release -F "files=@$folder/release/dragonbag-9.9.8.tar.gz" \
        -F "files=@$folder/release/SHA256SUMS" -F "files=@/run/SHA256SUMS.sig"
    step "is refused" ended failed
    was=$(shown MainPID)
    step "a backup is sent" sh -c "curl -s -L -o /run/answer -H 'Authorization: Bearer $host' -F backup=@/root/evening.zip http://127.0.0.1/upkeep/check"
    for _ in {1..60}; do sleep 1; ask /upkeep > /run/code; grep -q /upkeep/restore /run/answer && break; done
    step "it is restored" asked 200 /upkeep/restore -X POST
    step "the table starts again by itself" up_again "$was"
    step "it took the backup" sh -c "ls /var/lib/dragonbag | grep -q 'journal-.*sqlite'"
    step "and its page says so" sh -c "curl -s -H 'Authorization: Bearer $host' http://127.0.0.1/upkeep | grep -q 'UTC was restored'"
    rm /etc/pip.conf
    test ! -e /run/pip.conf || cp -p /run/pip.conf /etc/pip.conf
}
https() {
    keys=/var/lib/dragonbag-https
    step "HTTPS waits for the host's wish" test "$(systemctl is-active dragonbag-https.path dragonbag-https.service | xargs)" = "active inactive"
    step "HTTPS is switched on" dragonbag https on
    step "its unit starts" https_is active
    step "it answers with the authority" answers 127.0.0.1
    step "by the name, too" answers "$(hostname).local"
    step "nobody else is believed" not curl -s -o /run/answer https://127.0.0.1/healthz
    step "as a user of its own" test "$(ps -o user:20= -p "$(its MainPID)")" = dragonbag-https
    step "with few rights" limited
    cat /run/said
    echo "      memory $(its MemoryCurrent) of $(its MemoryMax), tasks $(its TasksCurrent) of $(its TasksMax)"
    step "its keys are there" test -s $keys/authority.key -a -s $keys/server.pem
    step "the table cannot read them" refused "Permission denied" runuser -u dragonbag -- cat $keys/authority.key
    step "it cannot read the journal" refused "Permission denied" runuser -u dragonbag-https -- ls /var/lib/dragonbag
    step "the command tells it" sh -c "dragonbag https | grep -q https://127.0.0.1/"
    kill -KILL "$(pgrep -x haproxy)"
    step "a killed HAProxy comes back" answers_soon
    step "the host's phone switches it off" asked 303 /upkeep/https -d want=off
    step "its unit ends" https_is inactive
    step "nobody listens" not curl -s https://127.0.0.1/healthz
    step "the wish is waited for again" systemctl is-active dragonbag-https.path
    step "the host's phone switches it on" asked 303 /upkeep/https -d want=on
    step "its unit starts again" https_is active
    step "it answers with the same authority" answers 127.0.0.1
}
overlay() {
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
}
removed() {
    cd /root || exit 1
    step "uninstall" dragonbag uninstall --purge
    rm -f evening.zip
    tree > /run/after
    step "the kernel's watchdog is off" watchdog 0
    step "HTTPS has ended" not pgrep -x haproxy
    step "nothing is left behind" diff /run/before /run/after
}
image() { # the recipe's steps, with the wheels that are here, and the first start
    local recipe unit=/etc/systemd/system/dragonbag-first-boot.service
    recipe=$(cd "$(dirname "$0")/../../companion/app/pi/image/stage-dragonbag/00-dragonbag" && pwd)
    cd "$recipe" || exit 1
    step "the image gets the program" env ROOTFS_DIR= ./01-run.sh
    step "and its packages" env PIP_NO_INDEX=1 PIP_FIND_LINKS="$folder/wheels" ./02-run-chroot.sh
    sed -i 's/cli install /cli install --yes /' "$unit" # this is no Pi
    mkdir -p /boot/firmware
    tree | grep -v wants/dragonbag-first-boot > /run/before
    systemctl daemon-reload
    step "the first start installs it" sh -c "systemctl start dragonbag-first-boot || { journalctl -b -u dragonbag-first-boot; false; }"
    step "the table answers" version "$number"
    step "its sockets wait" systemctl is-active dragonbag-caretaker.socket dragonbag-network.socket dragonbag-https.path
    step "the card lies beside config.txt" grep -q "<svg" /boot/firmware/dragonbag-card.svg
    step "the password is the table's" test "$(stat -c '%U %a' /var/lib/dragonbag/hotspot.txt)" = "dragonbag 600"
    step "it is not asked to start again" test "$(systemctl is-enabled dragonbag-first-boot)" = disabled
    systemctl restart dragonbag-first-boot
    step "what is installed is left alone" test "$(systemctl show dragonbag-first-boot --property ConditionResult --value)" = no
    removed
}

ip link set lo up
for group in gpio spi; do groupadd -r "$group" 2> /dev/null; done # as Raspberry Pi OS has them
printf '#!/bin/sh\necho "$3" > /etc/hostname\n' > /usr/bin/raspi-config && chmod +x /usr/bin/raspi-config
mkdir -p /etc/systemd/system/multi-user.target.wants
touch /etc/systemd/system/multi-user.target.wants/keep
systemctl start polkit systemd-logind
systemctl set-environment PYTHONFAULTHANDLER=1 # so that version() can have the threads shown
tree > /run/before
number=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$folder/now/companion/__init__.py")

cd "$folder/now" || exit 1
/usr/bin/python3 -m venv /run/venv && /run/venv/bin/pip -q install --no-index --find-links \
    "$folder/wheels" --requirement requirements.lock
step "install" /run/venv/bin/python -m companion.app.cli install --yes "${wheels[@]}"
step "the service answers on port 80" version "$number"
step "as its own user" test "$(ps -o user= -p "$(shown MainPID)")" = dragonbag
step "install again changes nothing" sh -c "/run/venv/bin/python -m companion.app.cli install --yes | grep -q 'Nothing to do'"
host=$(dragonbag host --settings /etc/dragonbag/dragonbag.toml | sed -n '1s|.*/join/||p')
for each in life journal versions phone https overlay; do part "$each"; done

removed
part image
echo "every step held"
