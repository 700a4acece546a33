"""A table in a machine whose power is cut: `... powered FOLDER PROMISES N`, its Nth start.

It says what is wrong with what was promised at earlier starts (a file, a line each), and plays on
until the power goes; each promise is said on a line of its own, JSON.
"""

import json
import logging
import sys
from itertools import count
from pathlib import Path

from companion.table.table import Table
from tests.support.disk.power_cut import Promise, wrong_in
from tests.support.disk.short_evening import JOURNAL, SEATS, START, Evening, say, shown

ROUNDS = 4  # of one game, before somebody is knocked out


def main(folder: Path, promises: Path, start: str) -> None:
    """Compare, and play."""
    given = [json.loads(line) for line in promises.read_text().splitlines()]
    say(wrong=wrong_in(folder, given) if given else "")
    play_on(folder, given, start)


def play_on(folder: Path, given: list[Promise], start: str) -> None:
    """Play without end, with the phones that are there."""
    phones = {promise["seat"]: promise["cookie"] for promise in given if "cookie" in promise}
    with Table.open(folder / JOURNAL) as table:
        evening = Evening(folder, table, start)
        if given:
            shown(table, table.snapshot)  # with the step that was on its way when the power went
        for number in count():
            if number % ROUNDS == 0:
                shown(table, table.open_game("cli", "clank"))
                shown(table, table.submit(START, "cli"))
            for seat in SEATS:
                phones[seat] = phones.get(seat) or evening.join(seat)
            evening.round({seat: phones[seat] for seat in SEATS}, number)
            if number % ROUNDS == ROUNDS // 2:
                table.journal.checkpoint()


if __name__ == "__main__":
    logging.disable()
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
