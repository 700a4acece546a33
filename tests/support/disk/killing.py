"""Kills a submitting process at a random moment and looks at what its journal kept."""

import multiprocessing
import random
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.engine.game import fold
from companion.table import game_file
from companion.table.disk.notices import DAMAGED
from companion.table.line import Kind
from companion.table.table import Table
from tests.support.disk.scripted_evening import play


def kill_once(path: Path, dice: random.Random) -> tuple[int, int]:
    """Return the last version that was promised and the last that the journal has.

    AssertionError when the journal lost what it promised, or its fold is not the table's state.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.disk.submitter", str(path)],
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


# Its processes are forked from one that has imported everything, which takes most of the time.
NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["tests.support.disk.scripted_evening"])


def kill_an_evening(path: Path, dice: random.Random, run: str) -> tuple[int, int]:
    """Kill a table at which panel, phones and camera act; return the last version shown and kept.

    AssertionError when anything is lost that was shown or answered, or done again when it is sent
    again, or when panel, phones or camera met an error before the end.
    """
    ear, mouth = NURSERY.Pipe(duplex=False)
    process = NURSERY.Process(target=play, args=(path, run, mouth))
    process.start()
    mouth.close()
    heard = []
    try:
        heard += [ear.recv() for _ in range(dice.randint(1, 80))]
    except EOFError:
        process.join()
        raise AssertionError(f"it ended by itself with {process.exitcode}") from None
    process.kill()
    heard += _rest(ear)  # what it had still said before it died was a promise too
    process.join()
    assert not [words for words in heard if words[0] == "failed"]
    promised = max(
        ((words[1], words[2]) for words in heard if words[0] == "shown"), default=(0, "")
    )
    answered = [(words[1], words[2]) for words in heard if words[0] == "done"]
    kept = _kept(path, promised)
    with Table.open(path) as table:
        assert DAMAGED not in table.snapshot.notices
        for key, command in answered:
            assert table.journal.line_with_key(key) is not None, f"{key} was answered and is lost"
            table.submit(command, "phone", key)
        assert table.snapshot.version == kept, "sent again, it was done again"
    return promised[0], kept


def _rest(ear: Connection) -> list[Any]:
    heard = []
    with ear, suppress(EOFError, OSError):  # half a message ends in an OSError
        while True:
            heard.append(ear.recv())
    return heard
