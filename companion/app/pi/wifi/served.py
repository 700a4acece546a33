"""The keeper of a served table's networks, where `dragonbag install` has prepared them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.settings import INSTALLED_SETTINGS, Settings
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.app.pi.wifi.keeper import NetworkKeeper


def network_of(
    table: Table, settings: Settings, changed: Callable[[], None]
) -> "NetworkKeeper | None":
    """Return who opens a Wi-Fi of the table's own; None where nothing is installed for it.

    `changed` is told that the table's addresses may be others.
    """
    if settings.file != INSTALLED_SETTINGS:
        return None
    from companion.app.pi.wifi.orders import SOCKET, send

    if not Path(SOCKET).exists():
        return None
    from companion.app.pi.wifi.keeper import NOTICE, Doors, NetworkKeeper

    doors = Doors(partial(send, Path(SOCKET)), partial(table.notice, NOTICE), changed)
    return NetworkKeeper(settings.data_dir, doors, settings.port)
