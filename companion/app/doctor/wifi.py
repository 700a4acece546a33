"""Checks of the Wi-Fi card."""

import re
from collections.abc import Iterator

from companion.app.doctor.machine import Finding, Machine, bad, fine, note
from companion.engine.sentence import N_
from hardware.panel.board import read_board

# What raspi-config writes, and Raspberry Pi OS looks for at each login (its wifi-check.sh).
IN_FILE = re.compile(r"cfg80211\.ieee80211_regdom=([A-Z]{2})\b")
IN_USE = re.compile(r"^country ([A-Z]{2}):", re.MULTILINE)  # 00 and 99 mean that none is set


def check_wifi(machine: Machine) -> Iterator[Finding]:
    """Yield the findings about Wi-Fi cards; none if there is none."""
    if read_board(machine.root).is_pi and (states := _states(machine)):
        yield _country(machine, is_off="1" in states)
    yield from _power_save(machine)


def _states(machine: Machine) -> list[str]:
    """Return for each Wi-Fi card "1" if the system keeps it off, else "0"."""
    folders = (machine.root / "sys/class/rfkill").glob("rfkill*")
    cards = [each for each in folders if machine.read(f"{each}/type").strip() == "wlan"]
    return [machine.read(f"{each}/soft").strip() for each in cards]


def _country(machine: Machine, *, is_off: bool) -> Finding:
    told = IN_USE.search(machine.run(("iw", "reg", "get")) or "") or IN_FILE.search(
        machine.read("boot/firmware/cmdline.txt")
    )
    if told and is_off:
        return note(
            N_("country"),
            N_("The Wi-Fi is switched off."),
            N_("Switch it on: sudo nmcli radio wifi on. With a cable you need no Wi-Fi."),
        )
    if told:
        return fine(
            N_("country"), N_("the Wi-Fi is on, by the rules of {country}"), country=told[1]
        )
    cure = N_("Set it, here for Germany: sudo raspi-config nonint do_wifi_country DE.")
    if is_off:
        return bad(N_("country"), N_("The Wi-Fi is off, because it has no country."), cure)
    return note(N_("country"), N_("The Wi-Fi has no country. It may not find every network."), cure)


def _power_save(machine: Machine) -> Iterator[Finding]:
    for card in re.findall(r"Interface (\S+)", machine.run(("iw", "dev")) or ""):
        told = machine.run(("iw", "dev", card, "get", "power_save")) or ""
        if "Power save: on" in told:
            yield note(
                N_("wifi"),
                N_("{card} saves power between messages, so a tap may take a second."),
                N_(
                    "Run sudo iw dev {card} set power_save off. dragonbag install turns it off "
                    "permanently."
                ),
                card=card,
            )
        elif told:
            yield fine(N_("wifi"), N_("{card} does not save power"), card=card)
