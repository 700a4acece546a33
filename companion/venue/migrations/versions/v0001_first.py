"""Events by their numbers, finished games with their players, links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    _make_events()
    _make_games()
    op.create_table(
        "link",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("part", sa.String(64), nullable=False),
    )


def _make_events() -> None:
    op.create_table(
        "event",
        *_of_series(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("taken_s", sa.Double, nullable=False),
    )
    op.create_table(
        "progress",
        *_of_series(),
        sa.Column("upto", sa.Integer, nullable=False),
        sa.Column("asked_s", sa.Double, nullable=False),
    )


def _make_games() -> None:
    op.create_table(
        "game",
        *_of_series(),
        sa.Column("game_id", sa.String(64), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("begun", sa.String(40), nullable=False),
        sa.Column("ended_s", sa.Double),
        sa.Column("is_cooperative", sa.Boolean, nullable=False),
    )
    op.create_index("game_ended", "game", ["ended_s"])
    op.create_table(
        "player",
        *_of_series(),
        sa.Column("game_id", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(20), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("has_won", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_name", "series", "game_id"],
            ["game.table_name", "game.series", "game.game_id"],
            ondelete="CASCADE",
        ),
    )


def _of_series() -> tuple[sa.Column[str], sa.Column[str]]:
    return (
        sa.Column("table_name", sa.String(40), primary_key=True),
        sa.Column("series", sa.String(40), primary_key=True),
    )
