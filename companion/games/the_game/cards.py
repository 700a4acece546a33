"""Sets of cards as one whole number each, a bit a card: what makes thinking ahead quick."""

from collections.abc import Iterable, Iterator

from companion.games.the_game.piles import CARDS, START, STEP_BACK

_NUMBERS = range(START[2] + STEP_BACK + 1)


def bits(cards: Iterable[int]) -> int:
    """Return these cards as bits, card 2 as 1 << 2."""
    return sum(1 << card for card in set(cards))


def cards_in(some: int) -> Iterator[int]:
    """Yield the cards of these bits, lowest first."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


ALL = bits(CARDS)
ABOVE = tuple(bits(card for card in CARDS if card > top) for top in _NUMBERS)
BELOW = tuple(bits(card for card in CARDS if card < top) for top in _NUMBERS)
BACK_UP = tuple(bits(CARDS & {top - STEP_BACK}) for top in _NUMBERS)
BACK_DOWN = tuple(bits(CARDS & {top + STEP_BACK}) for top in _NUMBERS)


def back(pile: int, top: int) -> int:
    """Return the bit of the card that goes exactly ten back here, 0 where there is none (81-93)."""
    return (BACK_UP if pile < 2 else BACK_DOWN)[top]


def onwards(pile: int, top: int, some: int) -> int:
    """Return those of some cards that this pile takes without a ten-back (71-72)."""
    return some & (ABOVE if pile < 2 else BELOW)[top]


def nearest(pile: int, ahead: int) -> int:
    """Return the bit of the first of these cards that the pile comes to, 0 if there is none."""
    if pile < 2:
        return ahead & -ahead
    return 1 << (ahead.bit_length() - 1) if ahead else 0
