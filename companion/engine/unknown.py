"""Says that there is no such name: which one is near, and which there are."""

from collections.abc import Iterable
from difflib import get_close_matches

from companion.engine.sentence import Sentence

NONE = Sentence("There is no {name}. It may be {known}.")
NEAR = Sentence("There is no {name}. Did you mean {near}? It may be {known}.")


def no_such(name: str, known: Iterable[str]) -> Sentence:
    """Return the sentence about a name that is none of these.

    They are said as they must be written: a colour of the box would be translated otherwise.
    """
    names = tuple(map(str, known))
    near = get_close_matches(name.casefold(), names, n=1)
    if near:
        return NEAR.about(name=name, near=near[0], known=names)
    return NONE.about(name=name, known=names)
