"""Games that several processes or computers share: each writes a line as soon as a game is over.

`python -m tests.bench.games.shared_out WHAT --from 0 --games 1250 --minutes 18 --write FILE`
plays the games that FILE does not hold yet, until the minutes are over. `--add FILE ...` puts
files together. WHAT is `chance`, `searched` (with the advisor itself) or `random_evenings`.
It needs Python and the standard library alone.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Line = dict[str, Any]


def chance(number: int) -> Line:
    """Ask a bot's group for the chance once, at any moment of a game."""
    from tests.bench.games.chance import NEAREST, ask_once

    told = ask_once(NEAREST, number)
    return {"told": told.victory.likely, "perfect": told.perfect.likely, "left": told.came.cards_left,
            "win": told.came.is_win, "clean": told.came.is_perfect}


def searched(number: int) -> Line:
    """Ask the same where the advisor itself plays."""
    from tests.bench.games.chance import ADVISOR, ask_once

    told = ask_once(ADVISOR, number)
    return {"told": told.victory.likely, "perfect": told.perfect.likely, "left": told.came.cards_left,
            "win": told.came.is_win, "clean": told.came.is_perfect}


def random_evenings(number: int) -> Line:
    """Play a random evening of each game that can be corrected at any point."""
    from tests.support.games.random_evenings import KINDS, random_evening

    line: Line = {"corrected": 0, "taken_back": 0, "failed": []}
    for name in KINDS:
        try:
            evening = random_evening(name, number)
        except AssertionError as error:
            line["failed"].append(f"{name}: {error}")
        else:
            line["corrected"] += evening.corrected
            line["taken_back"] += evening.taken_back
    return line


WHAT: dict[str, Callable[[int], Line]] = {
    "chance": chance,
    "searched": searched,
    "random_evenings": random_evenings,
}


def played(what: str, numbers: Sequence[int], file: Path, until: float) -> None:
    """Play what is not in the file yet, until the time has come."""
    known = {line["game"] for line in lines_of(file)} if file.exists() else set()
    with file.open("a") as out:
        for number in numbers:
            if number not in known and time.monotonic() < until:
                out.write(json.dumps({"game": number, **WHAT[what](number)}) + "\n")
                out.flush()


def lines_of(file: Path) -> Iterator[Line]:
    """Yield the whole lines of a file; the last may have been cut off."""
    for line in file.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def main(words: Sequence[str]) -> int:
    """Play a share."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=18.0)
    parser.add_argument("--write", type=Path, required=True)
    asked = parser.parse_args(words)
    until = time.monotonic() + asked.minutes * 60
    played(asked.what, range(asked.first, asked.first + asked.games), asked.write, until)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
