"""The newest snapshot, and everybody who waits for a newer one."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.engine.sentence import Sentence
from companion.engine.value import replace
from companion.table.reading import Seen
from companion.table.snapshot import Snapshot


class News:
    """What a table has published; its lock is the only one of the table."""

    _snapshot: Snapshot

    def __init__(self) -> None:
        """Begin with nothing published: who makes this sets the first snapshot."""
        self._news = threading.Condition()
        self._is_closed = False
        self._followers: list[Callable[[Snapshot], None]] = []
        # Called after a step: waits a moment for the screens that are being drawn.
        self.wait_drawn: Callable[[], None] = lambda: None

    @property
    def is_closed(self) -> bool:
        """Is there nothing more to wait for?"""
        return self._is_closed

    @property
    def snapshot(self) -> Snapshot:
        """Return the newest published snapshot; reading it takes no lock."""
        return self._snapshot

    def wait_newer(
        self,
        version: int,
        timeout_s: float | None = None,
        or_when: Callable[[], bool] = lambda: False,
    ) -> Snapshot | None:
        """Wait for a snapshot newer than `version`, and return the newest one.

        Returns None if there is none after `timeout_s`, or as soon as `or_when` is true or the
        table is closed. Whoever makes `or_when` true calls wake() afterwards.
        """
        with self._news:
            self._news.wait_for(
                lambda: self._is_closed or self._snapshot.version > version or or_when(), timeout_s
            )
            newest = self._snapshot
            return newest if newest.version > version and not self._is_closed else None

    def follow(self, hear: Callable[[Snapshot], None]) -> None:
        """Let `hear` have each step's snapshot before anybody is shown it, none left out.

        It is called under the table's lock and must ask nothing of the table.
        """
        with self._news:
            self._followers.append(hear)

    @contextmanager
    def drawn_first(self) -> Iterator[None]:
        """Let the screens draw a step that is made inside before its maker goes on.

        Both need Python's one lock. This way the other phones see the step sooner.
        """
        yield
        self.wait_drawn()

    def wake(self) -> None:
        """Let everybody in wait_newer() check their `or_when` again."""
        with self._news:
            self._news.notify_all()

    def show_again(self) -> None:
        """Show everybody the newest snapshot again: something that pages tell besides it is new."""
        with self._news:
            self._snapshot = replace(self._snapshot, shown_again=self._snapshot.shown_again + 1)
            self._news.notify_all()

    def notice(self, key: str, sentence: Sentence | None) -> None:
        """Show everybody a notice until the same key is given None; `key` names who says it."""
        with self._news:
            shown = self._snapshot.notices
            if shown.get(key) == sentence:
                return
            told = {name: known for name, known in shown.items() if name != key}
            told |= {} if sentence is None else {key: sentence}
            self._snapshot = replace(self._snapshot, notices=told)
            self._news.notify_all()

    def see(self, seen: Seen | None) -> None:
        """Show everybody what the camera read, until a player confirms it or None removes it."""
        with self._news:
            if self._snapshot.seen != seen:
                self._snapshot = replace(self._snapshot, seen=seen)
                self._news.notify_all()
