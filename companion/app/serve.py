"""One table, served: journal, panel, pages and streams wired together until a signal ends it."""

import logging
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from companion import __version__
from companion.app.panel_build import PanelBuild, panel_build
from companion.app.panel_keeper import PanelKeeper, open_panel
from companion.app.pi.systemd import Watch
from companion.app.pi.wifi.served import network_of
from companion.app.saying import say
from companion.app.settings import Settings
from companion.app.upkeep.again import Again, start_again
from companion.app.upkeep.choices import kept
from companion.app.upkeep.log_tail import LogTail
from companion.engine.errors import NotServed
from companion.engine.garbage import all_stays
from companion.engine.sentence import N_, Sentence, followed
from companion.engine.value import Value
from companion.language.terminal import _, padded
from companion.table.disk.watch import JournalWatch
from companion.table.fair.end_watch import EndWatch
from companion.table.table import Table
from companion.worker.worker import Worker
from hardware.panel.board import default_kind

if TYPE_CHECKING:
    from companion.app.beyond import Beyond
    from companion.app.demo import Demo
    from companion.app.doctor.served_doctor import ServedDoctor
    from companion.app.pi.wifi.keeper import NetworkKeeper
    from companion.beyond.staff import StaffCall
    from hardware.tray.tray import Tray
    from web_ui.access.guests import Guests
    from web_ui.live.server import LiveServer

SWITCH_S = 0.0005
FILES = 4096
NO_OPENCV = Sentence(
    "A camera needs OpenCV to read cubes. Run make camera (on a Pi: sudo apt install "
    "python3-opencv), or use --camera none."
)
OTHER_PORT = Sentence("Choose another port with --port.")
GUESTS_FILE = "guests.json"
log = logging.getLogger(__name__)


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


def serve_table(settings: Settings, demo: "Demo | None" = None) -> None:
    """Serve until SIGINT or SIGTERM, then stop everything in reverse order."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    # waitress warns whenever a request waits a moment for a thread; a table is not that busy.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # One thread takes a phone's tap and another renders its fragments. Without this the second
    # waits up to 5 ms until the first lets the interpreter go.
    sys.setswitchinterval(SWITCH_S)
    _allow_files()
    again = Again()
    with ExitStack() as running:
        wait = running.enter_context(signals(signal.SIGINT, signal.SIGTERM))
        with all_stays():
            served = start(running, settings, demo, again)
        greet(served)
        running.enter_context(Watch(partial(is_well, served)))
        wait()
    print(_("Dragonbag has stopped; the journal has everything."), flush=True)
    if again.backup is not None:
        again.take(settings.journal)
    if again.is_wanted:
        start_again()


def _allow_files() -> None:
    """Allow as many files as connections and streams may need; many systems allow 1024 at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))


@contextmanager
def signals(*names: signal.Signals) -> Iterator[Callable[[], object]]:
    """Catch these signals, and give a function that waits until the first of them has come.

    A signal before the wait counts too; a later one, while everything stops, is ignored. Works only
    in the main thread.
    """
    # Not an Event: its wait holds a lock that a handler in the same thread would wait for, and a
    # signal between the last check and the wait would be missed.
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


def is_well(served: Served) -> bool:
    """Does the table answer? A hung one is restarted by the watchdog of systemd.

    It is not asked as a phone is: the connections of strangers must not make it look hung.
    """
    served.table.wake()  # waits for ever if a thread keeps the table's lock
    return served.is_answering()


def start(
    running: ExitStack,
    settings: Settings,
    demo: "Demo | None" = None,
    again: Again | None = None,
) -> Served:
    """Start all parts of one table; leaving `running` stops them in reverse order.

    again: whom the host asks to restore a backup; without it there is no page /upkeep.

    Raises BadSettings or JournalError, or NotServed for OpenCV or a port that is missing. A panel
    or a camera that is missing stops nothing.
    """
    settings = kept(settings, can_see=can_read_cubes())
    build = panel_build(settings)
    beyond = _beyond(settings)
    table = running.enter_context(Table.open(settings.journal))
    running.enter_context(JournalWatch(table))
    running.enter_context(EndWatch(table))
    staff = beyond.staff(table) if beyond is not None else None
    served = _serve_pages(running, table, settings, build, staff, again)
    if served.network is not None:
        running.enter_context(served.network)
    if served.panel_kind != "none":
        running.enter_context(served.panel)
    if settings.camera != "none":
        if served.tray is None:
            raise NotServed(NO_OPENCV)
        served.tray()
    if beyond is not None:
        beyond.start(running, table, settings.journal, served.guests, staff)
    served.is_up.set()
    if demo is not None:
        from companion.app.demo import DemoPlayers

        running.enter_context(DemoPlayers(table, demo))
    return served


def _beyond(settings: Settings) -> "Beyond | None":
    """Return whom the table tells; None, and nothing imported, if it tells nobody."""
    if not (settings.mqtt or settings.webhooks):
        return None
    from companion.app.beyond import beyond_of

    return beyond_of(settings)


def _serve_pages(
    running: ExitStack,
    table: Table,
    settings: Settings,
    build: PanelBuild,
    staff: "StaffCall | None",
    again: Again | None,
) -> Served:
    """Let pages and streams answer; the panel is given to them when its pins are ready."""
    from companion.app.https.served import Https
    from web_ui.access.askers import asker
    from web_ui.access.guests import Guests
    from web_ui.access.policy import Access
    from web_ui.app import create_app, server_bytes
    from web_ui.live.hub import Hub
    from web_ui.live.server import LiveServer
    from web_ui.live.streams import Streams, is_page, listening, mark_of, show_table
    from web_ui.views import VIEWS

    worker = running.enter_context(Worker())  # it costs nothing until somebody needs it
    kind = default_kind() if settings.panel == "auto" else settings.panel
    is_up = threading.Event()
    # Both are done on the first call: only a table that reads photos waits for OpenCV, and asking
    # the network cards takes longer than answering a request.
    tray = (
        cache(partial(_open_tray, running, table, settings, worker)) if can_read_cubes() else None
    )
    plain, https = cache(lambda: _urls(settings.host, server.port)), Https(settings)

    def reached() -> list[str]:
        return https.lead(plain())

    guests = (
        None
        if settings.is_open
        else Guests(settings.data_dir / GUESTS_FILE, on_removed=lambda: hub.dismiss_all())
    )
    if guests is not None:
        guests.tell_by(partial(table.notice, "phones"))
        table.follow(guests.follow)
    network = network_of(table, settings, lambda: plain.cache_clear())
    opens = partial(
        open_panel,
        table=table,
        settings=settings,
        build=build,
        guests=guests,
        kind=kind,
        staff=staff,
        network=network,
    )
    panel = PanelKeeper(table, opens)
    upkeep = None
    if again is not None and guests is not None:
        from companion.app.upkeep.upkeep import Upkeep

        upkeep = Upkeep(table, settings, worker, panel, again, running.enter_context(LogTail()))
    app = create_app(
        table,
        address=lambda: guests.link(reached()[0]) if guests else reached()[0],
        version=__version__,
        panel_kind=kind,
        panel=lambda: ready.drawn if (ready := panel.get()) else None,
        is_panel_away=lambda: panel.trouble is not None,
        doctor=lambda: _doctor(settings, build, panel) if is_up.is_set() else None,
        tray=tray,
        camera_kind=settings.camera,
        guests=guests,
        desk=worker,
        measures=settings.metrics,
        staff=staff,
        upkeep=upkeep,
        network=network,
        https=https,
        compiled=settings.data_dir / "templates",
    )
    renderer = app.extensions["renderer"]
    hub = running.enter_context(
        Hub(table, partial(show_table, renderer), partial(mark_of, renderer), is_patched=is_page)
    )
    table.listening = partial(listening, hub)
    table.wait_drawn = hub.wait_drawn
    streams = Streams(
        hub, VIEWS, Access(guests), lamps=lambda: ready.lamps if (ready := panel.get()) else None
    )
    opens_server = partial(
        LiveServer,
        app,
        settings.host,
        settings.port,
        streams,
        partial(asker, Access(guests)),
        sizes=server_bytes,
    )
    server = _listen(running, opens_server)
    return Served(
        settings,
        build,
        table,
        server.port,
        reached,
        kind,
        panel,
        tray,
        guests,
        is_up,
        server.is_answering,
        network,
    )


def _urls(host: str, port: int) -> list[str]:
    from companion.app.addresses import urls

    return urls(host, port)


def _listen(running: ExitStack, opens: "Callable[[], LiveServer]") -> "LiveServer":
    """Start the server; NotServed if the port is taken."""
    from web_ui.live.server import PortTaken

    try:
        return running.enter_context(opens())
    except PortTaken as error:
        raise NotServed(followed(error.told, OTHER_PORT)) from error


def can_read_cubes() -> bool:
    """Is OpenCV installed, which reads cubes in photos?"""
    from importlib.util import find_spec

    return find_spec("cv2") is not None


def _open_tray(running: ExitStack, table: Table, settings: Settings, worker: Worker) -> "Tray":
    """Return what reads the tray. If the camera fails, show a notice; phones can send photos."""
    from companion.engine.errors import TrayError
    from hardware.tray.cameras import open_camera
    from hardware.tray.tray import Tray

    camera = None
    try:
        camera = open_camera(settings.camera, settings.zoom)
    except TrayError as error:
        table.notice("camera", error.sentence)
    tray = Tray(table, settings.data_dir / "tray", camera, worker)
    if camera is not None:
        from hardware.tray.watch import TrayWatch  # brings OpenCV, which phones' photos do not need

        evidence = settings.data_dir / "evidence" if settings.evidence else None
        running.callback(camera.close)
        running.enter_context(TrayWatch(tray, camera, evidence))
    return tray


def _doctor(settings: Settings, build: PanelBuild, panel: PanelKeeper) -> "ServedDoctor":
    from companion.app.doctor import examine
    from companion.app.doctor.served_doctor import ServedDoctor

    ready = panel.get()
    found = partial(examine, settings, build.pins)
    return ServedDoctor(found, ready.panel if ready else None, panel.trouble)


COLUMN = 12  # for what stands before a colon
PANELS = {
    "mock": N_("drawn on the page /panel (mock pins, no hardware)"),
    "pins": N_("real pins"),
    "none": N_("none"),
}


def is_logged() -> bool:
    """Does standard output go to the system log (systemd.exec(5), JOURNAL_STREAM)?"""
    out = os.fstat(1)
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def greet(served: Served) -> None:
    """Print where phones join, as text and as a QR code, and what hardware was found.

    No key is printed into the system log, because the log is kept.
    """
    import segno

    snapshot = served.table.snapshot
    guests = None if is_logged() else served.guests
    urls = [guests.link(url) if guests else url for url in served.urls()]
    if not is_logged():
        segno.make(urls[0], error="m").terminal(compact=True)
    _line(N_("Join here:"), f"\n{'':{COLUMN}}".join(urls))
    if guests and served.panel_kind != "pins":
        _line(N_("Host:"), guests.link(served.urls()[0], is_host=True))
    _line(N_("Panel:"), _panel_line(served))
    _line(N_("Camera:"), served.settings.camera)
    _line(N_("Game:"), snapshot.game_id or _("none yet: set one up on a phone"))
    print(_("Stop with Ctrl+C."), flush=True)


def _panel_line(served: Served) -> str:
    if served.panel.trouble is not None:
        return say(served.panel.trouble)
    return _(PANELS[served.panel_kind])


def _line(label: str, text: str) -> None:
    print(padded(_(label), COLUMN) + text)
