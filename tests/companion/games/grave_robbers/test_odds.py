"""The odds of a fight against a card off the pile, beside counting all cases by hand."""

from fractions import Fraction
from itertools import permutations

from companion.engine.value import replace
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.odds import DICE, Odds, Pool, Sums, odds, pool
from companion.games.grave_robbers.rules.fights import acting_side_wins
from companion.games.grave_robbers.state import GraveRobbers, Laid
from companion.games.grave_robbers.values import ItemCard, Rulings
from tests.support.games.grave_robbers_table import (
    GREEN,
    HAND,
    PILE,
    RED,
    TIES_WIN,
    GraveRobbersTable,
    three,
)

EVEN_BOX = tuple(ItemCard(f"Card {die}", die, 8) for die in DICE)
HIGH_BOX = (ItemCard("Axe", 6, 24), ItemCard("Twig", 1, 8), ItemCard("Rope", 3, 16))


def rolled(table: GraveRobbersTable, mine: int, other: int) -> None:
    """Show two die values off the pile and put the cards away."""
    table.do(co.DiscardItem(RED, PILE, mine))
    table.do(co.DiscardItem(RED, PILE, other))


def test_while_nothing_is_told_all_die_values_are_even() -> None:
    found = odds(three().state, Sums())
    assert found.with_die == tuple(Fraction(n, 6) for n in (1, 1, 2, 3, 4, 4))
    assert found.from_pile == Fraction(15, 36)
    assert not found.is_exact


def test_where_ties_win_even_odds_are_21_of_36() -> None:
    found = odds(three(rulings=TIES_WIN).state, Sums())
    assert found.from_pile == Fraction(21, 36)


def test_the_attacked_side_has_what_the_attacker_has_not() -> None:
    state = three().state
    mine, theirs = odds(state, Sums(2, 1)), odds(state, Sums(1, 2, acts=False))
    assert mine.from_pile + theirs.from_pile == 1


def brute(dice: list[int], sums: Sums, rulings: Rulings) -> Fraction:
    """Return the chance to win with one card off these against another, over all pairs."""
    pairs = list(permutations(dice, 2))
    won = sum(
        acting_side_wins(
            Laid(mine, bonus=sums.own), Laid(other, bonus=sums.other), ties_win=rulings.ties_win
        )
        for mine, other in pairs
    )
    return Fraction(won, len(pairs))


def test_with_a_whole_card_list_the_odds_are_exact_and_without_replacement() -> None:
    table = three(cards=HIGH_BOX)
    box = [6] * 24 + [1] * 8 + [3] * 16
    found = odds(table.state, Sums(1, 2))
    assert found.is_exact
    assert found.from_pile == brute(box, Sums(1, 2), Rulings())
    assert found.with_die[5] == Fraction(16, 47)  # 6 + 1 beats 3 + 2; the 1 beats it, 8 > 7


def test_every_card_that_was_shown_has_left_the_first_pile() -> None:
    table = three(cards=HIGH_BOX)
    rolled(table, 6, 6)
    table.do(co.DiscardItem(GREEN, HAND, 1))
    box = [6] * 22 + [1] * 7 + [3] * 16
    assert odds(table.state, Sums()).from_pile == brute(box, Sums(), Rulings())


def test_a_named_open_card_cannot_be_drawn() -> None:
    table = three(cards=HIGH_BOX)
    table.end("Twig")
    assert pool(table.state) == Pool((7, 0, 16, 0, 0, 24))
    table.do(co.EndTurn(("Nobody knows",)))
    assert pool(table.state) == Pool((7, 0, 16, 0, 0, 24))


def test_more_of_a_value_than_the_list_has_comes_off_the_untold_cards() -> None:
    table = three(cards=(ItemCard("Twig", 1, 1),))
    rolled(table, 1, 1)
    assert pool(table.state) == Pool((0,) * 6, 46)


def shuffled(table: GraveRobbersTable, *dice: int) -> GraveRobbers:
    """Let the pile run out with these dice on the discards, and be shuffled by one draw."""
    state, red = table.state, table.player(RED)
    for die in dice:
        table.do(co.DiscardItem(RED, PILE, die))
    state, red = table.state, table.player(RED)
    emptied = replace(state, item_pile=0)
    table.state = emptied.with_player(replace(red, hand=red.hand + state.item_pile))
    table.do(co.DrawItems(GREEN))
    return table.state


def test_after_a_shuffle_the_told_discards_are_the_pile() -> None:
    table = three()
    state = shuffled(table, 2, 2, 5)
    assert pool(state) == Pool((0, 2, 0, 0, 1, 0))
    found = odds(state, Sums())
    assert found.is_exact
    assert found.from_pile == brute([2, 2, 5], Sums(), Rulings())
    table.do(co.DiscardItem(RED, PILE, 5))
    assert pool(table.state) == Pool((0, 2, 0, 0, 0, 0))
    table.do(co.DiscardItem(RED, HAND, 2))  # perhaps an older card: it tells nothing of this pile
    assert pool(table.state) == Pool((0, 2, 0, 0, 0, 0))


def test_an_empty_pile_means_a_card_of_the_discards() -> None:
    table = three()
    table.empty_pile()
    assert pool(table.state) == Pool((0,) * 6)
    assert odds(table.state, Sums()).from_pile == Fraction(15, 36)
    table.do(co.DiscardItem(RED, HAND, 4))
    assert pool(table.state) == Pool((0, 0, 0, 1, 0, 0))
    assert list(odds(table.state, Sums()).with_die) == [0, 0, 0, 0, 1, 1]


def test_the_last_card_of_the_pile_may_come_back_by_a_shuffle_against_an_enemy() -> None:
    table = three()
    state = shuffled(table, 5, 5)
    assert state.item_pile == 1
    against_enemy = odds(state, Sums())
    between_players = odds(state, Sums(), are_discarded=False)
    assert against_enemy.from_pile == 0  # the 5 that was used is shuffled: a tie
    assert between_players.from_pile == Fraction(4, 6)  # nobody knows: the discards are empty


def test_a_card_of_the_own_hand_cannot_come_off_the_pile() -> None:
    table = three(cards=EVEN_BOX)
    found: Odds = odds(table.state, Sums())
    assert found.with_die == tuple(Fraction(8 * n, 47) for n in (1, 1, 2, 3, 4, 4))
    box = [die for die in DICE for _ in range(8)]
    assert found.from_pile == brute(box, Sums(), Rulings()) != Fraction(15, 36)


def test_against_a_card_that_lies_open_every_own_value_wins_or_does_not() -> None:
    found = odds(three().state, Sums(other=1, acts=False, die=4))
    assert list(found.with_die) == [0, 0, 0, 0, 1, 1]  # the attacked side wins a tie
    assert found.from_pile == Fraction(2, 6)


def test_a_pool_changes_by_one_card() -> None:
    found = Pool((0, 2, 0, 0, 0, 1), 1)
    assert found.total == 4
    assert found.with_one(6) == Pool((0, 2, 0, 0, 0, 2), 1)
    assert found.without(2) == Pool((0, 1, 0, 0, 0, 1), 1)
    assert found.without(1) == Pool((0, 2, 0, 0, 0, 1), 0)
    assert found.chance(2) == Fraction(13, 24)
