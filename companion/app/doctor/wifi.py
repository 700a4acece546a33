"""Checks of the Wi-Fi card."""

import re
from collections.abc import Iterator

from companion.app.doctor.machine import Finding, Machine, fine, note
from companion.engine.sentence import N_


def check_wifi(machine: Machine) -> Iterator[Finding]:
    """Yield the findings about each Wi-Fi card."""
    yield from _power_save(machine)


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
