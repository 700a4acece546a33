"""Settings: dragonbag.toml and flags become one frozen value; unknown keys are refused.

    settings = load(Path("dragonbag.toml"), {"port": 8080})

How the panel is built stays as the file has it; companion.app.panel_build checks it.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from companion.app.settings.files import is_there, text_of
from companion.app.settings.places import placed
from companion.app.settings.wrong import Wrong, shown, wrong_entries
from companion.engine.codec import JsonObject, convert
from companion.engine.errors import BadSettings
from companion.engine.sentence import Sentence, followed, in_lines
from companion.engine.unknown import no_such

T = TypeVar("T")

SETTINGS_FILE = "dragonbag.toml"
INSTALLED_SETTINGS = Path("/etc/dragonbag/dragonbag.toml")  # of `dragonbag install`
PANELS = ("auto", "mock", "pins", "none")
NUMBERS = {  # the least and the most
    "port": (0, 65535),
    "zoom": (1, 4),  # beyond 4 a cube has too few pixels
    "brightness": (0.05, 1),  # darker looks like a lamp that is not wired
}
CHECKED = (*NUMBERS, "panel", "host", "camera")
JOURNAL_FILE = "journal.sqlite"
CAMERAS = ("none", "pi", "usb", "usb:1")  # with any number behind the colon
OR_FOLDER = Sentence("A folder of photos must exist.")
NO_HOME = Sentence("You have no home folder. Name the journal's folder with --data-dir.")
NO_HOST = Sentence("host is empty. Write 0.0.0.0 to listen on all addresses.")
OUT_OF_BOUNDS = Sentence("{key} is {given}. It may be {least} to {most}.")
UNREADABLE = Sentence("{file} cannot be read: {error}")


def default_data_dir() -> Path:
    """Return the folder of the journal where no other is named (XDG base directories).

    BadSettings if the user has no home, as in some containers.
    """
    folder = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "dragonbag"
    try:
        return folder.expanduser()
    except RuntimeError as error:
        raise BadSettings(NO_HOME) from error


def usual_settings(here: Path | None = None, installed: Path = INSTALLED_SETTINGS) -> Path:
    """Return the settings file in this folder, or that of an installed Pi if there is none."""
    own = (here or Path()) / SETTINGS_FILE
    return installed if _may_be(installed) and not _may_be(own) else own


def _may_be(file: Path) -> bool:
    """Is there such a file, or is it hidden from this user? Reading it then says whose it is."""
    try:
        return is_there(file)
    except PermissionError:
        return True


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve one table.

    `panel` is "auto", "mock", "pins" or "none"; port 0 takes any free one; `brightness` is that of
    the lamps, 0.05 to 1. `camera` is "none", "pi", "usb", "usb:1" (a device) or a folder of photos;
    `zoom` (1 to 4) uses only the middle of its photos; with `evidence` one photo of each draw that
    the camera read is kept. At an `is_open` table everybody may play who reaches the server. With
    `check_lines` a lamp whose wire touches ground or 3.3 V stays off.
    `release_key` is the public key ("ssh-ed25519 AAAA...") that must have signed what `dragonbag
    update` installs; "" asks for no signature. `releases` is the address of the newest release's
    folder. With `metrics` Prometheus is told what is measured.
    `pins`, `lamps`, `strip` and `buses` are the tables of the file about the panel, unchecked;
    `mqtt` and `webhooks` are those about others that are told. Without a `strip` there is none; an
    empty one is the usual strip.
    """

    host: str = "0.0.0.0"
    port: int = 8000
    data_dir: Path = field(default_factory=default_data_dir)
    panel: str = "auto"
    brightness: float = 1.0
    camera: str = "none"
    zoom: float = 1.0
    evidence: bool = False
    is_open: bool = False
    check_lines: bool = True
    release_key: str = ""
    releases: str = ""
    metrics: bool = False
    pins: Mapping[str, object] = field(default_factory=dict)
    lamps: Mapping[str, object] = field(default_factory=dict)
    buses: Mapping[str, object] = field(default_factory=dict)
    strip: Mapping[str, object] | None = None
    mqtt: Mapping[str, object] = field(default_factory=dict)
    webhooks: Mapping[str, object] = field(default_factory=dict)
    file: Path | None = field(default=None, compare=False)  # what was read; no key of the file

    def __post_init__(self) -> None:
        """Raise BadSettings for a value with which no table can be served."""
        for wrong in out_of_bounds({key: getattr(self, key) for key in CHECKED}):
            raise BadSettings(wrong.why)

    @property
    def journal(self) -> Path:
        """Return the journal's file."""
        return self.data_dir / JOURNAL_FILE


def out_of_bounds(given: Mapping[str, object]) -> Iterator[Wrong]:
    """Yield what a table cannot be served with; entries of another kind are not looked at."""
    for key, (least, most) in NUMBERS.items():
        value = given.get(key)
        if isinstance(value, int | float) and not least <= value <= most:
            # As TOML writes numbers: rounded, 4.0000001 would be 4; in Russian, 0.05 is 0,05.
            told = OUT_OF_BOUNDS.about(
                key=key, given=shown(value), least=str(least), most=str(most)
            )
            yield Wrong(key, told)
    panel = given.get("panel")
    if isinstance(panel, str) and panel not in PANELS:
        yield Wrong("panel", no_such(panel, PANELS))
    if given.get("host") == "":
        yield Wrong("host", NO_HOST)
    camera = given.get("camera")
    if isinstance(camera, str) and not _may_be_camera(camera):
        yield Wrong("camera", followed(no_such(camera, CAMERAS), OR_FOLDER))


def _may_be_camera(name: str) -> bool:
    """Is this a camera, or a folder of photos, which may come later if it is a whole path?"""
    kind, _, device = name.partition(":")
    is_camera = name in CAMERAS or (kind == "usb" and device.isdecimal())
    return is_camera or os.sep in name or os.path.isdir(name)


def load(file: Path, flags: JsonObject) -> Settings:
    """Return the settings of the file, if it exists, with the flags that are not None on top.

    BadSettings names the file, the line and the key that is wrong.
    """
    given = {name: flag for name, flag in flags.items() if flag is not None}
    # Not made first and changed then: who names a folder needs no home.
    folder = {name: str(given[name]) for name in given.keys() & {"data_dir"}}
    return replace(_read(file, folder), **given) if is_there(file) else Settings(**given)


def _read(file: Path, folder: JsonObject) -> Settings:
    """Return the settings of a file; `folder` is its data_dir if another one is named."""
    import tomllib  # most tables have no such file

    try:
        given = tomllib.loads(text_of(file))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadSettings(UNREADABLE.about(file=file, error=str(error))) from error
    if wrong := (*wrong_entries(given, Settings, ("file",)), *out_of_bounds(given)):
        raise BadSettings(in_lines(placed(entry.why, file, entry.key) for entry in wrong))
    settings = convert({**given, **folder}, Settings)
    try:
        return replace(settings, data_dir=settings.data_dir.expanduser(), file=file)
    except RuntimeError as error:  # whose home?
        raise BadSettings(UNREADABLE.about(file=file, error=str(error))) from error


def converted(given: JsonObject, cls: type[T], file: Path | None) -> T:
    """Return entries of a settings file as a value of `cls`; BadSettings says which are wrong."""
    if wrong := tuple(wrong_entries(given, cls)):
        raise BadSettings(in_lines(placed(entry.why, file, entry.key) for entry in wrong))
    return convert(given, cls)
