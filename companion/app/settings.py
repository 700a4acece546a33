"""Settings: dragonbag.toml and flags become one frozen value; unknown keys are refused."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.engine.codec import convert
from companion.engine.errors import BadMessage, BadSettings
from hardware.panel.electrics import Buses, Lamps, faults
from hardware.panel.pins import Pins, WrongPins

SETTINGS_FILE = "dragonbag.toml"
INSTALLED_SETTINGS = Path("/etc/dragonbag/dragonbag.toml")  # of `dragonbag install`
PANELS = ("auto", "mock", "pins", "none")
LAST_PORT = 65535
LEAST_BRIGHTNESS = 0.05  # darker looks like a lamp that is not wired
MOST_ZOOM = 4  # beyond it a cube has too few picture elements
JOURNAL_FILE = "journal.sqlite"


def default_data_dir() -> Path:
    """Return where an evening is kept unless somebody says otherwise (XDG base directories)."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "dragonbag"


def usual_settings(here: Path | None = None, installed: Path = INSTALLED_SETTINGS) -> Path:
    """Return whose table is meant: the file in this folder, else that of an installed Pi."""
    own = (here or Path()) / SETTINGS_FILE
    return installed if installed.exists() and not own.exists() else own


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve one table.

    `panel` is "auto", "mock", "pins" or "none"; port 0 takes any; `brightness` is that of the
    lamps, 0.05 to 1. `camera` is "none", "pi", "usb", "usb:1" (a device) or a folder of pictures;
    `zoom` (1 to 4) uses the middle of its picture; with `evidence` a still of each draw that it
    read is kept; an `is_open` table lets everybody in who reaches it. `pins`, `lamps` and `buses`
    are how the panel was built.
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
    pins: Pins = field(default_factory=Pins)
    lamps: Lamps = field(default_factory=Lamps)
    buses: Buses = field(default_factory=Buses)

    def __post_init__(self) -> None:
        """Refuse what no table can be served with, by ValueError."""
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


@dataclass(frozen=True, slots=True)
class _OtherPins:
    """The table [pins] of the file: only what differs from the usual pins."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _PinsOfFile:
    """The part of the file that is about pins."""

    pins: _OtherPins


def load(file: Path, flags: dict[str, Any]) -> Settings:
    """Return the settings of the file, if it exists, with the flags that were given on top.

    BadSettings if they cannot be used, or would hurt the board.
    """
    settings = _read(file) if file.exists() else Settings()
    try:
        return replace(settings, **{name: flag for name, flag in flags.items() if flag is not None})
    except ValueError as error:
        raise BadSettings(str(error)) from error


def _read(file: Path) -> Settings:
    try:
        text = file.read_text()
        given = tomllib.loads(text)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from error
    try:
        settings = _settings(given)
    except BadMessage as error:
        message = str(error).partition(": ")[2]  # without the name of our class
        why = message.partition(" - at `")[0]
        raise BadSettings(f"{_place(file, text, _key_in(message, given))}: {why}") from error
    except WrongPins as error:
        place = _place(file, text, f"pins.{error.key}", f"pins.{error.other}")
        raise BadSettings(f"{place}: {error.why}") from error
    if wrong := faults(settings.pins, settings.lamps, settings.buses):
        told = (f"{_place(file, text, fault.key, *fault.causes)}: {fault.why}" for fault in wrong)
        raise BadSettings("\n".join(told))
    return settings


def _settings(given: dict[str, Any]) -> Settings:
    """Return the file's settings; its pins are changes of the usual ones."""
    settings, pins = _converted(given)
    return replace(settings, pins=Pins().changed(pins.buttons, pins.lamps))


def _converted(given: dict[str, Any]) -> tuple[Settings, _OtherPins]:
    file = convert({"pins": given.get("pins", {})}, _PinsOfFile)
    settings = convert({key: given[key] for key in given if key != "pins"}, Settings)
    return settings, file.pins


def _key_in(message: str, given: dict[str, Any]) -> str:
    """Return the key that a message of codec.convert() is about, "" if it names none."""
    # "no such field: KEY" | "... at `$.KEY`" | "KEY is ...", as Settings itself says it
    found = re.search(r"no such field: ([\w.]+)|at `\$\.([\w.]+)|^(\w+) is ", message)
    key = next(filter(None, found.groups()), "") if found else ""
    return _wrong_entry(given, key) if key and message.endswith("[...]`") else key


def _wrong_entry(given: dict[str, Any], table: str) -> str:
    """Return the entry for which a table cannot be read: msgspec names only the table."""
    outer, _, inner = table.partition(".")
    wrong = (
        f"{table}.{name}"
        for name, value in given[outer][inner].items()
        if not _is_readable({outer: {inner: {name: value}}})
    )
    return next(wrong, table)


def _is_readable(given: dict[str, Any]) -> bool:
    try:
        _converted(given)
    except BadMessage:
        return False
    return True


def _place(file: Path, text: str, *keys: str) -> str:
    """Return the file with line and name of the first of these keys that it has."""
    for key in keys:
        if line := line_of(text, key):
            return f"{file}, line {line}, {key}"
    return f"{file}, {keys[0]}".removesuffix(", ")


def line_of(text: str, key: str) -> int:
    """Return the line of a TOML text, from 1, that gives a key such as "pins.lamps.red"; 0: none.

    tomllib keeps no lines, so it reads ever more of the text until the key is there. What goes
    over several lines counts by its first.
    """
    lines, read = text.split("\n"), 0
    for count in range(1, len(lines) + 1):
        try:
            given = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of something
        if _has(given, key):
            return read + 1
        read = count
    return 0


def _has(given: Any, key: str) -> bool:
    for name in key.split("."):
        if not isinstance(given, dict) or name not in given:
            return False
        given = given[name]
    return True
