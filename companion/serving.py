"""One table, served: journal, panel, pages and streams wired together until a signal ends it."""

import logging
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.settings import Settings
from companion.table import Table

if TYPE_CHECKING:
    from companion.demo import Demo

SWITCH_S = 0.0005
log = logging.getLogger(__name__)


class NotServed(Exception):
    """The table cannot be served; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Served:
    """What runs, for the greeting and for those who start a table in their own process."""

    table: Table
    app: Any  # flask.Flask
    port: int
    urls: Callable[[], list[str]]
    panel_kind: str
    drawn: Any  # hardware.drawn_panel.DrawnPanel, or None with real pins or none


def serve_table(settings: Settings, demo: "Demo | None" = None) -> None:
    """Serve until SIGINT or SIGTERM; everything that was started is stopped in reverse."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    # A phone's picture is made by another thread than the one that took its tap; without this the
    # second waits up to 5 ms for the first to let the interpreter go.
    sys.setswitchinterval(SWITCH_S)
    with ExitStack() as running:
        served = start(running, settings, demo)
        greet(served)
        ended.wait()
    print("Dragonbag has stopped; the journal has everything.", flush=True)


def start(running: ExitStack, settings: Settings, demo: "Demo | None" = None) -> Served:
    """Start all parts of one table; leaving `running` stops them in reverse.

    Raises JournalError, or NotServed for a panel or port that cannot be had.
    """
    table = running.enter_context(Table.open(settings.journal))
    kind, drawn = _start_panel(running, table, settings.panel)
    served = _start_doors(running, table, settings, kind, drawn)
    if demo is not None:
        from companion.demo import DemoPlayers

        running.enter_context(DemoPlayers(table, demo))
    return served


def _start_panel(running: ExitStack, table: Table, wished: str) -> tuple[str, Any]:
    if wished == "none":
        return wished, None
    from hardware.drawn_panel import DrawnPanel
    from hardware.panel import Panel, PanelMissing, default_kind, open_factory

    kind = default_kind() if wished == "auto" else wished
    try:
        factory = open_factory(kind)
        panel = running.enter_context(Panel(table, factory))
    except PanelMissing as error:
        raise NotServed(str(error)) from error
    return kind, DrawnPanel(panel) if kind == "mock" else None


def _start_doors(
    running: ExitStack, table: Table, settings: Settings, kind: str, drawn: Any
) -> Served:
    from web_ui import create_app
    from web_ui.hub import Hub
    from web_ui.server import LiveServer, PortTaken
    from web_ui.streams import LampSource, Streams, show_table

    @cache  # asking the network cards costs a start more than answering its first request
    def reached() -> list[str]:
        from companion.addresses import urls

        return urls(settings.host, server.port)

    app = create_app(
        table,
        address=lambda: reached()[0],
        version=__version__,
        panel_kind=kind,
        panel=drawn,
    )
    hub = running.enter_context(Hub(table, partial(show_table, app.extensions["painter"])))
    lamps = None
    if drawn is not None:
        source = LampSource(drawn)
        lamps = running.enter_context(source.hub())
    try:
        server = LiveServer(app, settings.host, settings.port, Streams(hub, lamps))
    except PortTaken as error:
        raise NotServed(f"{error}; try another --port") from error
    running.enter_context(server)
    return Served(table, app, server.port, reached, kind, drawn)


PANELS = {
    "mock": "drawn on the page /panel (mock pins, no hardware)",
    "pins": "real pins",
    "none": "none",
}


def greet(served: Served) -> None:
    """Print where phones join, as text and as a QR code, and what hardware was found."""
    import segno

    snapshot, urls = served.table.snapshot, served.urls()
    segno.make(urls[0], error="m").terminal(compact=True)
    print("Join here:  " + "\n            ".join(urls))
    print(f"Panel:      {PANELS[served.panel_kind]}")
    print(f"Game:       {snapshot.game_id or 'none yet: set one up on a phone'}")
    print("Stop with Ctrl+C.", flush=True)
