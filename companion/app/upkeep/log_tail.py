"""The newest lines of the table's log, for the host's phone; the system log tells them too."""

import logging
from collections import deque
from types import TracebackType
from typing import Self

LINES = 300
LETTERS = 500  # of a line


class LogTail(logging.Handler):
    """Keeps the newest lines in memory, so that nothing is written for it."""

    def __init__(self) -> None:
        """Keep what is logged as long as the block runs."""
        super().__init__(logging.INFO)
        self.setFormatter(
            logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%m-%d %H:%M:%S")
        )
        self._lines: deque[str] = deque(maxlen=LINES)

    def __enter__(self) -> Self:
        """Begin to listen."""
        logging.getLogger().addHandler(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening."""
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._lines.append(self.format(record)[:LETTERS])

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines, the newest last."""
        return tuple(self._lines)
