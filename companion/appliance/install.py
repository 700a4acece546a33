"""Making a Pi a table and unmaking it: what is there already is left alone, so twice is once."""

from pathlib import Path, PurePosixPath

from companion.appliance import versions
from companion.appliance.place import Place, StepFailed
from companion.appliance.texts import (
    CURRENT,
    FILES,
    OPT,
    SETTINGS,
    SETTINGS_TEXT,
    STATE,
    UNIT,
    USER,
)

SERVICE = "dragonbag.service"
COMMAND = PurePosixPath("/usr/local/bin/dragonbag")
HOST_NAME = "dragonbag"
NAME_OF_NEW_PI = "raspberrypi"  # what Raspberry Pi OS is called until somebody names it


def install(
    place: Place, source: Path, wheels: Path | None = None, host_name: str | None = None
) -> None:
    """Set up user, program, service, settings, name and Wi-Fi; StepFailed names what failed.

    host_name: the name to give the Pi; without one it gets HOST_NAME if it has none of its own.
    """
    if not versions.is_source(source):
        raise StepFailed(f"{source} holds no Dragonbag to install; run it from a clone")
    before = place.changes
    written = [path for path, text in FILES.items() if place.write(path, text)]
    if not place.has(SETTINGS):
        place.write(SETTINGS, SETTINGS_TEXT)
    if not place.asks(("id", USER)):
        place.do("systemd-sysusers")
    name = versions.put(place, source, wheels)
    versions.use(place, name)
    place.link(COMMAND, CURRENT / "venv/bin/dragonbag")
    _give_name(place, host_name)
    if UNIT in written:
        place.do("systemctl", "daemon-reload")
    if any("NetworkManager" in str(path) for path in written) and place.asks(("nmcli", "general")):
        place.do("nmcli", "general", "reload")
    _start(place, is_changed=place.changes > before)
    versions.tidy(place)
    if place.changes == before:
        place.tell("Nothing to do: everything is as it should be.")


def _give_name(place: Place, host_name: str | None) -> None:
    now = place.at(PurePosixPath("/etc/hostname"))
    told = now.read_text().strip() if now.exists() else ""
    wished = host_name or (HOST_NAME if told == NAME_OF_NEW_PI else "")
    if wished and wished != told:
        place.do("raspi-config", "nonint", "do_hostname", wished)


def _start(place: Place, *, is_changed: bool) -> None:
    if not place.asks(("systemctl", "is-enabled", "--quiet", SERVICE)):
        place.do("systemctl", "enable", SERVICE)
    if is_changed or not place.asks(("systemctl", "is-active", "--quiet", SERVICE)):
        place.do("systemctl", "restart", SERVICE)


def uninstall(place: Place, *, purge: bool = False) -> None:
    """Remove all that install() made; the journal stays unless purge, and so do edited settings.

    Edited settings, which may hold the pins of a panel, are kept beside the journal.
    """
    before = place.changes
    if place.has(UNIT):
        place.do("systemctl", "disable", "--now", SERVICE)
    _keep_settings(place, purge=purge)
    for path in (*FILES, SETTINGS.parent, COMMAND, OPT):
        place.remove(path)
    if place.changes == before and not (purge and place.has(STATE)):
        place.tell("Nothing to do: Dragonbag is not installed.")
        return
    if purge:
        place.remove(STATE)
    place.do("systemctl", "daemon-reload")
    if place.asks(("id", USER)):
        place.do("userdel", USER)
    if place.has(STATE):
        place.tell(f"The journal stays in {STATE}; --purge removes it too.")


def _keep_settings(place: Place, *, purge: bool) -> None:
    settings = place.at(SETTINGS)
    if purge or not settings.is_file() or settings.read_text() == SETTINGS_TEXT:
        return
    place.write(STATE / SETTINGS.name, settings.read_text(), 0o600)
