"""The commands for whoever builds the panel: wiring, doctor."""

from typing import Any


def add(commands: Any) -> None:
    """Add this file's commands to the parser's sub-commands (argparse's own type is private)."""
