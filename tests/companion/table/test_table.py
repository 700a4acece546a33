"""The table: decided, checked, written, and only then shown."""

import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.engine.errors import BadMessage, JournalError, Rejected, RulesBroken
from companion.engine.game import FairDraw, Game, fold
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import (
    EndTurn,
    GainGold,
    MakeClank,
    RefillRow,
    RemoveClank,
    SpendGold,
    StartGame,
)
from companion.games.clank.values import Seat
from companion.table import game_file
from companion.table.disk import head_file
from companion.table.line import Kind
from companion.table.table import Table

WAIT_S = 30.0
RED, GREEN = Colour.RED, Colour.GREEN
START = StartGame((Seat(RED), Seat(GREEN)), RED)
FULL = "SELECT RAISE(FAIL, 'database or disk is full')"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def table(path: Path) -> Iterator[Table]:
    with Table.open(path) as table:
        table.open_game("cli", "clank")
        table.submit(START, "cli")
        yield table


def red(table: Table) -> int:
    return int(table.snapshot.state.area.red)


def test_a_command_is_shown_with_the_number_of_its_line(table: Table) -> None:
    done = table.submit(MakeClank(RED), "panel")
    assert done is table.snapshot
    assert done.version == table.journal.last_seq()
    assert (done.kind, done.source, done.state.area.red) == (Kind.COMMAND, "panel", 4)


def test_a_step_is_shown_before_the_head_follows_and_answered_after_it(
    table: Table, path: Path
) -> None:
    def newest() -> int:
        head = head_file.read(path)
        return head.seq if head else 0

    shown: list[tuple[int, int]] = []
    table.follow(lambda snapshot: shown.append((snapshot.version, newest())))
    done = table.submit(MakeClank(RED), "panel")
    assert shown == [(done.version, done.version - 1)]
    assert newest() == done.version


def test_a_refused_command_writes_nothing(table: Table) -> None:
    before = table.snapshot
    with pytest.raises(Rejected, match="not_enough_gold"):
        table.submit(SpendGold(RED), "panel")
    assert table.snapshot is before
    assert table.journal.last_seq() == before.version


def test_nothing_can_be_submitted_before_a_game_is_opened(path: Path) -> None:
    with Table.open(path) as table, pytest.raises(Rejected, match="no_game"):
        table.submit(START, "cli")


def test_the_same_key_counts_once_for_everything(table: Table) -> None:
    for _ in range(2):
        table.submit(MakeClank(RED), "phone", "a")
    assert red(table) == 4
    for _ in range(2):
        table.undo("phone", "b")
    assert red(table) == 3
    for _ in range(2):
        table.redo("phone", "c")
    assert red(table) == 4
    table.submit(RefillRow(symbol_revealed=True), "phone")
    for _ in range(2):
        table.draw("phone", "d")
    assert table.snapshot.state.draws == 1
    before = table.snapshot.game_id
    games = {table.open_game("phone", "clank", "e").game_id for _ in range(2)}
    assert len(games) == 1
    lines = {table.return_to("phone", before, "f").version for _ in range(2)}
    assert (len(lines), table.snapshot.game_id) == (1, before)


def test_a_key_still_counts_once_after_a_restart(table: Table, path: Path) -> None:
    table.submit(MakeClank(RED), "phone", "a")
    table.close()
    with Table.open(path) as again:
        again.submit(MakeClank(RED), "phone", "a")
        assert red(again) == 4


def test_anything_can_be_undone_and_done_again(table: Table) -> None:
    table.submit(MakeClank(RED), "panel")
    table.submit(EndTurn(), "panel")
    before = table.snapshot.state
    table.undo("phone")
    table.undo("phone")
    assert red(table) == 3
    table.redo("panel")
    assert table.redo("panel").state == before


def test_undo_stops_at_the_opening_and_redo_at_the_newest(table: Table) -> None:
    table.undo("cli")
    assert table.snapshot.state.players == ()
    with pytest.raises(Rejected, match="nothing_to_undo"):
        table.undo("cli")
    table.redo("cli")
    with pytest.raises(Rejected, match="nothing_to_redo"):
        table.redo("cli")


def test_two_people_who_undo_the_same_step_undo_it_once(table: Table) -> None:
    step = table.submit(MakeClank(RED), "panel").version
    undone = table.undo("phone:red", "a", step)
    assert table.undo("phone:green", "b", step) == undone
    assert red(table) == 3
    with pytest.raises(Rejected, match="step_is_past"):
        table.redo("panel", step=step + 1)
    table.redo("panel", step=step)
    assert red(table) == 4


@pytest.mark.parametrize("key", ["", "k" * 65])
def test_a_key_is_short(table: Table, key: str) -> None:
    with pytest.raises(BadMessage, match="1 to 64 characters"):
        table.submit(MakeClank(RED), "phone", key)


def test_a_new_command_makes_the_undone_ones_history(table: Table) -> None:
    table.submit(MakeClank(RED), "panel")
    table.undo("panel")
    table.submit(GainGold(RED), "panel")
    with pytest.raises(Rejected, match="nothing_to_redo"):
        table.redo("panel")


def test_an_undone_draw_comes_out_the_same_again(table: Table) -> None:
    table.submit(RefillRow(symbol_revealed=True), "panel")
    first = table.draw("panel").events
    table.undo("phone")
    assert table.draw("phone").events == first


def test_a_restart_resumes_the_same_state_in_the_same_game(table: Table, path: Path) -> None:
    table.submit(MakeClank(RED), "panel")
    table.undo("panel")
    table.submit(GainGold(GREEN, 3), "panel")
    before = table.snapshot
    table.close()
    with Table.open(path) as again:
        assert (again.snapshot.state, again.snapshot.version) == (before.state, before.version)
        assert again.snapshot.game_id == before.game_id
        assert again.snapshot.story == before.story


def test_a_journal_holds_many_games_and_any_can_be_put_back(table: Table, path: Path) -> None:
    first = table.submit(MakeClank(RED), "panel")
    second = table.open_game("cli", "clank")
    assert second.game_id != first.game_id
    assert second.state.players == ()
    back = table.return_to("cli", first.game_id)
    assert back.state == first.state
    table.close()
    with Table.open(path) as again:
        assert again.snapshot.game_id == first.game_id
    with Table.open(path) as once_more, pytest.raises(Rejected, match="game_unknown"):
        once_more.return_to("cli", "none")


def test_the_story_marks_what_was_undone_and_says_who(table: Table) -> None:
    table.submit(MakeClank(RED), "panel")
    table.undo("phone:green")
    made, undone = table.snapshot.story[-2:]
    assert (made.is_undone, made.source) == (True, "panel")
    assert (undone.kind, undone.source, undone.events) == (Kind.UNDO, "phone:green", made.events)
    table.redo("panel")
    assert not table.snapshot.story[-3].is_undone


def test_everybody_who_waits_is_shown_the_newest_snapshot(table: Table) -> None:
    seen: list[int] = []
    version = table.snapshot.version

    def wait() -> None:
        newer = table.wait_newer(version, WAIT_S)
        seen.append(newer.version if newer else 0)

    waiting = [threading.Thread(target=wait) for _ in range(5)]
    for thread in waiting:
        thread.start()
    table.submit(MakeClank(RED), "panel")
    for thread in waiting:
        thread.join(WAIT_S)
    assert seen == [version + 1] * 5


def test_waiting_ends_with_nothing_at_its_time_or_when_the_table_closes(table: Table) -> None:
    version = table.snapshot.version
    assert table.wait_newer(version, 0.0) is None
    found: list[object] = [1]
    thread = threading.Thread(target=lambda: found.append(table.wait_newer(version)))
    thread.start()
    table.close()
    thread.join(WAIT_S)
    assert found == [1, None]


def test_eight_hands_at_once_lose_no_press(table: Table, path: Path) -> None:
    def press() -> None:
        for _ in range(20):
            table.submit(GainGold(RED), "panel")

    hands = [threading.Thread(target=press) for _ in range(8)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert table.snapshot.state.player(RED).gold == 160
    assert game_file.story(table.journal, table.snapshot.game_id)[1] == table.snapshot.state


def test_nothing_is_shown_that_was_not_written_and_the_game_goes_on(
    table: Table, path: Path
) -> None:
    """SQLite refuses in the middle of each line; test_bad_disk.py has real full disks."""
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"CREATE TRIGGER refuse AFTER INSERT ON lines BEGIN {FULL}; END")
        shown = table.snapshot
        for _ in range(2):
            with pytest.raises(JournalError, match="full"):
                table.submit(GainGold(RED), "panel")
            assert (table.snapshot.version, table.snapshot.state) == (shown.version, shown.state)
            assert table.wait_newer(shown.version, 0.0) is None
            assert table.journal.last_seq() == shown.version
        other.execute("DROP TRIGGER refuse")
    assert table.submit(GainGold(RED), "panel").version == shown.version + 1


@dataclass(frozen=True)
class Add:
    number: int


@dataclass(frozen=True)
class Added:
    number: int


def toy_hand(state: int, draw: FairDraw) -> Add:
    return Add(len(draw(0, {"white": 3}, 2)))


TOY: Game[int, Add, Added] = Game(
    name="toy",
    commands=(Add,),
    events=(Added,),
    empty=0,
    decide=lambda state, command: (Added(command.number),),
    evolve=lambda state, event: state + event.number,
    check=lambda state: () if state < 10 else (f"{state} is ten or more",),
    notation=str,
    tell=lambda event: Sentence("added"),
    refusals={},
    words={},
    name_of=lambda state, word: "",
    is_over=lambda state: False,
    acts_for=lambda state, command: (),
    hand=toy_hand,
)


def test_a_rule_of_ours_that_breaks_the_table_writes_nothing(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Table.open(path, games={"toy": TOY}) as table:
        table.open_game("cli", "toy")
        table.submit(Add(9), "cli")
        before = table.snapshot
        with pytest.raises(RulesBroken, match="11 is ten or more"):
            table.submit(Add(2), "cli")
        assert table.snapshot is before
        assert table.journal.last_seq() == before.version
        assert "Add(number=2)" in caplog.text
        assert "before: 9" in caplog.text
        table.undo("cli")
        assert table.draw("cli").state == 2


class AnyEvening(RuleBasedStateMachine):
    """Commands, undo, redo and restarts in any order: the journal's fold is the state."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "journal.sqlite"
        self.table = Table.open(self.path)
        self.table.open_game("cli", "clank")
        self.table.submit(START, "cli")

    def teardown(self) -> None:
        self.table.close()
        self.folder.cleanup()

    def attempt(self, action: Callable[..., object], *arguments: object) -> None:
        try:
            action(*arguments)
        except Rejected:
            return

    @rule(
        command=st.sampled_from(
            [MakeClank(RED), RemoveClank(RED, 2), GainGold(GREEN, 7), EndTurn(), RefillRow(True)]
        )
    )
    def submit(self, command: object) -> None:
        self.attempt(self.table.submit, command, "panel")

    @rule()
    def draw(self) -> None:
        self.attempt(self.table.draw, "panel")

    @rule()
    def undo(self) -> None:
        self.attempt(self.table.undo, "panel")

    @rule()
    def redo(self) -> None:
        self.attempt(self.table.redo, "panel")

    @rule()
    def restart(self) -> None:
        self.table.close()
        self.table = Table.open(self.path)

    @invariant()
    def the_journal_is_the_table(self) -> None:
        snapshot = self.table.snapshot
        entries, state = game_file.story(self.table.journal, snapshot.game_id)
        counted = [
            event
            for entry in entries
            if entry.kind is Kind.COMMAND and not entry.is_undone
            for event in entry.events
        ]
        assert fold(snapshot.game, counted) == state == snapshot.state
        assert self.table.journal.last_seq() == snapshot.version


TestAnyEvening = pytest.mark.slow(AnyEvening.TestCase)
TestAnyEvening.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
