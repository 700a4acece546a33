"""Luck against counting every course of small games one by one."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.clank import CLANK
from companion.games.clank.box import Colour, Cube, Cubes
from companion.games.clank.commands import RefillRow
from companion.games.clank.odds.luck import NOTHING, Drawn, Luck, draws_of, luck_of, together
from companion.games.clank.odds.rank import RANKED_VARIANCE, rank_of, share_luckier_than
from tests.support.games.clank_bots import bot_game
from tests.support.games.clank_table import ClankTable

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


def counted(bag: Cubes, drawn: int) -> list[int]:
    """Return for each draw of the bag how many red cubes it holds."""
    cubes = [cube for cube in Cube for _ in range(bag.of(cube))]
    return [
        sum(cubes[place] is Cube.RED for place in places)
        for places in combinations(range(len(cubes)), drawn)
    ]


BAGS = st.builds(Cubes, st.integers(0, 3), st.integers(0, 2), black=st.integers(2, 4))


@given(st.lists(st.tuples(BAGS, st.integers(1, 2)), min_size=1, max_size=3))
@settings(max_examples=50, deadline=None)
def test_luck_is_that_of_counting_all_courses(attacks: list[tuple[Cubes, int]]) -> None:
    draws = [
        Drawn(bag, Cubes.only("red", min(bag.red, count)) + Cubes.only("black", 0), (RED,))
        for bag, count in attacks
    ]
    draws = [
        Drawn(one.bag, one.cubes + Cubes.only("black", count - one.cubes.total), one.inside)
        for one, (_, count) in zip(draws, attacks, strict=True)
    ]
    luck = luck_of(draws)[RED]
    courses = Counter(
        sum(course) for course in product(*(counted(bag, count) for bag, count in attacks))
    )
    total = sum(courses.values())
    assert luck.of == total
    for cubes in range(8):
        assert luck.chance(cubes) == Fraction(courses[cubes], total)
    assert luck.kinder == Fraction(sum(n for c, n in courses.items() if c < luck.cubes), total)
    assert luck.harsher == Fraction(sum(n for c, n in courses.items() if c > luck.cubes), total)
    assert luck.expected == Fraction(sum(c * n for c, n in courses.items()), total)


def test_one_red_cube_of_four_drawn_in_the_first_draw_is_bad_luck() -> None:
    luck = luck_of([Drawn(Cubes(red=1, black=3), Cubes(red=1), (RED, GREEN))])
    assert (luck[RED].cubes, luck[RED].expected, luck[RED].kinder) == (
        1,
        Fraction(1, 4),
        Fraction(3, 4),
    )
    assert luck[GREEN] == Luck(0, (4,), 4)
    assert BLUE not in luck


def test_nothing_changes_nothing() -> None:
    luck = luck_of([Drawn(Cubes(red=2, black=3), Cubes(red=1, black=1), (RED,))])[RED]
    assert luck + NOTHING == NOTHING + luck == luck


def test_an_attack_is_taken_with_the_bag_that_it_met_and_who_was_inside() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    start = table.state
    events = [*table.do(RefillRow(symbol_revealed=True))]
    bag = table.state.bag
    events += table.draw(red=1, black=1)
    assert draws_of(events, start) == (Drawn(bag, Cubes(red=1, black=1), (RED, GREEN, BLUE)),)


def test_a_whole_game_of_bots_has_luck_for_everyone_that_adds_up() -> None:
    draws = draws_of(bot_game(3).events, CLANK.empty)
    assert len(draws) > 2
    assert all(drawn.bag.total >= drawn.cubes.total for drawn in draws)
    for colour, luck in luck_of(draws).items():
        assert luck.cubes == sum(
            drawn.cubes.of(colour) for drawn in draws if colour in drawn.inside
        )
        assert sum(luck.ways) == luck.of
        assert luck.kinder + luck.harsher + luck.chance(luck.cubes) == 1


def unlucky_until_out(dice: random.Random) -> list[Drawn]:
    """Draw from a bag of 2 red and 6 black until a red cube comes, twelve times at most."""
    draws = []
    for _ in range(12):
        red = dice.sample(["red"] * 2 + ["black"] * 6, 2).count("red")
        draws.append(Drawn(Cubes(red=2, black=6), Cubes(red=red, black=2 - red), (RED,)))
        if red:
            break
    return draws


def test_ranks_are_uniform_even_if_bad_luck_ends_the_game() -> None:
    """The chance of a wrong alarm is below 1e-6: the bound on the largest gap is 2.7 / sqrt(n)."""
    dice, games = random.Random(5), 4000
    ranks = (rank_of(unlucky_until_out(dice), RED, dice.random) for _ in range(games))
    shares = sorted(map(share_luckier_than, ranks))
    gap = max(abs(share - place / games) for place, share in enumerate(shares))
    assert gap < 2.7 / games**0.5


def test_one_attack_counts_by_its_share_of_the_variance() -> None:
    """The dice stand at one half, so padding adds nothing and ties count half."""
    drawn = Drawn(Cubes(red=1, black=1), Cubes(red=1), (RED,))
    share = 0.25 / RANKED_VARIANCE
    assert rank_of([drawn], RED, lambda: 0.5) == pytest.approx(share**0.5 * 0.6744898)
    assert rank_of([drawn] * 2, RED, lambda: 0.5) == pytest.approx(2 * share**0.5 * 0.6744898)


def test_who_was_not_inside_has_a_rank_of_chance_alone() -> None:
    drawn = Drawn(Cubes(red=1, black=1), Cubes(red=1), (GREEN,))
    assert share_luckier_than(rank_of([drawn], RED, lambda: 0.3)) == pytest.approx(0.3)


def test_evenings_in_floats_agree_with_the_exact_sum() -> None:
    one = luck_of([Drawn(Cubes(red=5, black=7), Cubes(red=2, black=1), (RED,))])[RED]
    other = luck_of([Drawn(Cubes(red=9, black=3), Cubes(red=1, black=2), (RED,))])[RED]
    both = together(one.chances, other.chances)
    assert both == pytest.approx((one + other).chances, rel=1e-12)
