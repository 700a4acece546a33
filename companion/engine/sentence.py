"""What is said to players, in no language yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something to say, in no language yet.

    `one` and `many` are message ids with {named} places; `many` is used, where it is given, by the
    plural rule of the reader's language for the fact "n". Facts that are words of the box (a
    StrEnum) or of ours (Word) are translated too.
    """

    one: str
    many: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    def about(self, **facts: object) -> "Sentence":
        """Return the same sentence with these facts."""
        return replace(self, facts=facts)


class Word(str):
    """A fact that is an English word of the program's own, to be translated."""

    __slots__ = ()


def N_(message: str) -> str:
    """Mark a word for translation and return it as it is."""
    return message
