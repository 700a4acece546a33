"""Faults of the real pin libraries that mock pins do not show, and that a panel survives.

Most need a process of their own: lgpio is what it is from its import on. Where edges must come
apart, or nobody may hear them, only time can be waited for.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table.table import Table
from hardware.panel.board import read_board
from hardware.panel.devices import PanelDevices
from hardware.panel.factories import PanelMissing, has_rpi_lgpio, line_users, open_factory
from hardware.panel.panel import Panel
from hardware.panel.pins import BUTTONS, LAMPS
from tests.kernel.lines import Lines
from tests.support.places import ROOT
from tests.support.presses import (
    Stand,
    WilfulJournal,
    a_burst_of_edges_leaves_no_button_down,
    start_game,
)

pytestmark = pytest.mark.kernel
HOLD = """
import lgpio, sys
lgpio.gpio_claim_output(lgpio.gpiochip_open(0), int(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""
OPEN = """
import os, sys
from hardware.panel.factories import open_factory
factory = open_factory("pins")
print(type(factory).__name__, os.getcwd())
"""


def python(
    code: str, *arguments: str, cwd: str | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run some Python with the project's modules and these environment variables."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        cwd=cwd,
    )


def test_the_board_is_known_without_a_device_tree() -> None:
    assert read_board().is_pi


def test_an_exception_in_a_callback_would_end_all_events_so_ours_only_note(lines: Lines) -> None:
    """It ends lgpio's only thread: this is why PanelDevices.listen() wants a safe callback."""
    code = """
import sys, time
from gpiozero import DigitalInputDevice
from hardware.panel.factories import open_factory
from tests.kernel.lines import Lines
from hardware.panel.pins import BUTTONS, LAMPS
lines, factory, heard = Lines(BUTTONS, LAMPS), open_factory("pins"), []
device = DigitalInputDevice(BUTTONS["red"], pull_up=True, pin_factory=factory)
def fail():
    heard.append(1)
    raise ValueError("once")
device.when_activated = fail
for _ in range(3):
    lines.press("red"); time.sleep(.1); lines.release("red"); time.sleep(.1)
print(len(heard))
"""
    assert python(code).stdout == "1\n"


def test_a_burst_beyond_the_kernels_sixteen_edges_leaves_no_button_down(stand: Stand) -> None:
    a_burst_of_edges_leaves_no_button_down(stand)


def test_panels_one_after_the_other_in_one_process(lines: Lines, tmp_path: Path) -> None:
    for number in range(3):
        journal = WilfulJournal(tmp_path / f"{number}.sqlite")
        with Table(journal) as table:
            start_game(table)
            with Panel(table, open_factory("pins")) as panel:
                Stand(table, panel, lines, journal).handled()
        for button in BUTTONS:  # edges that no panel hears must not kill lgpio's thread
            lines.press(button)
            lines.release(button)
        time.sleep(0.05)  # nobody is left who could tell that lgpio's thread has had them


def test_a_folder_that_takes_no_fifo_is_no_matter_and_stays_the_working_directory() -> None:
    done = python(OPEN, cwd="/proc")
    assert done.stdout == "LGPIOFactory /proc\n", done.stderr


def test_the_variable_of_lgpio_does_not_move_the_process(tmp_path: Path) -> None:
    done = python(OPEN, cwd=str(tmp_path), LG_WD="/run")
    assert done.stdout == f"LGPIOFactory {tmp_path}\n", done.stderr
    assert list(tmp_path.iterdir()) == []


@contextmanager
def held(bcm: int) -> Iterator[None]:
    """Let another process hold a line."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(bcm)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/run",
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield
    finally:
        other.communicate("")


def test_the_doctor_sees_who_holds_a_line_without_taking_it() -> None:
    assert line_users() == {}
    with held(BUTTONS["red"]):
        assert line_users() == {BUTTONS["red"]: "lg"}


def test_a_line_that_another_process_holds_is_a_sentence_and_the_others_are_free_again() -> None:
    with held(LAMPS["rage_3"]), pytest.raises(PanelMissing, match=r"GPIO busy.*another program"):
        PanelDevices(open_factory("pins"))
    PanelDevices(open_factory("pins")).close()


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_both_libraries_serve_a_panel(name: str, tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from hardware.panel.pins import BUTTONS, LAMPS
from companion.table.table import Table
from tests.kernel.lines import Lines
from tests.support.presses import Stand, WilfulJournal, start_game
journal = WilfulJournal(Path(sys.argv[1]) / "journal.sqlite")
lines = Lines(BUTTONS, LAMPS)
with Table(journal) as table:
    start_game(table)
    with Panel(table, open_factory("pins")) as panel:
        Stand(table, panel, lines, journal).handled()
        print(type(panel.factory).__name__)
"""
    done = python(code, str(tmp_path), cwd=str(tmp_path), GPIOZERO_PIN_FACTORY=name)
    wished = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory"}[name]
    assert done.stdout == f"{wished}\n", done.stderr
    assert not list(tmp_path.glob(".lgd*"))


def test_rpi_lgpio_is_recognised() -> None:
    assert has_rpi_lgpio()
