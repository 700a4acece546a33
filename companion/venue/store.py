"""What a venue keeps: each event once by its number, finished games, how far all is known."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from secrets import token_urlsafe
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Insert,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from companion.venue.messages import Event, clean
from companion.venue.schema import EVENT, GAME, LINK, PLAYER, PROGRESS

ROWS = 100_000  # looked at behind gaps at once; the next ones next time
ASKED = 200  # rows in one statement
FIRST_S = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # no table is older than this program

Row: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True, order=True)
class Series:
    """One row of numbers: a table, and its journal."""

    table: str
    name: str


@dataclass(frozen=True, slots=True)
class Known:
    """How far a row of numbers is known: without a gap, and the largest that has come."""

    upto: int
    newest: int


class Store:
    """Writes what tables tell; safe to use from several threads, and from several processes."""

    def __init__(self, engine: Engine, clock_s: Callable[[], float] = time.time) -> None:
        """Keep it in this database."""
        self.engine, self._clock_s = engine, clock_s

    def take(self, events: Iterable[Event]) -> None:
        """Keep these events; what was kept before is not kept again."""
        # In the order of their key: so no two processes wait for each other.
        ordered = sorted(events, key=lambda each: (each.table, each.series, each.seq))
        if not ordered:
            return
        now_s = self._clock_s()
        rows: list[Row] = [
            {**_key(each), "seq": each.seq, "kind": each.kind, "at": each.at, "taken_s": now_s}
            for each in ordered
        ]
        with self.engine.begin() as connection:
            connection.execute(self._once(EVENT), rows)
            for event in _newest(ordered):
                self._take_result(connection, event, now_s)

    def _once(self, table: Table) -> Insert:
        """Return an insert that leaves alone what is there."""
        if self.engine.dialect.name == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    def _take_result(self, connection: Connection, event: Event, now_s: float) -> None:
        """Note how a game ended, unless a later event has told it already."""
        game = {**_key(event), "game_id": event.game_id}
        result = event.result
        told: Row = {"seq": event.seq, "ended_s": None}
        if result is not None:
            told |= {
                "title": clean(result.title),
                "begun": clean(result.begun)[:40],
                "is_cooperative": result.is_cooperative,
                "ended_s": _ended_s(event.at, now_s),
            }
        blank: Row = {"title": "", "begun": "", "is_cooperative": False, "ended_s": None}
        connection.execute(self._once(GAME), [{**game, **blank, "seq": 0}])
        newer = and_(_is(GAME, game), GAME.c.seq < event.seq)
        if not connection.execute(update(GAME).where(newer).values(told)).rowcount:
            return
        connection.execute(delete(PLAYER).where(_is(PLAYER, game)))
        if result is not None and result.players:
            players = [
                {
                    **game,
                    "seat": clean(player.seat)[:20],
                    "place": place,
                    "name": clean(player.name),
                    "points": player.points,
                    "has_won": player.has_won,
                }
                for place, player in enumerate(result.players)
            ]
            connection.execute(insert(PLAYER), players)

    def advance(self, begins: Mapping[Series, int]) -> dict[Series, Known]:
        """Return how far each row of numbers is known.

        `begins` gives the number before the first that a row has, as its table says.
        """
        with self.engine.begin() as connection:
            known = self._progress(connection)
            if new := [
                {**_key_of(each), "upto": since, "asked_s": 0.0}
                for each, since in sorted(begins.items())
                if each not in known
            ]:
                connection.execute(self._once(PROGRESS), new)
                known = self._progress(connection)
            behind = dict(_ends(known, _numbers_behind(connection)))
            if moved := {each: far.upto for each, far in behind.items() if far.upto > known[each]}:
                ordered = [
                    {"of_table": each.table, "of_series": each.name, "to": upto}
                    for each, upto in sorted(moved.items())
                ]
                connection.execute(_FORWARD, ordered)
        return {each: behind.get(each, Known(upto, upto)) for each, upto in known.items()}

    @staticmethod
    def _progress(connection: Connection) -> dict[Series, int]:
        found = connection.execute(
            select(PROGRESS.c.table_name, PROGRESS.c.series, PROGRESS.c.upto)
        )
        return {Series(table, series): upto for table, series, upto in found}

    def may_ask(self, rows: Iterable[Series], every_s: float) -> list[Series]:
        """Return of which rows it is this process's turn to ask: one of all, every so often."""
        asked: list[Series] = []
        ordered = sorted(rows)
        for begin in range(0, len(ordered), ASKED):
            some = [(each.table, each.name) for each in ordered[begin : begin + ASKED]]
            asked += self._ask_for(some, self._clock_s(), every_s)
        return asked

    def _ask_for(self, some: list[tuple[str, str]], now_s: float, every_s: float) -> list[Series]:
        late = and_(_ROW.in_(some), PROGRESS.c.asked_s <= now_s - every_s)
        # Rows that another process holds are left to it: so none waits for the other one.
        free = select(*_ROW_COLUMNS).where(late).with_for_update(skip_locked=True)
        asking = update(PROGRESS).where(_ROW.in_(free)).values(asked_s=now_s)
        with self.engine.begin() as connection:
            return [
                Series(table, name)
                for table, name in connection.execute(asking.returning(*_ROW_COLUMNS))
            ]

    def link(self, name: str) -> str:
        """Return the last part of a link that nobody can guess; made once for all processes."""
        chosen = select(LINK.c.part).where(LINK.c.name == name)
        with self.engine.begin() as connection:
            connection.execute(self._once(LINK), [{"name": name, "part": token_urlsafe(16)}])
            return str(connection.execute(chosen).scalar_one())


_ROW_COLUMNS = (PROGRESS.c.table_name, PROGRESS.c.series)
_ROW = tuple_(*_ROW_COLUMNS)
# Another process may have come further meanwhile.
_FORWARD = (
    update(PROGRESS)
    .where(
        PROGRESS.c.table_name == bindparam("of_table"),
        PROGRESS.c.series == bindparam("of_series"),
        PROGRESS.c.upto < bindparam("to"),
    )
    .values(upto=bindparam("to"))
)


def _key(event: Event) -> Row:
    return {"table_name": event.table, "series": event.series}


def _key_of(series: Series) -> Row:
    return {"table_name": series.table, "series": series.name}


def _is(table: Table, key: Mapping[str, object]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in key.items()))


def _newest(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the newest event of each game that tells of its end."""
    telling = [each for each in events if each.tells_result]
    telling.sort(key=lambda each: (each.table, each.series, each.game_id, each.seq))
    for _, group in groupby(telling, lambda each: (each.table, each.series, each.game_id)):
        yield list(group)[-1]


def _ended_s(at: str, now_s: float) -> float:
    """Return when a game ended, by the table's clock if that can be; it may be wrong.

    It cannot know the future, and one that was not set at boot says 1970.
    """
    try:
        told = datetime.fromisoformat(at)
    except ValueError:
        return now_s
    told_s = (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
    return told_s if FIRST_S < told_s < now_s else now_s


def _numbers_behind(connection: Connection) -> Iterator[tuple[Series, int]]:
    """Yield the numbers that are there behind the known ones, in order."""
    same = and_(EVENT.c.table_name == PROGRESS.c.table_name, EVENT.c.series == PROGRESS.c.series)
    behind = (
        select(EVENT.c.table_name, EVENT.c.series, EVENT.c.seq)
        .join(PROGRESS, and_(same, EVENT.c.seq > PROGRESS.c.upto))
        .order_by(EVENT.c.table_name, EVENT.c.series, EVENT.c.seq)
        .limit(ROWS)
    )
    for table, series, seq in connection.execute(behind):
        yield Series(table, series), seq


def _ends(
    known: Mapping[Series, int], numbers: Iterable[tuple[Series, int]]
) -> Iterator[tuple[Series, Known]]:
    """Yield how far each row is known of which there are numbers."""
    for series, group in groupby(numbers, lambda each: each[0]):
        newest = upto = known.get(series, 0)
        for _, newest in group:
            upto += newest == upto + 1
        yield series, Known(upto, newest)
