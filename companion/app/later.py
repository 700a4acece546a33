"""A part that is ready only after those that ask for it have started."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """Holds a value that is given once: get() returns None until then.

    panel = Later[Panel]()
    page = PanelPage(panel.get)  # answers at once: there is no panel yet
    panel.give(Panel())
    """

    def __init__(self) -> None:
        """Hold nothing yet."""
        self._value: T | None = None

    def get(self) -> T | None:
        """Return the value, or None if it was not given yet."""
        return self._value

    def give(self, value: T) -> None:
        """Give the value; RuntimeError if there is one already."""
        if self._value is not None:
            raise RuntimeError(f"{self._value} was given before")
        self._value = value
