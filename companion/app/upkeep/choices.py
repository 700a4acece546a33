"""What the host chose on a phone, kept beside the journal.

The settings file is root's, because it names the key that releases must be signed by; the table may
not write it.
"""

import logging
from dataclasses import dataclass
from pathlib import Path

from companion.app.settings import NUMBERS, Settings
from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage

FILE = "chosen.json"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Choices:
    """The host's choices; None is as the settings have it."""

    brightness: float | None = None


def chosen(folder: Path) -> Choices:
    """Return what the host chose; a file that cannot be read counts as none."""
    try:
        return convert(parse((folder / FILE).read_bytes()), Choices)
    except FileNotFoundError:
        return Choices()
    except (OSError, BadMessage) as error:
        log.warning("%s cannot be read: %s", FILE, error)
        return Choices()


def choose(folder: Path, choices: Choices) -> None:
    """Keep the host's choices, in one atomic step; OSError if the disk refuses."""
    fresh = folder / (FILE + ".new")
    fresh.write_bytes(dump(choices))
    fresh.replace(folder / FILE)


def kept_brightness(settings: Settings) -> float:
    """Return the brightness of the lamps: the host's choice, or that of the settings."""
    least, most = NUMBERS["brightness"]
    wished = chosen(settings.data_dir).brightness
    return settings.brightness if wished is None else min(max(wished, least), most)
