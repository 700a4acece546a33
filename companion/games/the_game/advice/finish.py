"""Can every card that is left still be laid, in some order, whoever holds it?"""

from collections.abc import Iterator

from companion.games.the_game.advice.cards import (
    ABOVE,
    ALL,
    BACK,
    BELOW,
    ONWARDS,
    cards_in,
    nearest,
)
from companion.games.the_game.advice.piles import Play, Tops, Turn, lay
from companion.games.the_game.box import JUMP

LIMIT = 100  # positions; an order is mostly found within fewer, or not at all


class Finish:
    """A search that remembers what failed and stops after `limit` positions for each question."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Start with nothing known."""
        self._limit = limit
        self._left = 0
        self._failed: set[tuple[Tops, int]] = set()

    def order(self, tops: Tops, cards: int, first: int = ALL) -> Turn | None:
        """Return an order to lay all these cards (bits) in, the first one out of `first`.

        None if there is none, or none was found up to the limit.
        """
        self._left = self._limit
        return self._order(tops, cards, first)

    def _order(self, tops: Tops, cards: int, first: int = ALL) -> Turn | None:
        if not cards:
            return ()
        self._left -= 1
        if self._left < 0 or (tops, cards) in self._failed or _is_stuck(tops, cards):
            return None
        for play in _steps(tops, cards):
            if first >> play.card & 1:
                rest = self._order(lay(tops, play), cards ^ 1 << play.card)
                if rest is not None:
                    return (play, *rest)
        if first == ALL and self._left >= 0:
            self._failed.add((tops, cards))
        return None


def _is_stuck(tops: Tops, cards: int) -> bool:
    """Tell whether a card fits nowhere, even after the furthest ten-backs these cards allow."""
    ups = cards & (cards >> JUMP | BACK[0][tops[0]] | BACK[1][tops[1]])
    downs = cards & (cards << JUMP | BACK[2][tops[2]] | BACK[3][tops[3]])
    fits = ups | downs | ABOVE[min(tops[0], tops[1])] | BELOW[max(tops[2], tops[3])]
    if ups:
        fits |= ABOVE[nearest(0, ups).bit_length() - 1]
    if downs:
        fits |= BELOW[nearest(2, downs).bit_length() - 1]
    return bool(cards & ~fits)


def _steps(tops: Tops, cards: int) -> Iterator[Play]:
    """Yield what is worth trying: ten-backs, next cards, cards whose own ten-back is left."""
    for pile, top in enumerate(tops):
        if cards & BACK[pile][top]:
            yield from (Play(card, pile) for card in cards_in(cards & BACK[pile][top]))
    for pile, top in enumerate(tops):
        ahead = cards & ONWARDS[pile][top]
        backed = cards << JUMP if pile < 2 else cards >> JUMP
        yield from (Play(card, pile) for card in cards_in(nearest(pile, ahead) | ahead & backed))
