"""Chances of the dragon's attacks, against counting every draw one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.value import replace
from companion.games.clank.box import Colour, Cube, Cubes
from companion.games.clank.commands import RefillRow
from companion.games.clank.odds import attack
from companion.games.clank.odds.attack import WhatIf, next_attack, whole_countdown
from companion.games.clank.state import Clank
from companion.games.clank.values import Status
from tests.support.games.clank_table import ClankTable

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


def started() -> Clank:
    return ClankTable(RED, GREEN, BLUE).state


def table(bag: Cubes, health: dict[Colour, int], rage_space: int = 1, danger: int = 0) -> Clank:
    """Return a game of three with this bag and an empty area; cubes need not add up here."""
    state = started()
    for colour, left in health.items():
        state = state.with_player(replace(state.player(colour), meter=10 - left))
    return replace(state, bag=bag, area=Cubes(), rage_space=rage_space, danger=danger)


def counted(bag: Cubes, drawn: int, colour: Colour) -> Counter[int]:
    """Count the draws by how many cubes of a colour they hold, each draw one by one."""
    cubes = [cube for cube in Cube for _ in range(bag.of(cube))]
    return Counter(
        sum(cubes[place].value == colour.value for place in places)
        for places in combinations(range(len(cubes)), drawn)
    )


SMALL_BAGS = st.builds(Cubes, *[st.integers(0, 3)] * 4, st.integers(1, 4))


@given(SMALL_BAGS, st.integers(1, 7), st.integers(1, 4))
def test_every_chance_is_that_of_counting_all_draws(bag: Cubes, space: int, health: int) -> None:
    state = table(bag, {RED: health}, space)
    drawn = min(state.rage, bag.total)
    (chances,) = (one for one in next_attack(state) if one.colour is RED)
    draws = counted(bag, drawn, RED)
    total = sum(draws.values())
    capped: Counter[int] = Counter()
    for damage, count in draws.items():
        capped[min(damage, health)] += count
    for damage in range(8):
        assert chances.exactly(damage) == Fraction(capped[damage], total)
    assert chances.knocked_out == Fraction(capped[health], total)
    assert chances.hurt == 1 - Fraction(draws[0], total)
    assert chances.expected == Fraction(sum(d * n for d, n in capped.items()), total)


def test_all_chances_of_a_player_are_one() -> None:
    state = table(Cubes(12, 9, 7, 0, 24), {RED: 3})
    for chances in next_attack(state):
        assert sum(chances.exactly(damage) for damage in range(11)) == 1


def test_one_red_cube_among_four_and_two_drawn_is_an_even_chance() -> None:
    state = table(Cubes(red=1, black=3), {RED: 1})
    red = next_attack(state)[0]
    assert (red.hurt, red.knocked_out, red.expected) == (Fraction(1, 2),) * 3
    assert red.worst == 1


def test_a_bag_smaller_than_the_draw_gives_everything() -> None:
    red, green, _ = next_attack(table(Cubes(red=2, green=1), {}, rage_space=7))
    assert [red.exactly(2), green.exactly(1)] == [1, 1]


def test_an_empty_bag_hurts_nobody() -> None:
    assert [chances.hurt for chances in next_attack(table(Cubes(), {}))] == [0, 0, 0]


def test_the_area_counts_as_if_it_were_in_the_bag_already() -> None:
    state = table(Cubes(black=5), {})
    noisy = replace(state, area=Cubes(red=5))
    assert next_attack(noisy)[0] == next_attack(table(Cubes(red=5, black=5), {}))[0]


def test_one_more_clank_and_more_danger_only_make_it_worse() -> None:
    state = started()
    now = next_attack(state)
    louder = next_attack(state, WhatIf(clank={RED: 1}))
    assert louder[0].hurt > now[0].hurt
    assert louder[1].hurt < now[1].hurt  # one more cube that is not green's
    riskier = next_attack(state, WhatIf(danger=state.danger + 1))
    assert all(then.hurt >= one.hurt for then, one in zip(riskier, now, strict=True))


def test_clank_that_the_supply_does_not_hold_is_not_counted() -> None:
    state = started()
    state = state.with_player(replace(state.player(RED), supply=0))
    assert next_attack(state, WhatIf(clank={RED: 3})) == next_attack(state)


def test_the_worst_is_what_the_cubes_and_the_meter_allow() -> None:
    few, ill, _ = next_attack(table(Cubes(red=1, green=9, black=9), {GREEN: 2}, rage_space=7))
    assert (few.worst, ill.worst) == (1, 2)


def test_who_is_out_has_no_chances() -> None:
    state = started()
    state = state.with_player(replace(state.player(GREEN), status=Status.ESCAPED))
    assert [chances.colour for chances in next_attack(state)] == [RED, BLUE]


def test_an_attack_that_waits_counts_its_own_cubes() -> None:
    three = ClankTable(RED, GREEN, BLUE)
    three.do(RefillRow(symbol_revealed=True, danger=2))
    state = three.state
    assert state.attack is not None
    drawn = state.attack.cubes_to_draw
    ways = attack.ways(state.bag.red, state.bag.total, drawn)
    assert next_attack(state, WhatIf(danger=0))[0].ways == ways


def test_before_anybody_is_out_the_countdown_brings_nothing() -> None:
    assert whole_countdown(started()) == ()


@pytest.mark.parametrize(("space", "drawn"), [(1, 3 * 2 + 6), (2, 2 * 2 + 5), (3, 2 + 3), (4, 0)])
def test_the_countdowns_attacks_together_are_one_draw(space: int, drawn: int) -> None:
    bag = Cubes(6, 5, 4, 0, 24)
    state = replace(table(bag, {}), countdown_space=space, countdown_colour=GREEN)
    state = state.with_player(replace(state.player(GREEN), status=Status.ESCAPED))
    chances = whole_countdown(state)
    assert [one.colour for one in chances] == [RED, BLUE]
    assert chances[0].ways == attack.ways(6, bag.total, drawn)


def test_two_draws_without_return_are_one_draw_of_both() -> None:
    bag, first, second = Cubes(red=3, black=5), 2, 3
    cubes = [cube for cube in Cube for _ in range(bag.of(cube))]
    found: Counter[int] = Counter()
    for places in combinations(range(len(cubes)), first):
        left = [place for place in range(len(cubes)) if place not in places]
        for more in combinations(left, second):
            found[sum(cubes[place] is Cube.RED for place in (*places, *more))] += 1
    together = counted(bag, first + second, RED)
    scale = sum(found.values()) // sum(together.values())
    assert found == Counter({damage: count * scale for damage, count in together.items()})


@given(
    st.builds(Cubes, *[st.integers(0, 30)] * 4, st.integers(0, 24)),
    st.integers(1, 7),
    st.integers(0, 5),
)
@settings(max_examples=60, deadline=None)
@pytest.mark.slow
def test_scipy_agrees_for_any_bag(bag: Cubes, space: int, danger: int) -> None:
    stats = pytest.importorskip("scipy.stats", reason="there is no scipy for a 32-bit Pi")
    state = table(bag, {}, space, danger)
    drawn = min(state.rage + danger, bag.total)
    for chances in next_attack(state):
        cubes = bag.of(chances.colour)
        law = stats.multivariate_hypergeom(m=[cubes, bag.total - cubes], n=drawn)
        for damage in range(chances.worst + 1):
            if damage < chances.health:
                wished = law.pmf([damage, drawn - damage])
                assert float(chances.exactly(damage)) == pytest.approx(wished, rel=1e-9, abs=1e-15)
