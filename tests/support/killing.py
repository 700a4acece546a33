"""Kills a submitting process at a random moment and looks at what its journal kept."""

import random
import subprocess
import sys
from pathlib import Path

from companion.engine.game import fold
from companion.table import game_file
from companion.table.history import Kind
from companion.table.table import Table


def kill_once(path: Path, dice: random.Random) -> tuple[int, int]:
    """Return the last version that was promised and the last that the journal has.

    AssertionError when the journal lost what it promised, or its fold is not the table's state.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.submitter", str(path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    promised = 0, ""
    for _ in range(dice.randint(1, 60)):
        version, _, notation = process.stdout.readline().rstrip().partition(" ")
        promised = int(version), notation
    process.kill()
    for line in process.stdout:  # what it had still said before it died was a promise too
        if line.endswith("\n"):
            version, _, notation = line.rstrip().partition(" ")
            promised = int(version), notation
    process.stdout.close()
    process.wait()
    return promised[0], _kept(path, promised)


def _kept(path: Path, promised: tuple[int, str]) -> int:
    version, notation = promised
    with Table.open(path) as table:
        snapshot = table.snapshot
        assert snapshot.version >= version, f"{version} was promised, {snapshot.version} is kept"
        if snapshot.version == version:
            assert snapshot.game.notation(snapshot.state) == notation
        entries, state = game_file.story(table.journal, snapshot.game_id)
        counted = [
            event
            for entry in entries
            if entry.kind is Kind.COMMAND and not entry.is_undone
            for event in entry.events
        ]
        assert fold(snapshot.game, counted) == state == snapshot.state
    return snapshot.version
