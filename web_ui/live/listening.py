"""Which files are ready: phones' at once, those of strangers and the greedy while they are heard.

The latter are behind one file of their own, so that not hearing them costs nothing, however many
they are and whatever they send.
"""

import select
import selectors
from typing import NamedTuple


class Ready(NamedTuple):
    """The number of a file, and for what it is ready, as select.poll() says it."""

    number: int
    flags: int


class Ears:
    """Listens to files; the loop's thread alone uses it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._first = select.poll()
        self._others = selectors.DefaultSelector()
        self._gate = self._others.fileno()
        self._hears_others = False
        self._heard: dict[int, tuple[int, bool]] = {}  # by file: for what, and as one of them?

    def listen(self, number: int, flags: int, *, is_other: bool) -> None:
        """Listen for POLLIN, POLLOUT or both from now on; to 0 no more."""
        if self._heard.get(number, (0, is_other)) == (flags, is_other):
            return
        self.forget(number)
        if not flags:
            return
        self._heard[number] = flags, is_other
        if is_other:
            self._others.register(number, _events(flags))
        else:
            self._first.register(number, flags)

    def forget(self, number: int) -> None:
        """Listen to it no more; it is still open."""
        if number in self._heard:
            _, is_other = self._heard.pop(number)
            (self._others if is_other else self._first).unregister(number)

    def wait(self, timeout_s: float, *, hears_others: bool) -> tuple[list[Ready], bool]:
        """Return phones' files that are ready, and whether any of the others is."""
        if hears_others != self._hears_others:
            self._hears_others = hears_others
            if hears_others:
                self._first.register(self._gate, select.POLLIN)
            else:
                self._first.unregister(self._gate)
        found = [Ready(*each) for each in self._first.poll(timeout_s * 1000)]
        phones = [each for each in found if each.number != self._gate]
        return phones, len(phones) < len(found)

    def others(self) -> list[Ready]:
        """Return the files of strangers and the greedy that are ready now."""
        return [Ready(key.fd, _flags(events)) for key, events in self._others.select(0)]

    def close(self) -> None:
        """Give its own file back."""
        self._others.close()


def _events(flags: int) -> int:
    return (selectors.EVENT_READ if flags & select.POLLIN else 0) | (
        selectors.EVENT_WRITE if flags & select.POLLOUT else 0
    )


def _flags(events: int) -> int:
    return (select.POLLIN if events & selectors.EVENT_READ else 0) | (
        select.POLLOUT if events & selectors.EVENT_WRITE else 0
    )
