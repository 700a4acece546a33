"""One table, served: journal, panel, pages and streams wired together until a signal ends it."""

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.app.pi.systemd import Watch
from companion.app.settings import Settings
from companion.engine.errors import NotServed
from companion.table.table import Table
from hardware.panel.board import default_kind

if TYPE_CHECKING:
    from companion.app.demo import Demo
    from hardware.panel.panel import Panel

SWITCH_S = 0.0005
NO_OPENCV = (
    "a camera needs OpenCV to read cubes with; try: make camera "
    "(on a Pi: sudo apt install python3-opencv), or --camera none"
)
GUESTS_FILE = "guests.json"
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Served:
    """What runs, for the greeting and for those who start a table in their own process."""

    table: Table
    app: Any  # flask.Flask
    port: int
    urls: Callable[[], list[str]]
    panel_kind: str  # "mock", "pins" or "none"
    drawn: Any = None  # hardware.panel.drawn.DrawnPanel on mock pins
    panel: "Panel | None" = None
    tray: Callable[[], Any] | None = None  # None: no OpenCV to read pictures with
    camera: str = "none"
    guests: Any = None  # web_ui.access.guests.Guests; None: open to everybody
    is_up: bool = False  # everything has started


def serve_table(settings: Settings, demo: "Demo | None" = None) -> None:
    """Serve until SIGINT or SIGTERM; everything that was started is stopped in reverse."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    # waitress warns whenever a request waits a moment for a thread; a table is not that busy.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # A phone's picture is made by another thread than the one that took its tap; without this the
    # second waits up to 5 ms for the first to let the interpreter go.
    sys.setswitchinterval(SWITCH_S)
    with ExitStack() as running:
        wait = running.enter_context(signals(signal.SIGINT, signal.SIGTERM))
        served = start(running, settings, demo)
        greet(served)
        running.enter_context(Watch(partial(is_answering, served.port, settings.host)))
        wait()
    print("Dragonbag has stopped; the journal has everything.", flush=True)


@contextmanager
def signals(*names: signal.Signals) -> Iterator[Callable[[], object]]:
    """Take these signals, and give what returns once one of them came, be it before the call.

    Only in the main thread. One that comes while things stop is taken and means nothing more.
    """
    # Not an Event: its wait holds a lock that a handler in the same thread would wait for, and a
    # signal between the last look and the wait would be slept through.
    heard, told = socket.socketpair()
    with heard, told:
        told.setblocking(False)
        signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
        before = [signal.signal(name, lambda *_: None) for name in names]
        try:
            yield partial(heard.recv, 1)
        finally:
            signal.set_wakeup_fd(-1)
            for name, handler in zip(names, before, strict=True):
                signal.signal(name, handler)


def is_answering(port: int, host: str) -> bool:
    """Does the table answer a phone? A hung server is restarted by the watchdog of systemd."""
    from http.client import HTTPConnection, HTTPException

    # Where it listens, and past any proxy: a table on one address alone is not hung.
    line = HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        line.close()


def start(running: ExitStack, settings: Settings, demo: "Demo | None" = None) -> Served:
    """Start all parts of one table; leaving `running` stops them in reverse.

    Raises JournalError, or NotServed for a panel or port that cannot be had.
    """
    table = running.enter_context(Table.open(settings.journal))
    kind = default_kind() if settings.panel == "auto" else settings.panel
    # The doors open first: pins take longer to get ready than pages, and a table that answers can
    # say what is wrong with its panel.
    served, streams = _open_doors(running, table, settings, kind)
    if kind != "none":
        _start_panel(running, served, streams, settings)
    if settings.camera != "none":
        if served.tray is None:
            raise NotServed(NO_OPENCV)
        served.tray()
    served.is_up = True
    if demo is not None:
        from companion.app.demo import DemoPlayers

        running.enter_context(DemoPlayers(table, demo))
    return served


def _open_doors(
    running: ExitStack, table: Table, settings: Settings, kind: str
) -> tuple[Served, Any]:
    from web_ui.access.guests import Guests
    from web_ui.access.policy import Access
    from web_ui.app import create_app
    from web_ui.live.hub import Hub
    from web_ui.live.server import LiveServer, PortTaken
    from web_ui.live.streams import Streams, show_table
    from web_ui.views import VIEWS

    @cache  # who never reads a picture need not wait for OpenCV
    def served_tray() -> Any:
        return _open_tray(running, table, settings)

    @cache  # asking the network cards costs a start more than answering its first request
    def reached() -> list[str]:
        from companion.app.addresses import urls

        return urls(settings.host, server.port)

    tray = served_tray if can_read_cubes() else None
    guests = None if settings.is_open else Guests(settings.data_dir / GUESTS_FILE)
    app = create_app(
        table,
        address=lambda: guests.link(reached()[0]) if guests else reached()[0],
        version=__version__,
        panel_kind=kind,
        panel=lambda: served.drawn,
        doctor=lambda: _doctor(served, settings) if served.is_up else None,
        tray=tray,
        camera_kind=settings.camera,
        guests=guests,
    )
    hub = running.enter_context(Hub(table, partial(show_table, app.extensions["renderer"])))
    streams = Streams(hub, VIEWS, Access(guests))
    if guests is not None:
        guests.on_removed = hub.dismiss_all
    try:
        server = LiveServer(app, settings.host, settings.port, streams)
    except PortTaken as error:
        raise NotServed(f"{error}; try another --port") from error
    served = Served(table, app, server.port, reached, kind, tray=tray, camera=settings.camera)
    served.guests = guests
    running.enter_context(server)
    return served, streams


def can_read_cubes() -> bool:
    """Is there an OpenCV to read pictures with?"""
    from importlib.util import find_spec

    return find_spec("cv2") is not None


def _open_tray(running: ExitStack, table: Table, settings: Settings) -> Any:
    """Return what reads the tray; a camera that cannot be had is told, and phones' photos do."""
    from companion.engine.errors import TrayError
    from hardware.tray.cameras import open_camera
    from hardware.tray.tray import Tray
    from hardware.tray.watch import TrayWatch

    camera = None
    try:
        camera = open_camera(settings.camera, settings.zoom)
    except TrayError as error:
        table.notice("camera", error.sentence)
    tray = Tray(table, settings.data_dir / "tray", camera)
    if camera is not None:
        evidence = settings.data_dir / "evidence" if settings.evidence else None
        running.callback(camera.close)
        running.enter_context(TrayWatch(tray, camera, evidence))
    return tray


def _start_panel(running: ExitStack, served: Served, streams: Any, settings: Settings) -> None:
    from companion.app.pi.power import power_off
    from hardware.panel.drawn import DrawnPanel
    from hardware.panel.factories import PanelMissing, open_factory
    from hardware.panel.panel import Panel
    from web_ui.live.streams import LampSource

    try:
        factory = open_factory(served.panel_kind)
        switch_off = power_off if served.panel_kind == "pins" else None
        panel = Panel(served.table, factory, settings.pins, settings.brightness, switch_off)
        panel.on_host_wanted = served.guests and served.guests.open_host_door
        running.enter_context(panel)
    except PanelMissing as error:
        raise NotServed(str(error)) from error
    if served.panel_kind == "mock":
        served.drawn = DrawnPanel(panel)
        streams.lamps = running.enter_context(LampSource(served.drawn).hub())
    served.panel = panel
    panel.greet()


def _doctor(served: Served, settings: Settings) -> Any:
    from companion.app.doctor import examine
    from companion.app.doctor.desk import Desk

    return Desk(partial(examine, settings, settings.pins), served.panel)


PANELS = {
    "mock": "drawn on the page /panel (mock pins, no hardware)",
    "pins": "real pins",
    "none": "none",
}


def is_logged() -> bool:
    """Tell whether what is printed goes to the system log (systemd.exec(5), JOURNAL_STREAM)."""
    out = os.fstat(1)
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def greet(served: Served) -> None:
    """Print where phones join, as text and as a QR code, and what hardware was found.

    The system log, which keeps what it is told, hears no key.
    """
    import segno

    snapshot = served.table.snapshot
    guests = None if is_logged() else served.guests
    urls = [guests.link(url) if guests else url for url in served.urls()]
    if not is_logged():
        segno.make(urls[0], error="m").terminal(compact=True)
    print("Join here:  " + "\n            ".join(urls))
    if guests and served.panel_kind != "pins":
        print(f"Host:       {guests.link(served.urls()[0], is_host=True)}")
    print(f"Panel:      {PANELS[served.panel_kind]}")
    print(f"Camera:     {served.camera}")
    print(f"Game:       {snapshot.game_id or 'none yet: set one up on a phone'}")
    print("Stop with Ctrl+C.", flush=True)
