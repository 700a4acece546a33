"""Installs Dragonbag on a Pi and removes it; both are idempotent."""

import ipaddress
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from companion.app.https import units as https
from companion.app.https.places import WISHES
from companion.app.pi import pin_library, versions
from companion.app.pi.caretaker.orders import PROGRESS
from companion.app.pi.caretaker.units import (
    CARETAKER_FILES,
    KEPT,
    SOCKET_NAME,
    SOCKET_UNIT,
)
from companion.app.pi.clone import Clone, check_journal, settings_of, take_over
from companion.app.pi.place import Place
from companion.app.pi.system_files import (
    AVAHI,
    AVAHI_TEXT,
    CURRENT,
    FILES,
    JOURNALD,
    OPT,
    PORT,
    PRIVATE_ONLY,
    SETTINGS,
    SETTINGS_TEXT,
    STATE,
    UNIT,
    UNIT_TEXT,
    USER,
    USUAL_PORT,
    WATCHDOG,
)
from companion.app.pi.wifi import units as network
from companion.app.pi.wifi.duties import NAMES, OWN_PROFILE
from companion.app.settings import UNREADABLE
from companion.app.settings.files import text_of
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

SERVICE = "dragonbag.service"
NEW_LOG = ("systemctl", "try-restart", "systemd-journald.service")  # reads its settings again
# What systemd waits for, to start what answers it.
SOCKETS = {
    SOCKET_NAME: SOCKET_UNIT,
    network.SOCKET_NAME: network.SOCKET_UNIT,
    https.PATH_NAME: https.PATH_UNIT,
}
UNITS = CARETAKER_FILES | network.NETWORK_FILES | https.HTTPS_FILES
COMMAND = PurePosixPath("/usr/local/bin/dragonbag")
HOST_NAME = "dragonbag"
NAME_OF_NEW_PI = "raspberrypi"  # the host name of Raspberry Pi OS until somebody changes it
NAME_PATTERN = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"  # RFC 1123, section 2.1
# What uninstall() has to undo: the folders that were made, the old and the new host name.
MADE = OPT / "made-folders"
NAMED = OPT / "named"
NO_SOURCE = Sentence("{source} holds no Dragonbag to install. Run the command in a clone.")
NOTHING_NEW = Sentence("Nothing to do: everything is installed already.")
NOT_INSTALLED = Sentence("Nothing to do: Dragonbag is not installed.")
RESTART = Sentence("Restart the Pi for its new name and Wi-Fi settings: sudo reboot")
JOURNAL_STAYS = Sentence("The journal stays in {folder}; uninstall --purge removes it too.")
NO_NAME = Sentence("{name} is no name for a Pi. Use letters, digits and hyphens.")
NOT_STARTED = Sentence("The service did not start. See why: journalctl -u dragonbag -n 20")


def install(
    place: Place,
    source: Path,
    wheels: Path | None = None,
    host_name: str | None = None,
    *,
    clone: Clone | None = None,
    is_fresh: bool = False,
    is_on_trial: bool = False,
) -> None:
    """Set up user, program, service, settings, name and Wi-Fi; StepFailed names what failed.

    host_name: the name to give the Pi; without one it gets HOST_NAME if nobody has named it yet.
    clone: a table whose settings, journal and calibration are taken over where there are none yet.
    is_fresh: set aside what an earlier installation has.
    is_on_trial: keep all older versions, because this one may fail.
    """
    if not versions.is_source(source):
        raise StepFailed(NO_SOURCE.about(source=source))
    if host_name is not None and not re.fullmatch(NAME_PATTERN, host_name):
        raise StepFailed(NO_NAME.about(name=repr(host_name)))
    if clone is not None:
        check_journal(place, clone)
    before = place.changes
    if is_fresh:
        _set_aside(place)
    try:
        kept = versions.use(place, versions.put(place, source, wheels))
        _set_up(place, host_name, clone)
    finally:
        _remember_folders(place)
    _start(place, is_changed=place.changes > before)
    if not is_on_trial:
        versions.tidy(place, kept)
    if place.changes == before:
        place.note(NOTHING_NEW)


def _set_aside(place: Place) -> None:
    """Give the folder of an earlier installation another name, with its settings in it."""
    if place.asks(("systemctl", "is-active", "--quiet", SERVICE)):
        place.do("systemctl", "stop", SERVICE)
    _keep_settings(place, purge=False)
    place.remove(SETTINGS)
    if place.has(STATE):
        place.move(STATE, STATE.with_name(f"{STATE.name}-{datetime.now(UTC):%Y%m%dT%H%M%S}"))


def _set_up(place: Place, host_name: str | None, clone: Clone | None) -> None:
    """Write the files of the system, and let the system read them again."""
    if not place.has(SETTINGS):
        place.write(SETTINGS, _first_settings(place, clone))
    written = [path for path, text in _files(place).items() if place.write(path, text)]
    if not place.asks(("id", USER)):
        place.do("systemd-sysusers", "dragonbag.conf")
    if not place.asks(("id", https.USER)):
        place.do("systemd-sysusers", https.USERS_FILE)
    if clone is not None:
        take_over(place, clone)
    place.remove(STATE / "templates")  # which earlier versions had compiled there
    place.link(COMMAND, CURRENT / "venv/bin/dragonbag")
    is_renamed = _give_name(place, host_name)
    if JOURNALD in written:
        place.do(*NEW_LOG)
    if {UNIT, WATCHDOG, *UNITS} & set(written):
        place.do("systemctl", "daemon-reload")  # sets the watchdog too
    for name, unit in SOCKETS.items():
        _listen_for_orders(place, name, is_new=unit in written)
    is_wifi_new = any("NetworkManager" in str(path) for path in written)
    if is_wifi_new:
        _reload_network(place)
    if (is_renamed or is_wifi_new) and not place.is_dry:
        place.note(RESTART)


def _files(place: Place) -> dict[PurePosixPath, str]:
    """Return the system's files, as the settings have it.

    Avahi announces their port. Phones outside the home reach a table only if it is told to listen
    on an address that can be reached from there.
    """
    settings = place.at(SETTINGS)
    try:
        given = tomllib.loads(text_of(settings)) if settings.is_file() else {"port": PORT}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StepFailed(UNREADABLE.about(file=SETTINGS, error=str(error))) from error
    port = given.get("port", USUAL_PORT)
    unit = (
        UNIT_TEXT
        if _is_private(str(given.get("host", "")))
        else UNIT_TEXT.replace(PRIVATE_ONLY, "")
    )
    announced = AVAHI_TEXT.replace(f"<port>{PORT}<", f"<port>{port}<")
    phones = (
        https.SERVICE_TEXT if unit == UNIT_TEXT else https.SERVICE_TEXT.replace(PRIVATE_ONLY, "")
    )
    return FILES | UNITS | {AVAHI: announced, UNIT: unit, https.SERVICE_UNIT: phones}


def _listen_for_orders(place: Place, name: str, *, is_new: bool) -> None:
    """Let systemd start a caretaker when the table has an order; one that works goes on."""
    if not place.asks(("systemctl", "is-enabled", "--quiet", name)):
        place.do("systemctl", "enable", name)
    if is_new or not place.asks(("systemctl", "is-active", "--quiet", name)):
        place.do("systemctl", "restart", name)


def _is_private(host: str) -> bool:
    """Tell whether only a home's network reaches this address; "" is all IPv4 ones.

    At home a phone has a public IPv6 address, so listening on such is not private.
    """
    try:
        found = ipaddress.ip_address(host or "0.0.0.0")
    except ValueError:
        return True  # a name; serve says whether it can be listened on
    return found.is_private and (found.version == 4 or not found.is_unspecified)


def _first_settings(place: Place, clone: Clone | None) -> str:
    """Return the clone's settings, those that an earlier installation left, or the default."""
    if clone is not None and clone.text:
        return settings_of(clone)  # what was tried last
    kept = place.at(STATE / SETTINGS.name)
    return kept.read_text() if kept.is_file() else SETTINGS_TEXT


def _reload_network(place: Place) -> None:
    if place.asks(("nmcli", "general")):
        place.do("nmcli", "general", "reload")


def _name_now(place: Place) -> str:
    path = place.at(PurePosixPath("/etc/hostname"))
    return path.read_text().strip() if path.exists() else ""


def _give_name(place: Place, host_name: str | None) -> bool:
    now = _name_now(place)
    wanted = host_name or (HOST_NAME if now == NAME_OF_NEW_PI else "")
    if not wanted or wanted == now:
        return False
    place.do("raspi-config", "nonint", "do_hostname", wanted)
    first = place.at(NAMED).read_text().split()[0] if place.has(NAMED) else now
    place.write(NAMED, f"{first} {wanted}\n")
    return True


def _remember_folders(place: Place) -> None:
    known = place.at(MADE).read_text().split() if place.has(MADE) else []
    if place.made:
        place.write(MADE, "\n".join(sorted({*known, *map(str, place.made)})) + "\n")


def _start(place: Place, *, is_changed: bool) -> None:
    if not place.asks(("systemctl", "is-enabled", "--quiet", SERVICE)):
        place.do("systemctl", "enable", SERVICE)
    if is_changed or not place.asks(("systemctl", "is-active", "--quiet", SERVICE)):
        restart(place)


def restart(place: Place) -> None:
    """Restart the service; StepFailed if it does not report in time that it is up."""
    try:
        place.do("systemctl", "restart", SERVICE)
    except StepFailed as error:
        raise StepFailed(NOT_STARTED) from error


def uninstall(place: Place, *, purge: bool = False) -> None:
    """Remove everything that install() made; with `purge` the journal too.

    Edited settings, which may hold the pins of a panel, are kept beside the journal. A folder stays
    if somebody else has put a file into it.
    """
    before = place.changes
    if place.has(UNIT):
        place.do("systemctl", "disable", "--now", SERVICE)
    for name, unit in SOCKETS.items():
        if place.has(unit):
            place.do("systemctl", "disable", "--now", name)
    if place.has(https.SERVICE_UNIT):
        place.do("systemctl", "stop", https.SERVICE_NAME)
    place.remove(STATE / WISHES)
    _keep_settings(place, purge=purge)
    _take_back_name(place)
    pin_library.forget(place)
    made = place.at(MADE).read_text().split() if place.has(MADE) else []
    units = (*FILES, *UNITS, NAMES, OWN_PROFILE)
    ours = (*units, https.SECRETS, SETTINGS, COMMAND, OPT, KEPT, PROGRESS.parent)
    for path in (*ours, *((STATE,) if purge else ())):
        place.remove(path)
    if place.changes == before:
        place.note(NOT_INSTALLED)
        return
    for folder in sorted(map(PurePosixPath, made), reverse=True):  # inner folders first
        place.remove_if_empty(folder)
    place.do(*NEW_LOG)
    place.do("systemctl", "daemon-reload")
    _reload_network(place)
    for user in (https.USER, USER):
        if place.asks(("id", user)):
            place.do("userdel", user)
    if place.has(STATE):
        place.note(JOURNAL_STAYS.about(folder=str(STATE)))


def _take_back_name(place: Place) -> None:
    first, given = place.at(NAMED).read_text().split() if place.has(NAMED) else ("", "")
    if first and _name_now(place) == given:
        place.do("raspi-config", "nonint", "do_hostname", first)


def _keep_settings(place: Place, *, purge: bool) -> None:
    settings = place.at(SETTINGS)
    if purge or not settings.is_file() or settings.read_text() == SETTINGS_TEXT:
        return
    place.write(STATE / SETTINGS.name, settings.read_text(), 0o600)
