"""What the host chose on a phone, kept beside the journal.

The settings file is root's, because it names the key that releases must be signed by; the table may
not write it.
"""

import logging
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.app.panel_build import moved, why_not
from companion.app.settings import NUMBERS, Settings
from companion.engine.codec import convert, dump, parse
from companion.engine.errors import BadMessage, BadSettings
from companion.engine.value import Value, field

FILE = "chosen.json"
BEFORE = FILE + ".before"
CAMERAS = ("none", "pi", "usb")  # more can be written into the settings
log = logging.getLogger(__name__)


class Choices(Value, frozen=True):
    """The host's choices; None is as the settings have it.

    `pins` is as the table of the settings: {"lamps": {"red": 6}}.
    """

    brightness: float | None = None
    camera: str | None = None
    pins: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


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
    """Keep the host's choices, in one atomic step; OSError if the disk refuses.

    Those before them stay in a file beside it.
    """
    fresh = folder / (FILE + ".new")
    fresh.write_bytes(dump(choices))
    if (folder / FILE).exists():
        shutil.copyfile(folder / FILE, folder / BEFORE)
    fresh.replace(folder / FILE)


def kept(settings: Settings, *, can_see: bool = True) -> Settings:
    """Return the settings with what the host chose on top: pins and camera.

    What does not fit the settings any more is left out, so that the table starts all the same.
    can_see: is there what reads photos?
    """
    choices = chosen(settings.data_dir)
    if choices.camera in CAMERAS and (can_see or choices.camera == "none"):
        settings = replace(settings, camera=choices.camera)
    if not choices.pins:
        return settings
    try:
        changed = moved(settings, choices.pins)
        wrong = why_not(changed)
    except BadSettings:
        return settings  # the file itself is wrong, which is said when the panel is built
    if wrong:
        log.warning("the pins that the host chose are left out: %s", wrong[0])
    return settings if wrong else changed


def surely_kept(settings: Settings) -> Settings:
    """Return what kept() does; OSError if this user, or nobody, can read what the host chose.

    A table starts all the same. But whoever tests a panel, or draws one, must not be shown other
    pins than those of the table.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        (settings.data_dir / FILE).read_bytes()
    return kept(settings)


def kept_brightness(settings: Settings) -> float:
    """Return the brightness of the lamps: the host's choice, or that of the settings."""
    least, most = NUMBERS["brightness"]
    wished = chosen(settings.data_dir).brightness
    return settings.brightness if wished is None else min(max(wished, least), most)
