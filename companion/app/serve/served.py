"""A table that answers: what its greeting tells, and tests look at."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.app.panel_build import PanelBuild
from companion.app.panel_keeper import PanelKeeper
from companion.app.settings import Settings
from companion.engine.value import Value
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.app.pi.wifi.keeper import NetworkKeeper
    from hardware.tray.tray import Tray
    from web_ui.access.guests import Guests

GUESTS_FILE = "guests.json"  # beside the journal


class Served(Value, frozen=True):
    """A table that answers: what the greeting tells, and tests look at.

    Pages answer before the panel's pins are ready, and while they cannot be had: `panel` gives the
    panel when it is there. `is_up` is set when everything else has started.
    """

    settings: Settings
    build: PanelBuild
    table: Table
    port: int
    urls: Callable[[], list[str]]
    panel_kind: str  # "mock", "pins" or "none"
    panel: PanelKeeper
    tray: "Callable[[], Tray] | None"  # None: no OpenCV to read photos with
    guests: "Guests | None"  # None: open to everybody
    is_up: threading.Event
    is_answering: Callable[[], bool]
    network: "NetworkKeeper | None"  # None: this is no installed table
