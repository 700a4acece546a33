"""Starts what tells others of a served table, as the settings ask; without them nothing starts."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.app.settings import Settings, converted
from companion.app.settings.places import placed
from companion.beyond.mqtt import settings as mqtt
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.outbox import Outbox
from companion.beyond.staff import StaffCall
from companion.beyond.webhooks import settings as webhooks
from companion.beyond.webhooks.settings import Webhook
from companion.engine.errors import BadSettings
from companion.engine.sentence import in_lines
from companion.table.table import Table

if TYPE_CHECKING:
    from web_ui.access.guests import Guests


@dataclass(frozen=True, slots=True)
class Beyond:
    """The tables of the settings about others, checked."""

    mqtt: Mqtt = field(default_factory=Mqtt)
    webhooks: Mapping[str, Webhook] = field(default_factory=dict)

    def staff(self, table: Table) -> StaffCall | None:
        """Return by what the table calls the staff of a venue; None if there are none."""
        return StaffCall(table) if self.mqtt.host and self.mqtt.staff else None

    def start(
        self,
        running: ExitStack,
        table: Table,
        journal: Path,
        guests: "Guests | None",
        staff: StaffCall | None = None,
    ) -> None:
        """Start telling; leaving `running` stops it."""
        outbox = running.enter_context(Outbox(journal))
        if self.mqtt.host:
            self._tell_broker(running, table, outbox, guests, staff)
        for name, hook in self.webhooks.items():
            from companion.beyond.webhooks.messenger import Messenger

            running.enter_context(Messenger(name, hook, table, outbox, version=__version__))

    def _tell_broker(
        self,
        running: ExitStack,
        table: Table,
        outbox: Outbox,
        guests: "Guests | None",
        staff: StaffCall | None,
    ) -> None:
        from companion.beyond.mqtt.bridge import Bridge
        from companion.beyond.mqtt.door import Door
        from web_ui.access.guest_list import Phone
        from web_ui.access.policy import Access

        # Whoever runs the broker has switched commands on, and may what the host may.
        may = partial(Access(guests).check_command, Phone(self.mqtt.table, is_host=True))
        door = Door(table, may) if self.mqtt.commands else None
        bridge = Bridge(table, outbox, self.mqtt, door=door, staff=staff, version=__version__)
        running.enter_context(bridge)


def beyond_of(settings: Settings) -> Beyond:
    """Return whom to tell; BadSettings names file, line and key of everything that is wrong."""
    given = {"mqtt": settings.mqtt, "webhooks": settings.webhooks}
    found = converted(given, Beyond, settings.file)
    of_broker = mqtt.wrong(found.mqtt) if settings.mqtt else ()
    if faults := (*of_broker, *webhooks.wrong(found.webhooks)):
        raise BadSettings(in_lines(placed(why, settings.file, key) for key, why in faults))
    return found
