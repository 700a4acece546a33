"""A newer version beside the old one: tried on a copy of the journal, then used, or taken back."""

import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.appliance import versions
from companion.appliance.backup import back_up, copy_journal
from companion.appliance.install import SERVICE
from companion.appliance.place import Place, StepFailed
from companion.appliance.texts import STATE

TRY_S = 60.0  # a Zero 2 W starts in seconds, but not when it is busy
BACKUPS = STATE / "backups"


@contextmanager
def unpacked(given: Path) -> Iterator[Path]:
    """Give the folder of a version: itself, or that of a release archive; StepFailed if neither."""
    if given.is_dir():
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as folder:
        try:
            shutil.unpack_archive(given, folder, filter="data" if ".tar" in given.name else None)
        except (OSError, shutil.ReadError, ValueError) as error:
            raise StepFailed(f"{given} is neither a folder nor an archive: {error}") from error
        found = [Path(folder), *Path(folder).iterdir()]
        yield next((path for path in found if versions.is_source(path)), Path(folder))


def update(place: Place, given: Path, wheels: Path | None = None) -> None:
    """Install, try and use another version; on failure the old one goes on, and StepFailed says so.

    The journal is backed up first.
    """
    with unpacked(given) as source:
        if not versions.is_source(source):
            raise StepFailed(f"{given} holds no Dragonbag")
        if versions.name_of(source) == versions.current(place):
            place.tell("Nothing to do: this very version is in use.")
            return
        name = versions.put(place, source, wheels)
    journal = place.at(STATE) / "journal.sqlite"
    if not place.is_dry:
        try_out(place, name, journal)
        place.tell(f"{name} starts and answers, on a copy of the journal")
        if journal.exists():
            file = place.at(BACKUPS) / f"before-{name}-{datetime.now(UTC):%Y%m%dT%H%M%S}.zip"
            back_up(journal, None, file)
    old = versions.current(place)
    versions.use(place, name)
    try:
        place.do("systemctl", "restart", SERVICE)  # ends when the service has said that it is up
    except StepFailed as error:
        if not old:
            raise
        roll_back(place)
        raise StepFailed(f"{name} did not come up ({error}); {old} is in use again") from error
    versions.tidy(place)


def roll_back(place: Place) -> None:
    """Return to the version before; StepFailed if there is none or it does not come up."""
    name = versions.roll_back(place)
    place.do("systemctl", "restart", SERVICE)
    place.tell(f"{name} is in use again.")


def try_out(place: Place, name: str, journal: Path) -> None:
    """Start a version on a port of its own with a copy of the journal; StepFailed if it is mute."""
    program = place.at(versions.folder_of(name)) / "venv/bin/dragonbag"
    if not program.exists():
        raise StepFailed(f"{program} is missing: in a scratch root nothing is really installed")
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as folder:
        if journal.exists():
            copy_journal(journal, Path(folder) / journal.name)
        port = _free_port()
        words = ("serve", "--host", "127.0.0.1", "--port", str(port), "--panel", "mock")
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(
                [program, *words, "--data-dir", folder], stdout=said, stderr=said, cwd=folder
            )
            try:
                _answered(process, port, name)
            except StepFailed as error:
                said.seek(0)
                last = said.read().strip().splitlines()[-1:]
                raise StepFailed(": ".join((str(error), *last))) from error
            finally:
                process.terminate()
                process.wait()


def _answered(process: subprocess.Popen[bytes], port: int, name: str) -> None:
    until = time.monotonic() + TRY_S
    while time.monotonic() < until and process.poll() is None:
        try:
            with closing(urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2)):
                return
        except OSError:
            time.sleep(0.05)  # another program is starting: there is no event to await
    raise StepFailed(f"{name} does not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
