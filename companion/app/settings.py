"""Settings: dragonbag.toml and flags become one frozen value; unknown keys are refused.

    settings = load(Path("dragonbag.toml"), {"port": 8080})

How the panel is built stays as the file has it; companion.app.panel_build checks it.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from companion.engine.codec import JsonObject, convert
from companion.engine.errors import BadMessage, BadSettings

T = TypeVar("T")

SETTINGS_FILE = "dragonbag.toml"
INSTALLED_SETTINGS = Path("/etc/dragonbag/dragonbag.toml")  # of `dragonbag install`
PANELS = ("auto", "mock", "pins", "none")
LAST_PORT = 65535
LEAST_BRIGHTNESS = 0.05  # darker looks like a lamp that is not wired
MOST_ZOOM = 4  # beyond it a cube has too few pixels
JOURNAL_FILE = "journal.sqlite"


def default_data_dir() -> Path:
    """Return the folder of the journal where no other is named (XDG base directories)."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "dragonbag"


def usual_settings(here: Path | None = None, installed: Path = INSTALLED_SETTINGS) -> Path:
    """Return the settings file in this folder, or that of an installed Pi if there is none."""
    own = (here or Path()) / SETTINGS_FILE
    return installed if installed.exists() and not own.exists() else own


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve one table.

    `panel` is "auto", "mock", "pins" or "none"; port 0 takes any free one; `brightness` is that of
    the lamps, 0.05 to 1. `camera` is "none", "pi", "usb", "usb:1" (a device) or a folder of photos;
    `zoom` (1 to 4) uses only the middle of its photos; with `evidence` one photo of each draw that
    the camera read is kept. At an `is_open` table everybody may play who reaches the server. With
    `check_lines` a lamp whose wire touches ground or 3.3 V stays off.
    `pins`, `lamps` and `buses` are the tables of the file about the panel, unchecked.
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
    pins: Mapping[str, object] = field(default_factory=dict)
    lamps: Mapping[str, object] = field(default_factory=dict)
    buses: Mapping[str, object] = field(default_factory=dict)
    file: Path | None = field(default=None, compare=False)  # what was read; no key of the file

    def __post_init__(self) -> None:
        """Raise ValueError for a value with which no table can be served."""
        if self.panel not in PANELS:
            raise ValueError(f"panel is {self.panel!r}; it may be {', '.join(PANELS)}")
        if not 0 <= self.port <= LAST_PORT:
            raise ValueError(f"port is {self.port}; it may be 0 to {LAST_PORT}")
        if not 1 <= self.zoom <= MOST_ZOOM:
            raise ValueError(f"zoom is {self.zoom}; it may be 1 to {MOST_ZOOM}")
        if not LEAST_BRIGHTNESS <= self.brightness <= 1:
            raise ValueError(f"brightness is {self.brightness}; it may be {LEAST_BRIGHTNESS} to 1")

    @property
    def journal(self) -> Path:
        """Return the journal's file."""
        return self.data_dir / JOURNAL_FILE


def load(file: Path, flags: JsonObject) -> Settings:
    """Return the settings of the file, if it exists, with the flags that are not None on top.

    BadSettings names the file, the line and the key that is wrong.
    """
    settings = _read(file) if file.exists() else Settings()
    try:
        return replace(settings, **{name: flag for name, flag in flags.items() if flag is not None})
    except ValueError as error:
        raise BadSettings(str(error)) from error


def _read(file: Path) -> Settings:
    try:
        given = tomllib.loads(file.read_text())
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from error
    if "file" in given:
        raise BadSettings(f"{place_of(file, 'file')}: no such field: file")
    return replace(converted(given, Settings, file), file=file)


def converted(given: JsonObject, cls: type[T], file: Path | None) -> T:
    """Return entries of a settings file as a value of `cls`; BadSettings says which is wrong."""
    try:
        return convert(given, cls)
    except BadMessage as error:
        message = str(error).partition(": ")[2]  # without the name of our class
        why = message.partition(" - at `")[0]
        place = place_of(file, _key_in(message, given, cls))
        raise BadSettings(f"{place}: {why}") from error


def _key_in(message: str, given: JsonObject, cls: type) -> str:
    """Return the key that a message of codec.convert() is about, "" if it names none."""
    # "no such field: KEY" | "... at `$.KEY`" | "KEY is ...", as Settings itself says it
    found = re.search(r"no such field: ([\w.]+)|at `\$\.([\w.]+)|^(\w+) is ", message)
    key = next(filter(None, found.groups()), "") if found else ""
    return _wrong_entry(given, key, cls) if key and message.endswith("[...]`") else key


def _wrong_entry(given: JsonObject, table: str, cls: type) -> str:
    """Return the entry for which a table cannot be read: msgspec names only the table."""
    outer, _, inner = table.partition(".")
    wrong = (
        f"{table}.{name}"
        for name, value in given[outer][inner].items()
        if not _is_readable({outer: {inner: {name: value}}}, cls)
    )
    return next(wrong, table)


def _is_readable(given: JsonObject, cls: type) -> bool:
    try:
        convert(given, cls)
    except BadMessage:
        return False
    return True


def place_of(file: Path | None, *keys: str) -> str:
    """Return the file with line and name of the first of these keys that it has."""
    if file is None:
        return keys[0]
    text = file.read_text()
    for key in keys:
        if line := line_of(text, key):
            return f"{file}, line {line}, {key}"
    return f"{file}, {keys[0]}".removesuffix(", ")


def line_of(text: str, key: str) -> int:
    """Return the line of a TOML text, from 1, that gives a key such as "pins.lamps.red"; 0: none.

    A value over several lines counts by its first line.
    """
    return min(lines_of(text, key), default=0)


def lines_of(text: str, key: str) -> range:
    """Return the lines of a TOML text, from 1, that give a key; tomllib does not tell them.

    So ever more lines are parsed until the key is there.
    """
    lines, read = text.split("\n"), 0
    for count in range(1, len(lines) + 1):
        try:
            given = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value
        if _has(given, key):
            return range(read + 1, count + 1)
        read = count
    return range(0)


def _has(given: object, key: str) -> bool:
    for name in key.split("."):
        if not isinstance(given, dict) or name not in given:
            return False
        given = given[name]
    return True
