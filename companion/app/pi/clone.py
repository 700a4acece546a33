"""What an installation takes over from a clone where the table was run: settings, journal, tray."""

import os
import pwd
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.app.panel_build import panel_build
from companion.app.pi.backup import alone, check, copy_journal
from companion.app.pi.place import Place
from companion.app.pi.system_files import PORT, SETTINGS, SETTINGS_HEAD, STATE, USER
from companion.app.settings import JOURNAL_FILE, SETTINGS_FILE, load
from companion.app.settings.files import text_of
from companion.app.settings.places import lines_of
from companion.engine.errors import BadBackup, JournalError, StepFailed
from companion.engine.sentence import Sentence, followed

# Beside the journal: the keys of host and phones, which names are which people, the hotspot's
# password, the tray's calibration.
BESIDE = (
    "guests.json",
    "people.json",
    *("hotspot.txt", "tray/blank.png", "tray/colours.png", "tray/camera.json"),
)
PANEL = ("pins", "lamps", "buses")  # a wrong entry here can be a short circuit
STOP_FIRST = Sentence("Stop the table that runs in the clone with Ctrl+C, then install again.")
LEAVE_IT = Sentence("To install without it, add --fresh.")
TOO_FANCY = Sentence(
    "{file}: Dragonbag cannot take these settings over. Write each of them on a line of its own."
)
KEPT = Sentence(
    "{settings} stays as it is, although the clone has other pins, lamps or buses. If the panel "
    "is wired as in the clone, change it there, or install with --fresh."
)


@dataclass(frozen=True, slots=True)
class Clone:
    """A table that was run from a clone: its settings as text, and the folder of its journal."""

    file: Path
    text: str
    data_dir: Path

    @property
    def journal(self) -> Path:
        """Return the journal's file, which may be missing."""
        return self.data_dir / JOURNAL_FILE

    @property
    def panel(self) -> Mapping[str, object]:
        """Return the settings of the panel."""
        return panel_in(self.text)


def panel_in(text: str) -> Mapping[str, object]:
    """Return what a settings file says about the panel."""
    return {key: told for key, told in tomllib.loads(text).items() if key in PANEL and told}


def clone_at(source: Path, home: Path) -> Clone:
    """Return the table of a clone; BadSettings if it cannot be served. `home` is its user's."""
    file = source / SETTINGS_FILE
    panel_build(load(file, {}))
    text = text_of(file) if file.exists() else ""
    named = Path(tomllib.loads(text).get("data_dir", "~/.local/share/dragonbag"))
    is_home = named.parts[:1] == ("~",)  # of the user, not of root, which installs
    return Clone(file, text, home / named.relative_to("~") if is_home else source / named)


def home_of_caller(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the home of whoever typed the command, also behind sudo."""
    try:
        return Path(pwd.getpwnam(environ["SUDO_USER"]).pw_dir)
    except KeyError:
        return Path.home()


def check_journal(place: Place, clone: Clone) -> None:
    """Raise StepFailed if the journal that is to be taken over is damaged, or in use."""
    if not _wants_journal(place, clone):
        return
    try:
        with alone(clone.journal):
            check(clone.journal)
    except JournalError as error:
        raise StepFailed(followed(error.told, STOP_FIRST)) from error
    except BadBackup as error:
        raise StepFailed(followed(error.told, LEAVE_IT)) from error


def _wants_journal(place: Place, clone: Clone) -> bool:
    return clone.journal.exists() and not place.has(STATE / JOURNAL_FILE)


def settings_of(clone: Clone) -> str:
    """Return the clone's settings as the service needs them.

    They name the service's folder, and port 80 if the clone names none.
    """
    given = tomllib.loads(clone.text)
    ours = {"port": given.get("port", PORT), "data_dir": str(STATE)}
    gone = {*lines_of(clone.text, "port"), *lines_of(clone.text, "data_dir")}
    kept = (line for at, line in enumerate(clone.text.split("\n"), 1) if at not in gone)
    text = SETTINGS_HEAD.format(**ours) + "\n".join(kept).strip() + "\n"
    if tomllib.loads(text) != {**given, **ours}:
        raise StepFailed(TOO_FANCY.about(file=clone.file))
    return text


def take_over(place: Place, clone: Clone) -> None:
    """Copy the clone's journal, keys and calibration; what the service has already stays."""
    before = place.changes
    if _wants_journal(place, clone):
        with alone(clone.journal):
            place.copy(clone.journal, STATE / JOURNAL_FILE, copy_journal)
    for name in BESIDE:
        if (clone.data_dir / name).exists() and not place.has(STATE / name):
            place.copy(clone.data_dir / name, STATE / name)
    if place.changes > before:
        place.do("chown", "--recursive", f"{USER}:{USER}", str(STATE))
    if clone.text and place.has(SETTINGS) and clone.panel != panel_in(text_of(place.at(SETTINGS))):
        place.note(KEPT.about(settings=str(SETTINGS)))
