"""What was promised is there after a power cut at any moment of a short evening."""

import platform
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.disk.power_cut import Recorded, recorded, temporary, tries
from tests.support.disk.recorder import CAN_RECORD, Said, Sync, Write

pytestmark = pytest.mark.skipif(
    not CAN_RECORD,
    reason=f"records the calls of Linux on x86_64 and aarch64, not {platform.machine()}",
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with temporary() as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def evening(folder: Path) -> Recorded:
    played = folder / "played"
    played.mkdir()
    return recorded(played, rounds=0)


def test_nothing_is_lost_or_doubled_in_any_state_that_a_power_cut_can_leave(
    evening: Recorded, folder: Path
) -> None:
    found = Counter(tries(evening, folder, mixtures=1))
    assert set(found) == {""}, found
    assert found.total() > len(evening.promises)


def test_every_line_is_synced_before_anybody_is_told(evening: Recorded) -> None:
    is_synced, told = True, 0
    for step in evening.steps:
        if isinstance(step, Said):
            assert is_synced
            told += 1
        elif isinstance(step, Write | Sync) and step.path.endswith("-wal"):
            is_synced = isinstance(step, Sync)
    assert told == len(evening.promises)


@pytest.mark.parametrize("end", ["-wal", "guests.new", ""])
def test_these_states_would_show_it_if_a_file_were_not_waited_for(
    evening: Recorded, folder: Path, end: str
) -> None:
    hasty = [
        step
        for step in evening.steps
        if not (isinstance(step, Sync) and step.path.endswith(end or evening.folder.name))
    ]
    found = next(filter(None, tries(replace(evening, steps=tuple(hasty)), folder, 1)), "")
    assert found
