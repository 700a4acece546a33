"""A disk that is full, read-only or slow: the table can be read, says so, and goes on by itself."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.disk.notices import SLOW, SLOW_S
from companion.table.table import Table
from tests.support.disk.bad_disk import SCENES
from tests.support.places import ROOT

RED = Colour.RED
ALONE = ("unshare", "--user", "--map-root-user", "--mount")


def may_mount(folder: Path) -> bool:
    mount = ("mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder))
    try:
        return subprocess.run([*ALONE, *mount], capture_output=True).returncode == 0
    except OSError:
        return False


@pytest.mark.parametrize("scene", SCENES)
def test_on_a_real_small_disk(scene: str, tmp_path: Path) -> None:
    if not may_mount(tmp_path):
        pytest.skip("this computer lets nobody mount a disk of their own")
    asked = [*ALONE, sys.executable, "-m", "tests.support.disk.bad_disk", str(tmp_path), scene]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "ok\n", done.stderr


def test_while_a_slow_disk_saves_the_table_can_be_read_and_then_says_so(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(RED), Seat(Colour.GREEN)), RED), "cli")
    before = table.snapshot
    tap = threading.Thread(target=table.submit, args=(GainGold(RED), "panel"))
    with closing(sqlite3.connect(table.journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # nobody else can write until this one is done
        tap.start()
        tap.join(SLOW_S + 0.1)
        assert tap.is_alive()
        assert table.snapshot is before, "nothing is shown before it is saved"
        other.execute("ROLLBACK")
    tap.join()
    assert "The disk is slow" in str(table.snapshot.notices[SLOW])
    assert table.snapshot.state.player(RED).gold == 1
    table.submit(GainGold(RED), "panel")
    assert SLOW not in table.snapshot.notices, "and no more, once it is quick"
