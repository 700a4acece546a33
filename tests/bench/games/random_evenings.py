"""Random evenings with corrections and undo at any point: impossible states, and dead ends."""

import time

from tests.bench.report import Row
from tests.support.games.random_evenings import KINDS, random_evening

EVENINGS = 10_000


def random_evenings(evenings: int = EVENINGS) -> list[Row]:
    """Play so many evenings of each game that can be corrected at any point."""
    return [row for name in KINDS for row in _rows(name, evenings)]


def _rows(name: str, evenings: int) -> list[Row]:
    began, failed = time.perf_counter(), []
    corrected = taken_back = 0
    for seed in range(evenings):
        try:
            evening = random_evening(name, seed)
        except AssertionError as error:
            failed.append(f"seed {seed}: {error}")
            continue
        corrected += evening.corrected
        taken_back += evening.taken_back
    took = time.perf_counter() - began
    what = f"{corrected:,} corrections, {taken_back:,} steps taken back"
    return [
        Row(f"{name}, random evenings that failed", f"{len(failed)} of {evenings:,}", "0"),
        Row("  in them", f"{what}; {took:.0f} s"),
        *(Row("  failed", each) for each in failed[:5]),
    ]
