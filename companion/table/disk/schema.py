"""The tables of a journal's file, and how a journal of an earlier version comes to them.

Triggers keep lines from being changed or deleted, even by hand in the sqlite3 shell.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

VERSION = 2  # 2: each line has its place in the chain of its game
# A line changes three pages; SQLite's usual 4096 bytes a page write twice as much of an SD card for
# each press (17.7 kB instead of 8.5; `make bench ARGS=written`) and are no quicker.
PAGE_BYTES = 1024
TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL, seed BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS lines (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, game TEXT NOT NULL REFERENCES games(id),
    source TEXT NOT NULL, key TEXT UNIQUE, kind TEXT NOT NULL, command TEXT, events TEXT NOT NULL,
    number INTEGER, blind BLOB, hash BLOB
) STRICT;
CREATE INDEX IF NOT EXISTS lines_of_game ON lines (game, seq);
CREATE INDEX IF NOT EXISTS openings ON lines (source, seq) WHERE kind = 'open';
"""
TRIGGERS = """
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON lines
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON lines
    BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of a file's tables; 0 if it has none yet."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def is_strange(db: sqlite3.Connection) -> bool:
    """Has a file tables, but not a journal's?"""
    with closing(db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")) as rows:
        names = {name for (name,) in rows}
    return bool(names) and not names >= {"games", "lines"}


def prepare(db: sqlite3.Connection, link_all: Callable[[], None]) -> None:
    """Make or renew the tables in one transaction; `link_all` gives old lines their chain.

    A file that is up to date is not written to: its disk may be full.
    """
    version = version_of(db)
    if version == VERSION:
        return
    db.executescript(f"BEGIN IMMEDIATE; {'' if version else TABLES}")
    try:
        if version:
            _add_chain(db)
            link_all()
        for trigger in TRIGGERS.split("END;")[:-1]:
            db.execute(trigger + "END;")
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _add_chain(db: sqlite3.Connection) -> None:
    db.execute("DROP TRIGGER no_update")
    for column in ("number INTEGER", "blind BLOB", "hash BLOB"):
        db.execute(f"ALTER TABLE lines ADD COLUMN {column}")


def foreign(db: sqlite3.Connection) -> Iterator[str]:
    """Yield what a file holds besides a journal: tables, columns, views and triggers, by name.

    A journal of an older version may lack something, but has nothing that this one does not know.
    """
    with closing(sqlite3.connect(":memory:")) as own:
        own.executescript(TABLES + TRIGGERS)
        known = {(kind, name): sql for kind, name, sql in own.execute(OBJECTS)}
        columns = {name: _columns(own, name) for kind, name in known if kind == "table"}
    for kind, name, sql in db.execute(OBJECTS):
        is_strange = (kind, name) not in known or (
            kind in ("trigger", "index") and _plain(sql) != _plain(known[kind, name])
        )
        if is_strange or (kind == "table" and not _columns(db, name) <= columns[name]):
            yield f"{kind} {name}"


# What SQLite makes by itself has no text.
OBJECTS = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"


def _columns(db: sqlite3.Connection, table: str) -> set[tuple[str, str]]:
    """Return the columns of a table with their types; hidden and generated ones as strange."""
    rows = db.execute("SELECT name, type, hidden FROM pragma_table_xinfo(?)", (table,))
    return {(name, "hidden" if hidden else kind) for name, kind, hidden in rows}


def _plain(sql: str) -> str:
    return " ".join(sql.split()).replace(" IF NOT EXISTS", "")
