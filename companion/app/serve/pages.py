"""Pages and streams of one table, and what they are given: camera, phones, upkeep, addresses."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from typing import TYPE_CHECKING

from companion import __version__
from companion.app.addresses import urls
from companion.app.https.served import Https
from companion.app.panel_build import PanelBuild
from companion.app.panel_keeper import PanelKeeper, ReadyPanel, open_panel
from companion.app.pi.wifi.served import network_of
from companion.app.serve.served import GUESTS_FILE, Served
from companion.app.serve.tray import can_read_cubes, open_tray
from companion.app.settings import Settings
from companion.app.upkeep.again import Again
from companion.app.upkeep.log_tail import LogTail
from companion.engine.errors import NotServed
from companion.engine.sentence import Sentence, followed
from companion.table.table import Table
from companion.worker.worker import Worker
from hardware.panel.board import default_kind
from web_ui.access.askers import asker
from web_ui.access.guests import Guests
from web_ui.access.policy import Access
from web_ui.app import Options, create_app, server_bytes
from web_ui.live.hub import Hub
from web_ui.live.server import LiveServer, PortTaken
from web_ui.live.streams import Streams, is_page, listening, mark_of, show_table
from web_ui.render.render import Renderer
from web_ui.views import VIEWS

if TYPE_CHECKING:
    from companion.app.doctor.served_doctor import ServedDoctor
    from companion.app.upkeep.upkeep import Upkeep
    from companion.beyond.staff import StaffCall
    from hardware.panel.drawn import DrawnPanel
    from hardware.tray.tray import Tray

OTHER_PORT = Sentence("Choose another port with --port.")


class Addresses:
    """Where phones reach the table, the address for the QR code first."""

    def __init__(self, settings: Settings, https: Https) -> None:
        """Ask the network cards on the first call: that takes longer than answering a request."""
        self._host, self._https = settings.host, https
        self.port = settings.port
        self.plain = cache(lambda: urls(self._host, self.port))

    def __call__(self) -> list[str]:
        """Return the addresses, led to HTTPS where the host wishes that."""
        return self._https.lead(self.plain())


def _once(opens: "Callable[[], Tray]") -> "Callable[[], Tray]":
    """Return what opens the tray on its first call, even if two phones call at the same time."""
    lock, opened = threading.Lock(), cache(opens)

    def one_at_a_time() -> "Tray":
        with lock:
            return opened()

    return one_at_a_time


class Pages:
    """All that the pages of one table need; leaving `running` stops what was started for them."""

    def __init__(
        self,
        running: ExitStack,
        table: Table,
        settings: Settings,
        build: PanelBuild,
        staff: "StaffCall | None",
    ) -> None:
        """Make the parts that need no page."""
        self._running, self._table, self._settings = running, table, settings
        self._build, self._staff = build, staff
        self._worker = running.enter_context(Worker())  # it costs nothing until somebody needs it
        self._is_up = threading.Event()
        # On the first call: only a table that reads photos waits for what that imports.
        opens_tray = partial(open_tray, running, table, settings, self._worker)
        self._tray = _once(opens_tray) if can_read_cubes() else None
        self._https = Https(settings)
        self._reached = Addresses(settings, self._https)
        self._guests = _guests(table, settings)
        self._network = network_of(table, settings, self._reached.plain.cache_clear)
        self._kind = default_kind() if settings.panel == "auto" else settings.panel
        self._panel = PanelKeeper(table, self._opens_panel)

    def _opens_panel(self, running: ExitStack) -> ReadyPanel:
        return open_panel(
            running,
            table=self._table,
            settings=self._settings,
            build=self._build,
            guests=self._guests,
            kind=self._kind,
            staff=self._staff,
            network=self._network,
        )

    def serve(self, again: Again | None) -> Served:
        """Let pages and streams answer; the panel is given to them when its pins are ready."""
        settings = self._settings
        app = create_app(
            self._table,
            Options(
                address=self._link,
                version=__version__,
                panel_kind=self._kind,
                panel=self._drawn,
                is_panel_away=lambda: self._panel.trouble is not None,
                doctor=self._doctor,
                tray=self._tray,
                camera_kind=settings.camera,
                guests=self._guests,
                desk=self._worker,
                measures=settings.metrics,
                staff=self._staff,
                upkeep=self._upkeep(again),
                network=self._network,
                https=self._https,
                compiled=settings.data_dir / "templates",
            ),
        )
        streams = self._streams(app.extensions["renderer"])
        asks = partial(asker, Access(self._guests))
        server = self._listen(
            lambda: LiveServer(app, settings.host, settings.port, streams, asks, sizes=server_bytes)
        )
        return self._served(server)

    def _served(self, server: LiveServer) -> Served:
        self._reached.port = server.port
        return Served(
            self._settings,
            self._build,
            self._table,
            server.port,
            self._reached,
            self._kind,
            self._panel,
            self._tray,
            self._guests,
            self._is_up,
            server.is_answering,
            self._network,
        )

    def _link(self) -> str:
        address = self._reached()[0]
        return self._guests.link(address) if self._guests else address

    def _drawn(self) -> "DrawnPanel | None":
        return ready.drawn if (ready := self._panel.get()) else None

    def _doctor(self) -> "ServedDoctor | None":
        """Return who examines the table; None until it has started."""
        if not self._is_up.is_set():
            return None
        from companion.app.doctor import examine
        from companion.app.doctor.served_doctor import ServedDoctor

        ready = self._panel.get()
        found = partial(examine, self._settings, self._build.pins)
        return ServedDoctor(found, ready.panel if ready else None, self._panel.trouble)

    def _upkeep(self, again: Again | None) -> "Upkeep | None":
        if again is None or self._guests is None:
            return None
        from companion.app.upkeep.upkeep import Upkeep

        tail = self._running.enter_context(LogTail())
        return Upkeep(self._table, self._settings, self._worker, self._panel, again, tail)

    def _streams(self, renderer: Renderer) -> Streams:
        """Return what shows every new snapshot to the phones that listen."""
        table, panel = self._table, self._panel
        shows, marks = partial(show_table, renderer), partial(mark_of, renderer)
        hub = self._running.enter_context(Hub(table, shows, marks, is_patched=is_page))
        if self._guests is not None:
            self._guests.on_removed = hub.dismiss_all
        table.listening = partial(listening, hub)
        table.wait_drawn = hub.wait_drawn
        return Streams(
            hub,
            VIEWS,
            Access(self._guests),
            lamps=lambda: ready.lamps if (ready := panel.get()) else None,
        )

    def _listen(self, opens: Callable[[], LiveServer]) -> LiveServer:
        """Start the server; NotServed if the port is taken."""
        try:
            return self._running.enter_context(opens())
        except PortTaken as error:
            raise NotServed(followed(error.told, OTHER_PORT)) from error


def _guests(table: Table, settings: Settings) -> Guests | None:
    """Return who the phones are; None for a table that is open to everybody."""
    if settings.is_open:
        return None
    guests = Guests(settings.data_dir / GUESTS_FILE)
    guests.tell_by(partial(table.notice, "phones"))
    table.follow(guests.follow)
    return guests
