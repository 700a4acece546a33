"""Starts a table after a power cut, and holds it against what was promised."""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.table.disk.notices import DAMAGED, UNWRITTEN
from companion.table.table import Table
from tests.support.disk.crash_states import NOT_KEPT, Disk, Files, State, crash_states
from tests.support.disk.damage import hashes_of
from tests.support.disk.recorder import Said, Step, record
from tests.support.disk.short_evening import GUESTS, JOURNAL
from web_ui.access.guests import Guests

Promise = dict[str, Any]
MEMORY = Path("/dev/shm")  # a sync costs nothing there, and nothing is worn out


@dataclass(frozen=True, slots=True)
class Recorded:
    """An evening: what it did to which folder, what it promised, and its lines at the end."""

    folder: Path
    steps: tuple[Step, ...]
    promises: tuple[Promise, ...]
    hashes: dict[str, list[bytes]]


def recorded(folder: Path, rounds: int) -> Recorded:
    """Play an evening of so many rounds in an empty folder; AssertionError if a write escaped."""
    command = [sys.executable, "-m", "tests.support.disk.short_evening", str(folder), str(rounds)]
    steps = record(command, folder)
    disk = Disk(folder)
    for step in steps:
        disk.do(step)
    found = {str(file): file.read_bytes() for file in folder.iterdir()}
    assert _kept(disk.all()) == _kept(found), "something was written that was not recorded"
    promises = [json.loads(step.text) for step in steps if isinstance(step, Said)]
    with Table.open(folder / JOURNAL) as table:
        return Recorded(folder, tuple(steps), tuple(promises), hashes_of(table))


def _kept(files: Files) -> Files:
    return {path: text for path, text in files.items() if not path.endswith(NOT_KEPT)}


def tries(evening: Recorded, folder: Path, mixtures: int) -> Iterator[str]:
    """Yield what is wrong in each state that a power cut can leave; "" where nothing is."""
    for state in crash_states(evening.steps, evening.folder, mixtures):
        yield try_state(folder, state, evening)


def try_state(folder: Path, state: State, evening: Recorded) -> str:
    """Return what is wrong with a table that starts in this state, "" if nothing is."""
    crashed = folder / "crashed"
    crashed.mkdir()
    for path, text in state.files.items():
        (crashed / Path(path).name).write_bytes(text)
    try:
        return wrong_in(crashed, evening.promises[: state.promises], evening.hashes)
    except Exception as error:  # noqa: BLE001  # whatever it is, the table did not start
        return f"it did not start: {error!r}"
    finally:
        shutil.rmtree(crashed)


def wrong_in(
    folder: Path, given: Sequence[Promise], whole: Mapping[str, list[bytes]] | None = None
) -> str:
    """Return which of these promises a table that starts here breaks, "" for none.

    whole: the hashes of all lines that were written, by game, where they are known.
    """
    lines = [promise for promise in given if "version" in promise]
    with Table.open(folder / JOURNAL) as table:
        shown, told = table.snapshot, {DAMAGED, UNWRITTEN} & set(table.snapshot.notices)
        hashes = hashes_of(table)
        kept = [each.hex() for game in hashes.values() for each in game]
        keys = [promise["key"] for promise in lines if promise["key"]]
        lost = [key for key in keys if table.journal.line_with_key(key) is None]
        if whole is not None:
            table.open_game("cli", "clank")  # and it goes on
    if told:
        return f"it told of {told}"
    promised = {promise["hash"] for promise in lines}
    if lost or not promised <= set(kept):
        return f"of {len(promised)} steps not all are kept: {len(kept)}"
    if len(kept) > len(promised) + 1:  # one was on its way
        return f"of {len(promised)} steps some are kept twice: {len(kept)}"
    if whole and any(each != whole[game][: len(each)] for game, each in hashes.items()):
        return "it has lines that nobody wrote"
    notation = shown.game.notation(shown.state)
    if lines and shown.version == lines[-1]["version"] and notation != lines[-1]["notation"]:
        return f"it shows {notation}, and not {lines[-1]['notation']}"
    return _lost_phone(folder, given)


def _lost_phone(folder: Path, given: Sequence[Promise]) -> str:
    seats = {promise["cookie"]: promise["seat"] for promise in given if "cookie" in promise}
    guests = Guests(folder / GUESTS)
    if guests.told is not None:
        return f"it told {guests.told}"
    for cookie, seat in seats.items():
        phone = guests.of(cookie)
        if phone is None or (seat and phone.seat != seat):
            return f"a phone on the seat {seat!r} is {phone}"
    return ""


def temporary() -> "tempfile.TemporaryDirectory[str]":
    """Return a folder in memory where there is one."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
