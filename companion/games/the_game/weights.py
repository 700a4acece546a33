"""How much each thing a player sees counts, found by games against themselves.

For each number of players three sets: with the draw pile full, with its last cards, and without it.
Made on other seeds than those that tests/bench/the_game.py reports.
"""

from typing import NamedTuple


class Weights(NamedTuple):
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
        Weights(1.07, 2.27, 0.56, 0.38, 1.17, 0.42, 1.72, 0.39, -4.23, -0.91,
                -1.62, 0.17, 1.29, 4.61, 0.69, 1.16, 0.12, -0.04, 0.03, 0.08),
        Weights(1.09, 1.44, 1.76, 0.44, -0.27, -0.13, 2.11, 0.10, -3.14, -0.34,
                -0.71, 0.13, 0.17, 4.37, 1.46, 0.57, -0.01, 0.35, -0.30, 0.39),
        Weights(0.78, 1.08, 1.31, 0.24, 0.26, 0.37, 2.12, 0.11, -4.55, -0.36,
                -0.52, 0.87, 1.21, 5.25, 1.53, 0.90, -0.15, -0.05, 0.06, 0.00),
    ),
    2: (
        Weights(0.95, 2.43, 1.01, 0.73, 0.62, 0.57, 1.08, 0.10, -2.43, -0.80,
                -0.61, -0.20, 0.91, 6.86, 0.71, 1.11, -0.12, 0.01, 0.20, 0.24),
        Weights(1.35, 1.40, 1.24, 0.38, 0.53, 0.08, 2.22, -0.07, -3.29, -0.98,
                -0.93, 0.04, 0.61, 3.84, 1.40, 0.52, 0.22, 0.24, -0.10, 0.25),
        Weights(1.58, 2.63, 1.23, 0.63, 0.35, 0.19, 3.28, 0.08, -2.46, -0.03,
                -1.03, -0.03, 0.59, 6.02, 1.11, 1.34, 0.55, 0.28, -0.10, -0.17),
    ),
    3: (
        Weights(0.80, 2.21, 0.86, 0.74, 0.69, 0.50, 1.40, -0.11, -1.11, -1.27,
                -0.95, -0.25, 0.96, 9.63, 0.92, 1.46, -0.18, 0.04, -0.11, 0.31),
        Weights(1.56, 1.16, 1.34, 0.79, 0.87, 0.06, 1.97, -0.04, -1.75, -1.86,
                -1.36, -0.02, 0.99, 3.69, 1.13, 0.55, 0.59, 0.01, 0.12, 0.58),
        Weights(2.04, 3.24, 1.30, 0.38, 0.78, 0.13, 5.37, 0.27, -0.73, -0.12,
                -1.01, 0.17, 0.70, 4.47, 0.13, 1.34, 0.60, 0.42, -0.09, -0.28),
    ),
    4: (
        Weights(0.57, 1.22, 1.18, 0.60, 0.05, 0.55, 0.72, 0.69, -0.99, -0.57,
                -1.48, -0.31, 0.89, 7.07, 0.86, 0.84, -0.01, 0.01, -0.08, 0.17),
        Weights(1.24, 2.37, 0.71, 0.69, 0.10, 0.21, 3.20, 0.10, -3.58, -0.66,
                -1.39, -0.19, 1.02, 4.50, 0.81, 1.47, 0.19, 0.44, 0.37, 0.17),
        Weights(3.25, 2.62, 0.66, 0.95, 0.63, 0.06, 2.22, 0.41, -0.25, -0.49,
                -1.47, 0.08, 0.71, 2.35, -0.24, 1.12, 0.08, 0.09, 0.11, 0.12),
    ),
    5: (
        Weights(0.82, 1.75, 0.81, 0.61, 0.25, 0.73, 0.77, 0.53, -1.77, -0.62,
                -0.98, -0.19, 1.09, 6.03, 1.01, 0.78, 0.03, 0.02, 0.00, 0.33),
        Weights(1.55, 2.19, 0.79, 0.50, 0.10, 0.35, 2.70, 0.26, -2.89, -0.51,
                -1.54, -0.20, 1.82, 4.77, 0.80, 1.36, 0.16, 0.21, 0.18, 0.08),
        Weights(2.86, 2.46, 0.76, 0.63, 0.79, 0.25, 2.37, 0.24, -0.02, -0.42,
                -1.21, 0.23, 0.96, 2.87, -0.03, 0.96, 0.08, 0.17, 0.05, 0.22),
    ),
}
# fmt: on
