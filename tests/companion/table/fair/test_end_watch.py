"""Phones that went home before the end: the others have their pictures all the same."""

import pytest

from companion.engine.codec import parse
from companion.engine.errors import Rejected
from companion.table.fair.end_watch import EndWatch
from companion.table.fair.verify import verify
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.support.games.fair_evenings import Evening


@pytest.fixture
def evening(table: Table) -> Evening:
    """A game whose end has asked two phones, and one of them opens nothing."""
    evening = Evening(table, seed=3, most_draws=2)
    evening.play_to_the_end(asleep=1)
    assert len(table.snapshot.part.asks[-1].opened) == len(evening.phones) - 1 > 0
    return evening


def pictured(table: Table) -> Snapshot:
    """Wait until the end has its pictures."""
    while not table.snapshot.part.asks[-1].has_pictures:
        assert table.wait_newer(table.snapshot.version, 20.0), "the end is not closed"
    return table.snapshot


def test_the_end_takes_no_more_links_after_two_seconds_and_says_whom_it_missed(
    evening: Evening, table: Table
) -> None:
    with EndWatch(table):
        end = pictured(table).part.asks[-1]
    (missed,) = end.missing
    found = verify(evening.file())
    assert found.wrong == ()
    assert (0, missed.seat) in found.besides.unopened
    assert found.besides.pictures[-1][0] == 0
    with pytest.raises(Rejected, match="not_the_time_to_open"):
        table.open_link("late", missed.seal, evening.phones[-1].link(missed.link))


def test_an_end_for_which_all_have_opened_is_not_closed(evening: Evening, table: Table) -> None:
    evening.open_links()
    with pytest.raises(Rejected, match="not_the_time_to_open"):
        table.close_end()
    assert pictured(table).part.asks[-1].missing == ()
    assert "close" not in [line["kind"] for line in parse(evening.file())["lines"]]


def test_a_new_start_keeps_the_pictures_of_an_end_that_was_closed(
    evening: Evening, table: Table
) -> None:
    table.close_end()
    closed = table.snapshot.part.asks[-1]
    table.return_to("cli", table.snapshot.game_id)
    assert table.snapshot.part.asks[-1] == closed
