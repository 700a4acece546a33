"""How far a whole reading can be trusted: what many signs of doubt say together.

    trust = trust_in(signs)     # the chance that the counts are right and that nothing hides a cube

Each sign alone would have to be strict, and then it refuses many a right reading. Here each takes
something from the odds, the more the stronger it is, and none ever adds to them. How much was
learned on trays of the training alone (`training/networks/train_trust.py`).
"""

from typing import NamedTuple

import numpy as np

from hardware.tray.reader.weights import TRUST, learned

FARTHEST = 6.0  # no chance is told surer than these log-odds


class Signs(NamedTuple):
    """What speaks against a reading: the larger a sign, the more.

    Those that begin at -6 are log-odds of a mistake: that a counted cube is no cube, that a centre
    not counted is one, that a colour is another, that a cube is raised. From `unexplained` to
    `tray_moved`, 1 is where that sign alone is a doubt or a note.
    """

    least_cube: float = -6.0
    least_closer: float = -6.0
    most_uncounted: float = -6.0
    doubted_centres: float = 0.0
    least_colour: float = -6.0
    least_black: float = -6.0
    most_raised: float = -6.0
    all_raised: float = 0.0
    unexplained: float = 0.0
    cut: float = 0.0
    cover: float = 0.0
    thing: float = 0.0
    unreadable: float = 0.0
    long_shadow: float = 0.0
    uncounted_paint: float = 0.0
    other_size: float = 0.0
    other_colour: float = 0.0
    nearer_colour: float = 0.0
    light_changed: float = 0.0
    tray_moved: float = 0.0
    cubes: float = 0.0  # the logarithm of one more than were counted
    looks_differ: float = 0.0


def trust_in(signs: Signs, *, is_calibrated: bool) -> float:
    """Return the chance that a reading with these signs may be proposed, 0 to 1."""
    kept = learned(TRUST, is_calibrated=is_calibrated)
    given = np.array(signs, np.float32)[:, None]
    cost = (kept["slopes"] * np.maximum(given - kept["knots"], 0)).sum()
    odds = min(float(kept["odds"] - cost), FARTHEST)
    return 1 / (1 + float(np.exp(-max(odds, -FARTHEST))))
