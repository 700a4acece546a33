"""The panel code on gpiozero's mock pins, with a real table and a real journal."""

import logging
import queue
import threading
from collections.abc import Iterator
from logging.handlers import QueueHandler
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.engine.errors import JournalError
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import CorrectNumber, EndTurn, RefillRow, StartGame
from companion.games.clank.values import Number, Seat
from companion.table.disk.notices import DAMAGED
from companion.table.journal import Journal
from companion.table.line import Kind
from companion.table.table import Table
from hardware.panel.buttons import PAIR_S
from hardware.panel.factories import PanelMissing, open_factory
from hardware.panel.panel import Callbacks, Panel
from hardware.panel.pins import LAMPS
from hardware.panel.self_test import Kind as PartKind
from hardware.panel.self_test import Part, SelfTest, parts_of
from tests.support.panel_finger import WAIT_S, Finger, WatchedFactory, lit
from tests.support.presses import WilfulJournal

RED, GREEN = Colour.RED, Colour.GREEN


def start_game(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")


@pytest.fixture
def journal(tmp_path: Path) -> WilfulJournal:
    return WilfulJournal(tmp_path / "journal.sqlite")


@pytest.fixture
def table(journal: WilfulJournal) -> Iterator[Table]:
    with Table(journal) as table:
        start_game(table)
        yield table


@pytest.fixture
def finger(table: Table) -> Iterator[Finger]:
    factory = WatchedFactory()
    with Panel(table, factory) as panel:
        finger = Finger(table, panel, factory)
        assert finger.sees(lambda lamps: lamps["red"] == 1.0)
        yield finger


def test_a_press_is_one_clank_by_the_panel(finger: Finger) -> None:
    done = finger.press("red")
    assert done.state.area.red == 4
    assert done.source == "panel"


def test_a_hold_ends_at_one_clank_less_than_before(finger: Finger) -> None:
    pressed = finger.down("red")
    held = finger.table.wait_newer(pressed.version, WAIT_S)
    assert held is not None
    assert held.state.area.red == 2
    finger.drawn.release("red")


def test_attack_then_attack_again_lets_dragonbag_draw(finger: Finger) -> None:
    assert finger.tap("attack").state.attack.cubes_to_draw == 3
    drawn = finger.tap("attack")
    assert drawn.state.attack is None
    assert drawn.state.draws == 1


def test_danger_from_the_phones_counts_in_an_attack_from_the_panel(finger: Finger) -> None:
    finger.table.submit(RefillRow(symbol_revealed=False, danger=2), "phone:red")
    finger.table.submit(EndTurn(), "phone:red")
    assert finger.tap("attack").state.attack.cubes_to_draw == 5


def test_next_ends_the_turn_and_its_lamp_follows(finger: Finger) -> None:
    assert finger.sees(lambda lamps: lamps["red"] == 1.0 and lamps["green"] == 0.0)
    assert finger.tap("next").state.turn == GREEN
    assert finger.sees(lambda lamps: lamps["red"] == 0.0 and lamps["green"] == 1.0)


def test_a_refusal_blinks_on_all_lamps_is_told_once_and_changes_nothing(
    finger: Finger, caplog: pytest.LogCaptureFixture
) -> None:
    version = finger.table.snapshot.version
    caplog.set_level(logging.INFO, "hardware.panel.panel")
    finger.drawn.press("next")  # and hold: to leave needs an Artifact
    assert finger.saw("blue", 1.0)
    assert finger.saw("buzzer", 1.0)
    finger.drawn.release("next")
    assert finger.table.snapshot.version == version
    assert [line for line in caplog.messages if "refused: needs_artifact" in line] == (
        caplog.messages
    )


def test_undo_and_undo_held(finger: Finger) -> None:
    finger.press("red")
    assert finger.tap("undo").kind is Kind.UNDO
    assert finger.down("undo").kind is Kind.REDO
    finger.drawn.release("undo")


def test_undo_held_with_a_colour_moves_the_last_press_there(finger: Finger) -> None:
    finger.press("red")
    finger.drawn.press("undo")
    moved = finger.press("green")
    finger.drawn.release("undo")
    assert (moved.state.area.red, moved.state.area.green) == (3, 3)
    assert finger.press("red").kind is Kind.COMMAND  # letting undo go undid nothing


def test_two_buttons_pressed_together_both_count_and_both_wink(finger: Finger) -> None:
    since = len(finger.factory.changes)
    finger.drawn.press("red")
    finger.drawn.press("green")
    assert finger.saw("red", 0.0, since)  # red's lamp is lit: its wink is dark
    assert finger.saw("green", 1.0, since)
    area = finger.table.snapshot.state.area
    assert (area.red, area.green) == (4, 3)
    finger.drawn.release("red")
    finger.drawn.release("green")


def test_a_lamp_winks_only_when_the_journal_has_the_press(
    finger: Finger, journal: WilfulJournal
) -> None:
    lit_before: list[list[tuple[str, float]]] = []
    since = len(finger.factory.changes)
    lamps = {f"GPIO{bcm}" for bcm in finger.pins.lamps.values()}
    journal.on_append = lambda: lit_before.append(
        [change for change in finger.factory.changes[since:] if change[0] in lamps]
    )
    finger.press("green")
    assert finger.saw("green", 1.0, since)
    assert lit_before == [[]]
    assert journal.last_seq() == finger.table.snapshot.version


def test_an_attack_is_heard_and_breathes_until_it_is_drawn(finger: Finger) -> None:
    finger.tap("attack")
    assert finger.sees(lambda lamps: 0.0 < lamps["rage_1"] < 1.0)
    assert finger.saw("buzzer", 1.0)
    finger.tap("attack")
    assert finger.sees(lambda lamps: lamps["rage_1"] == 1.0)


def test_a_press_without_a_game_is_refused_and_the_panel_lives_on(tmp_path: Path) -> None:
    factory = WatchedFactory()
    with Table.open(tmp_path / "empty.sqlite") as table, Panel(table, factory) as panel:
        finger = Finger(table, panel, factory)
        finger.drawn.press("red")
        assert finger.saw("buzzer", 1.0)
        finger.drawn.release("red")
        start_game(table)
        assert finger.press("green").state.area.green == 3


def test_a_fault_of_ours_does_not_silence_the_panel(
    finger: Finger, journal: WilfulJournal, caplog: pytest.LogCaptureFixture
) -> None:
    journal.failure = RuntimeError("a fault of ours")
    version = finger.table.snapshot.version
    finger.drawn.press("red")
    assert finger.saw("blue", 1.0)
    finger.drawn.release("red")
    assert "red press failed" in caplog.text
    assert "a fault of ours" in caplog.text
    assert finger.table.snapshot.version == version
    journal.failure = None
    assert finger.press("green").source == "panel"


def test_a_lost_journal_is_seen_on_all_lamps_until_a_line_is_written_again(
    finger: Finger, journal: WilfulJournal
) -> None:
    journal.failure = JournalError("disk full")
    finger.drawn.press("red")
    assert finger.sees(lambda lamps: lit(lamps) == {"rage_1", "rage_3", "rage_5", "rage_7"})
    assert finger.sees(lambda lamps: lit(lamps) == {"rage_2", "rage_4", "rage_6"})
    finger.drawn.release("red")
    journal.failure = None
    assert finger.press("green").source == "panel"
    assert finger.sees(lambda lamps: lit(lamps) == {"red", "rage_1", "rage_2", "rage_3"})


def test_a_mended_journal_is_seen_on_all_lamps_until_somebody_goes_on(finger: Finger) -> None:
    def mended(journal: Journal) -> Journal:
        journal.recovered = Sentence("Some of it is lost.")
        return journal

    finger.table.adopt(mended)
    assert finger.sees(lambda lamps: lit(lamps) == {"rage_1", "rage_3", "rage_5", "rage_7"})
    assert finger.sees(lambda lamps: lit(lamps) == {"rage_2", "rage_4", "rage_6"})
    assert finger.press("green").source == "panel"
    assert finger.sees(lambda lamps: lit(lamps) == {"red", "rage_1", "rage_2", "rage_3"})
    assert DAMAGED in finger.table.snapshot.notices, "phones say it on"


@pytest.fixture
def told() -> Iterator["queue.Queue[logging.LogRecord]"]:
    """What the panel logs, to be waited for."""
    records: queue.Queue[logging.LogRecord] = queue.Queue()
    log, listening = logging.getLogger("hardware.panel.panel"), QueueHandler(records)
    log.addHandler(listening)
    yield records
    log.removeHandler(listening)


def test_a_lamp_that_fails_is_told_and_the_next_picture_is_shown(
    finger: Finger, told: "queue.Queue[logging.LogRecord]"
) -> None:
    pin = finger.factory.pin(finger.pins.lamps["rage_7"])
    pin.function = "input"  # so that setting its level raises
    finger.table.submit(CorrectNumber(Number.RAGE_SPACE, 7, "a test"), "cli")
    assert "the lamps cannot be set" in told.get(timeout=WAIT_S).getMessage()
    pin.function = "output"
    assert finger.tap("next").state.turn == GREEN
    assert finger.sees(lambda lamps: lamps["green"] == 1.0 and lamps["rage_7"] == 1.0)


def test_leaving_gives_the_pins_back_and_ends_the_threads(table: Table) -> None:
    with Panel(table, open_factory("mock")):
        assert {"panel", "lamps"} <= {thread.name for thread in threading.enumerate()}
    assert not {"panel", "lamps"} & {thread.name for thread in threading.enumerate()}
    with Panel(table, open_factory("mock")):
        pass


def test_a_panel_has_two_threads_and_no_others_that_tick(table: Table) -> None:
    before = set(threading.enumerate())
    with Panel(table, open_factory("mock")):
        ours = set(threading.enumerate()) - before
    assert {thread.name for thread in ours} == {"panel", "lamps"}


def test_a_panel_that_outlives_its_table_ends_its_lamps_thread(tmp_path: Path) -> None:
    table = Table.open(tmp_path / "journal.sqlite")
    with Panel(table, open_factory("mock")):
        (lamps,) = [thread for thread in threading.enumerate() if thread.name == "lamps"]
        table.close()
        lamps.join(WAIT_S)
        assert not lamps.is_alive()


class HalfFactory(MockFactory):
    """Mock pins of which one is held by another program, which lgpio tells in its own way."""

    class Error(Exception):
        """Like lgpio.error: related to no other exception."""

    times_closed = 0

    def close(self) -> None:
        self.times_closed += 1
        super().close()

    def pin(self, name: int) -> MockPin:
        if name == 26:
            raise self.Error("GPIO busy")
        return super().pin(name)


def test_one_busy_pin_is_a_sentence_and_everything_is_given_back(table: Table) -> None:
    factory = HalfFactory(pin_class=MockPWMPin)
    with pytest.raises(PanelMissing, match=r"GPIO busy.*another program"):
        Panel(table, factory)
    assert factory.times_closed == 1


def test_a_button_that_is_down_from_the_start_is_told_and_comes_back(table: Table) -> None:
    factory = WatchedFactory()
    panel = Panel(table, factory)
    finger = Finger(table, panel, factory)
    finger.drawn.press("red")
    with panel:
        assert panel.stuck == ("red",)
        notice = table.snapshot.notices["stuck red"]
        assert notice.facts == {"button": "red"}
        assert finger.press("green").state.area.green == 3
        shown = table.snapshot
        finger.drawn.release("red")
        table.wait_newer(shown.version, WAIT_S, lambda: not table.snapshot.notices)
        assert finger.press("red").state.area.red == 4


class Switch:
    """Something that can be switched off, and waited for."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure, self.is_off = failure, threading.Event()

    def __call__(self) -> None:
        self.is_off.set()
        if self.failure is not None:
            raise self.failure


@pytest.mark.parametrize("failure", [None, RuntimeError("not allowed")])
@pytest.mark.slow
def test_undo_and_attack_held_switch_off_and_the_lamps_count_down(
    table: Table, failure: Exception | None
) -> None:
    factory, switch = WatchedFactory(), Switch(failure)
    with Panel(table, factory, callbacks=Callbacks(switch_off=switch)) as panel:
        finger = Finger(table, panel, factory)
        version = table.snapshot.version
        finger.drawn.press("undo")
        finger.drawn.press("attack")
        assert finger.sees(lambda lamps: lit(lamps) == {"rage_1"})
        assert finger.sees(lambda lamps: lit(lamps) == {"rage_1", "rage_2"})
        assert switch.is_off.wait(2 * PAIR_S)
        after = {"red", "rage_1", "rage_2", "rage_3"} if failure else set(LAMPS) - {"buzzer"}
        assert finger.sees(lambda lamps: lit(lamps) == after)
        assert table.snapshot.version == version
        assert failure is None or finger.saw("buzzer", 1.0)  # a refusal is heard


def test_undo_and_attack_let_go_early_are_nothing(table: Table) -> None:
    factory, switch = WatchedFactory(), Switch()
    with Panel(table, factory, callbacks=Callbacks(switch_off=switch)) as panel:
        finger = Finger(table, panel, factory)
        version = table.snapshot.version
        finger.drawn.press("attack")
        finger.drawn.press("undo")
        assert finger.sees(lambda lamps: lit(lamps) == {"rage_1"})
        finger.drawn.release("undo")
        finger.drawn.release("attack")
        assert finger.sees(lambda lamps: lit(lamps) == {"red", "rage_1", "rage_2", "rage_3"})
        assert finger.press("green").version == version + 1
        assert not switch.is_off.is_set()


@pytest.mark.slow
def test_undo_and_attack_let_go_after_three_seconds_show_a_code(table: Table) -> None:
    factory, switch, host = WatchedFactory(), Switch(), threading.Event()

    def code() -> tuple[int, ...]:
        host.set()
        return 2, 7

    callbacks = Callbacks(switch_off=switch, on_host_wanted=code)
    with Panel(table, factory, callbacks=callbacks) as panel:
        finger = Finger(table, panel, factory)
        finger.drawn.press("attack")
        finger.drawn.press("undo")
        assert finger.sees(lambda lamps: lit(lamps) == {"rage_1"})
        finger.drawn.release("undo")
        assert finger.sees(lambda lamps: "rage_1" not in lit(lamps) or "red" in lit(lamps))
        assert not host.is_set(), "that was too short"
        finger.drawn.press("undo")
        assert finger.sees(lambda lamps: "rage_6" in lit(lamps))  # after 3.6 of five seconds
        finger.drawn.release("undo")
        assert host.wait(PAIR_S)
        assert finger.sees(lambda lamps: lit(lamps) == {"rage_1", "rage_2"})
        assert finger.sees(lambda lamps: len(lit(lamps)) == 7)
        panel.hide_code()
        assert finger.sees(lambda lamps: "red" in lit(lamps))
        assert not switch.is_off.is_set()


def test_a_self_test_takes_lamps_and_buttons_and_gives_them_back(finger: Finger) -> None:
    version = finger.table.snapshot.version
    self_test = SelfTest(parts_of(finger.pins, ["blue"]))
    finger.panel.run_self_test(self_test)
    button, lamp = self_test.current, Part(PartKind.LAMP, "blue")
    assert button == Part(PartKind.BUTTON, "blue")
    assert finger.sees(lambda lamps: lit(lamps) == set())
    finger.drawn.press("blue")
    assert finger.sees(lambda lamps: lit(lamps) == {"blue"})
    assert self_test.current == lamp
    finger.drawn.release("blue")
    finger.panel.run_self_test(None)
    assert finger.sees(lambda lamps: lit(lamps) == {"red", "rage_1", "rage_2", "rage_3"})
    assert finger.press("red").version == version + 1


def test_a_panel_that_has_started_greets(finger: Finger) -> None:
    finger.panel.greet()
    assert finger.saw("rage_7", 1.0)
    assert finger.saw("green", 1.0)
