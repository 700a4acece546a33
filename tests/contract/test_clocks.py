"""A clock that jumps by 20 years, one that starts in 1970, and time zones: every game goes on."""

import re
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.beyond.outbox import Outbox
from companion.engine.value import replace
from companion.games import GAMES
from companion.table import game_file
from companion.table.disk.watch import JournalWatch
from companion.table.fair.chain import Link, new_blind
from companion.table.fair.verify import verify
from companion.table.journal import GameRow, Journal
from companion.table.line import Line, linked
from companion.table.table import Table
from tests.support.contract.games import play_at, steps_of, table_for
from tests.support.pages import create_app
from tests.support.places import ROOT
from web_ui.app import Options

SEED = 1
NOW, BOOT = datetime(2026, 11, 23, 20, 30, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC)
YEARS_20 = timedelta(days=20 * 365)
ALL = "to and fro"
CLOCKS = {
    "no clock at boot, then the network's": (BOOT, NOW),
    "20 years ahead, then right": (NOW + YEARS_20, NOW),
    "right, then 20 years behind": (NOW, NOW - YEARS_20),
    ALL: (NOW, NOW + YEARS_20, BOOT, NOW),
}
PAGES = ("/", "/watch", "/log", "/times", "/fair", "/games", "/games.csv", "/statistics", "/more")
OF_A_GAME = ("", "/bgg.xml", "/summary")
# Who may ask what time of day it is, and what for. Limits, time-outs, sessions and cookies measure
# how long something takes (time.monotonic), which no clock that is set can change.
ASKING = {
    "companion/app/cli/appliance.py": "a file's name",
    "companion/app/cli/report.py": "a file's name",
    "companion/app/doctor/https.py": "whether a certificate has ended",
    "companion/app/doctor/host.py": "to tell whether the clock is right",
    "companion/app/https/authority.py": "from when a certificate counts",
    "companion/app/https/terminator.py": "when a certificate has to be renewed",
    "companion/app/pi/backup.py": "a file's name, and what it tells of itself",
    "companion/app/pi/caretaker/duties.py": "when an order was done",
    "companion/app/pi/install.py": "a folder's name",
    "companion/app/pi/update.py": "a file's name",
    "companion/app/report/facts.py": "a report's day",
    "companion/beyond/mqtt/bridge.py": "whether an alarm is still news",
    "companion/beyond/staff.py": "since when somebody calls",
    "companion/beyond/webhooks/messenger.py": "a signature's time",
    "companion/table/disk/recovery.py": "a file's name",
    "companion/table/game_file.py": "the day in a game's id, beside random digits",
    "companion/table/line.py": "a line's time",
    "companion/venue/store.py": "when a game ended",
    "web_ui/access/kept.py": "a file's name",
    "web_ui/pages/games.py": "how long a game has gone on",
    "web_ui/upkeep/page.py": "a file's name",
    "web_ui/venue/pages.py": "which night it is",
}


@cache
def played(name: str) -> tuple[GameRow, tuple[Line, ...]]:
    """Return a game but for its last step, as a journal has it."""
    with TemporaryDirectory() as folder, table_for(Path(folder), name, SEED) as table:
        play_at(table, name, SEED, 0, len(steps_of(name, SEED)) - 1)
        journal, game = table.journal, table.snapshot.game_id
        lines = tuple(journal.written(game))
        return (game, name, lines[0].at, journal.seed(game)), lines


def journal_of(folder: Path, name: str, times: Sequence[datetime]) -> Path:
    """Return a journal whose lines came while the clock jumped from one of these times on."""
    (row, lines), link, jumped = played(name), Link(), []
    for number, line in enumerate(lines):
        at = times[number * len(times) // len(lines)] + timedelta(seconds=number)
        told = replace(line, at=at.isoformat(timespec="milliseconds"))
        jumped.append(linked(told, link, new_blind()))
        link = Link(jumped[-1].number, jumped[-1].hash)
    path = folder / "journal.sqlite"
    with Journal(path) as made:
        made.take_over(jumped)
        made.add_game(row)
    return path


@pytest.fixture(params=["Pacific/Kiritimati", "America/Adak"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("name", "clock"),
    [*(("clank", clock) for clock in CLOCKS), *((name, ALL) for name in GAMES if name != "clank")],
)
def test_a_game_goes_on_and_is_told_whatever_the_clock_says(
    name: str, clock: str, tmp_path: Path
) -> None:
    with Table.open(journal_of(tmp_path, name, CLOCKS[clock])) as table:
        client = create_app(table, Options(address=str, version="test")).test_client()
        game = table.snapshot.game_id
        play_at(table, name, SEED, len(steps_of(name, SEED)) - 1)
        JournalWatch(table).look_through()
        assert not table.snapshot.notices
        assert table.snapshot.state == steps_of(name, SEED)[-1].after
        ends = OF_A_GAME if GAMES[name].plays.bgg_id else OF_A_GAME[:1]
        for page in (*PAGES, *(f"/games/{game}{end}" for end in ends)):
            answer = client.get(page, follow_redirects=True)
            assert answer.status_code == 200, (page, answer.text)
        text = game_file.export_game(table.journal, game)
        assert not verify(text).wrong
        table.import_game(text)
        undone = table.undo("panel").version
        assert table.redo("panel").version == undone + 1


def test_every_line_is_told_once_and_in_order(tmp_path: Path) -> None:
    path = journal_of(tmp_path, "clank", CLOCKS[ALL])
    with Journal(path, read_only=True) as lines, Outbox(path) as outbox:
        count = lines.last_seq()
        told = outbox.reader("mqtt").after(0, count + 1)
    assert [each.seq for each in told] == list(range(1, count + 1))


def test_times_are_told_in_any_zone(zone: str, tmp_path: Path) -> None:
    with Table.open(journal_of(tmp_path, "clank", CLOCKS[ALL])) as table:
        client = create_app(table, Options(address=str, version="test")).test_client()
        for page in PAGES:
            assert client.get(page, follow_redirects=True).status_code == 200, (zone, page)


def test_nobody_else_asks_what_time_of_day_it_is() -> None:
    asks = re.compile(r"time\.time\b|datetime\.(now|utcnow|today)|date\.today|localtime|gmtime")
    found = {
        str(file.relative_to(ROOT))
        for folder in ("companion", "hardware", "web_ui")
        for file in (ROOT / folder).rglob("*.py")
        if asks.search(file.read_text())
    }
    assert found == set(ASKING)
