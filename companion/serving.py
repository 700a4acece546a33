"""One table, served: journal, panel, pages and streams wired together until a signal ends it."""

import logging
import signal
import sys
import threading
from contextlib import ExitStack
from importlib.metadata import version as installed_version
from typing import Any

import segno

from companion.addresses import urls
from companion.demo import Demo, DemoPlayers
from companion.settings import Settings
from companion.table import Table

log = logging.getLogger(__name__)


def serve_table(settings: Settings, demo: Demo | None = None) -> None:
    """Serve until SIGINT or SIGTERM; everything that was started is stopped in reverse."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    with ExitStack() as started:
        table = started.enter_context(Table.open(settings.journal))
        panel, drawn, kind = _panel(started, table, settings)
        port = _doors(started, table, settings, drawn, kind)
        if demo is not None:
            started.enter_context(DemoPlayers(table, demo))
        greet(settings, port, kind, table)
        ended.wait()
        print("Dragonbag stops; the journal has everything.", flush=True)
