"""Runs a table on a real disk that is small, full or read-only: a tmpfs of its own.

`unshare -Urm python -m tests.support.disk.bad_disk FOLDER SCENE` mounts it there, for itself alone.
A scene is an AssertionError, or "ok" is printed.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.app.doctor.host import check_host
from companion.app.doctor.machine import Machine
from companion.app.pi.backup import back_up, restore
from companion.app.settings import Settings
from companion.engine.errors import DragonbagError, JournalError
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, StartGame
from companion.games.clank.values import Seat
from companion.table.disk.notices import UNWRITTEN
from companion.table.disk.watch import JournalWatch
from companion.table.table import Table
from web_ui.access.guests import Guests
from web_ui.app import Options, create_app

SIZE_KB = 600
FULL = "The disk with {} is full. Delete something, or use a larger card."
RED = Colour.RED
START = StartGame((Seat(RED, "Ann"), Seat(Colour.GREEN)), RED)


def play(path: Path, *, is_killed: bool) -> None:
    """Play in a process of its own, which a power cut ends or which ends well."""
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        return
    table = Table.open(path)
    table.open_game("cli", "clank")
    table.submit(START, "cli")
    table.submit(GainGold(RED, 7), "panel")
    if not is_killed:
        table.close()
    os._exit(0)


def fill(folder: Path) -> Path:
    """Leave no byte free."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return ballast


def gold(table: Table) -> int:
    return int(table.snapshot.state.player(RED).gold)


def refuses(table: Table) -> None:
    """Fail unless the table can be read, and says that it cannot save."""
    assert gold(table) == 7
    try:
        table.submit(GainGold(RED), "panel")
    except JournalError:
        assert gold(table) == 7
        assert UNWRITTEN in table.snapshot.notices
        assert table.journal.last_seq() == table.snapshot.version, "no half of it is there"
        return
    raise AssertionError("it was saved on a disk that takes nothing")


def reads(table: Table, folder: Path) -> None:
    """Fail unless phones can join and look at every page."""
    guests = Guests(folder / "guests.json")
    app = create_app(table, Options(address=lambda: "http://t", version="test", guests=guests))
    phone = app.test_client()
    joined = phone.get(guests.link("").removeprefix("http://t"))
    assert joined.status_code == 303, joined.status
    for page in ("/", "/watch", "/seat/red", "/log", "/games", "/fair", "/api/v1/snapshot"):
        answer = phone.get(page)
        assert answer.status_code == 200, (page, answer.text)
    assert "cannot save" in phone.get("/watch").text
    answer = phone.post(
        "/undo", data={"step": table.snapshot.version}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.get_json()["code"]) == (503, "journal_failed")


def mended(table: Table) -> None:
    """Fail unless the table goes on by itself."""
    JournalWatch(table).try_disk()
    assert UNWRITTEN not in table.snapshot.notices
    assert table.submit(GainGold(RED), "panel").state.player(RED).gold == 8


def full_in_the_middle(folder: Path) -> None:
    """Fill the disk during a game."""
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(START, "cli")
        table.submit(GainGold(RED, 7), "panel")
        ballast = fill(folder)
        for _ in range(50):  # what SQLite's log has already may be written again
            try:
                table.submit(GainGold(RED), "panel")
                table.undo("panel")
            except JournalError:
                break
        while gold(table) != 7:
            raise AssertionError("half a step was done")
        refuses(table)
        reads(table, folder)
        ballast.unlink()
        mended(table)


def full_at_the_start(folder: Path, *, is_killed: bool) -> None:
    """Start on a full disk, after a power cut or after a good end."""
    path = folder / "journal.sqlite"
    play(path, is_killed=is_killed)
    ballast = fill(folder)
    with Table.open(path) as table:
        refuses(table)
        reads(table, folder)
        ballast.unlink()
        mended(table)
    with Table.open(path) as table:
        assert gold(table) == 8


def full_at_the_first_start(folder: Path) -> None:
    """Start a table for the first time on a full disk, and look at it with the doctor."""
    ballast = fill(folder)
    for _ in range(2):  # the second time an empty file is there
        refused = told_by(lambda: Table.open(folder / "journal.sqlite"))
        assert refused == FULL.format(folder), refused
    (writing,) = (
        found
        for found in check_host(Machine(), Settings(data_dir=folder))
        if found.name == "writing"
    )
    assert "larger card" in str(writing.cure), writing
    ballast.unlink()
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")


def backup_on_a_full_disk(folder: Path) -> None:
    """Save and put back on a full disk: the file that is told of is sound."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as other:
        journal, file = Path(other) / "here" / "journal.sqlite", Path(other) / "evening.zip"
        play(journal, is_killed=False)
        back_up(journal, None, file)
        fill(folder)
        assert told_by(lambda: restore(file, folder / "journal.sqlite")) == FULL.format(folder)
        assert told_by(lambda: back_up(journal, None, folder / "a.zip")) == FULL.format(folder)


def told_by(work: Callable[[], object]) -> str:
    try:
        work()
    except DragonbagError as error:
        return str(error)
    return ""


def read_only(folder: Path, *, is_killed: bool) -> None:
    """Start on a disk that the kernel has made read-only, as it does after errors."""
    path = folder / "journal.sqlite"
    play(path, is_killed=is_killed)
    remount(folder, "ro")
    with Table.open(path) as table:
        refuses(table)
        reads(table, folder)
        remount(folder, "rw")
        mended(table)


def remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


SCENES: dict[str, Callable[[Path], None]] = {
    "full_in_the_middle": full_in_the_middle,
    "full_at_the_start": lambda folder: full_at_the_start(folder, is_killed=False),
    "full_after_a_power_cut": lambda folder: full_at_the_start(folder, is_killed=True),
    "full_at_the_first_start": full_at_the_first_start,
    "backup_on_a_full_disk": backup_on_a_full_disk,
    "read_only": lambda folder: read_only(folder, is_killed=False),
    "read_only_after_a_power_cut": lambda folder: read_only(folder, is_killed=True),
}


def main(folder: Path, scene: str) -> None:
    """Play one scene on a small disk."""
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "none", str(folder)], check=True
    )
    SCENES[scene](folder)
    print("ok")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
