"""How much each thing a player sees counts, found by games against themselves.

For each number of players three sets: with the draw pile full, with its last cards, and without it.
Made on other seeds than those that tests/bench/the_game.py reports.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """The cost of each thing seen.

    Of the two piles in one direction one is nearer to its start, the other further on.
    """

    far: float  # a card still out that a further pile has passed
    near: float  # the same of a nearer pile, on which the cards of its direction depend
    dead: float  # a card still out that no pile takes
    one_way: float  # a card still out that one pile takes
    hand_far: float  # the same four for cards kept in hand
    hand_near: float
    hand_dead: float
    hand_one_way: float
    back_in_hand: float  # a ten-back kept that can be laid at once
    back_out: float  # a ten-back that somebody else may hold or draw
    pairs: float  # two cards kept that are ten apart
    next_steps: float  # cards passed by the two cheapest steps of the own next turn
    kept: float  # a card kept
    not_here: float  # a pile moved that one player asked to leave alone
    small_steps: float  # ten numbers moved where one player asked for small steps
    not_here_next: float  # on top, if it was the next player who asked
    near_squared: float  # fifty of the squared number of cards the nearer piles have passed
    far_squared: float
    half_pairs: float  # a card kept whose partner ten away is still out
    imbalance: float  # difference between the cards the nearer pile up and the nearer one down take


# In the order of the fields above.
# fmt: off
WEIGHTS: dict[int, tuple[Weights, Weights, Weights]] = {
    1: (
        Weights(1.07, 2.23, 0.56, 0.37, 1.14, 0.43, 1.66, 0.34, -3.84, -0.89,
                -1.54, 0.15, 1.31, 4.71, 0.69, 1.17, 0.10, -0.03, 0.02, 0.05),
        Weights(1.06, 1.49, 1.79, 0.42, -0.31, -0.07, 2.16, 0.10, -3.09, -0.35,
                -0.68, 0.13, 0.17, 4.54, 1.49, 0.59, 0.01, 0.29, -0.39, 0.39),
        Weights(0.79, 1.02, 1.47, 0.31, 0.26, 0.34, 2.11, 0.09, -4.39, -0.30,
                -0.47, 0.81, 1.23, 5.01, 1.62, 0.97, -0.15, -0.04, 0.08, 0.00),
    ),
    2: (
        Weights(0.95, 2.38, 1.08, 0.70, 0.71, 0.62, 0.99, 0.16, -2.73, -0.78,
                -0.67, -0.23, 0.91, 6.61, 0.69, 1.10, -0.17, -0.01, 0.21, 0.23),
        Weights(1.30, 1.44, 1.22, 0.41, 0.51, 0.17, 2.35, 0.00, -3.34, -0.88,
                -1.07, 0.06, 0.59, 3.91, 1.38, 0.63, 0.22, 0.25, -0.10, 0.22),
        Weights(1.60, 2.59, 1.28, 0.60, 0.40, 0.09, 3.05, 0.01, -2.48, -0.11,
                -1.05, 0.00, 0.77, 5.93, 1.04, 1.23, 0.49, 0.20, -0.16, -0.15),
    ),
    3: (
        Weights(0.95, 2.38, 1.08, 0.70, 0.71, 0.62, 0.99, 0.16, -2.73, -0.78,
                -0.67, -0.23, 0.91, 6.61, 0.69, 1.10, -0.17, -0.01, 0.21, 0.23),
        Weights(1.30, 1.44, 1.22, 0.41, 0.51, 0.17, 2.35, 0.00, -3.34, -0.88,
                -1.07, 0.06, 0.59, 3.91, 1.38, 0.63, 0.22, 0.25, -0.10, 0.22),
        Weights(1.60, 2.59, 1.28, 0.60, 0.40, 0.09, 3.05, 0.01, -2.48, -0.11,
                -1.05, 0.00, 0.77, 5.93, 1.04, 1.23, 0.49, 0.20, -0.16, -0.15),
    ),
    4: (
        Weights(1.01, 1.74, 1.02, 0.64, 0.35, 0.78, 0.76, 0.32, -3.38, -0.51,
                -0.77, -0.01, 0.75, 5.13, 0.93, 1.14, 0.09, -0.05, 0.00, 0.00),
        Weights(1.16, 1.35, 0.99, 0.28, 0.43, 0.49, 1.80, 0.29, -3.42, -0.41,
                -0.97, -0.04, 1.30, 4.09, 1.19, 1.12, 0.09, 0.13, 0.00, 0.00),
        Weights(1.56, 2.02, 1.17, 0.59, 0.45, 0.29, 2.41, 0.05, -2.31, -0.34,
                -0.70, -0.06, 1.02, 5.16, 0.88, 1.01, 0.10, 0.05, 0.00, 0.00),
    ),
    5: (
        Weights(1.01, 1.74, 1.02, 0.64, 0.35, 0.78, 0.76, 0.32, -3.38, -0.51,
                -0.77, -0.01, 0.75, 5.13, 0.93, 1.14, 0.09, -0.05, 0.00, 0.00),
        Weights(1.16, 1.35, 0.99, 0.28, 0.43, 0.49, 1.80, 0.29, -3.42, -0.41,
                -0.97, -0.04, 1.30, 4.09, 1.19, 1.12, 0.09, 0.13, 0.00, 0.00),
        Weights(1.56, 2.02, 1.17, 0.59, 0.45, 0.29, 2.41, 0.05, -2.31, -0.34,
                -0.70, -0.06, 1.02, 5.16, 0.88, 1.01, 0.10, 0.05, 0.00, 0.00),
    ),
}
# fmt: on
