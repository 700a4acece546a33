"""What a command says when the system refuses a file, or what it prints."""

import errno
import os
import pwd
import sys
from contextlib import suppress
from pathlib import Path

from companion.app.saying import say
from companion.app.settings.files import is_there
from companion.engine.errors import CommandError, DragonbagError, StepFailed
from companion.engine.sentence import N_
from companion.language.terminal import _

OWNED = N_("{path} belongs to the user {user}; put sudo in front.")
NO_JOURNAL = N_("{path}: there is no journal yet; run `dragonbag serve` first")
UNWRITTEN = N_("What the command prints cannot be written: {why}")
# What a disk or a terminal refuses while something is written; such an error names no file.
OF_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
NOT_POSSIBLE = 1  # the exit code


def failed(error: DragonbagError | OSError) -> int:
    """Print why a command failed and return its exit code; an error that says nothing is raised."""
    whys = [_why(error)]
    if not whys[0]:
        raise error
    try:
        flush()
    except BrokenPipeError:
        drop_output()
    except OSError as unwritten:
        drop_output()
        whys.append(_why(unwritten))
    for why in dict.fromkeys(filter(None, whys)):
        print(f"dragonbag: {why}", file=sys.stderr)
    return NOT_POSSIBLE


def flush() -> None:
    """Write what was printed, while it can still be told that this failed."""
    if sys.stdout is not None:  # a shell may have closed it
        sys.stdout.flush()


def drop_output() -> None:
    """Lead nowhere what is not written yet, or Python would complain of it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    return _(UNWRITTEN, why=error.strerror) if error.errno in OF_WRITING else ""


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
