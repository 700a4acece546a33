"""Name and password of the table's own Wi-Fi: made once, kept, and changed by the host."""

import os
import secrets
from pathlib import Path

from companion.engine.errors import CommandError
from companion.engine.sentence import Sentence
from companion.engine.value import Value

FILE = "hotspot.txt"  # the password, then the name
NAME = "Dragonbag"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letter that looks like another
PASSWORD_LENGTH = 10
SHORTEST, LONGEST = 8, 63  # of a WPA password (IEEE 802.11i, H.4)
LONGEST_NAME = 32  # bytes (IEEE 802.11, 7.3.2.1)
BAD_PASSWORD = Sentence(
    "Choose a password of {least} to {most} characters: English letters, digits and signs."
)
BAD_NAME = Sentence("Choose a name of 1 to {most} bytes for the Wi-Fi.")


class Secret(Value, frozen=True):
    """What a phone needs to join; CommandError if no Wi-Fi takes it."""

    name: str
    password: str

    def __post_init__(self) -> None:
        """Refuse what no Wi-Fi takes, and what would not fit into one line."""
        if not 1 <= len(self.name.encode()) <= LONGEST_NAME or not self.name.isprintable():
            raise CommandError(BAD_NAME.about(most=LONGEST_NAME))
        is_plain = self.password.isascii() and self.password.isprintable()
        if not (is_plain and SHORTEST <= len(self.password) <= LONGEST):
            raise CommandError(BAD_PASSWORD.about(least=SHORTEST, most=LONGEST))


def new_password() -> str:
    """Return a password that is easy to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH))


def kept_secret(folder: Path) -> Secret:
    """Return the table's name and password; they are made once, so that phones can join again."""
    try:
        password, name, *_ = [*(folder / FILE).read_text().splitlines(), NAME]
        return Secret(name, password)
    except (OSError, ValueError, CommandError):
        made = Secret(NAME, new_password())
        keep(folder, made)
        return made


def keep(folder: Path, secret: Secret) -> None:
    """Keep what the host chose, in one atomic step; OSError if the disk refuses."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / (FILE + ".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(f"{secret.password}\n{secret.name}\n")
    if os.geteuid() == 0:  # the table must be able to read what the command made
        owner = folder.stat()
        os.chown(fresh, owner.st_uid, owner.st_gid)
    fresh.replace(folder / FILE)
