"""The command `dragonbag`, or `python -m companion.app.cli`: what it imports stays."""

import sys
from collections.abc import Sequence

from companion.engine.garbage import frozen_after


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    with frozen_after():
        from companion.app.cli.main import main as command
    return command(arguments)


if __name__ == "__main__":
    sys.exit(main())
