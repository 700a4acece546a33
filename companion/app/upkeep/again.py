"""A table that stops, takes a backup in the place of its journal, and starts again."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.app.pi.systemd import notify
from companion.engine.codec import convert, dump, parse
from companion.engine.errors import DISK_REFUSES, BadMessage, DragonbagError
from companion.engine.sentence import Sentence, in_english
from companion.engine.value import Value

ANSWER_S = 1.0  # for the host's phone to be told
RESTORE_S = 600  # that systemd waits for; every game is replayed once more
OUTCOME = "restored.json"  # beside the journal, for the table that starts then
log = logging.getLogger(__name__)


class Outcome(Value, frozen=True):
    """What came of a restore: of which backup, where the old journal is, and what went wrong."""

    made_at: str = ""
    kept: str = ""
    error: Sentence | None = None  # the page says it in its reader's language


def outcome_in(folder: Path) -> Outcome | None:
    """Return what came of a restore since the last look, None if there was none."""
    file = folder / OUTCOME
    try:
        return convert(parse(file.read_bytes()), Outcome)
    except (OSError, BadMessage):
        return None
    finally:
        file.unlink(missing_ok=True)


def end() -> None:
    """End this table as Ctrl+C would, as soon as the phone that asks is answered."""
    threading.Timer(ANSWER_S, os.kill, (os.getpid(), signal.SIGTERM)).start()


class Again:
    """What is to be done between two lives of a table; its journal is closed then."""

    def __init__(self, ends: Callable[[], None] = end) -> None:
        """End the table by `ends`."""
        self._ends = ends
        self.backup: Path | None = None
        self.is_wanted = False

    def ask(self, backup: Path | None = None) -> None:
        """End the table to start again, if given with the journal of a backup that was checked.

        Whoever asks once more changes nothing: a second signal could end the restore itself.
        """
        if self.is_wanted:
            return
        self.backup = backup
        self.is_wanted = True
        self._ends()

    def take(self, journal: Path) -> None:
        """Put the backup in place; if that fails, the journal stays and the log says why."""
        from companion.app.pi.backup import restore

        assert self.backup is not None, "somebody has asked"
        notify(f"EXTEND_TIMEOUT_USEC={RESTORE_S * 1_000_000}")
        try:
            manifest, kept = restore(self.backup, journal)
        except (DragonbagError, OSError) as error:
            log.error("the backup was not restored: %s", error)
            outcome = Outcome(error=_told(error))
        else:
            log.info("restored a backup of %s; the old journal: %s", manifest.made_at, kept)
            outcome = Outcome(manifest.made_at, kept.name if kept else "")
        self.backup.unlink(missing_ok=True)
        with suppress(OSError):  # a full disk: the log says it all the same
            journal.with_name(OUTCOME).write_bytes(dump(outcome))


def _told(error: DragonbagError | OSError) -> Sentence:
    """Return why, with facts that a file can keep."""
    if isinstance(error, OSError):
        return DISK_REFUSES.about(error=str(error))
    facts = {name: in_english(fact) for name, fact in error.told.facts.items()}
    return error.told.about(**facts)


def start_again() -> None:
    """Start this very command anew; under systemd only end, because that starts it again."""
    sys.stdout.flush()
    if "NOTIFY_SOCKET" not in os.environ:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
