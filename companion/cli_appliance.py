"""The commands that look after a Pi: install, uninstall, update, rollback, backup, restore."""

from typing import Any


def add(commands: Any) -> None:
    """Add this file's commands to the parser's sub-commands (argparse's own type is private)."""
