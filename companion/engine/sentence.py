"""Sentences for players, before they are translated."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence before it is translated.

    `one` and `many` are message ids with {named} places. If there is a `many`, the reader's
    language chooses between them by the fact "n". Facts that are words of the box (a StrEnum) or of
    the program (Word) are translated too; a tuple becomes a list, a float a number as it is written
    in that language:

        Sentence("{player} has {n} cube.", "{player} has {n} cubes.").about(player=RED, n=2)
    """

    one: str
    many: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    def about(self, **facts: object) -> "Sentence":
        """Return the same sentence with these facts."""
        return replace(self, facts=facts)


class Word(str):
    """A fact that is a word of the program, in English, to be translated."""

    __slots__ = ()


class Both(tuple[object, ...]):
    """A fact that is a list of which all count, as "Red and Green"."""

    __slots__ = ()


class Either(tuple[object, ...]):
    """A fact that is a list of which one counts, as "Red or Green"."""

    __slots__ = ()


def N_(message: str) -> str:
    """Mark a word for translation and return it as it is."""
    return message
