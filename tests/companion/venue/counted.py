"""What a venue's database has counted, and waiting until it has all."""

import threading
import time
from collections.abc import Callable, Mapping

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from companion.venue.schema import EVENT
from companion.venue.store import Store

WAIT_S = 60.0
EVERY_S = 0.05
NOBODY = threading.Event()  # never set


def counted(store: Store) -> dict[str, tuple[int, int]]:
    """Return for each table how many events were counted, and the largest number."""
    chosen = select(EVENT.c.table_name, func.count(), func.max(EVENT.c.seq))
    with store.engine.connect() as connection:
        found = connection.execute(chosen.group_by(EVENT.c.table_name))
        return {table: (count, newest) for table, count, newest in found}


def wait_all(store: Store, whole: Mapping[str, int], timeout_s: float = WAIT_S) -> None:
    """Wait until every event was counted once and no other."""
    expected = {name: (count, count) for name, count in whole.items()}
    until(lambda: counted(store) == expected, timeout_s, lambda: str(counted(store)))


def until(
    is_so: Callable[[], bool], timeout_s: float = WAIT_S, told: Callable[[], str] = lambda: ""
) -> None:
    """Wait until this is true; another process or a server makes it so, and tells nobody."""
    end_s = time.monotonic() + timeout_s
    while True:
        try:
            if is_so():
                return
        except DBAPIError:  # the server is away
            pass
        assert time.monotonic() < end_s, told()
        NOBODY.wait(EVERY_S)
