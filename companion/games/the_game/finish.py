"""Can every card that is left still be laid, in some order, whoever holds it?"""

from companion.games.the_game.cards import ABOVE, ALL, BELOW, back, cards_in, nearest, onwards
from companion.games.the_game.piles import PILES, STEP_BACK, Play, Tops, Turn, lay

LIMIT = 300  # positions looked at before the question stays open


class Finish:
    """One search, remembering what failed; `seen` counts positions up to `limit`."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Start with nothing known."""
        self._limit = limit
        self._seen = 0
        self._failed: set[tuple[Tops, int]] = set()

    @property
    def is_open(self) -> bool:
        """Tell whether the limit was reached: a no then means nothing."""
        return self._seen > self._limit

    def order(self, tops: Tops, cards: int, first: int = ALL) -> Turn | None:
        """Return an order to lay all these cards (bits) in, the first one out of `first`.

        None if there is none, or the question stays open.
        """
        if not cards:
            return ()
        self._seen += 1
        if self.is_open or (tops, cards) in self._failed or _is_stuck(tops, cards):
            return None
        for play in _steps(tops, cards):
            if first >> play.card & 1:
                rest = self.order(lay(tops, play), cards & ~(1 << play.card))
                if rest is not None:
                    return (play, *rest)
        if first == ALL:
            self._failed.add((tops, cards))
        return None


def _is_stuck(tops: Tops, cards: int) -> bool:
    """Tell whether a card fits nowhere, even after the furthest ten-backs these cards allow."""
    ups = cards & (cards >> STEP_BACK | back(0, tops[0]) | back(1, tops[1]))
    downs = cards & (cards << STEP_BACK | back(2, tops[2]) | back(3, tops[3]))
    fits = ups | downs | ABOVE[min(tops[0], tops[1])] | BELOW[max(tops[2], tops[3])]
    if ups:
        fits |= ABOVE[nearest(0, ups).bit_length() - 1]
    if downs:
        fits |= BELOW[nearest(2, downs).bit_length() - 1]
    return bool(cards & ~fits)


def _steps(tops: Tops, cards: int) -> list[Play]:
    """Return what is worth trying: ten-backs, next cards, cards whose own ten-back is left."""
    backs, steps = [], []
    for pile in PILES:
        top = tops[pile]
        ahead = onwards(pile, top, cards)
        backed = cards << STEP_BACK if pile < 2 else cards >> STEP_BACK
        backs += [Play(card, pile) for card in cards_in(back(pile, top) & cards)]
        steps += [Play(card, pile) for card in cards_in(nearest(pile, ahead) | ahead & backed)]
    return backs + steps
