"""Python's search for garbage, kept away from what stays: each search goes through all of it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_search() -> Iterator[None]:
    """Search for no garbage meanwhile."""
    searches = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searches:
            gc.enable()


@contextmanager
def all_stays() -> Iterator[None]:
    """Make inside what stays until the program ends; later searches leave it out."""
    with no_search():
        yield
        gc.freeze()
