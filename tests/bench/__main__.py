"""`python -m tests.bench [NAME ...]`: what a change can slow down, or what is named.

A number after a name is how often: `the_game 500` plays 500 games for each number of players,
`luck 100000` so many games of bots, `taps 20` tries 20 of 100 pairs of taps,
`venue 60` plays for 60 seconds.
`all` names everything: hours. Without a name it ends within ten minutes.
`luck 12500 --from 25000 --write FILE` measures a part of the games, and `luck --add FILE ...` puts
the parts together.
`--json FILE` before the names writes the rows, with the commit they were measured at, to a file.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from tests.bench import fuzz, home_assistant, mqtt, pi, venue
from tests.bench.cubes import reader
from tests.bench.disk import crashes, cuts, journals, written
from tests.bench.games import chance, draws, evenings, levels, luck, random_evenings, the_game
from tests.bench.load import axe, event, flood, lamps, long_game, longwork, soak, taps, web
from tests.bench.report import Row, show, write

MEASUREMENTS: dict[str, Callable[[], list[Row]]] = {
    "append": written.append,
    "written": written.written,
    "replay": written.replay,
    "start": web.cold_start,
    "page": web.page_weight,
    "lamp": lamps.press_to_lamp,
    "phones": web.tap_to_phones,
    "watchers": web.tap_to_watchers,
    "event": event.event,
    "presses": web.press_to_phones,
    "bad-phones": web.bad_phones,
    "flood": flood.flood,
    "flood-costs": flood.costs,
    "vanished": web.vanished_phones,
    "pi4": pi.pi_4,
    "pizero": pi.pi_zero,
    "idle": partial(web.idle, 60.0),
    "kills": evenings.kills,
    "evening-kills": evenings.evening_kills,
    "crashes": crashes.crashes,
    "fuzz": fuzz.fuzz,
    "cuts": cuts.cuts,
    "damage": journals.damage,
    "years": journals.years,
    "bots": evenings.bots,
    "evenings": evenings.slips,
    "longwork": longwork.long_work,
    "long-game": long_game.long_game,
    "soak": soak.soak,
    "cubes": reader.table,
    "odds": draws.odds,
    "draws": draws.uniformity,
    "dieharder": draws.dieharder,
    "luck": luck.luck,
    "the_game": the_game.win_rates,
    "levels": levels.levels,
    "open_hands": levels.open_hands,
    "chance": chance.chances,
    "manners": chance.manners,
    "random_evenings": random_evenings.random_evenings,
    "taps": taps.double_taps,
    "axe": axe.every_page,
    "mqtt": mqtt.cuts,
    "home-assistant": home_assistant.check,
    "venue": venue.load,
    "venue-cuts": venue.cuts,
}
# Without a name: all but the last took nine minutes on two cores that were busy with other work.
USUAL = (
    *("phones", "event", "lamp", "start", "append", "written", "replay", "page"),
    *("bad-phones", "vanished", "idle"),
)
LIMIT_S = 480.0  # then nothing more is begun, and what was left out is named
COUNTED: dict[str, Callable[[int], list[Row]]] = {
    "crashes": crashes.crashes,
    "fuzz": fuzz.fuzz,
    "cuts": cuts.cuts,
    "damage": journals.damage,
    "evenings": evenings.slips,
    "luck": luck.luck,
    "event": event.event,
    "soak": soak.soak,
    "years": journals.years,
    "evening-kills": evenings.evening_kills,
    "the_game": the_game.win_rates,
    "levels": levels.levels,
    "open_hands": levels.open_hands,
    "chance": chance.chances,
    "manners": chance.manners,
    "random_evenings": random_evenings.random_evenings,
    "taps": taps.double_taps,
    "mqtt": mqtt.cuts,
    "venue": venue.load,
    "venue-cuts": venue.cuts,
}


def main(names: list[str]) -> int:
    """Measure, print each result as it comes, then the table; 2 for a name that is not known."""
    file, names = (names[1], names[2:]) if names[:1] == ["--json"] else ("", names)
    if names[:1] == ["luck"] and any(word.startswith("--") for word in names):
        show(luck.asked(names[1:]))
        return 0
    counts = _counts(names)
    names = [name for name in names if not (counts and name.isdecimal())]
    unknown = [name for name in names if name not in MEASUREMENTS and names != ["all"]]
    if unknown:
        print(f"no such measurement: {', '.join(unknown)}; there are: {', '.join(MEASUREMENTS)}")
        return 2
    wanted = list(MEASUREMENTS) if names == ["all"] else names
    began, rows = time.monotonic(), list[Row]()
    for name in wanted or USUAL:
        if not wanted and time.monotonic() - began > LIMIT_S:
            rows.append(Row(name, "left out: the others took too long"))
            continue
        rows += _measured(name, counts)
        if file:
            write(rows, file)  # also what comes before one that fails
    show(rows)
    return 0


def _measured(name: str, counts: dict[str, int]) -> list[Row]:
    """Measure, and print the result and how long it took."""
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    began = time.monotonic()
    rows = COUNTED[name](counts[name]) if name in counts else MEASUREMENTS[name]()
    for row in rows:
        print(f"  {row.what}: {row.measured}", file=sys.stderr, flush=True)
    print(f"  took {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows


def _counts(names: list[str]) -> dict[str, int]:
    """Return how often to measure, by the name that stands before the number."""
    return {
        name: int(count) for name, count in pairwise(names) if name in COUNTED and count.isdecimal()
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
