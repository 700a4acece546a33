"""Backups: journal and names in one file, copied while the table is in use, and always checked."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.engine.codec import convert, dump, parse
from companion.engine.errors import (
    BadBackup,
    BadMessage,
    DamagedLine,
    JournalError,
    UnwritableJournal,
)
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.table import game_file
from companion.table.disk.failures import FULL, is_full, lock
from companion.table.disk.head_file import END as HEAD
from companion.table.disk.schema import foreign
from companion.table.journal import Journal
from companion.table.line import EpochCause
from companion.worker.work import Job, R
from web_ui.access import kept as kept_file
from web_ui.beyond.people import FILE as PEOPLE  # which names are which people

FORMAT = "dragonbag-backup"
JOURNAL, SETTINGS, MANIFEST = "journal.sqlite", "dragonbag.toml", "manifest.json"
MOST_BYTES = 1 << 30  # a thousand evenings; a larger file is no journal and could fill the disk
MOST_RATIO = 40  # how much smaller a journal becomes: real ones become 5 to 12 times smaller
SMALL_BYTES = 4 << 20  # below it the ratio does not matter
MOST_SMALL_BYTES = 1 << 20  # of the settings and of the manifest
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
PIECE_BYTES = 1 << 20
FOREIGN = Sentence("{file} holds something that no journal of Dragonbag has: {what}")
UNREAD = Sentence("{file} cannot be read: {error}")
DAMAGED = Sentence("{file} is damaged: {told}")
NO_JOURNAL = Sentence("{file} is no journal of Dragonbag: {error}")
DAMAGED_GAME = Sentence("{file}: game {game} is damaged: {error}")
NONE_YET = Sentence("{file}: there is no journal yet")
OTHER_COUNT = Sentence("{file} holds a different number of games than it says")
TOO_LARGE = Sentence("{file} is too large to be a journal")
NO_BACKUP = Sentence("{file} is no backup of Dragonbag: {error}")
CHANGED = Sentence("{file} is no backup of Dragonbag, or was changed")
SAVING, RESTORING = ".backup-", ".restore-"  # names of the folders of what is not finished yet
LOG, SHARED = "-wal", "-shm"  # files of SQLite beside an open journal
WHOLE = ("", LOG, HEAD)  # the ends of all files that a journal is
DATED = f"{'[0-9]' * 8}T{'[0-9]' * 12}"  # how the name of a journal that was replaced goes on
OLD_JOURNALS = 5  # kept by restores, the newest; more would fill the card in the end
# What zipfile raises for a file that is no zip file, is cut, encrypted or damaged.
UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError, RuntimeError)


class Checked(Value, frozen=True):
    """A sound journal: how many games it has, and which of them are not over."""

    games: int
    unfinished: tuple[str, ...]


class Manifest(Value, frozen=True):
    """What a backup says about itself."""

    format: str
    version: str
    made_at: str
    journal_sha256: str
    games: int


def copy_journal(journal: Path, to: Path) -> None:
    """Copy a journal that may be in use, as it was at one moment; BadBackup if it is damaged.

    `to` is in a folder of its own, for what is not finished.
    """
    try:
        with (
            closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        if is_full(error):
            raise BadBackup(FULL.about(folder=to.absolute().parents[1])) from error
        raise BadBackup(UNREAD.about(file=journal, error=str(error))) from error
    to.chmod(0o600)  # it holds the seeds of the draws


def drained(job: Job[R]) -> R:
    """Do a job to its end and return its result."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            result: R = end.value
            return result


def check(journal: Path) -> int:
    """Replay every game of a journal and return how many there are; BadBackup if one is damaged."""
    return drained(checking(journal)).games


def checking(journal: Path) -> Job[Checked]:
    """Do check() as a job, game by game."""
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
            # Before anything is read: a trigger or a view is a program of whoever made the file.
            db.execute("PRAGMA trusted_schema=OFF")
            if strange := next(foreign(db), None):
                raise BadBackup(FOREIGN.about(file=journal, what=strange))
            (told,) = db.execute("PRAGMA integrity_check").fetchone()
        if told != "ok":
            raise BadBackup(DAMAGED.about(file=journal, told=told))
        with game_file.read_journal(journal) as found:
            return (yield from _refold(found))
    except UnwritableJournal as error:
        raise BadBackup(error.told) from error
    except (sqlite3.Error, JournalError, ValueError) as error:
        raise BadBackup(NO_JOURNAL.about(file=journal, error=str(error))) from error


def _refold(journal: Journal) -> Job[Checked]:
    games, unfinished = journal.games(), []
    for done, game in enumerate(games, 1):
        rules = game_file.game_of(journal, game.id)
        last: object = rules.empty
        try:
            for _, state in game_file.replay(journal, game.id):
                last = state
        except (BadMessage, DamagedLine, KeyError) as error:
            raise BadBackup(
                DAMAGED_GAME.about(file=journal.path, game=game.id, error=str(error))
            ) from error
        if not rules.is_over(last):
            unfinished.append(game.id)
        yield done, len(games)
    return Checked(len(games), tuple(unfinished))


def back_up(journal: Path, settings: Path | None, file: Path) -> Manifest:
    """Write journal, names and settings into one file and return its manifest.

    The file gets its name only after it was read again and its journal checked. Its folder must
    be there: the path of a stick that is not plugged in would end up on the card.
    """
    return drained(saving(journal, settings, file))[0]


def saving(
    journal: Path, settings: Path | None, file: Path
) -> Job[tuple[Manifest, tuple[str, ...]]]:
    """Do back_up() as a job; return which games are not over, too."""
    if not journal.exists():
        raise BadBackup(NONE_YET.about(file=journal))
    with (
        _told_if_full(file.absolute().parent),
        tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=SAVING) as folder,
    ):
        copy, fresh = Path(folder) / JOURNAL, Path(folder) / "fresh.zip"
        copy_journal(journal, copy)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        checked = yield from checking(copy)
        digest = _sha256(copy.read_bytes())
        manifest = Manifest(FORMAT, __version__, made_at, digest, checked.games)
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as bag:
            bag.writestr(MANIFEST, dump(manifest))
            bag.write(copy, JOURNAL)
            if kept_file.read(names := journal.with_name(PEOPLE)):
                bag.write(names, PEOPLE)
            if settings is not None and settings.is_file():
                bag.write(settings, SETTINGS)
        _settle(fresh)
        _unpack(fresh, Path(folder) / "again.sqlite")
        _place(fresh, file)
    return manifest, checked.unfinished


def read(file: Path, to: Path) -> Manifest:
    """Unpack a backup's journal and names, check them and return the manifest; or BadBackup."""
    return drained(reading(file, to))


def reading(file: Path, to: Path) -> Job[Manifest]:
    """Do read() as a job, game by game."""
    manifest = _unpack(file, to)
    if (yield from checking(to)).games != manifest.games:
        raise BadBackup(OTHER_COUNT.about(file=file))
    return manifest


def is_backup(file: Path) -> bool:
    """Does this file say of itself that it is a backup, sound or not?"""
    try:
        with zipfile.ZipFile(file) as bag:
            if bag.getinfo(MANIFEST).file_size > MOST_SMALL_BYTES:
                return False
            return convert(parse(bag.read(MANIFEST)), Manifest).format == FORMAT
    except UNREADABLE:
        return False


def has_settings(file: Path) -> bool:
    """Does this backup hold settings too?"""
    with zipfile.ZipFile(file) as bag:
        return SETTINGS in bag.namelist()


def rehearse(file: Path, journal: Path) -> Manifest:
    """Do every check of restore() and change nothing; raises what restore() would."""
    with tempfile.TemporaryDirectory(prefix="dragonbag-") as folder:
        manifest = read(file, Path(folder) / JOURNAL)
    if journal.exists():
        with alone(journal):
            pass
    return manifest


def restore(file: Path, journal: Path) -> tuple[Manifest, Path | None]:
    """Put a backup's journal in place; return its manifest and where the old journal is kept.

    BadBackup, or JournalError if the journal is in use, is raised before anything has changed.
    """
    with _told_if_full(journal.absolute().parent):
        return _restored(file, journal)


def _restored(file: Path, journal: Path) -> tuple[Manifest, Path | None]:
    journal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=journal.absolute().parent, prefix=RESTORING) as folder:
        fresh = Path(folder) / JOURNAL
        manifest = read(file, fresh)
        _tell(fresh, manifest)
        with alone(journal):
            kept = _keep(journal)
            _settle(fresh)
            _place(fresh, journal)
            _place(_beside(fresh, HEAD), _beside(journal, HEAD))
            _put_names(fresh.with_name(PEOPLE), journal.with_name(PEOPLE))
            _drop_oldest(journal)
    return manifest, kept


@contextmanager
def _told_if_full(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if not is_full(error):
            raise
        raise BadBackup(FULL.about(folder=folder)) from error


def _put_names(fresh: Path, file: Path) -> None:
    """Put a backup's names in place, if it has any; those before are kept beside them."""
    if names := kept_file.read(fresh):
        kept_file.write(file, names)
        _give(file, file.parent)


def _tell(journal: Path, manifest: Manifest) -> None:
    """Write into the chain of the game on the table that a backup was restored."""
    with Journal(journal) as opened:
        if game := opened.current_game():
            opened.begin_epoch(game, EpochCause.RESTORE, made_at=manifest.made_at)


@contextmanager
def alone(journal: Path) -> Iterator[None]:
    """Lock the journal against the service; JournalError if the service has it open."""
    held = lock(journal)
    try:
        _give(_beside(journal, ".lock"), journal.parent)
        yield
    finally:
        os.close(held)


def _keep(journal: Path) -> Path | None:
    """Copy the old journal to a dated name and return that; None if there is no old journal.

    It is copied and not moved, so that the service finds a journal at every moment. It is copied as
    bytes, with its log, and not opened: it may be damaged, and SQLite removes the log on closing.
    """
    if not journal.exists():
        return None
    kept = journal.with_name(f"{journal.stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite")
    try:
        for end in WHOLE:
            if (there := _beside(journal, end)).exists():
                _copy(there, _beside(kept, end))
    except OSError:  # a full card: half a copy would only take more of it
        _remove(kept)
        raise
    _settle(journal.parent)
    for end in (LOG, SHARED, HEAD):  # SQLite would take the old journal's log for the new one's
        _beside(journal, end).unlink(missing_ok=True)
    return kept


def _copy(file: Path, to: Path) -> None:
    shutil.copy(file, to)
    _give(to, to.parent)
    _settle(to)


def _drop_oldest(journal: Path) -> None:
    """Remove the journals that earlier restores have kept, but for the newest ones."""
    kept = sorted(journal.parent.glob(f"{journal.stem}-{DATED}.sqlite"))
    for old in kept[:-OLD_JOURNALS]:
        _remove(old)


def _remove(journal: Path) -> None:
    for end in WHOLE:
        _beside(journal, end).unlink(missing_ok=True)


def _beside(journal: Path, end: str) -> Path:
    return journal.with_name(journal.name + end)


def _unpack(file: Path, to: Path) -> Manifest:
    """Unpack a backup's journal piece by piece; BadBackup before it takes more than it may."""
    try:
        with zipfile.ZipFile(file) as bag:
            _must_fit(bag, file)
            manifest = convert(parse(bag.read(MANIFEST)), Manifest)
            digest = hashlib.sha256()
            # zipfile unpacks no more of a member than the size that it names, which was checked.
            with bag.open(JOURNAL) as packed, to.open("wb") as target:
                while piece := packed.read(PIECE_BYTES):
                    digest.update(piece)
                    target.write(piece)
            if PEOPLE in bag.namelist():
                to.with_name(PEOPLE).write_bytes(bag.read(PEOPLE))
    except UNREADABLE as error:
        if is_full(error):
            raise BadBackup(FULL.about(folder=to.absolute().parents[1])) from error
        raise BadBackup(NO_BACKUP.about(file=file, error=str(error))) from error
    is_whole = digest.hexdigest() == manifest.journal_sha256 and _is_whole(to.with_name(PEOPLE))
    if manifest.format != FORMAT or not is_whole:
        raise BadBackup(CHANGED.about(file=file))
    return manifest


def _is_whole(names: Path) -> bool:
    return not names.exists() or kept_file.read(names) is not None


def _must_fit(bag: zipfile.ZipFile, file: Path) -> None:
    """Raise BadBackup for members that no backup has, and for sizes that no journal has."""
    members = bag.infolist()
    names = [member.filename for member in members]
    if len(set(names)) != len(names) or not set(names) <= {JOURNAL, PEOPLE, SETTINGS, MANIFEST}:
        raise BadBackup(CHANGED.about(file=file))
    if any(member.compress_type not in PACKINGS for member in members):
        raise BadBackup(CHANGED.about(file=file))
    most = {JOURNAL: min(MOST_BYTES, max(SMALL_BYTES, MOST_RATIO * file.stat().st_size))}
    if any(member.file_size > most.get(member.filename, MOST_SMALL_BYTES) for member in members):
        raise BadBackup(TOO_LARGE.about(file=file))


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _place(fresh: Path, file: Path) -> None:
    """Give a finished file its name, in one atomic step."""
    fresh.chmod(0o600)
    _give(fresh, file.parent)
    fresh.replace(file)
    _settle(file.parent)


def _give(file: Path, folder: Path) -> None:
    """Give a file that root wrote to the folder's owner: the service cannot read root's files."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _settle(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
