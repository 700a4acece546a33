"""How much each thing a player sees counts, found by games against themselves.

For each number of players three sets: with the draw pile full, with its last cards, and without it.
Made on other seeds than those that tests/bench/games/the_game.py reports.
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
        Weights(0.66, 2.24, 0.62, 0.45, 0.81, 0.35, 2.05, 0.41, -4.01, -0.96,
                -0.88, 0.26, 1.36, 4.19, 0.65, 0.63, 0.07, 0.05, -0.08, 0.13),
        Weights(0.79, 1.39, 2.47, 0.73, -0.07, -0.23, 2.77, 0.13, -2.70, -0.53,
                -0.69, 0.26, 0.26, 3.64, 1.31, 0.98, -0.05, 0.66, -0.29, 0.58),
        Weights(0.64, 1.08, 1.19, 0.25, 0.29, 0.26, 2.02, 0.19, -5.47, -0.28,
                -0.67, 0.82, 1.07, 4.60, 1.45, 1.27, -0.12, -0.15, 0.09, 0.14),
    ),
    2: (
        Weights(0.80, 2.21, 0.86, 0.74, 0.69, 0.50, 1.40, -0.11, -1.11, -1.27,
                -0.95, -0.25, 0.96, 9.63, 0.92, 1.46, -0.18, 0.04, -0.11, 0.31),
        Weights(1.56, 1.16, 1.34, 0.79, 0.87, 0.06, 1.97, -0.04, -1.75, -1.86,
                -1.36, -0.02, 0.99, 3.69, 1.13, 0.55, 0.59, 0.01, 0.12, 0.58),
        Weights(2.04, 3.24, 1.30, 0.38, 0.78, 0.13, 5.37, 0.27, -0.73, -0.12,
                -1.01, 0.17, 0.70, 4.47, 0.13, 1.34, 0.60, 0.42, -0.09, -0.28),
    ),
    3: (
        Weights(0.58, 2.00, 0.57, 0.74, 0.52, 0.64, 1.49, -0.17, -0.87, -1.36,
                -1.05, -0.31, 0.94, 9.46, 0.89, 1.47, -0.10, 0.13, -0.16, 0.35),
        Weights(1.75, 1.00, 1.62, 0.91, 0.85, 0.01, 1.96, -0.20, -1.52, -2.32,
                -1.46, -0.03, 1.27, 3.93, 1.27, 0.57, 0.76, 0.01, 0.36, 0.57),
        Weights(1.82, 3.23, 1.33, 0.51, 0.97, 0.05, 5.64, 0.21, -0.84, -0.14,
                -0.89, 0.40, 0.44, 4.39, 0.22, 1.39, 0.58, 0.76, -0.04, -0.43),
    ),
    4: (
        Weights(0.47, 1.48, 1.27, 0.69, 0.12, 0.62, 0.71, 0.57, -1.03, -0.56,
                -1.60, -0.35, 0.93, 7.06, 0.86, 0.78, 0.11, 0.03, -0.05, 0.07),
        Weights(1.39, 2.10, 0.68, 1.03, 0.23, 0.22, 2.97, 0.16, -3.33, -0.55,
                -1.22, -0.07, 1.27, 4.66, 0.59, 1.59, 0.23, 0.44, 0.38, 0.15),
        Weights(3.59, 2.29, 0.84, 0.77, 0.58, 0.00, 2.75, 0.34, -0.32, -0.32,
                -1.25, 0.15, 0.79, 2.14, -0.31, 1.00, 0.15, 0.06, -0.02, 0.32),
    ),
    5: (
        Weights(0.47, 1.48, 1.27, 0.69, 0.12, 0.62, 0.71, 0.57, -1.03, -0.56,
                -1.60, -0.35, 0.93, 7.06, 0.86, 0.78, 0.11, 0.03, -0.05, 0.07),
        Weights(1.39, 2.10, 0.68, 1.03, 0.23, 0.22, 2.97, 0.16, -3.33, -0.55,
                -1.22, -0.07, 1.27, 4.66, 0.59, 1.59, 0.23, 0.44, 0.38, 0.15),
        Weights(3.59, 2.29, 0.84, 0.77, 0.58, 0.00, 2.75, 0.34, -0.32, -0.32,
                -1.25, 0.15, 0.79, 2.14, -0.31, 1.00, 0.15, 0.06, -0.02, 0.32),
    ),
}
# What is added where three cards a turn have to be laid from a smaller hand: cards that fit nowhere
# count for more, and so do pairs and wishes. Found by games of two to five players.
EXPERT_2 = Weights(-0.19, 0.04, 0.70, 0.15, 0.47, -0.17, 0.80, -0.05, 0.18, 0.04,
                   -0.55, 0.31, 0.29, 2.12, 0.39, -0.26, -0.15, 0.07, 0.02, -0.25)
# fmt: on
