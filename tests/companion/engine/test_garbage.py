"""When Python searches for garbage, and where it never does."""

import gc
from collections.abc import Iterator

import pytest

from companion.engine.garbage import all_stays, no_search


@pytest.fixture
def thawed() -> Iterator[None]:
    """Let later tests have everything searched again."""
    yield
    gc.unfreeze()
    gc.enable()


def test_nothing_is_searched_meanwhile_and_everything_afterwards(thawed: None) -> None:
    with no_search():
        assert not gc.isenabled()
        with no_search():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_stays_is_left_out_of_later_searches(thawed: None) -> None:
    before = gc.get_freeze_count()
    with all_stays():
        made = [[number] for number in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(made)
