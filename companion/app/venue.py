"""One process of a venue's board, served until a signal ends it."""

import logging
import signal
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.app.addresses import urls
from companion.app.serve.stop import signals
from companion.beyond.mqtt.settings import Mqtt
from companion.engine.errors import NotServed
from companion.language.terminal import _, padded
from companion.venue.database import open_database
from companion.venue.store import Store
from companion.venue.venue import GROUP, Venue
from web_ui.live.server import LiveServer, PortTaken
from web_ui.venue.app import create_app
from web_ui.venue.pages import SCREEN, STAFF

COLUMN = 12  # for what stands before a colon


@dataclass(frozen=True, slots=True)
class Board:
    """How to serve a venue. `database` "" keeps everything in a file of `folder`."""

    broker: Mqtt
    folder: Path
    database: str = ""
    host: str = "0.0.0.0"
    port: int = 8100
    group: str = GROUP


@dataclass(frozen=True, slots=True)
class Served:
    """A board that answers."""

    venue: Venue
    store: Store
    port: int


def serve_venue(board: Board) -> None:
    """Serve until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    for noisy in ("waitress.queue", "alembic"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
    with ExitStack() as running:
        wait = running.enter_context(signals(signal.SIGINT, signal.SIGTERM))
        served = start(running, board)
        base = urls(board.host, served.port)[0]
        for label, name in ((_("Television:"), SCREEN), (_("Staff:"), STAFF)):
            print(padded(label, COLUMN) + link(base, served.store, name))
        print(_("Stop with Ctrl+C."), flush=True)
        wait()


def link(address: str, store: Store, name: str) -> str:
    """Return the link that lets a browser in at an address such as "http://10.0.0.2:8100/"."""
    return f"{address.rstrip('/')}/enter/{store.link(name)}"


def start(running: ExitStack, board: Board) -> Served:
    """Start all parts; leaving `running` stops them. CommandError if that is not possible."""
    engine = open_database(board.database, board.folder)
    running.callback(engine.dispose)
    store = Store(engine)
    venue = running.enter_context(Venue(board.broker, store, group=board.group))
    try:
        server = LiveServer(create_app(venue, store), board.host, board.port, lambda *_: None)
    except PortTaken as error:
        raise NotServed(error.told) from error
    running.enter_context(server)
    return Served(venue, store, server.port)
