"""Sets of cards as whole numbers, one bit for each card, so that the search is fast."""

from collections.abc import Iterable, Iterator

from companion.games.the_game.advice.piles import CARDS, START
from companion.games.the_game.box import JUMP

_NUMBERS = range(START[2] + JUMP + 1)


def bits(cards: Iterable[int]) -> int:
    """Return these cards as bits, card 2 as 1 << 2."""
    return sum(map((1).__lshift__, frozenset(cards)))


def cards_in(some: int) -> Iterator[int]:
    """Yield the cards of these bits, lowest first."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


ALL = bits(CARDS)
ABOVE = tuple(bits(card for card in CARDS if card > top) for top in _NUMBERS)
BELOW = tuple(bits(card for card in CARDS if card < top) for top in _NUMBERS)
_BACK_UP = tuple(bits(CARDS & {top - JUMP}) for top in _NUMBERS)
_BACK_DOWN = tuple(bits(CARDS & {top + JUMP}) for top in _NUMBERS)


# By pile and top: the cards taken onwards (71-72), and the one exactly ten back (81-93).
ONWARDS = (ABOVE, ABOVE, BELOW, BELOW)
BACK = (_BACK_UP, _BACK_UP, _BACK_DOWN, _BACK_DOWN)


def nearest(pile: int, ahead: int) -> int:
    """Return the bit of the first of these cards that the pile comes to, 0 if there is none."""
    if pile < 2:
        return ahead & -ahead
    return 1 << (ahead.bit_length() - 1) if ahead else 0


def before(pile: int, ahead: int) -> int:
    """Return every bit before the nearest of these cards, seen from the start of the pile."""
    return (ahead & -ahead) - 1 if pile < 2 else -1 << ahead.bit_length()
