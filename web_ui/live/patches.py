"""What changed in a piece of HTML: a few letters at their places instead of the whole piece."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate, takewhile
from operator import eq

Patch = tuple[tuple[int, int, str], ...]

FEW = 3  # tags that differ in their places; where more do, some have moved, and are looked for
MOST = 20_000  # pairs of tags that are compared; a larger change is sent as one
HUNK_BYTES = 12  # of its place, its length and what parts them


@lru_cache(maxsize=256)  # roles that see the same change are sent the same patch
def patch(before: str, after: str) -> Patch | str:
    """Return what makes `after` of `before`: (place, letters gone, text), the last place first.

    A letter is a Unicode code point. If it is hardly less than `after` itself, that is returned.
    """
    old, new = _tags(before), _tags(after)
    places = list(accumulate(map(len, old), initial=0))
    hunks = [
        _hunk(places[start], "".join(old[start:end]), "".join(new[begin:until]))
        for start, end, begin, until in _changes(old, new)
    ]
    weight = sum(HUNK_BYTES + len(text) for _, _, text in hunks)
    return tuple(reversed(hunks)) if weight < len(after) else after


def _tags(html: str) -> list[str]:
    """Return what stands between the tags, each with the tag before it; of Markup as plain text."""
    first, *others = str(html).split("<")
    return [first, *("<" + tag for tag in others)]


def _changes(old: list[str], new: list[str]) -> Iterable[tuple[int, int, int, int]]:
    """Return which tags differ: from, to in `old` and from, to in `new`."""
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    mine, yours = old[head : len(old) - tail], new[head : len(new) - tail]
    differing = [
        place for place, pair in enumerate(zip(mine, yours, strict=False)) if not eq(*pair)
    ]
    if len(mine) == len(yours) and len(differing) <= FEW:
        blocks = [(place, place + 1, place, place + 1) for place in differing]
    elif len(mine) * len(yours) > MOST:
        blocks = [(0, len(mine), 0, len(yours))]
    else:
        found = SequenceMatcher(None, mine, yours, autojunk=False).get_opcodes()
        blocks = [(a, b, c, d) for kind, a, b, c, d in found if kind != "equal"]
    return [(a + head, b + head, c + head, d + head) for a, b, c, d in blocks]


def _same(old: Sequence[str], new: Sequence[str]) -> int:
    """Count how many are the same from the beginning."""
    return sum(1 for _ in takewhile(bool, map(eq, old, new)))


def _hunk(place: int, gone: str, text: str) -> tuple[int, int, str]:
    """Return a change without the letters that are the same at its beginning and its end."""
    head = _same(gone, text)
    gone, text = gone[head:], text[head:]
    tail = _same(gone[::-1], text[::-1])
    return place + head, len(gone) - tail, text[: len(text) - tail]
