"""Where HTTPS keeps what: the host's wishes, the keys, and what everybody may know.

Two processes share it. The table writes the wishes. What speaks HTTPS reads them, has the keys, and
writes what is public. On an installed Pi they are two users, so that the table cannot read a key.
"""

import os
from pathlib import Path

from companion.app.settings import INSTALLED_SETTINGS, Settings
from companion.app.settings.files import is_there
from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage
from companion.engine.value import Value, field

WISHES = "https"  # the folder beside the journal
SECRETS_OF_UNIT = Path("/var/lib/dragonbag-https")
PUBLIC_OF_UNIT = Path("/run/dragonbag-https")
WISHES_OF_UNIT = Path("/run/dragonbag-https-wishes")  # how the unit sees the table's folder
ON, CODES = "on", "codes"
AUTHORITY = "authority.crt"
STATUS = "status.json"
PORT = 443  # the port that an https address without one means
ELSEWHERE = 8443  # where no right of root is needed


class Places(Value, frozen=True):
    """The three folders; only `secrets` is closed to others."""

    wishes: Path
    secrets: Path
    public: Path


class Wishes(Value, frozen=True):
    """What the host chose: HTTPS at all, and that the codes lead there."""

    is_on: bool = False
    leads: bool = False


class Status(Value, frozen=True):
    """What is served now: port, names and addresses, the certificate's last second (UTC)."""

    port: int
    until: str
    fingerprint: str  # of the authority, SHA-256
    names: tuple[str, ...] = field(default_factory=tuple)


def is_installed(settings: Settings) -> bool:
    """Are these the settings of a table that `dragonbag install` has set up?"""
    return settings.file == INSTALLED_SETTINGS


def places_of(settings: Settings) -> Places:
    """Return the folders as the table sees them."""
    wishes = settings.data_dir / WISHES
    if is_installed(settings):
        return Places(wishes, SECRETS_OF_UNIT, PUBLIC_OF_UNIT)
    return Places(wishes, wishes / "secrets", wishes / "public")


def wishes_in(folder: Path) -> Wishes:
    """Return what the host chose."""
    return Wishes(is_there(folder / ON), is_there(folder / CODES))


def wish(folder: Path, wishes: Wishes) -> None:
    """Keep what the host chose; OSError if the disk refuses.

    The folder may be read by the user of what speaks HTTPS.
    """
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    for name, is_wished in ((CODES, wishes.leads), (ON, wishes.is_on)):
        if is_wished:
            (folder / name).touch()
            (folder / name).chmod(0o644)
        else:
            (folder / name).unlink(missing_ok=True)
    if os.geteuid() == 0:  # the table must be able to change what the command made
        owner = folder.parent.stat()
        for each in (folder, *folder.glob("o[n]"), *folder.glob(CODES)):
            os.chown(each, owner.st_uid, owner.st_gid)


def publish(folder: Path, status: Status, authority: bytes) -> None:
    """Let everybody know what is served, with the authority to install."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / AUTHORITY).write_bytes(authority)
    fresh = folder / (STATUS + ".new")
    fresh.write_bytes(dump(status))
    for file in (folder / AUTHORITY, fresh):
        file.chmod(0o644)
    fresh.replace(folder / STATUS)


def withdraw(folder: Path) -> None:
    """Say that nothing is served any more."""
    (folder / STATUS).unlink(missing_ok=True)


def status_in(folder: Path) -> Status | None:
    """Return what is served, None if nothing is."""
    try:
        return convert(parse((folder / STATUS).read_bytes()), Status)
    except (OSError, BadMessage):
        return None


def authority_in(folder: Path) -> bytes:
    """Return the authority as phones install it; OSError if there is none."""
    return (folder / AUTHORITY).read_bytes()
