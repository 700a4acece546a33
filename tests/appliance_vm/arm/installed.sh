# On the booted machine: install the table from wheels, play a game on it, save it, pull the plug, update it,
# go back, and remove it. The clone is in /srv/dragonbag, its packages in /srv/packages, the wheels in /srv/wheels.
. ./steps.sh
wheels=(--wheels /srv/wheels)
from_clone() { # the clone's program with its packages; pip, which it starts, must not see them
    python3 -c 'import sys
sys.path[:0] = [".", "/srv/packages"]
from companion.app.cli.main import main
sys.exit(main())' "$@"
}
shown() { systemctl show dragonbag --property "$1" --value; }
version() { curl -s http://127.0.0.1/healthz | grep -q "\"version\":\"$1\""; }
refused() { ! "${@:2}" > /run/refusal 2>&1 && grep -q "$1" /run/refusal; }
game() {
    local key
    key=$(dragonbag host --settings /etc/dragonbag/dragonbag.toml | sed -n '1s|.*/join/||p')
    python3 ./game.py "$key"
}
again() { from_clone install --yes "${wheels[@]}" | grep -q 'Nothing to do'; }
unharmed() { test "$(shown NRestarts)" = 0; }
sound() { dragonbag doctor --data-dir /var/lib/dragonbag --settings /etc/dragonbag/dragonbag.toml | grep -q '^ok *journal'; }
comes_back() {
    local was
    was=$(shown MainPID)
    kill -KILL "$was"
    for _ in {1..240}; do
        sleep 1
        test "$(shown MainPID)" != "$was" && version "$number" && return
    done
    return 1
}
elsewhere() { dragonbag restore /run/evening.zip --data-dir /run/elsewhere && test -s /run/elsewhere/journal.sqlite; }
another() { # another FOLDER VERSION: the same program under another number
    mkdir -p "/run/$1"
    (cd /srv/dragonbag && tar c companion hardware web_ui pyproject.toml requirements.lock README.md LICENSE) | tar x -C "/run/$1"
    sed -i "s/^__version__ = .*/__version__ = \"$2\"/" "/run/$1/companion/__init__.py"
    cd "/run/$1" || exit 1
}

echo "ok    boot to the script, $(cut -d. -f1 /proc/uptime) s"
export PYTHONDONTWRITEBYTECODE=1
groupadd -r gpio 2> /dev/null
printf '#!/bin/sh\necho "$3" > /etc/hostname\n' > /usr/bin/raspi-config && chmod +x /usr/bin/raspi-config
number=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' /srv/dragonbag/companion/__init__.py)
cd /srv/dragonbag || exit 1
step "dragonbag install" from_clone install --yes "${wheels[@]}"
cd /run/given || exit 1
step "the service answers on port 80" version "$number"
step "as its own user" test "$(ps -o user= -p "$(shown MainPID)")" = dragonbag
step "a game over the API" game
step "the doctor finds its journal sound" sound
cd /srv/dragonbag || exit 1
step "install again changes nothing" again
step "no restart in all this" unharmed
step "a backup while the table is open" dragonbag backup /run/evening.zip
step "restored into another folder" elsewhere
step "the table is ended by force, and comes back" comes_back
step "its journal is sound" sound
another newer 9.9.9
step "update" dragonbag update "${wheels[@]}"
step "the new version answers" version 9.9.9
another broken 9.9.10
sed -i '0,/^import /s//raise SystemExit("broken")\nimport /' companion/app/serve/__init__.py
step "a version that does not start is refused" refused broken dragonbag update "${wheels[@]}"
step "the one before answers" version 9.9.9
step "rollback" dragonbag rollback
step "the first version answers" version "$number"
step "its journal is sound, too" sound
step "uninstall" dragonbag uninstall --purge
