"""The chance to win from here: partners who play as the table has played, and nothing secret."""

from random import Random

import pytest

from companion.games.the_game.advice.advisor import Other, View
from companion.games.the_game.advice.asking import heard_of
from companion.games.the_game.advice.cards import ALL, bits, cards_in
from companion.games.the_game.advice.chance import Count, Progress, dealt, win_chance
from companion.games.the_game.advice.group import (
    ADVISOR,
    SPREADS,
    STEPS,
    Heard,
    Manner,
    group_of,
    step_of,
    usual_turn,
)
from companion.games.the_game.advice.piles import CARDS, START, Agreed, Duty, Play
from companion.games.the_game.advice.play_out import Result, Table, deal, play, view_of
from companion.games.the_game.advice.talk import SILENT, Flag, flags_for, reasons
from companion.games.the_game.commands import EndTurn, RaiseFlag
from companion.games.the_game.values import Wish
from tests.support.games.the_game_table import DOWN_1, ONE, TWO, UP_1, UP_2, TheGameTable

CALM = Agreed()
SILENT_GROUP = ((Manner(0.5, talks=False), 1.0),)


def test_a_chance_is_told_while_it_is_being_counted() -> None:
    view = view_of(deal(2, CALM, Random(1)))
    once, again = (list(win_chance(view, CALM, SILENT_GROUP, Random(5), 4)) for _ in range(2))
    assert once == again
    assert [progress.games for progress in once] == [1, 2, 3, 4]
    assert once[-1].perfect.likely <= once[-1].victory.likely


def test_a_chance_knows_only_what_the_player_sees() -> None:
    table = deal(3, CALM, Random(1))
    shuffled = sorted(CARDS - table.hands[0])
    Random(2).shuffle(shuffled)
    others = frozenset(shuffled[:6]), frozenset(shuffled[6:12])
    elsewhere = Table(START, (table.hands[0], *others), tuple(shuffled[12:]), CALM, table.duty)
    first, second = (
        list(win_chance(_silent(view_of(one)), CALM, SILENT_GROUP, Random(3), 2))
        for one in (table, elsewhere)
    )
    assert first == second


def _silent(view: View) -> View:
    others = tuple(Other(other.cards) for other in view.others)
    return View(view.tops, view.hand, view.played, view.draw_pile, view.duty, others)


@pytest.mark.parametrize("seed", range(5))
def test_whoever_raised_a_flag_is_dealt_a_reason_for_it(seed: int) -> None:
    dice = Random(seed)
    tops, duty = (50, 20, 80, 30), Duty(2)
    hands = tuple(map(frozenset, ({2, 3, 4, 5, 6, 7}, {51, 8}, {79, 9, 11}, {10, 12, 88})))
    rest = tuple(sorted(CARDS.difference(*hands)))
    view = view_of(Table(tops, hands, rest, CALM, duty))
    assert all(other.flags != SILENT for other in view.others)
    table = dealt(view, CALM, (ADVISOR,) * 4, dice)
    assert [len(hand) for hand in table.hands] == [6, 2, 3, 3]
    assert frozenset(table.draw_pile).union(*table.hands) == CARDS
    for hand, other in zip(table.hands[1:], view.others, strict=True):
        for pile, flag in enumerate(other.flags):
            if flag:
                assert bits(hand) & reasons(view.tops, ALL & ~bits(view.hand), pile, flag)


def test_careless_partners_lower_the_chance() -> None:
    view = view_of(deal(3, CALM, Random(1)))
    careful, careless = (
        [*win_chance(view, CALM, ((Manner(spread, talks=False), 1.0),), Random(3), 12)][-1]
        for spread in (None, 13.0)
    )
    assert careless.victory.likely < 0.2 < careful.victory.likely


def test_the_steps_so_far_tell_how_a_group_plays() -> None:
    assert _likeliest(Heard((2, 1, 1, -10, 3, -10, 2, 2) * 6)) is None
    assert _likeliest(Heard((30, 2, 25, 40, 12, 22, 1, 33) * 3)) == 13.0
    fits = group_of(Heard())
    assert sum(chance for _, chance in fits) == pytest.approx(1)
    assert len({chance for _, chance in fits}) == 1


def _likeliest(heard: Heard) -> float | None:
    return max(group_of(heard), key=lambda fit: fit[1])[0].spread


def test_wishes_are_used_as_often_as_the_table_used_them() -> None:
    silent, talking = (
        sum(chance for manner, chance in group_of(Heard((), wishes, 20)) if manner.talks)
        for wishes in (0, 30)
    )
    assert silent < 0.05
    assert talking == pytest.approx(1)


def test_a_table_is_heard_without_the_asking_player() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 5, 9)
    table.do(RaiseFlag(UP_2, Wish.NOT_HERE, TWO))
    table.end()
    table.play(UP_1, 20)
    table.play(DOWN_1, 97)
    table.do(EndTurn())
    assert heard_of(table.story, ONE) == Heard((11, 3), wishes=1, turns=2)
    assert heard_of(table.story, TWO) == Heard((4, 4), wishes=0, turns=2)


def test_people_take_the_nearest_card_unless_a_wish_keeps_them_away() -> None:
    tops, hand, dice = (20, 40, 90, 60), bits({25, 47, 80}), Random(1)
    assert usual_turn(tops, hand, Duty(1), (), 0.1, dice) == (Play(25, 0),)
    not_here = (Flag.NOT_HERE, Flag.NONE, Flag.NONE, Flag.NONE)
    assert usual_turn(tops, hand, Duty(1), (not_here,), 0.1, dice) == (Play(47, 1),)


def test_people_add_what_costs_nothing_and_cover_what_burns() -> None:
    dice, fire = Random(1), Agreed(on_fire=True)
    turn = usual_turn((20, 40, 90, 60), bits({21, 22, 30, 70}), Duty(1), (), 0.1, dice)
    assert turn == (Play(30, 1), Play(70, 3), Play(21, 0), Play(22, 0))
    tops = (44, 20, 99, 98)
    burning = usual_turn(tops, bits({21, 60, 55}), fire.duty(tops, 10), (), 0.1, dice)
    assert burning is not None
    assert Play(60, 0) in burning


def test_steps_are_counted_the_way_of_the_pile() -> None:
    assert (step_of(0, 20, 25), step_of(2, 20, 15)) == (5, 5)
    assert (step_of(1, 20, 10), step_of(3, 20, 30)) == (-10, -10)


def test_the_range_is_wide_where_manners_differ_and_little_is_played() -> None:
    even = Progress((Count(100, 0, 50), Count(100, 0, 50)))
    uneven = Progress((Count(100, 0, 95), Count(100, 0, 5)))
    few = Progress((Count(1, 0, 1), Count(1, 0, 0)))
    assert even.victory.likely == pytest.approx(uneven.victory.likely)
    widths = [one.victory.high - one.victory.low for one in (even, uneven, few)]
    assert widths[0] < 0.15 < widths[1]
    assert widths[2] > 0.6
    assert Progress().victory.low == 0
    assert Count().and_one(Result(0)) == Count(1, 1, 1)


def test_every_manner_is_counted_in_as_many_steps_as_there_are_kinds() -> None:
    for counted in SPREADS.values():
        assert len(counted) == len(STEPS)
        assert sum(counted) == pytest.approx(1000, abs=5)


def test_a_flag_is_no_reason_to_deal_more_cards_than_a_hand_has() -> None:
    flags = (Flag.NOT_HERE,) * 4
    view = View((20, 30, 80, 70), frozenset({2}), frozenset(), 96, Duty(1), (Other(1, flags),))
    table = dealt(view, CALM, (ADVISOR,) * 2, Random(1))
    assert len(table.hands[1]) == 1
    assert any(flags_for(view.tops, bits(table.hands[1]), 0))
    assert list(cards_in(bits(table.hands[1]))) == sorted(table.hands[1])
    assert play(table, Random(1)).cards_left <= 98
