"""How a command ends where it cannot print, and when somebody ends it."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.places import ROOT

PROGRAM = (sys.executable, "-m", "companion.app.cli")
TEST = ("doctor", "panel", "--panel", "mock", "--only", "rage_1")
PROMPT_ENDS = "] "
HOMES = ("HOME", "XDG_DATA_HOME")
FULL = Path("/dev/full")  # a disk without room


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ["games", "log", "replay", "export", "doctor"])
def test_a_full_disk_is_told_in_a_sentence(command: str, folder: Path) -> None:
    where = ("--data-dir", str(folder), "--settings", os.devnull)
    with FULL.open("w") as full:
        done = subprocess.run(
            [*PROGRAM, command, *where], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[-1] == (
        "dragonbag: What the command prints cannot be written: No space left on device"
    )
    assert all(line.startswith("dragonbag: ") for line in lines)


@pytest.mark.slow
def test_a_reader_that_has_enough_is_no_failure(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = subprocess.run(
            [*PROGRAM, "games", "--data-dir", str(folder)],
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_user_without_a_home_names_a_folder(tmp_path: Path) -> None:
    # No user of the system's list has this number, so nobody knows a home for it.
    program = "import os, sys; os.getuid = lambda: 2**31 - 5; "
    program += "from companion.app.cli.main import main; sys.exit(main(sys.argv[1:]))"
    shell = {name: told for name, told in os.environ.items() if name not in HOMES}

    def told(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=ROOT,
            env=shell,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, (done.stdout + done.stderr)

    assert told("--help")[0] == told("log", "--help")[0] == 0
    no_home = "dragonbag: You have no home folder. Name the journal's folder with --data-dir.\n"
    assert told("games") == (1, no_home)
    settings = tmp_path / "dragonbag.toml"
    settings.write_text("port = 8001\n")
    where = ("--data-dir", str(tmp_path), "--settings")
    for file in (os.devnull, str(settings)):
        assert "there is no journal yet" in told("games", *where, file)[1]


@contextmanager
def asking(stdin: int, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the test of a lamp, and go on when it has asked for it."""
    with subprocess.Popen(
        [*PROGRAM, *TEST, "--data-dir", str(folder), "--settings", os.devnull],
        cwd=ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        # A shell lets what it starts in the background ignore Ctrl+C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as program:
        assert program.stdout is not None
        said = ""
        while not said.endswith(PROMPT_ENDS):
            letter = program.stdout.read(1)
            assert letter, said
            said += letter
        yield program


@pytest.mark.slow
def test_ctrl_c_ends_a_question_quietly(folder: Path) -> None:
    with asking(subprocess.PIPE, folder) as program:
        program.send_signal(signal.SIGINT)
        _, err = program.communicate()
        assert (program.returncode, err) == (130, "")


@pytest.mark.slow
def test_ctrl_d_in_a_terminal_ends_the_test_and_says_so(folder: Path) -> None:
    keyboard, terminal = pty.openpty()
    with os.fdopen(keyboard, "wb", buffering=0) as keys, asking(terminal, folder) as program:
        os.close(terminal)
        keys.write(b"\x04")
        _, err = program.communicate()
        assert (program.returncode, err) == (
            1,
            "dragonbag: The test was ended with Ctrl+D, before everything was asked.\n",
        )
