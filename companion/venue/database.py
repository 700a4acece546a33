"""The database of a venue: PostgreSQL if a URL names it, else a file (SQLite)."""

from importlib.util import find_spec
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from companion.engine.errors import CommandError

FILE = "venue.sqlite"
BUSY_S = 30.0  # another process writes to the same file
MIGRATING = 726_010  # any number: PostgreSQL lets one process at a time change the tables
POSTGRES = "postgresql+psycopg"
CONNECT_S = 5


def open_database(url: str, folder: Path) -> Engine:
    """Return the database with its tables as this version needs them.

    `url` is such as "postgresql://venue:password@db.local/venue"; "" makes a file in `folder`.
    CommandError if the URL is none, or its driver is missing.
    """
    engine = _engine(url, folder)
    with engine.begin() as connection:
        _migrate(connection)
    return engine


def _engine(url: str, folder: Path) -> Engine:
    if not url:
        folder.mkdir(parents=True, exist_ok=True)
        return _file(folder / FILE)
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise CommandError(str(error)) from error
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername=POSTGRES)
    try:
        # A connection that the server has closed meanwhile is replaced before it is used.
        return create_engine(
            parsed, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT_S}
        )
    except (NoSuchModuleError, ImportError) as error:
        raise CommandError(str(error)) from error


def _file(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_S})

    @event.listens_for(engine, "connect")
    def prepare(connection: object, _: object) -> None:
        """Let pages read while events are written, and a player go with their game."""
        cursor = connection.cursor()  # type: ignore[attr-defined]  # of sqlite3
        for pragma in ("journal_mode = wal", "synchronous = normal", "foreign_keys = on"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _migrate(connection: Connection) -> None:
    """Do the steps that this database lacks, in one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATING})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    spec = find_spec("companion.venue.migrations")
    assert spec is not None
    assert spec.submodule_search_locations
    config.set_main_option("script_location", spec.submodule_search_locations[0])
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
