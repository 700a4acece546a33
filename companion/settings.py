"""Settings: dragonbag.toml and flags become one frozen value; unknown keys are refused."""

import os
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.codec import BadMessage, convert
from hardware.pins import Pins

SETTINGS_FILE = "dragonbag.toml"
PANELS = ("auto", "mock", "pins", "none")
LAST_PORT = 65535
LEAST_BRIGHTNESS = 0.05  # darker looks like a lamp that is not wired
JOURNAL_FILE = "journal.sqlite"


def default_data_dir() -> Path:
    """Return where an evening is kept unless somebody says otherwise (XDG base directories)."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "dragonbag"


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve one table.

    `panel` is "auto", "mock", "pins" or "none"; port 0 takes any; `brightness` is that of the
    lamps, 0.05 to 1.
    """

    host: str = "0.0.0.0"
    port: int = 8000
    data_dir: Path = field(default_factory=default_data_dir)
    panel: str = "auto"
    brightness: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what no table can be served with, by ValueError."""
        if self.panel not in PANELS:
            raise ValueError(f"panel is {self.panel!r}; it may be {', '.join(PANELS)}")
        if not 0 <= self.port <= LAST_PORT:
            raise ValueError(f"port is {self.port}; it may be 0 to {LAST_PORT}")
        if not LEAST_BRIGHTNESS <= self.brightness <= 1:
            raise ValueError(f"brightness is {self.brightness}; it may be {LEAST_BRIGHTNESS} to 1")

    @property
    def pins(self) -> Pins:
        """Return which button and lamp is on which pin."""
        return Pins()

    @property
    def journal(self) -> Path:
        """Return the journal's file."""
        return self.data_dir / JOURNAL_FILE


class BadSettings(ValueError):
    """The settings file cannot be used; the text says which line or key and why."""


def load(file: Path, flags: dict[str, Any]) -> Settings:
    """Return the settings of the file, if it exists, with the flags that were given on top."""
    given = _read(file) if file.exists() else {}
    try:
        settings: Settings = convert(given, Settings)
    except BadMessage as error:
        raise BadSettings(f"{file}: {error}") from error
    try:
        return replace(settings, **{name: flag for name, flag in flags.items() if flag is not None})
    except ValueError as error:
        raise BadSettings(str(error)) from error


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text())
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from error
