"""The player search of The Game: lawful, exact where it claims to be, and silent about numbers."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.the_game.advice.advisor import Other, View, best_turn
from companion.games.the_game.advice.cards import ALL, bits, cards_in
from companion.games.the_game.advice.finish import Finish
from companion.games.the_game.advice.group import Manner
from companion.games.the_game.advice.piles import (
    CARDS,
    PILES,
    START,
    Agreed,
    Duty,
    Play,
    Tops,
    Turn,
    lay,
)
from companion.games.the_game.advice.play_out import (
    Result,
    Table,
    deal,
    play,
    step,
    view_of,
)
from companion.games.the_game.advice.search import can_finish_turn, ends
from companion.games.the_game.advice.talk import SILENT, Flag, flags_for, reasons
from companion.games.the_game.advice.weights import WEIGHTS
from companion.games.the_game.advice.worth import BLUE_ON_TOP, BURNS, Outlook, blend
from companion.games.the_game.box import BLUE_CARDS, Pile
from companion.games.the_game.state import may_lie
from companion.games.the_game.values import Level

CALM, EXPERTS, ON_FIRE = Agreed(), Agreed(Level.EXPERT_1), Agreed(on_fire=True)
STRICT = Agreed(on_fire=True, no_blue_on_top=True)
TWO_CARDS = Duty(2)
MANNERS = (Manner(None), Manner(None, talks=False), Manner(0.5), Manner(8.0, talks=False))

tops_of_any_turn = st.tuples(
    st.integers(1, 99), st.integers(1, 99), st.integers(2, 100), st.integers(2, 100)
)
# Cards next to each other and to the tops, so that ten-backs and dead ends come up often.
hands = st.frozensets(st.integers(30, 60), max_size=4)
close_tops = st.tuples(*[st.integers(28, 62)] * 4)
duties = st.builds(
    Duty,
    st.integers(0, 3),
    st.frozensets(st.sampled_from(PILES), max_size=2),
    st.just(BLUE_CARDS),
    st.booleans(),
)
agreements = st.builds(Agreed, st.sampled_from(Level), st.booleans(), st.booleans())


def fits(tops: Tops, card: int, pile: int) -> bool:
    """Ask the table's own rule, which the search has as tables of bits."""
    return may_lie(tuple(Pile)[pile], tops[pile], card)


def all_turns(tops: Tops, hand: frozenset[int]) -> list[Turn]:
    """Return every lawful sequence of plays, by trying them all."""
    turns: list[Turn] = [()]
    for card in hand:
        for pile in PILES:
            if fits(tops, card, pile):
                one = Play(card, pile)
                turns += [(one, *rest) for rest in all_turns(lay(tops, one), hand - {card})]
    return turns


def pays(tops: Tops, turn: Turn, duty: Duty) -> bool:
    """Tell in the rulebook's words whether a turn pays what it owes."""
    covered = set()
    for one in turn:
        assert fits(tops, one.card, one.pile)
        tops = lay(tops, one)
        covered |= {one.pile} - ({one.pile} if one.card in duty.blue else set())
    is_calm = not duty.no_blue_on_top or not any(top in duty.blue for top in tops)
    return len(turn) >= duty.must_play and duty.due <= covered and is_calm


def view(tops: Tops, hand: set[int], duty: Duty = TWO_CARDS, *others: Other, out: int = 40) -> View:
    """Return a view in which the lowest other cards are played and `out` are not seen."""
    unseen = set(sorted(CARDS - hand, reverse=True)[:out])
    draw_pile = out - sum(other.cards for other in others)
    return View(tops, frozenset(hand), CARDS - hand - unseen, draw_pile, duty, others)


@given(close_tops, hands, duties)
@settings(max_examples=300, deadline=None)
def test_a_turn_can_be_finished_exactly_if_some_order_pays(
    tops: Tops, hand: frozenset[int], duty: Duty
) -> None:
    known = any(pays(tops, turn, duty) for turn in all_turns(tops, hand))
    assert can_finish_turn(tops, hand, duty) is known


@given(close_tops, hands, duties, st.integers(0, 40))
@settings(max_examples=300, deadline=None)
def test_the_best_turn_is_lawful_and_there_whenever_a_turn_can_be_finished(
    tops: Tops, hand: frozenset[int], duty: Duty, out: int
) -> None:
    best = best_turn(view(tops, set(hand), duty, out=out))
    assert (best is not None) is can_finish_turn(tops, hand, duty)
    assert best is None or pays(tops, best, duty)


@given(
    tops_of_any_turn, st.frozensets(st.integers(2, 99), min_size=8, max_size=8), st.integers(1, 3)
)
@settings(max_examples=100, deadline=None)
def test_every_end_of_a_turn_is_what_its_plays_leave(
    tops: Tops, hand: frozenset[int], must_play: int
) -> None:
    duty = Duty(must_play)
    for end in islice(ends(tops, bits(hand), duty, ALL & ~bits(hand), lambda tops, hand: 0.0), 200):
        assert pays(tops, end.turn, duty)
        assert end.hand == bits(hand - {one.card for one in end.turn})
        for pile in PILES:
            on_pile = [one.card for one in end.turn if one.pile == pile]
            assert end.tops[pile] == (on_pile or [tops[pile]])[-1]


def test_a_hand_stuck_for_its_first_choice_is_fine_in_another_order() -> None:
    tops, hand = (60, 98, 3, 4), {50, 62}
    assert not any(fits(lay(tops, Play(62, 0)), 50, pile) for pile in PILES)
    assert can_finish_turn(tops, hand, Duty(2))
    assert best_turn(view(tops, hand)) == (Play(50, 0), Play(62, 0))


def test_a_card_that_fits_nowhere_yet_counts_once_another_lies() -> None:
    tops, hand = (90, 90, 10, 10), {80, 85}
    assert not any(fits(tops, 85, pile) for pile in PILES)
    assert can_finish_turn(tops, hand, Duty(2))
    assert not can_finish_turn(tops, hand, Duty(3))


def test_ten_backs_are_taken_one_after_the_other() -> None:
    best = best_turn(view((50, 60, 99, 98), {40, 30}))
    assert best is not None
    assert best[:2] == (Play(40, 0), Play(30, 0))


def test_a_card_is_laid_so_that_its_ten_back_can_follow() -> None:
    best = best_turn(view((20, 21, 98, 97), {35, 45, 60, 62}))
    assert best is not None
    laid = [(one.card, one.pile in (0, 1)) for one in best]
    assert laid.index((45, True)) < laid.index((35, True))


def test_a_blue_card_must_be_covered_by_one_that_is_not_blue() -> None:
    tops: Tops = (44, 80, 60, 20)
    duty = ON_FIRE.duty(tops, 10)
    assert duty == Duty(2, frozenset({0}), BLUE_CARDS, False)
    assert not can_finish_turn(tops, {41, 42, 19}, duty)
    assert not can_finish_turn(tops, {55, 10, 9}, duty)
    assert can_finish_turn(tops, {55, 56}, duty)
    assert can_finish_turn(tops, {41, 34}, duty)
    assert best_turn(view(tops, {41, 42, 34}, duty)) is not None


def test_a_new_blue_card_has_a_deadline_of_its_own_unless_no_blue_may_be_on_top() -> None:
    tops, hand = (44, 99, 60, 2), {46, 55}
    assert can_finish_turn(tops, hand, ON_FIRE.duty(tops, 10))
    assert not can_finish_turn(tops, hand, STRICT.duty(tops, 10))
    assert STRICT.duty(START, 10) == Duty(2, blue=BLUE_CARDS)


def test_more_than_the_minimum_is_played_where_it_costs_nothing() -> None:
    best = best_turn(view((50, 60, 20, 40), {40, 51, 52, 53, 95}))
    assert best is not None
    assert len(best) > CALM.level.cards_a_turn(1)


@pytest.mark.parametrize("flagged", PILES)
@pytest.mark.parametrize("flag", [Flag.NOT_HERE, Flag.SMALL_STEPS])
def test_a_flag_is_respected_where_another_pile_is_as_good(flagged: int, flag: Flag) -> None:
    flags = tuple(flag if pile == flagged else Flag.NONE for pile in PILES)
    other = Other(6, flags)  # type: ignore[arg-type]  # four
    hand = {25, 27} if flagged < 2 else {76, 74}
    tops = (20, 20, 99, 98) if flagged < 2 else (2, 3, 81, 81)
    best = best_turn(view(tops, hand, TWO_CARDS, other))
    assert best is not None
    assert flagged not in {one.pile for one in best}


@given(tops_of_any_turn, st.sets(st.sampled_from(sorted(CARDS)), min_size=1, max_size=97))
@settings(max_examples=200, deadline=None)
def test_every_flag_has_two_possible_reasons_or_more(tops: Tops, played: set[int]) -> None:
    out = ALL & ~bits(played)
    for card in CARDS - played:
        for pile, flag in enumerate(flags_for(tops, bits({card}), bits(played))):
            why = reasons(tops, out, pile, flag) if flag else out
            assert why >> card & 1
            assert flag is Flag.NONE or why.bit_count() >= 2


def test_whoever_holds_a_ten_back_or_the_next_card_asks_to_stay_away() -> None:
    tops: Tops = (50, 20, 80, 30)
    assert flags_for(tops, bits({40}), 0)[0] is Flag.NOT_HERE
    assert flags_for(tops, bits({51}), 0)[0] is Flag.NOT_HERE
    assert flags_for(tops, bits({53}), 0)[0] is Flag.SMALL_STEPS
    assert flags_for(tops, bits({60}), 0)[0] is Flag.NONE
    assert flags_for(tops, 0, 0) == SILENT


def test_the_next_card_is_not_named_once_the_ten_back_is_gone() -> None:
    tops: Tops = (50, 20, 80, 30)
    assert flags_for(tops, bits({51}), bits({40}))[0] is Flag.SMALL_STEPS


@given(close_tops, st.frozensets(st.integers(30, 60), max_size=5))
@settings(max_examples=200, deadline=None)
@pytest.mark.slow
def test_an_order_for_all_cards_is_lawful_and_found_where_there_is_one(
    tops: Tops, cards: frozenset[int]
) -> None:
    order = Finish(10_000).order(tops, bits(cards))
    assert (order is not None) is any(len(turn) == len(cards) for turn in all_turns(tops, cards))
    assert order is None or pays(tops, order, Duty(len(cards)))


def test_a_search_for_an_order_is_given_up_at_its_limit() -> None:
    assert Finish(2).order(START, bits({5, 6, 7})) is None
    assert Finish(3).order(START, bits({5, 6, 7})) is not None


def test_two_players_finish_together_when_each_knows_what_the_other_must_hold() -> None:
    table = Table(
        (80, 70, 40, 30),
        (frozenset({72, 81, 29}), frozenset({71, 84, 82})),
        (),
        CALM,
        CALM.duty((80, 70, 40, 30), 0),
    )
    assert play(table, Random(0)).is_perfect


@given(st.integers(1, 5), agreements, st.sampled_from(MANNERS), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
@pytest.mark.slow
def test_every_step_of_a_game_is_lawful(
    players: int, agreed: Agreed, manner: Manner, seed: int
) -> None:
    dice = Random(seed)
    table = deal(players, agreed, dice, (manner,) * players)
    while (after := step(table, dice) if table.cards_left else None) is not None:
        duty, tops = table.duty, table.tops
        for one in after.laid:
            assert fits(tops, one.card, one.pile)
            duty, tops = duty.after(one), lay(tops, one)
        ends_here = after.acting != table.acting or after.duty != duty
        assert after.tops == tops
        kept = table.hands[table.acting] - {one.card for one in after.laid}
        assert kept == table.hands[table.acting] ^ {one.card for one in after.laid}
        drawn = table.draw_pile[len(after.draw_pile) :]
        assert after.hands[table.acting] == kept.union(drawn)
        if ends_here:
            assert duty.is_met(after.tops)
            room = max(agreed.level.hand_size(players) - len(kept), 0)
            assert len(drawn) == min(room, len(table.draw_pile))
            assert after.duty == agreed.duty(after.tops, len(after.draw_pile))
            assert after.hands[after.acting] or not after.cards_left
        else:
            assert not drawn
        table = after
    if table.cards_left:
        assert not can_finish_turn(table.tops, table.hands[table.acting], table.duty)


def three_games(seed: int) -> list[Result]:
    dice = Random(seed)
    return [play(deal(3, CALM, dice), dice) for _ in range(3)]


def test_the_same_seed_plays_the_same_games() -> None:
    once = three_games(7)
    assert once == three_games(7)
    assert once != three_games(8)


def test_players_who_say_nothing_play_another_game() -> None:
    talking, mute = (
        deal(3, CALM, Random(7), (Manner(None, talks),) * 3) for talks in (True, False)
    )
    assert all(other.flags == SILENT for other in view_of(mute).others)
    assert any(other.flags != SILENT for other in view_of(talking).others)


def test_nine_cards_or_fewer_are_a_win_unless_a_blue_card_stayed_uncovered() -> None:
    assert Result(9).is_win
    assert not Result(10).is_win
    assert not Result(9, burnt=True).is_win
    assert Result(0).is_perfect
    assert not Result(1).is_perfect


def test_a_turn_that_leaves_a_due_blue_card_is_a_defeat() -> None:
    tops: Tops = (44, 99, 3, 2)
    table = Table(tops, (frozenset({12, 13}),), (), ON_FIRE, ON_FIRE.duty(tops, 0))
    assert play(table, Random(0)) == Result(2, burnt=True)


def test_at_the_second_expert_level_a_card_that_fits_nowhere_counts_for_more() -> None:
    usual, expert = (blend(3, 40, level) for level in (Level.EXPERT_1, Level.EXPERT_2))
    assert (expert.dead > usual.dead, expert.hand_dead > usual.hand_dead) == (True, True)
    assert blend(1, 40, Level.EXPERT_2) == blend(1, 40)
    table = deal(3, Agreed(Level.EXPERT_2), Random(1))
    assert view_of(table).level is Level.EXPERT_2


def test_a_view_holds_exactly_one_box() -> None:
    with pytest.raises(ValueError, match="98"):
        View(START, frozenset({5}), frozenset(), 10, Duty(2))
    with pytest.raises(ValueError, match="6 players"):
        View(START, frozenset({5}), frozenset(), 92, Duty(2), (Other(1),) * 5)
    with pytest.raises(ValueError, match="no box"):
        View(START, frozenset({5}), frozenset({5}), 10, Duty(2))


def test_the_bits_of_cards_are_those_cards() -> None:
    assert list(cards_in(bits({9, 2, 99}))) == [2, 9, 99]
    assert list(cards_in(ALL)) == sorted(CARDS)


def fire(tops: Tops, hand: set[int], out: set[int], next_hand: int, *, is_alone: bool) -> float:
    """Return what the blue cards on top add to the cost of these piles."""
    weights = WEIGHTS[2][1]
    calm = Outlook(weights, bits(out))
    burning = Outlook(weights, bits(out), (), bits(BLUE_CARDS), next_hand, is_alone)
    return burning.cost(tops, bits(hand)) - calm.cost(tops, bits(hand))


@pytest.mark.parametrize(
    ("out", "next_hand", "chance"),
    [
        ({10, 40, 50, 60}, 2, 1 / 2),  # only the 10 covers it
        ({10, 32, 50, 60}, 2, 1 / 6),  # and the 32, ten back
        ({10, 33, 50, 60}, 4, 0),
        ({40, 50, 60}, 2, 1),
        ({10, 40}, 6, 0),
    ],
)
def test_a_blue_card_costs_what_the_chance_is_that_the_next_player_cannot_cover_it(
    out: set[int], next_hand: int, chance: float
) -> None:
    """JA 121: a 22 on a pile that falls."""
    cost = fire((5, 6, 22, 80), {90}, out, next_hand, is_alone=False)
    assert cost == pytest.approx(BLUE_ON_TOP + BURNS * chance)


def test_whoever_is_alone_covers_with_the_cards_kept_or_drawn() -> None:
    """JA 125."""
    tops = (5, 6, 22, 80)
    assert fire(tops, {10}, {50, 60}, 8, is_alone=True) == BLUE_ON_TOP
    drawn_one_of_two = fire(tops, {90}, {10, 50}, 2, is_alone=True)
    assert drawn_one_of_two == pytest.approx(BLUE_ON_TOP + BURNS / 2)


def test_the_last_card_may_be_blue() -> None:
    """JA 58: all cards lie."""
    assert fire((5, 6, 22, 80), set(), set(), 0, is_alone=True) == 0
    view = View((90, 91, 23, 80), frozenset({22}), CARDS - {22}, 0, STRICT.duty(START, 0))
    turn = best_turn(view)
    assert turn is not None
    assert turn[0].card == 22
