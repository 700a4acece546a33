"""Takes the panel of a served table, and tries again by itself while its pins cannot be had."""

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from companion.app.panel_build import PanelBuild
from companion.app.settings import Settings
from companion.app.upkeep.choices import kept_brightness
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.app.pi.wifi.keeper import NetworkKeeper
    from companion.beyond.staff import StaffCall
    from hardware.panel.drawn import DrawnPanel
    from hardware.panel.panel import Callbacks, Panel
    from web_ui.access.guests import Guests
    from web_ui.access.host_door import HostDoor
    from web_ui.live.hub import Hub
    from web_ui.live.streams import Lamps, Listener

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 30.0
NOTICE = "panel"
AWAY = Sentence(
    "The panel does not work now, so play on the phones. Dragonbag keeps trying. The page Doctor "
    "says why."
)

log = logging.getLogger(__name__)


class ReadyPanel(Value, frozen=True):
    """A panel whose pins are ready; on mock pins it is drawn, and its lamps have a stream."""

    panel: "Panel"
    drawn: "DrawnPanel | None" = None
    lamps: "Hub[Listener, Lamps] | None" = None


class PanelKeeper:
    """Opens a panel, now or later; players are told while it is away.

    with PanelKeeper(table, opens) as keeper:
        keeper.get()  # None until the panel is there; keeper.trouble says why
    """

    def __init__(
        self,
        table: Table,
        opens: Callable[[ExitStack], ReadyPanel],
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        """Open nothing yet. `opens` raises PanelMissing, and leaves on its stack how to close."""
        self._table, self._opens = table, opens
        self._wait_s = first_wait_s
        self._ready: ReadyPanel | None = None
        self._trouble: Sentence | None = None
        self._running = ExitStack()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_trying, name="panel keeper", daemon=True)

    def __enter__(self) -> Self:
        """Open the panel, or begin to try."""
        if not self._open():
            self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop trying, and give the panel back."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        self._running.close()

    def get(self) -> ReadyPanel | None:
        """Return the panel; None while it is away."""
        return self._ready

    @property
    def trouble(self) -> Sentence | None:
        """Return why the panel is away and what to do; None if it is there or not tried yet."""
        return self._trouble

    def _keep_trying(self) -> None:
        while not self._ended.wait(self._wait_s):
            if self._open():
                return
            self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)

    def _open(self) -> bool:
        from hardware.panel.factories import PanelMissing

        try:
            with ExitStack() as opening:
                self._ready = self._opens(opening)
                self._running = opening.pop_all()
        except PanelMissing as error:
            self._lack(error.told)
            return False
        if self._trouble is not None:
            log.info("the panel is there")
        self._trouble = None
        self._table.notice(NOTICE, None)
        return True

    def _lack(self, why: Sentence) -> None:
        if why != self._trouble:  # once, not at every try
            log.warning("no panel: %s", why)
        self._trouble = why
        self._table.notice(NOTICE, AWAY)


def open_panel(
    running: ExitStack,
    *,
    table: Table,
    settings: Settings,
    build: PanelBuild,
    guests: "Guests | None",
    kind: str,
    staff: "StaffCall | None",
    network: "NetworkKeeper | None" = None,
) -> ReadyPanel:
    """Take the pins, light the lamps, and return the panel; PanelMissing if there is none."""
    from hardware.panel.devices.spi import strip_opener
    from hardware.panel.drawn import DrawnPanel
    from hardware.panel.factories import open_factory
    from hardware.panel.panel import Panel
    from web_ui.live.streams import LampSource

    # Anybody could read the lamps of a drawn panel.
    door = guests.door if guests is not None and kind == "pins" else None
    panel = Panel(
        table,
        open_factory(kind),
        build.pins,
        kept_brightness(settings),
        callbacks=_callbacks(kind, door, staff, network),
        checks_lines=settings.check_lines,
        opens_strip=strip_opener(kind, build.pins.strip, build.lamps),
    )
    if door is not None:
        door.on_shut = panel.hide_code
    running.enter_context(panel)
    panel.greet()
    if kind != "mock":
        return ReadyPanel(panel)
    drawn = DrawnPanel(panel, build.lamps)
    return ReadyPanel(panel, drawn, running.enter_context(LampSource(drawn).hub()))


def _callbacks(
    kind: str,
    door: "HostDoor | None",
    staff: "StaffCall | None",
    network: "NetworkKeeper | None",
) -> "Callbacks":
    from companion.app.pi.power import power_off
    from hardware.panel.panel import Callbacks

    return Callbacks(
        switch_off=power_off if kind == "pins" else None,
        on_host_wanted=None if door is None else door.open,
        on_staff_wanted=None if staff is None else staff.begin,
        on_network_wanted=None if network is None else network.open,
    )
