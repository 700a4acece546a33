"""The command `dragonbag venue`: a board for all tables of a café or a convention."""

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from companion.app.cli.parsers import Commands
from companion.app.saying import say
from companion.app.settings import default_data_dir
from companion.engine.errors import CommandError
from companion.language.terminal import _

if TYPE_CHECKING:
    from companion.beyond.mqtt.settings import Mqtt

SECRET = "DRAGONBAG_BROKER_PASSWORD"  # not an option: everybody sees those of a running program
SCHEMES = ("mqtt", "mqtts")
NEEDED = ("sqlalchemy", "alembic")


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("venue", help=_("show all tables of a café or a convention"))
    parser.add_argument(
        "--broker",
        required=True,
        help=_("such as broker.local or mqtts://name@broker.local/dragonbag"),
    )
    parser.add_argument("--ca-file", default="", help=_("who signs the broker's certificate"))
    parser.add_argument(
        "--database", default="", help=_("PostgreSQL, such as postgresql://name@db.local/venue")
    )
    parser.add_argument("--data-dir", type=Path, help=_("folder of the database, if none is named"))
    parser.add_argument(
        "--host", default="0.0.0.0", help=_("address to listen on (default 0.0.0.0: all)")
    )
    parser.add_argument(
        "--port", type=int, default=8100, help=_("port to listen on (default 8100)")
    )
    parser.set_defaults(run=venue)


def venue(parsed: argparse.Namespace) -> None:
    """Serve the board until interrupted."""
    broker = broker_of(parsed.broker, parsed.ca_file)
    if not all(map(find_spec, NEEDED)):
        raise CommandError(_("The board of a venue needs SQLAlchemy. Run make venue."))
    from companion.app.venue import Board, serve_venue

    folder = parsed.data_dir or default_data_dir()
    serve_venue(Board(broker, folder, parsed.database, parsed.host, parsed.port))


def broker_of(address: str, ca_file: str = "") -> "Mqtt":
    """Return the broker at an address such as "mqtts://name@broker.local:8883/prefix"."""
    from companion.beyond.mqtt.settings import Mqtt, wrong

    try:
        parts = urlsplit(address if "://" in address else f"mqtt://{address}")
        port = parts.port or 0
    except ValueError as error:
        raise CommandError(f"--broker {address}: {error}") from error
    found = Mqtt(
        host=parts.hostname or "",
        port=port,
        username=unquote(parts.username or ""),
        password=os.environ.get(SECRET, ""),
        tls=parts.scheme == "mqtts",
        ca_file=ca_file,
        prefix=parts.path.strip("/") or "dragonbag",
    )
    if parts.scheme not in SCHEMES:
        raise CommandError(f"--broker {address}: {_('It may begin with mqtt:// or mqtts://.')}")
    for _key, why in wrong(found):
        raise CommandError(f"--broker {address}: {say(why)}")
    return found
