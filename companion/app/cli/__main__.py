"""The command `dragonbag`, or `python -m companion.app.cli`: what it imports stays."""

import sys
from collections.abc import Sequence

from companion.engine.garbage import frozen_after

INTERRUPTED = 130  # 128 and the number of SIGINT, as shells count


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; Ctrl+C ends it, with panel and files closed."""
    try:
        with frozen_after():
            from companion.app.cli.main import main as command
        return command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
