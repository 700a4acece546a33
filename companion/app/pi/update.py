"""Updates: another version is tried on a copy of the journal, then used, or taken back."""

import json
import os
import socket
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TextIO

from companion.app.pi import release, versions
from companion.app.pi.backup import back_up, copy_journal
from companion.app.pi.install import restart
from companion.app.pi.place import Place, run_for_real
from companion.app.pi.system_files import SETTINGS, STATE
from companion.app.settings import UNREADABLE
from companion.app.settings.files import text_of
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

TRY_S = 60.0  # a Zero 2 W starts within seconds unless it is busy
BACKUPS = STATE / "backups"
MOST_BACKUPS = 5  # of those that updates make; the card is small
IN_USE = Sentence("Nothing to do: this version is in use already.")
START = Sentence("start {name} on a copy of the journal")
TRYING = Sentence("Trying version {version} on a copy of the journal")
STARTING = Sentence("Starting version {version}")
STARTS = Sentence("{name} starts and answers, on a copy of the journal.")
SAVE = Sentence("save the journal as {file}")
USE_AGAIN = Sentence("use {name} again")
NO_TAG = Sentence("{given} is no folder, no archive, and no tag of {clone}: {error}")
NOTHING_IN = Sentence("{given} holds no Dragonbag.")
TAKEN_BACK = Sentence("{name} did not come up, so {old} is in use again. {error}")
NO_PROGRAM = Sentence("{program} is missing: in a scratch root nothing is really installed.")
CANNOT_READ = Sentence(
    "{name} cannot read the journal as it is now, so nothing was changed. {last}"
)
NO_START = Sentence("{name} does not start: {last}")


@contextmanager
def unpacked(given: Path, clone: Path, key: str = "") -> Iterator[Path]:
    """Give a folder with the program, for as long as the block runs.

    `given` is that folder, a release archive, or a tag of the clone; StepFailed if it is none, or
    if it is not signed by `key`, unless that is "".
    """
    if key and not given.is_file():
        raise StepFailed(release.ONLY_SIGNED.about(given=given))
    if given.is_dir():
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as folder:
        inside, apart = Path(folder) / "unpacked", Path(folder) / "archive"
        inside.mkdir()
        apart.mkdir()
        if given.exists():
            archive = release.checked(given, apart, key)
        else:
            archive = _of_tag(clone, str(given), apart)
        release.unpack(archive, inside, given)
        found = [inside, *inside.iterdir()]
        yield next((path for path in found if versions.is_source(path)), inside)


def _of_tag(clone: Path, tag: str, folder: Path) -> Path:
    archive = folder / "tag.tar"
    try:
        run_for_real(("git", "-C", str(clone), "archive", f"--output={archive}", tag))
    except StepFailed as error:
        raise StepFailed(NO_TAG.about(given=tag, clone=clone, error=error.told)) from error
    return archive


def update(place: Place, given: Path, wheels: Path | None = None, clone: Path = Path()) -> None:
    """Install, try and use another version; if it fails, return to the old one and StepFailed.

    The journal is backed up first. clone: the git clone that `given` may be a tag of.
    """
    with unpacked(given, clone, release_key(place)) as source:
        if not versions.is_source(source):
            raise StepFailed(NOTHING_IN.about(given=given))
        if versions.name_of(source) == versions.current(place):
            place.note(IN_USE)
            return
        name = versions.put(place, source, wheels)
    versions.tidy(place, _change_to(place, name))


def release_key(place: Place) -> str:
    """Return the key that the settings in use ask releases to be signed by, "" for none."""
    file = place.at(SETTINGS)
    try:
        # Only this key is looked at: whether all others are right, the version that is tried says.
        given = tomllib.loads(text_of(file)) if file.exists() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise StepFailed(UNREADABLE.about(file=SETTINGS, error=str(error))) from error
    return str(given.get("release_key", ""))


def roll_back(place: Place) -> None:
    """Try the previous version as an update is tried, and use it; StepFailed if it fails.

    It fails too if there is none, or if it cannot read the journal as it is by now.
    """
    name = versions.before(place)
    _change_to(place, name)
    place.say(USE_AGAIN, name=name)


def _change_to(place: Place, name: str) -> set[str]:
    """Try a version, then use it, or go back to the old; return the versions that are kept."""
    _prepare(place, name)
    old, older = versions.current(place), versions.previous(place)
    kept = versions.use(place, name)
    try:
        _take_over(place, name)
    except StepFailed as error:
        if not old:
            raise
        versions.take_back(place, old, older)
        _take_over(place, old)
        raise StepFailed(TAKEN_BACK.about(name=name, error=error.told, old=old)) from error
    return kept


def _prepare(place: Place, name: str) -> None:
    """Try a version on a copy of the journal, and save the journal itself."""
    journal = place.at(STATE) / "journal.sqlite"
    file = BACKUPS / f"before-{name}-{datetime.now(UTC):%Y%m%dT%H%M%S}.zip"
    if place.is_dry:
        place.say(START, name=name)
    else:
        place.begin(TRYING.about(version=versions.number_of(name)))
        try_out(place, name, journal)
        place.note(STARTS.about(name=name))
    if journal.exists():
        place.say(SAVE, file=file)
        if not place.is_dry:
            place.at(BACKUPS).mkdir(parents=True, exist_ok=True)
            back_up(journal, place.at(SETTINGS), place.at(file))
    _prune(place)


def _prune(place: Place) -> None:
    """Remove all backups of updates but the newest; those that people made have other names."""
    folder = place.at(BACKUPS)
    ours = folder.glob("before-*-????????T??????.zip") if folder.is_dir() else ()
    for file in sorted(ours, key=_made, reverse=True)[MOST_BACKUPS:]:
        place.remove(BACKUPS / file.name)


def _made(backup: Path) -> str:
    return backup.stem.rpartition("-")[2]


def _take_over(place: Place, name: str) -> None:
    """Let a version write its own service file and start it; StepFailed if it does not start."""
    folder = versions.folder_of(name)
    program, source = str(folder / "venv/bin/dragonbag"), str(folder / "source")
    place.begin(STARTING.about(version=versions.number_of(name)))
    place.do(program, "install", "--source", source, "--on-trial", "--yes")
    restart(place)


def try_out(place: Place, name: str, journal: Path, timeout_s: float = TRY_S) -> None:
    """Start a version on a port of its own, with the settings and a copy of the journal.

    StepFailed with the last line that it printed if it does not answer.
    """
    program = place.at(versions.folder_of(name)) / "venv/bin/dragonbag"
    if not program.exists():
        raise StepFailed(NO_PROGRAM.about(program=program))
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as folder:
        if journal.exists():
            copy_journal(journal, Path(folder) / journal.name)
            _let_read(program, Path(folder), name)
        port, settings = _free_port(), place.at(SETTINGS)
        named = str(settings) if settings.exists() else os.devnull  # the first version has none
        where = ("--host", "127.0.0.1", "--port", str(port), "--data-dir", folder)
        words = (str(program), "serve", *where, "--panel", "mock", "--settings", named)
        with tempfile.TemporaryFile("w+") as said, _running(words, said) as tried:
            if not _answers(tried, port, name, timeout_s):
                said.seek(0)
                last = said.read().strip().splitlines()[-1:] or [""]
                raise StepFailed(NO_START.about(name=name, last=last[0]))


def _let_read(program: Path, folder: Path, name: str) -> None:
    """Let a version replay every game of a copied journal; StepFailed if it cannot.

    That it starts is not enough: it would find out only when somebody looks at a past game. Every
    version has the command that does it, because it is how a backup is checked.
    """
    where = ("--data-dir", str(folder), "--settings", os.devnull)
    words = (str(program), "backup", str(folder / "read.zip"), *where)
    told = subprocess.run(words, capture_output=True, text=True, cwd="/")
    if told.returncode:
        last = told.stderr.strip().splitlines()[-1:] or [""]
        raise StepFailed(CANNOT_READ.about(name=name, last=last[0]))


@contextmanager
def _running(words: tuple[str, ...], said: TextIO) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends, in / so that it finds no settings by chance."""
    with subprocess.Popen(words, stdout=said, stderr=said, cwd="/") as tried:
        try:
            yield tried
        finally:
            tried.kill()  # it has only a copy of the journal: nothing is lost


def _answers(tried: subprocess.Popen[bytes], port: int, name: str, timeout_s: float) -> bool:
    until = time.monotonic() + timeout_s
    while time.monotonic() < until and tried.poll() is None:
        if _version_at(port) == versions.number_of(name):
            return True
        time.sleep(0.05)  # another program is starting: there is no event to await
    return False


def _version_at(port: int) -> str:
    line = HTTPConnection("127.0.0.1", port, timeout=2)  # not urllib: it would ask a proxy
    try:
        line.request("GET", "/healthz")
        return str(json.loads(line.getresponse().read())["version"])
    except (OSError, HTTPException, ValueError, KeyError):
        return ""
    finally:
        line.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
