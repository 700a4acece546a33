"""What is in the box of The Game, 2nd edition, with On Fire: each number with its source."""

from enum import StrEnum

LOWEST, HIGHEST = 2, 99  # the cards; JA 33
CARDS = HIGHEST - LOWEST + 1  # 98; JA 29
ALL_CARDS = tuple(range(LOWEST, HIGHEST + 1))
UP_START, DOWN_START = 1, 100  # printed on the cards that begin the piles; JA 19-26
JUMP = 10  # a card exactly so far the wrong way may be laid too; JA 83-89
BLUE_CARDS = frozenset({22, 33, 44, 55, 66, 77})  # On Fire; JA 117
MOST_PLAYERS = 5  # JA 40
HAND_SIZE = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}  # JA 40
CARDS_A_TURN = 2  # at least; JA 48
CARDS_A_TURN_EXPERT = 3  # JA 131
CARDS_WITHOUT_DRAW_PILE = 1  # JA 67
FEWER_IN_HAND = 1  # the second expert level; JA 135
MOST_LEFT_TO_WIN = 9  # JA 58


class Who(StrEnum):
    """The players, clockwise; the game has no colours of its own for them."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIFTH = "5"


class Pile(StrEnum):
    """The four piles, from the top of the table down; JA 40."""

    UP_1 = "up_1"
    UP_2 = "up_2"
    DOWN_1 = "down_1"
    DOWN_2 = "down_2"

    @property
    def is_up(self) -> bool:
        """Do the numbers of this pile rise?"""
        return self in _UP

    @property
    def start(self) -> int:
        """Return the number that the first card is laid on."""
        return UP_START if self.is_up else DOWN_START


_UP = (Pile.UP_1, Pile.UP_2)
