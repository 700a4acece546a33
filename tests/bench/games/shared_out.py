"""Long games of the bench, shared out: each writes its line as soon as it is over.

`python -m tests.bench.games.shared_out WHAT --from 0 --games 1250 --minutes 18 --write FILE`
plays the games that FILE does not hold yet until the minutes are over, and
`python -m tests.bench.games.shared_out WHAT --add FILE ...` puts files together. The standard
library is enough for the games themselves.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.games.the_game.advice.chance import Chance
from companion.games.the_game.advice.group import ADVISOR, Manner
from companion.games.the_game.advice.play_out import Result
from tests.bench.games.chance import NEAREST, Told, ask_once, compared
from tests.bench.report import Row, show
from tests.support.games import clank_evenings
from tests.support.games.random_evenings import KINDS, random_evening

A_FEW = 25  # of these states of Clank! the end is looked for by corrections alone

Line = dict[str, Any]


def _asked(own: Manner, number: int) -> Line:
    told = ask_once(own, number)
    return {
        "victory": [told.victory.likely, told.victory.low, told.victory.high],
        "perfect": [told.perfect.likely, told.perfect.low, told.perfect.high],
        "came": [told.came.cards_left, told.came.burnt],
    }


def _nearest(number: int) -> Line:
    return _asked(NEAREST, number)


def _searched(number: int) -> Line:
    return _asked(ADVISOR, number)


def _evenings(number: int) -> Line:
    """Play a random evening of each game but Clank!; what fails is told, not raised."""
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


def _clank_evening(number: int) -> Line:
    try:
        evening = clank_evenings.evening(number)
        ends = [clank_evenings.corrected_to_the_end(each) for each in evening.states[1::A_FEW]]
    except AssertionError as error:
        return {"corrected": 0, "taken_back": 0, "ends": 0, "failed": [f"clank: {error}"]}
    corrected = sum(count for name, count in evening.counted.items() if name.startswith("Correct"))
    return {"corrected": corrected, "taken_back": evening.undone, "ends": len(ends), "failed": []}


def _chances(lines: Sequence[Line]) -> Iterable[Row]:
    told = [
        Told(Chance(*line["victory"]), Chance(*line["perfect"]), Result(*line["came"]))
        for line in lines
    ]
    return compared(f"{len(told):,} games", told)


def _failures(lines: Sequence[Line]) -> Iterable[Row]:
    failed = [f"{line['game']} {each}" for line in lines for each in line["failed"]]
    yield Row("random evenings that failed", f"{len(failed)} of {len(lines):,}", "0")
    for what in ("corrected", "taken_back", "ends"):
        yield Row(f"  {what}", f"{sum(line.get(what, 0) for line in lines):,}")
    yield from (Row("  failed", each) for each in failed[:5])


WHAT: dict[str, tuple[Callable[[int], Line], Callable[[Sequence[Line]], Iterable[Row]]]] = {
    "chance": (_nearest, _chances),
    "searched": (_searched, _chances),
    "random_evenings": (_evenings, _failures),
    "clank_evenings": (_clank_evening, _failures),
}


def played(what: str, numbers: Sequence[int], file: Path, until: float) -> None:
    """Play what is not in the file yet, until the time has come."""
    known = {line["game"] for line in lines_of(file)} if file.exists() else set()
    with file.open("a") as out:
        for number in numbers:
            if number not in known and time.monotonic() < until:
                out.write(json.dumps({"game": number, **WHAT[what][0](number)}) + "\n")
                out.flush()


def lines_of(file: Path) -> Iterator[Line]:
    """Yield the whole lines of a file; the last may have been cut off."""
    for line in file.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def added(what: str, files: Sequence[Path]) -> list[Row]:
    """Tell what stands in all files; a game that stands there twice counts once."""
    lines = {line["game"]: line for file in files for line in lines_of(file)}
    return list(WHAT[what][1](list(lines.values())))


def main(words: Sequence[str]) -> int:
    """Play a share, or put shares together."""
    parser = argparse.ArgumentParser("shared_out")
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=18.0)
    parser.add_argument("--write", type=Path, help="a file for a line of each game")
    parser.add_argument("--add", type=Path, nargs="+", help="files that --write has written")
    asked = parser.parse_args(words)
    if asked.write:
        until = time.monotonic() + asked.minutes * 60
        played(asked.what, range(asked.first, asked.first + asked.games), asked.write, until)
    show(added(asked.what, asked.add or [asked.write]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
