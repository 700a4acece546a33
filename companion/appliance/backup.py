"""The journal in one file: copied while the table plays, checked before anything is believed."""

import hashlib
import os
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__, archive
from companion.codec import BadMessage, convert, dump, parse
from companion.journal import Journal, JournalError

FORMAT = "dragonbag-backup"
JOURNAL, SETTINGS, MANIFEST = "journal.sqlite", "dragonbag.toml", "manifest.json"
MOST_BYTES = 1 << 30  # a thousand evenings; more is no journal but a trap


class BadBackup(Exception):
    """A backup cannot be used, or a journal not be backed up; the text says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    format: str
    version: str
    made_at: str
    journal_sha256: str
    games: int


def copy_journal(journal: Path, to: Path) -> None:
    """Copy a journal that may be in use, as it was at one moment; BadBackup if it is damaged."""
    try:
        with (
            closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise BadBackup(f"{journal}: {error}") from error
    to.chmod(0o600)  # it holds the seeds of the draws


def check(journal: Path) -> int:
    """Refold every game of a journal and return how many there are; BadBackup if one does not."""
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (told,) = db.execute("PRAGMA integrity_check").fetchone()
        if told != "ok":
            raise BadBackup(f"{journal.name} is damaged: {told}")
        with archive.read_journal(journal) as found:
            games = found.games()
            for game in games:
                archive.story(found, game.id)
    except (sqlite3.Error, JournalError, BadMessage, KeyError) as error:
        raise BadBackup(f"{journal.name} is no journal of Dragonbag: {error}") from error
    return len(games)


def back_up(journal: Path, settings: Path | None, file: Path) -> Manifest:
    """Write journal and settings into one file, whole or not at all, and return what it says."""
    if not journal.exists():
        raise BadBackup(f"{journal}: there is no journal yet")
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
        copy, fresh = Path(folder) / JOURNAL, Path(folder) / file.name
        copy_journal(journal, copy)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(FORMAT, __version__, made_at, _sha256(copy.read_bytes()), check(copy))
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as bag:
            bag.writestr(MANIFEST, dump(manifest))
            bag.write(copy, JOURNAL)
            if settings is not None and settings.is_file():
                bag.write(settings, SETTINGS)
        fresh.chmod(0o600)
        _settle(fresh)
        fresh.replace(file)
        _settle(file.absolute().parent)
    return manifest


def restore(file: Path, journal: Path) -> tuple[Manifest, Path | None]:
    """Put a backup's journal in place; return what it says and where the journal before now lies.

    BadBackup or JournalError (somebody uses the journal) come before anything has changed.
    """
    journal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=journal.absolute().parent, prefix=".restore-") as folder:
        fresh = Path(folder) / JOURNAL
        manifest = _unpack(file, fresh)
        if check(fresh) != manifest.games:
            raise BadBackup(f"{file} holds another number of games than it says")
        fresh.chmod(0o600)
        with Journal(journal):  # nobody else has it open; closing folds its log into the file
            pass
        kept = journal.with_name(f"{journal.stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite")
        journal.replace(kept)
        _settle(fresh)
        fresh.replace(journal)
        _settle(journal.absolute().parent)
    with archive.read_journal(kept) as before:
        is_empty = not before.games()
    if is_empty:
        kept.unlink()
    return manifest, None if is_empty else kept


def _unpack(file: Path, to: Path) -> Manifest:
    try:
        with zipfile.ZipFile(file) as bag:
            if bag.getinfo(JOURNAL).file_size > MOST_BYTES:
                raise BadBackup(f"{file} is too large to be a journal")
            manifest: Manifest = convert(parse(bag.read(MANIFEST)), Manifest)
            text = bag.read(JOURNAL)
    except (OSError, zipfile.BadZipFile, KeyError, BadMessage, EOFError) as error:
        raise BadBackup(f"{file} is no backup of Dragonbag: {error}") from error
    if manifest.format != FORMAT or _sha256(text) != manifest.journal_sha256:
        raise BadBackup(f"{file} is no backup of Dragonbag, or was changed")
    to.write_bytes(text)
    return manifest


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _settle(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
