# On the booted machine: install the table from wheels, play a game on it, and remove it. The clone is in
# /srv/dragonbag with its .venv, the wheels in /srv/wheels.
. ./steps.sh
shown() { systemctl show dragonbag --property "$1" --value; }
answers() { curl -s http://127.0.0.1/healthz | grep -q '"version"'; }
game() {
    local key
    key=$(dragonbag host --settings /etc/dragonbag/dragonbag.toml | sed -n '1s|.*/join/||p')
    python3 ./game.py "$key"
}
again() { .venv/bin/dragonbag install --yes --wheels /srv/wheels | grep -q 'Nothing to do'; }
unharmed() { test "$(shown NRestarts)" = 0; }
sound() { dragonbag doctor --data-dir /var/lib/dragonbag --settings /etc/dragonbag/dragonbag.toml | grep -q '^ok *journal'; }

echo "ok    boot to the script, $(cut -d. -f1 /proc/uptime) s"
export PYTHONDONTWRITEBYTECODE=1
groupadd -r gpio 2> /dev/null
printf '#!/bin/sh\necho "$3" > /etc/hostname\n' > /usr/bin/raspi-config && chmod +x /usr/bin/raspi-config
cd /srv/dragonbag || exit 1
step "dragonbag install" .venv/bin/dragonbag install --yes --wheels /srv/wheels
cd /run/given || exit 1
step "the service answers on port 80" answers
step "as its own user" test "$(ps -o user= -p "$(shown MainPID)")" = dragonbag
step "a game over the API" game
step "the doctor finds its journal sound" sound
cd /srv/dragonbag || exit 1
step "install again changes nothing" again
step "no restart in all this" unharmed
step "uninstall" dragonbag uninstall --purge
