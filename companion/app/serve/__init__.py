"""One table, served: journal, panel, pages and streams wired together until a signal ends it."""

import logging
import resource
import signal
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from companion.app.panel_build import panel_build
from companion.app.pi.systemd import Watch
from companion.app.serve.greeting import greet
from companion.app.serve.served import Served
from companion.app.serve.stop import signals
from companion.app.serve.tray import can_read_cubes
from companion.app.settings import Settings
from companion.app.upkeep.again import Again, start_again
from companion.app.upkeep.choices import kept
from companion.engine.errors import NotServed
from companion.engine.garbage import frozen_after
from companion.engine.sentence import Sentence
from companion.language.terminal import _
from companion.table.disk.watch import JournalWatch
from companion.table.fair.end_watch import EndWatch
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.app.beyond import Beyond
    from companion.app.demo import Demo

__all__ = ["Served", "is_well", "serve_table", "start"]

SWITCH_S = 0.0005
FILES = 4096
NO_OPENCV = Sentence(
    "A camera needs OpenCV to read cubes. Run make camera (on a Pi: sudo apt install "
    "python3-opencv), or use --camera none."
)


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
        with frozen_after():
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
    from companion.app.serve.pages import Pages  # it brings Flask

    served = Pages(running, table, settings, build, staff).serve(again)
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
