"""The list of a table's phones as it is kept on the disk.

Keys and phones stand in one small file beside the journal, readable by its owner alone; a game's
export never holds them.
"""

import logging
import secrets
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.engine.sentence import Sentence
from companion.engine.value import Value, field
from web_ui.access import kept

KEY_BYTES = 9  # twelve characters in a link: 2^72 guesses

OLDER = Sentence(
    "The list of phones was damaged, so the one before it is used. Whoever joined or sat down last "
    "does it again. The damaged list is kept as {file}."
)
LOST = Sentence(
    "The list of phones was damaged. Every phone has to join again with the QR code. The damaged "
    "list is kept as {file}."
)

log = logging.getLogger(__name__)


class Policy(StrEnum):
    """Whose numbers a phone may change."""

    HELP = "help"  # anyone helps anyone; the log names who
    OWN = "own"  # only the own seat's


class Phone(Value, frozen=True):
    """One phone, known by its cookie; without a seat it watches."""

    id: str
    seat: str = ""
    is_host: bool = False
    name: str = ""  # of whoever sat down with it last


class Kept(Value):
    """What the file holds."""

    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(KEY_BYTES))
    host_key: str = field(default_factory=lambda: secrets.token_urlsafe(KEY_BYTES))
    policy: Policy = Policy.HELP
    phones: dict[str, Phone] = field(default_factory=dict)


def read(file: Path) -> Kept:
    """Return the list of a file, else that of the one before it, else an empty one."""
    return _of(kept.read(file)) or _of(kept.read(kept.before(file))) or Kept()


def _of(fields: kept.Fields | None) -> Kept | None:
    """Return what the fields of a file mean; None if they mean nothing."""
    try:
        given: dict[str, Any] = {**(fields or {})}
        phones = {each["id"]: Phone(**each) for each in given.pop("phones")}
        return Kept(**{**given, "policy": Policy(given["policy"])}, phones=phones)
    except (ValueError, TypeError, KeyError):
        return None


def loss_in(file: Path) -> Sentence | None:
    """Return what is lost of the file's list, which is then put aside; None if it is whole."""
    older = kept.before(file)
    if _of(kept.read(file)) or not (file.exists() or older.exists()):
        return None
    aside = kept.put_aside(file).name
    log.error("the list of phones is damaged; it is kept as %s", aside)
    return (OLDER if _of(kept.read(older)) else LOST).about(file=aside)


def host_link(file: Path, address: str) -> str | None:
    """Return the link that makes a phone the host; None if there is no table's file to read."""
    known = _of(kept.read(file)) or _of(kept.read(kept.before(file)))
    if known is None:
        return None
    return f"{address.rstrip('/')}/join/{known.host_key}"
