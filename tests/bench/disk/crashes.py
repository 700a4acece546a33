"""Every state in which a power cut can leave the disk of a short evening."""

import logging
import time
from collections import Counter
from pathlib import Path

from tests.bench.report import Row
from tests.support.disk.power_cut import recorded, temporary, tries

ROUNDS = 4  # of each of the two games
MIXTURES = 4  # of what was not waited for, after each write


def crashes(count: int = ROUNDS) -> list[Row]:
    """Start a table in every such state; AssertionError if one of them breaks a promise."""
    logging.disable()
    began_s = time.process_time()
    with temporary() as folder:
        played = Path(folder) / "played"
        played.mkdir()
        found = Counter(tries(recorded(played, count), Path(folder), MIXTURES))
    logging.disable(logging.NOTSET)
    wrong = {why: times for why, times in found.items() if why}
    assert not wrong, wrong
    took_s = time.process_time() - began_s
    return [
        Row("states a power cut can leave of a short evening", f"{found.total():,}"),
        Row("... promise lost, doubled or changed; no start; phone sent away", "0"),
        Row("... processor time", f"{took_s:.0f} s"),
    ]
