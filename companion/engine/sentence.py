"""Sentences for players, before they are translated."""

from collections.abc import Iterable, Mapping

from companion.engine.value import Value, field, replace

ITEMS = "{items}"  # nothing to translate: the sentences are


class Sentence(Value, frozen=True):
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

    def __str__(self) -> str:
        """Return the sentence in English, for logs and programs."""
        text = self.many if self.many and self.facts["n"] != 1 else self.one
        return text.format_map({name: in_english(fact) for name, fact in self.facts.items()})


class Word(str):
    """A fact that is a word of the program, in English, to be translated."""

    __slots__ = ()


class Both(tuple[object, ...]):
    """A fact that is a list of which all count, as "Red and Green"."""

    __slots__ = ()


class Either(tuple[object, ...]):
    """A fact that is a list of which one counts, as "Red or Green"."""

    __slots__ = ()


class Lines(tuple[object, ...]):
    """A fact that is a list with a line for each item."""

    __slots__ = ()


def in_lines(sentences: Iterable[Sentence]) -> Sentence:
    """Return sentences as one that has a line for each."""
    return Sentence(ITEMS, "", {"items": Lines(sentences)})


def in_english(fact: object) -> str:
    """Return a fact as English text."""
    match fact:
        case Lines():
            return "\n".join(map(in_english, fact))
        case Either():
            return " or ".join(map(in_english, fact))
        case tuple() | list():
            return ", ".join(map(in_english, fact))
        case float():
            return f"{fact:.10g}"
    return str(fact)


def N_(message: str) -> str:
    """Mark a word for translation and return it as it is."""
    return message


# TRANSLATORS: two sentences, one after the other, as people write them in your language.
FOLLOWED = Sentence("{first} {second}")


def followed(first: Sentence, second: Sentence) -> Sentence:
    """Return two sentences, one after the other."""
    return FOLLOWED.about(first=first, second=second)
