"""What changed in a piece of HTML: a few letters at their places instead of the whole piece."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate

Hunk = tuple[int, int, str]  # place, letters gone, text
Patch = tuple[Hunk, ...]

SMALL = 60  # letters: in so few, no tags are told apart
FEW = 3  # tags that differ in their places; where more do, some have moved, and are looked for
MOST = 20_000  # pairs of tags that are compared; a larger change is sent as one
HUNK_BYTES = 12  # of its place, its length and what parts them


@lru_cache(maxsize=256)  # roles that see the same change are sent the same patch
def patch(before: str, after: str) -> Patch | str:
    """Return what makes `after` of `before`: (place, letters gone, text), the last place first.

    A letter is a Unicode code point. If it is hardly less than `after` itself, that is returned.
    """
    whole = _hunk(0, str(before), str(after))  # of Markup as of plain text
    place, gone, text = whole
    old = str(before)[place : place + gone]
    hunks = [whole] if min(gone, len(text)) < SMALL else _hunks(place, old, text)
    weight = sum(HUNK_BYTES + len(text) for _, _, text in hunks)
    return tuple(reversed(hunks)) if weight < len(after) else after


def _hunks(place: int, before: str, after: str) -> list[Hunk]:
    """Return the changes of a text that begins at `place`, tag by tag."""
    old, new = _tags(before), _tags(after)
    places = list(accumulate(map(len, old), initial=place))
    return [
        _hunk(places[start], "".join(old[start:end]), "".join(new[begin:until]))
        for start, end, begin, until in _changes(old, new)
    ]


def _tags(text: str) -> list[str]:
    first, *others = text.split("<")  # a pattern that looks ahead takes twenty times as long
    return [first, *["<" + each for each in others]]


def _changes(old: list[str], new: list[str]) -> Iterable[tuple[int, int, int, int]]:
    """Return which tags differ: from, to in `old` and from, to in `new`."""
    pairs = enumerate(zip(old, new, strict=False))
    differing = [place for place, (was, now) in pairs if was != now]
    if len(old) == len(new) and len(differing) <= FEW:
        return [(place, place + 1, place, place + 1) for place in differing]
    if len(old) * len(new) > MOST:
        return [(0, len(old), 0, len(new))]
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, c, d) for kind, a, b, c, d in found if kind != "equal"]


def _hunk(place: int, before: str, after: str) -> Hunk:
    """Return a change without the letters that are the same at its beginning and its end."""
    head = _same(before, after)
    gone, text = before[head:], after[head:]
    tail = _same(gone[::-1], text[::-1])
    return place + head, len(gone) - tail, text[: len(text) - tail]


def _same(one: str, other: str) -> int:
    """Count how many letters are the same from the beginning."""
    known, most = 0, min(len(one), len(other))
    while known < most:
        middle = (known + most + 1) // 2
        if one[known:middle] == other[known:middle]:
            known = middle
        else:
            most = middle - 1
    return known
