"""What every command of `dragonbag` adds itself to, and how it is run."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.app.settings import INSTALLED_SETTINGS, usual_settings

# argparse has no public name for what add_subparsers() returns.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run = Callable[[argparse.Namespace], None]  # raises CommandError if it cannot be done


def add_settings(parser: argparse.ArgumentParser, installed: Path = INSTALLED_SETTINGS) -> None:
    """Let the settings be named; else this folder's count, or those of an installed Pi."""
    parser.add_argument("--settings", type=Path, default=usual_settings(installed=installed))
