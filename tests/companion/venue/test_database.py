"""The tables of a venue's database are those of the schema, whoever makes them."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect

from companion.engine.errors import CommandError
from companion.venue.database import open_database
from companion.venue.messages import Event
from companion.venue.schema import METADATA
from companion.venue.store import Known, Series, Store
from tests.companion.venue.postgres import Postgres


@pytest.fixture(params=["file", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "file":
        yield ""
        return
    with Postgres() as server:
        yield server.url


def open_all(url: str, folder: Path, count: int) -> list[Engine]:
    """Open the same database from several threads at once."""
    found: list[Engine] = []
    threads = [
        threading.Thread(target=lambda: found.append(open_database(url, folder)))
        for _ in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_several_processes_may_make_the_tables_at_once(url: str, tmp_path: Path) -> None:
    engines = open_all(url, tmp_path, 4)
    assert len(engines) == 4
    with engines[0].connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        assert set(inspect(connection).get_table_names()) > set(METADATA.tables)
    for engine in engines:
        engine.dispose()


def event(seq: int, table: str = "kitchen") -> Event:
    return Event(table, "s", seq, "2026-10-01T18:00:00+00:00", "command", "game")


def test_a_row_is_known_up_to_its_first_gap(url: str, tmp_path: Path) -> None:
    store, series = Store(open_database(url, tmp_path)), Series("kitchen", "s")
    store.take([event(seq) for seq in (6, 7, 9, 12)])
    store.take([event(7), event(40, "cellar")])
    assert store.advance({series: 5}) == {series: Known(7, 12)}
    store.take([event(8)])
    assert store.advance({series: 5}) == {series: Known(9, 12)}
    store.take([event(11), event(10)])
    assert store.advance({series: 0}) == {series: Known(12, 12)}, "where it begins is known"
    store.engine.dispose()


def test_one_process_of_all_asks_and_not_too_often(url: str, tmp_path: Path) -> None:
    now_s = [1000.0]
    engine, series = open_database(url, tmp_path), Series("kitchen", "s")
    one, other = (Store(engine, lambda: now_s[0]) for _ in range(2))
    one.advance({series: 0})
    assert [one.may_ask([series], 10), other.may_ask([series], 10)] == [[series], []]
    now_s[0] += 10
    assert [other.may_ask([series], 10), one.may_ask([series], 10)] == [[series], []]
    engine.dispose()


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y", "nosuch://x"])
def test_an_address_of_no_database_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        open_database(url, tmp_path)
