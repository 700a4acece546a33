"""The wired panel with a person at it: `pytest -m pi -s`, and follow what is asked."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.doctor.walk import walk
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from hardware.panel.factories import open_factory
from hardware.panel.panel import Callbacks, Panel
from hardware.panel.self_test import SelfTest, Verdict, parts_of

pytestmark = pytest.mark.pi
PATIENCE_S = 60.0
Say = Callable[[str], None]


@pytest.fixture
def say(capfd: pytest.CaptureFixture[str]) -> Say:
    def say(text: str) -> None:
        with capfd.disabled():
            print(f"\n{text}", flush=True)

    return say


@pytest.fixture
def is_so(capfd: pytest.CaptureFixture[str]) -> Callable[[str], bool]:
    def ask(question: str) -> bool:
        with capfd.disabled():
            return input(f"\n{question} [y/n] ").strip().lower().startswith("y")

    return ask


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
        yield table


def test_every_lamp_lights_and_every_button_is_heard(
    table: Table, say: Say, is_so: Callable[[str], bool]
) -> None:
    def text(sentence: Sentence) -> str:
        return sentence.one.format_map(sentence.facts)

    with Panel(table, open_factory("pins")) as panel:
        self_test = SelfTest(parts_of(panel.pins))
        assert walk(
            panel,
            self_test,
            tell=lambda told: say(text(told)),
            ask=lambda told: Verdict.GOOD if is_so(text(told)) else Verdict.BAD,
        )


def test_ten_quick_taps_count_as_ten_however_the_button_bounces(table: Table, say: Say) -> None:
    with Panel(table, open_factory("pins")):
        say("Tap the GREEN button ten times, quickly; then press NEXT once.")
        turned = table.snapshot.state.turn
        version = table.snapshot.version
        while table.snapshot.state.turn == turned:
            newer = table.wait_newer(version, PATIENCE_S)
            assert newer is not None, "nothing was pressed"
            version = newer.version
        assert table.snapshot.state.area.green == 12  # two from the setup


def test_a_held_button_takes_one_back(table: Table, say: Say) -> None:
    with Panel(table, open_factory("pins")):
        say("Hold the GREEN button for two seconds.")
        pressed = table.wait_newer(table.snapshot.version, PATIENCE_S)
        assert pressed is not None
        held = table.wait_newer(pressed.version, PATIENCE_S)
        assert held is not None
        assert held.state.area.green == 1


def test_undo_and_attack_held_switch_off(table: Table, say: Say) -> None:
    is_off = threading.Event()
    callbacks = Callbacks(switch_off=is_off.set)
    with Panel(table, open_factory("pins"), callbacks=callbacks):
        say("Hold UNDO and ATTACK for five seconds; the rage lamps count. Nothing is switched off.")
        assert is_off.wait(PATIENCE_S)


def test_the_lamps_look_right(table: Table, is_so: Callable[[str], bool]) -> None:
    with Panel(table, open_factory("pins")):
        assert is_so("Do RED and the first three rage lamps shine, steadily, without flicker?")
    with Panel(table, open_factory("pins"), brightness=0.1):
        assert is_so("Are the same lamps much darker now, and still without flicker?")
