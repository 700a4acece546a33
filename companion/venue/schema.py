"""The tables of a venue's database. A change here needs a step in migrations/versions."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)

METADATA = MetaData()


def _of_series() -> tuple[Column[str], Column[str]]:
    """Return what names a row of numbers: a table, and its journal."""
    return (
        Column("table_name", String(40), primary_key=True),
        Column("series", String(40), primary_key=True),
    )


# Each event once: whoever takes it a second time finds its number here.
EVENT = Table(
    "event",
    METADATA,
    *_of_series(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", String(40), nullable=False),  # by the table's clock, UTC
    Column("taken_s", Double, nullable=False),  # by the venue's, seconds since 1970
)
# How far a row of numbers is known without a gap, and when a gap was asked for last.
PROGRESS = Table(
    "progress",
    METADATA,
    *_of_series(),
    Column("upto", Integer, nullable=False),
    Column("asked_s", Double, nullable=False),
)
GAME = Table(
    "game",
    METADATA,
    *_of_series(),
    Column("game_id", String(64), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the event that told this
    Column("title", String(80), nullable=False),
    Column("begun", String(40), nullable=False),
    Column("ended_s", Double),  # null: the end was undone
    Column("is_cooperative", Boolean, nullable=False),
    Index("game_ended", "ended_s"),
)
PLAYER = Table(
    "player",
    METADATA,
    *_of_series(),
    Column("game_id", String(64), primary_key=True),
    Column("seat", String(20), primary_key=True),
    Column("place", Integer, nullable=False),  # in the order in which they sit
    Column("name", String(80), nullable=False),
    Column("points", Integer),
    Column("has_won", Boolean, nullable=False),
    ForeignKeyConstraint(
        ["table_name", "series", "game_id"],
        ["game.table_name", "game.series", "game.game_id"],
        ondelete="CASCADE",
    ),
)
# The last parts of the links for the screen and the staff: the same for all processes of a venue.
LINK = Table(
    "link",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("part", String(64), nullable=False),
)
