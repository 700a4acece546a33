"""When Python collects garbage, and which objects it leaves out."""

import gc
from collections.abc import Iterator

import pytest

from companion.engine.garbage import collection_paused, frozen_after


@pytest.fixture
def thawed() -> Iterator[None]:
    """Let later tests have all objects collected again."""
    yield
    gc.unfreeze()
    gc.enable()


def test_the_collector_is_off_in_the_block_and_on_again_after_it(thawed: None) -> None:
    with collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_alive_after_the_block_is_left_out_of_later_collections(thawed: None) -> None:
    before = gc.get_freeze_count()
    with frozen_after():
        made = [[number] for number in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(made)
