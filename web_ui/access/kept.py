"""A small file of secrets that survives a power cut, a full disk and a damaged card.

It is replaced in one step, and the one before it is kept beside it. A checksum tells whether it is
as it was written.
"""

import hashlib
import hmac
import json
import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.engine.codec import parse
from companion.engine.errors import BadMessage
from companion.table.disk.head_file import settle

CHECK = "sha256"  # the field with the checksum of all others; files of earlier versions have none
BEFORE = ".before"  # the end of the name of the one before

Fields = dict[str, object]


def write(file: Path, fields: Fields) -> None:
    """Put a new file in the place of the old one; OSError if the disk refuses, then it stays."""
    fresh, old = file.with_suffix(".new"), before(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as text:
        json.dump({**fields, CHECK: _check(fields)}, text)
        text.flush()
        os.fsync(text.fileno())
    if file.exists():
        old.unlink(missing_ok=True)
        _link(file, old)
    fresh.replace(file)
    settle(file.parent)  # else a power cut brings the old one back


def before(file: Path) -> Path:
    """Return where the file before this one is kept."""
    return file.with_name(file.name + BEFORE)


def read(file: Path) -> Fields | None:
    """Return what a file holds; None if it is not there, or not as it was written."""
    try:
        fields = parse(file.read_bytes())
        check = fields.pop(CHECK, None)
    except (OSError, BadMessage, TypeError, AttributeError):
        return None
    return fields if check in (None, _check(fields)) else None


def put_aside(file: Path) -> Path:
    """Keep a damaged file under another name, which is returned."""
    kept = file.with_name(f"{file.stem}-damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{file.suffix}")
    with suppress(OSError):
        file.rename(kept)
    return kept


def is_same(one: str, other: str) -> bool:
    """Compare two secrets without telling by the time it takes how much of them agrees."""
    return hmac.compare_digest(one.encode(), other.encode())


def _check(fields: Fields) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _link(file: Path, other: Path) -> None:
    """Give a file a second name; copy it where the disk has no such thing."""
    try:
        os.link(file, other)
    except OSError:
        shutil.copy(file, other)
