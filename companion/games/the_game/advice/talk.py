"""What players may say about a pile, and when: no flag ever stands for one number only (99-105).

A player who holds the ten-back of a pile, or its very next card, says "please not here". A player
who holds one of the next few cards says "small steps only". Every flag could be due to at least two
cards that are still out; if it could be due to one card only, the player says nothing.
"""

from enum import IntEnum

from companion.games.the_game.advice.cards import ALL, BACK, ONWARDS, nearest
from companion.games.the_game.advice.piles import PILES, Tops

NEXT_CARDS = 3  # so many of the next cards still out are worth small steps


class Flag(IntEnum):
    """What a player says about a pile."""

    NONE = 0
    SMALL_STEPS = 1
    NOT_HERE = 2


Flags = tuple[Flag, Flag, Flag, Flag]
SILENT: Flags = (Flag.NONE, Flag.NONE, Flag.NONE, Flag.NONE)


def flags_for(tops: Tops, hand: int, played: int) -> Flags:
    """Return what a player with this hand (bits) says about the piles."""
    if not hand:
        return SILENT
    first, second, third, fourth = (_flag(tops, hand, ALL & ~played, pile) for pile in PILES)
    return first, second, third, fourth


def _flag(tops: Tops, hand: int, out: int, pile: int) -> Flag:
    for flag in (Flag.NOT_HERE, Flag.SMALL_STEPS):
        if hand & reasons(tops, out, pile, flag):
            return flag
    return Flag.NONE


def reasons(tops: Tops, out: int, pile: int, flag: Flag) -> int:
    """Return the cards (bits) of which any one is a reason for a flag, 0 if only one card is.

    `out` is every card not played, wherever it is: all that the table knows.
    """
    ahead = out & ONWARDS[pile][tops[pile]]
    if flag is Flag.NOT_HERE:
        ten_back, one_on = BACK[pile][tops[pile]] & out, nearest(pile, ahead)
        return ten_back | one_on if ten_back and one_on else 0
    some = 0
    for _ in range(NEXT_CARDS):
        some |= nearest(pile, ahead & ~some)
    return some if some.bit_count() > 1 else 0
