"""What the dragon may do next, exactly: chances as ratios of whole numbers, never rounded.

Cubes of one colour among n drawn without replacement follow the hypergeometric law: of the C(N, n)
draws, C(K, d) x C(N - K, n - d) hold exactly d of a colour with K cubes among all N.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import comb

from companion.engine.value import Value
from companion.games.clank.box import COUNTDOWN_EXTRA, LAST_COUNTDOWN_SPACE, Colour, Cubes
from companion.games.clank.state import Clank


class Chances(Value, frozen=True, dict=True):  # a dict for cached_property
    """What a draw may do to one player.

    ways[d]: how many of the `of` equally likely draws hold exactly d of the player's cubes.
    health: the damage that knocks the player out.
    """

    colour: Colour
    health: int
    ways: tuple[int, ...]
    of: int

    def exactly(self, damage: int) -> Fraction:
        """Return the chance of taking so much damage; a full meter takes no more than it holds."""
        if damage == self.health:
            return self.knocked_out
        is_possible = 0 <= damage < min(len(self.ways), self.health)
        return Fraction(self.ways[damage], self.of) if is_possible else Fraction(0)

    @cached_property
    def knocked_out(self) -> Fraction:
        """Return the chance that the meter is filled."""
        return Fraction(sum(self.ways[self.health :]), self.of)

    @cached_property
    def hurt(self) -> Fraction:
        """Return the chance of one damage or more."""
        return 1 - Fraction(self.ways[0], self.of)

    @cached_property
    def expected(self) -> Fraction:
        """Return the mean damage, of which a full meter takes no more than it holds."""
        capped = sum(min(damage, self.health) * ways for damage, ways in enumerate(self.ways))
        return Fraction(capped, self.of)

    @cached_property
    def worst(self) -> int:
        """Return the most damage that is possible."""
        return min(len(self.ways) - 1, self.health)


class WhatIf(Value, frozen=True):
    """Changes to try before an attack: more Clank! of a colour, another Danger."""

    clank: Mapping[Colour, int] | None = None
    danger: int | None = None


def ways(cubes: int, heap: int, drawn: int) -> tuple[int, ...]:
    """Return for d = 0, 1, ... how many draws of `drawn` from `heap` hold d of these `cubes`."""
    others = heap - cubes
    return tuple(
        comb(cubes, damage) * comb(others, drawn - damage)
        for damage in range(min(cubes, drawn) + 1)
    )


def next_attack(state: Clank, what_if: WhatIf | None = None) -> tuple[Chances, ...]:
    """Return the chances of everyone still inside in the next attack, clockwise.

    In an attack that waits for its cubes its own number counts; before one the area goes into the
    bag first, and Rage and Danger say how many are drawn (EN 356, 425).
    """
    if state.attack is not None:
        return _chances(state, state.bag, state.attack.cubes_to_draw)
    what_if = what_if or WhatIf()
    danger = state.danger if what_if.danger is None else what_if.danger
    return _chances(state, _heap(state, what_if), state.rage + danger)


def whole_countdown(state: Clank) -> tuple[Chances, ...]:
    """Return the chances over all attacks that the countdown still brings; () before it begins.

    As things stand: no attack in between, no new Clank!, no healing, Rage and Danger as now. Cubes
    do not go back, so several draws are one draw of as many cubes. On the last space everyone who
    is still inside is knocked out anyway (EN 399-402).
    """
    if not state.countdown_space or state.ending is not None:
        return ()
    spaces = range(state.countdown_space + 1, LAST_COUNTDOWN_SPACE)
    drawn = sum(state.rage + state.danger + COUNTDOWN_EXTRA[space] for space in spaces)
    waiting = state.attack.cubes_to_draw if state.attack else 0
    return _chances(state, state.bag + state.area, waiting + drawn)


def _heap(state: Clank, what_if: WhatIf) -> Cubes:
    more = Cubes()
    for colour, cubes in (what_if.clank or {}).items():
        more += Cubes.only(colour, min(cubes, state.player(colour).supply))
    return state.bag + state.area + more


def _chances(state: Clank, heap: Cubes, drawn: int) -> tuple[Chances, ...]:
    total = heap.total
    drawn = min(drawn, total)
    of = comb(total, drawn)
    return tuple(
        Chances(player.colour, player.health, ways(heap.of(player.colour), total, drawn), of)
        for player in state.inside
    )
