"""The panel code on gpiozero's mock pins, with a real table and a real journal."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.games.clank.commands import EndTurn, GainGold, RefillRow, StartGame
from companion.games.clank.components import Colour
from companion.games.clank.words import Seat
from companion.history import Kind
from companion.table import Snapshot, Table
from hardware.drawn_panel import DrawnPanel
from hardware.panel import Panel, PanelMissing, open_factory
from hardware.pins import Pins

WAIT_S = 5.0
RED, GREEN = Colour.RED, Colour.GREEN


class Finger:
    """Presses the drawn panel's buttons and waits for what the table or a lamp says."""

    def __init__(self, table: Table, panel: Panel) -> None:
        self.table = table
        self.drawn = DrawnPanel(panel)

    def press(self, button: str) -> Snapshot:
        """Press, wait for the next picture, and let go."""
        version = self.table.snapshot.version
        self.drawn.press(button)
        newer = self.table.wait_newer(version, WAIT_S)
        self.drawn.release(button)
        assert newer is not None, f"{button} did nothing"
        return newer

    def tap(self, button: str) -> Snapshot:
        """Press and let go, for the buttons that act on the release."""
        version = self.table.snapshot.version
        self.drawn.press(button)
        self.drawn.release(button)
        newer = self.table.wait_newer(version, WAIT_S)
        assert newer is not None, f"{button} did nothing"
        return newer

    def hold(self, button: str) -> Snapshot:
        """Press for longer than a second."""
        version = self.table.snapshot.version
        self.drawn.press(button)
        newer = self.table.wait_newer(version, WAIT_S)
        assert newer is not None
        return newer

    def sees(self, is_so: Callable[[dict[str, float]], bool]) -> bool:
        """Wait until the lamps are as wished; the lamps' own thread sets them."""
        watch = threading.Event()
        for _ in range(int(WAIT_S / 0.01)):
            if is_so(self.drawn.lamp_values()):
                return True
            watch.wait(0.01)
        return False


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli")
        table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
        yield table


@pytest.fixture
def finger(table: Table) -> Iterator[Finger]:
    with Panel(table, open_factory("mock")) as panel:
        yield Finger(table, panel)


def test_a_press_is_one_clank_by_the_panel(finger: Finger) -> None:
    done = finger.press("red")
    assert done.state.area.red == 4
    assert done.source == "panel"


def test_a_hold_ends_at_one_clank_less_than_before(finger: Finger) -> None:
    finger.drawn.press("red")
    version = finger.table.snapshot.version
    pressed = finger.table.wait_newer(version, WAIT_S) or finger.table.snapshot
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


def test_next_held_refuses_to_leave_without_an_artifact(
    finger: Finger, caplog: pytest.LogCaptureFixture
) -> None:
    version = finger.table.snapshot.version
    caplog.set_level("INFO", "hardware.panel")
    finger.drawn.press("next")
    assert finger.sees(lambda lamps: lamps["blue"] == 1.0)  # the refusal blinks on all lamps
    finger.drawn.release("next")
    assert finger.table.snapshot.version == version
    assert [line for line in caplog.messages if "needs_artifact" in line]


def test_attack_held_takes_an_artifact_whose_number_comes_later(finger: Finger) -> None:
    held = finger.hold("attack")
    finger.drawn.release("attack")
    assert held.state.player(RED).artifacts == (0,)


def test_undo_and_undo_held(finger: Finger) -> None:
    finger.press("red")
    assert finger.tap("undo").kind is Kind.UNDO
    assert finger.hold("undo").kind is Kind.REDO
    finger.drawn.release("undo")


def test_undo_held_with_a_colour_moves_the_last_press_there(finger: Finger) -> None:
    finger.press("red")
    finger.drawn.press("undo")
    moved = finger.press("green")
    finger.drawn.release("undo")
    assert (moved.state.area.red, moved.state.area.green) == (3, 3)
    assert finger.press("red").kind is Kind.COMMAND  # letting undo go undid nothing


def test_an_acknowledged_press_winks_its_lamp_after_the_journal_has_it(finger: Finger) -> None:
    # green's lamp is dark and red's is lit: both wink at once (a swap of what they show).
    pin = finger.drawn._panel.factory.pin(finger.drawn._panel.pins.lamps["green"])
    before = len(pin.states)
    finger.press("green")
    assert finger.sees(lambda lamps: len(pin.states) > before)
    assert finger.table.journal.last_seq() == finger.table.snapshot.version
    assert pin.states[before].state == 1.0
    lit = finger.drawn._panel.factory.pin(finger.drawn._panel.pins.lamps["red"])
    before = len(lit.states)
    finger.press("red")
    assert finger.sees(lambda lamps: len(lit.states) > before)
    assert lit.states[before].state == 0.0


def test_damage_from_elsewhere_flashes_the_lamps(finger: Finger) -> None:
    finger.tap("attack")
    assert finger.sees(lambda lamps: 0.0 < lamps["rage_1"] < 1.0)  # breathing
    assert finger.sees(lambda lamps: lamps["buzzer"] == 1.0)
    finger.tap("attack")
    assert finger.sees(lambda lamps: lamps["rage_1"] == 1.0)


def test_a_press_without_a_game_is_refused_and_the_panel_lives_on(tmp_path: Path) -> None:
    with (
        Table.open(tmp_path / "empty.sqlite") as table,
        Panel(table, open_factory("mock")) as panel,
    ):
        finger = Finger(table, panel)
        finger.drawn.press("red")
        assert finger.sees(lambda lamps: lamps["red"] == 1.0)
        finger.drawn.release("red")
        table.open_game("cli")
        table.submit(StartGame((Seat(RED), Seat(GREEN)), RED), "cli")
        assert finger.press("green").state.area.green == 3


def test_a_journal_that_fails_blinks_and_the_panel_lives_on(
    finger: Finger, caplog: pytest.LogCaptureFixture
) -> None:
    pages = finger.table.journal._db.execute("PRAGMA page_count").fetchone()[0]
    finger.table.journal._db.execute(f"PRAGMA max_page_count={pages}")
    version = finger.table.snapshot.version
    while finger.table.snapshot.version - version < 2000:
        try:
            finger.table.submit(GainGold(RED), "cli")
        except Exception:  # noqa: BLE001 - until the file is full
            break
    finger.drawn.press("red")
    assert finger.sees(lambda lamps: lamps["blue"] == 1.0)
    finger.drawn.release("red")
    assert "failed" in caplog.text
    finger.table.journal._db.execute("PRAGMA max_page_count=100000")
    assert finger.press("green").source == "panel"


def test_leaving_gives_the_pins_back_and_ends_the_threads(table: Table) -> None:
    with Panel(table, open_factory("mock")):
        assert {"panel", "lamps"} <= {thread.name for thread in threading.enumerate()}
    assert not {"panel", "lamps"} & {thread.name for thread in threading.enumerate()}
    with Panel(table, open_factory("mock")):
        pass


def test_a_pin_that_is_taken_is_a_sentence(table: Table) -> None:
    factory: MockFactory = open_factory("mock")
    with Panel(table, factory), pytest.raises(PanelMissing, match="cannot be used"):
        Panel(table, factory, Pins())
