"""Waits for the signal that ends a program."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def signals(*names: signal.Signals) -> Iterator[Callable[[], object]]:
    """Catch these signals, and give a function that waits until the first of them has come.

    A signal before the wait counts too; a later one, while everything stops, is ignored. Works only
    in the main thread.
    """
    # Not an Event: its wait holds a lock that a handler in the same thread would wait for, and a
    # signal between the last check and the wait would be missed.
    heard, told = socket.socketpair()
    with heard, told:
        told.setblocking(False)
        signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
        before = [signal.signal(name, lambda *_: None) for name in names]
        try:
            yield partial(heard.recv, 1)
        finally:
            signal.set_wakeup_fd(-1)
            for name, handler in zip(names, before, strict=True):
                signal.signal(name, handler)
