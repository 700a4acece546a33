"""What a command says when the system refuses a file."""

import errno
import os
import pwd
import sys
from pathlib import Path

from companion.app.saying import say
from companion.app.settings.files import is_there
from companion.engine.errors import CommandError, DragonbagError, StepFailed
from companion.engine.sentence import N_
from companion.language.terminal import _

OWNED = N_("{path} belongs to the user {user}; put sudo in front.")
NO_JOURNAL = N_("{path}: there is no journal yet; run `dragonbag serve` first")
NOT_POSSIBLE = 1  # the exit code


def failed(error: DragonbagError | OSError) -> int:
    """Print why a command failed and return its exit code; an error that says nothing is raised."""
    why = _why(error)
    if not why:
        raise error
    print(f"dragonbag: {why}", file=sys.stderr)
    return NOT_POSSIBLE


def readable(journal: Path) -> Path:
    """Return a journal that this user may read; CommandError if there is none, PermissionError.

    SQLite would only say that it cannot open the file.
    """
    if not is_there(journal):
        raise CommandError(_(NO_JOURNAL, path=journal))
    if not os.access(journal, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(journal))
    return journal


def _why(error: DragonbagError | OSError) -> str:
    """Return what to say of an error; "" if only its traceback tells anything."""
    refused = error.__cause__ if isinstance(error, DragonbagError) else error
    # A step of installing fails for what a program may not do, which no owner of a file explains.
    owned = "" if isinstance(error, StepFailed) else _owned(refused)
    if owned:
        return owned
    if isinstance(error, DragonbagError):
        return say(error.told)
    if error.filename is not None:
        return f"{_name(error)}: {error.strerror}"
    return ""


def _name(error: OSError) -> str:
    return str(error.filename) if isinstance(error.filename, int) else os.fsdecode(error.filename)


def _owned(refused: BaseException | None) -> str:
    """Return whose the file or folder is that refuses; "" if that explains nothing.

    Of a closed folder nobody is told what is in it, so the first of the folders that can be seen
    counts.
    """
    if not isinstance(refused, PermissionError) or refused.filename is None:
        return ""
    named = Path(os.path.abspath(_name(refused)))
    for path in (named, *named.parents):
        try:
            owner = path.stat().st_uid
        except OSError:
            continue
        return "" if owner == os.geteuid() else _(OWNED, path=path, user=_user(owner))
    return ""


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:  # a disk from another computer
        return str(number)
