"""The values that commands, events and states of The Game share."""

from enum import StrEnum

from companion.engine.value import Value
from companion.games.the_game.box import (
    CARDS_A_TURN,
    CARDS_A_TURN_EXPERT,
    CARDS_WITHOUT_DRAW_PILE,
    FEWER_IN_HAND,
    HAND_SIZE,
    Pile,
    Who,
)


class Level(StrEnum):
    """How hard it is: three cards a turn, then one card fewer in hand too (JA 131-135)."""

    NORMAL = "normal"
    EXPERT_1 = "expert_1"
    EXPERT_2 = "expert_2"

    def hand_size(self, players: int) -> int:
        """Return how many cards a hand holds: 8, 7 or 6, one fewer for experts (JA 40, 135)."""
        return HAND_SIZE[players] - (FEWER_IN_HAND if self is Level.EXPERT_2 else 0)

    def cards_a_turn(self, draw_pile: int) -> int:
        """Return how many cards a turn must lay: 2, experts 3, without a draw pile 1 (JA 67, 131).

        RULING: experts too need only one card once the draw pile is gone; JA 131 does not say.
        """
        if not draw_pile:
            return CARDS_WITHOUT_DRAW_PILE
        return CARDS_A_TURN if self is Level.NORMAL else CARDS_A_TURN_EXPERT


class Wish(StrEnum):
    """What may be said about a pile without giving a number away (JA 103)."""

    NOT_HERE = "not_here"
    SMALL_STEPS = "small_steps"


class Ending(StrEnum):
    """Why the game is over."""

    ALL_LAID = "all_laid"
    STUCK = "stuck"
    BURNED = "burned"


class Result(StrEnum):
    """How it ended (JA 58, 121)."""

    PERFECT = "perfect"
    WON = "won"
    LOST = "lost"


class Flag(Value, frozen=True):
    """A wish about a pile; `player` is None for one that was set at the panel."""

    pile: Pile
    wish: Wish
    player: Who | None = None


class Rulings(Value, frozen=True):
    """What the table agreed on.

    no_blue_on_top: a blue card on any pile at the end of the next turn loses, even a new one (the
    wording of JA 121). False: each blue card has the next turn's end as its own deadline, as many
    tables play; journals from before this was the default say so themselves.
    advice: phones may ask for the best turn and the chance to win.
    """

    no_blue_on_top: bool = True
    advice: bool = False
