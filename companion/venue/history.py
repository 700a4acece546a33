"""What a venue tells of its nights: games that ended, and who won most."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from sqlalchemy import Engine, Row, and_, case, func, select

from companion.venue.messages import Player
from companion.venue.schema import GAME, PLAYER

NOON = 12  # RULING: a night begins at noon, so that a game after midnight belongs to it
NIGHTS = 30  # of the leaderboards
BEST = 5  # names on each
MOST_GAMES = 60  # of one night on a page


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that ended; `minutes` 0 if its clock makes no sense."""

    table: str
    title: str
    ended: datetime
    minutes: int
    is_cooperative: bool
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    """One name on a leaderboard."""

    name: str
    wins: int
    games: int
    best: int | None  # points


@dataclass(frozen=True, slots=True)
class Board:
    """The leaders of one game."""

    title: str
    leaders: tuple[Leader, ...]


def night_of(now: datetime) -> datetime:
    """Return the noon at which the night of a moment began."""
    noon = now.replace(hour=NOON, minute=0, second=0, microsecond=0)
    return noon if now >= noon else noon - timedelta(days=1)


def finished_since(engine: Engine, since: datetime) -> tuple[int, tuple[Finished, ...]]:
    """Return how many games ended since then, and the newest of them, the newest first."""
    is_new = GAME.c.ended_s >= since.timestamp()
    newest = (
        select(GAME)
        .where(is_new)
        .order_by(GAME.c.ended_s.desc(), GAME.c.table_name)
        .limit(MOST_GAMES)
        .subquery()
    )
    same = and_(*(newest.c[name] == PLAYER.c[name] for name in ("table_name", "series", "game_id")))
    rows = (
        select(newest, PLAYER.c.seat, PLAYER.c.name, PLAYER.c.points, PLAYER.c.has_won)
        .join(PLAYER, same)
        .order_by(newest.c.ended_s.desc(), newest.c.table_name, newest.c.game_id, PLAYER.c.place)
    )
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(GAME).where(is_new))
        return count.scalar_one(), tuple(_games(list(connection.execute(rows)), since))


def _games(rows: "list[Row[tuple[object, ...]]]", since: datetime) -> Iterator[Finished]:
    for _, group in groupby(rows, lambda row: (row.table_name, row.series, row.game_id)):
        players = list(group)
        game = players[0]
        ended = datetime.fromtimestamp(game.ended_s, since.tzinfo)
        people = tuple(Player(row.seat, row.name, row.has_won, row.points) for row in players)
        yield Finished(
            game.table_name,
            game.title,
            ended,
            _minutes(game.begun, game.ended_s),
            game.is_cooperative,
            people,
        )


def _minutes(begun: str, ended_s: float) -> int:
    try:
        minutes = (ended_s - datetime.fromisoformat(begun).timestamp()) / 60
    except ValueError:
        return 0
    return round(minutes) if 0 < minutes < 24 * 60 else 0


def leaders(engine: Engine, since: datetime) -> tuple[Board, ...]:
    """Return who won most since then, for each game; of players without a name nothing is told."""
    wins = func.sum(case((PLAYER.c.has_won, 1), else_=0))
    best = func.max(PLAYER.c.points)
    same = and_(*(GAME.c[name] == PLAYER.c[name] for name in ("table_name", "series", "game_id")))
    grouped = (
        select(
            GAME.c.title,
            PLAYER.c.name,
            wins.label("wins"),
            func.count().label("games"),
            best.label("best"),
            func.row_number()
            .over(
                partition_by=GAME.c.title,
                order_by=(wins.desc(), func.count(), func.coalesce(best, 0).desc(), PLAYER.c.name),
            )
            .label("place"),
        )
        .join(PLAYER, same)
        .where(and_(GAME.c.ended_s >= since.timestamp(), PLAYER.c.name != ""))
        .group_by(GAME.c.title, PLAYER.c.name)
        .subquery()
    )
    rows = (
        select(grouped)
        .where(and_(grouped.c.place <= BEST, grouped.c.wins > 0))
        .order_by(grouped.c.title, grouped.c.place)
    )
    with engine.connect() as connection:
        found = list(connection.execute(rows))
    return tuple(
        Board(title, tuple(Leader(row.name, row.wins, row.games, row.best) for row in group))
        for title, group in groupby(found, lambda row: row.title)
    )
