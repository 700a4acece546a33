"""Python's garbage collector: each run goes through every object, and most objects here stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Switch the garbage collector off in this block."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def frozen_after() -> Iterator[None]:
    """Switch the garbage collector off in this block, then leave all objects out of later runs.

    For what is made in the block and stays until the program ends (gc.freeze). After an error
    nothing is left out.
    """
    with collection_paused():
        yield
        gc.freeze()
