"""The rules of The Game, each test named after its rule (Japanese rulebook, JA)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.value import replace
from companion.games.the_game.advice.turn import can_finish, must_be_able
from companion.games.the_game.box import ALL_CARDS, CARDS, HAND_SIZE, Pile
from companion.games.the_game.commands import (
    ChooseFirst,
    CorrectNames,
    EndTurn,
    GiveUp,
    LowerFlag,
    PlayCard,
    RaiseFlag,
    StartGame,
)
from companion.games.the_game.events import GameEnded, NamesCorrected
from companion.games.the_game.state import TheGame, may_lie
from companion.games.the_game.values import Ending, Flag, Level, Result, Wish
from tests.support.games.the_game_table import (
    DOWN_1,
    DOWN_2,
    ONE,
    THREE,
    TWO,
    UP_1,
    UP_2,
    TheGameTable,
)


@pytest.mark.parametrize(
    ("players", "hand", "pile"), [(1, 8, 90), (2, 7, 84), (3, 6, 80), (4, 6, 74), (5, 6, 68)]
)
def test_hands_of_8_7_6_and_the_rest_is_the_draw_pile(players: int, hand: int, pile: int) -> None:
    """JA 40."""
    table = TheGameTable(players)
    assert table.state.hands == (hand,) * players
    assert table.state.draw_pile == pile


def test_the_game_is_for_one_to_five() -> None:
    """JA 40."""
    table = TheGameTable(0)
    assert table.refused(StartGame(())) == "players_one_to_five"
    assert table.refused(StartGame(("",) * 6)) == "players_one_to_five"
    assert table.refused(StartGame(("", ""), THREE)) == "nobody_sits_there"


def test_who_begins_may_be_agreed_until_the_first_card_lies() -> None:
    """JA 42."""
    table = TheGameTable(3, first=None)
    assert table.refused(PlayCard(UP_1, 2)) == "first_not_chosen"
    table.do(ChooseFirst(TWO))
    table.do(ChooseFirst(THREE))
    table.play(UP_1, 2)
    assert table.state.turn is THREE
    assert table.refused(ChooseFirst(TWO)) == "game_is_on"


def test_who_plays_alone_begins() -> None:
    assert TheGameTable(1, first=None).state.turn is ONE


def test_an_up_pile_takes_higher_cards() -> None:
    """JA 71."""
    table = TheGameTable()
    table.play(UP_1, 4, 8, 13)
    assert table.state.top(UP_1) == 13
    assert table.refused(PlayCard(UP_1, 12)) == "must_be_higher"


def test_a_down_pile_takes_lower_cards() -> None:
    """JA 72."""
    table = TheGameTable()
    table.play(DOWN_1, 90, 65)
    assert table.refused(PlayCard(DOWN_1, 66)) == "must_be_lower"


def test_exactly_ten_back_may_lie_any_number_of_times() -> None:
    """JA 83-89."""
    table = TheGameTable(1)
    table.play(UP_1, 47, 37, 27, 38)
    table.play(DOWN_1, 65, 75, 74)
    assert (table.state.top(UP_1), table.state.top(DOWN_1)) == (38, 74)
    assert table.refused(PlayCard(UP_1, 29)) == "must_be_higher"  # nine back is nothing
    assert table.refusal(PlayCard(UP_1, 29)).facts == {"card": 29, "top": 38, "back": 28}
    assert table.refusal(PlayCard(DOWN_1, 85)).facts == {"card": 85, "top": 74, "back": 84}


def test_a_card_lies_once() -> None:
    """JA 66-72, 83-89."""
    table = TheGameTable()
    table.play(UP_1, 30)
    assert table.refused(PlayCard(DOWN_1, 30)) == "card_lies_already"


@pytest.mark.parametrize("card", [1, 100, 0, -5])
def test_there_are_only_cards_from_2_to_99(card: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        PlayCard(UP_1, card)


def test_at_least_two_cards_a_turn_then_the_hand_is_filled_and_the_turn_passes() -> None:
    """JA 50-52."""
    table = TheGameTable(3)
    table.play(UP_1, 2)
    assert table.refused(EndTurn()) == "too_few_cards"
    table.play(UP_1, 3, 4)
    table.end()
    assert (table.state.turn, table.state.hands, table.state.draw_pile) == (TWO, (6, 6, 6), 77)


@pytest.mark.parametrize(("level", "hand"), [(Level.EXPERT_1, 6), (Level.EXPERT_2, 5)])
def test_experts_lay_three_and_then_hold_one_fewer(level: Level, hand: int) -> None:
    table = TheGameTable(4, level=level)
    assert table.state.hand_size == hand
    table.play(UP_1, 2, 3)
    assert table.refused(EndTurn()) == "too_few_cards"
    table.play(UP_1, 4)
    table.end()


def test_experts_hold_one_card_fewer_at_their_second_level() -> None:
    """JA 135."""
    sizes = [[level.hand_size(players) for players in HAND_SIZE] for level in Level]
    assert sizes == [[8, 7, 6, 6, 6], [8, 7, 6, 6, 6], [7, 6, 5, 5, 5]]


def test_a_turn_is_two_cards_or_three_and_one_without_a_draw_pile() -> None:
    """JA 67, 131."""
    assert [level.cards_a_turn(1) for level in Level] == [2, 3, 3]
    assert [level.cards_a_turn(0) for level in Level] == [1, 1, 1]


def until_the_draw_pile_is_gone(level: Level = Level.NORMAL) -> TheGameTable:
    """Two players lay 2, 3, ... on one pile until nothing can be drawn."""
    table, cards = TheGameTable(2, level=level), iter(ALL_CARDS)
    while table.state.draw_pile:
        table.play(UP_1, *itertools.islice(cards, max(table.state.needed, 2)))
        table.end()
    return table


@pytest.mark.parametrize("level", [Level.NORMAL, Level.EXPERT_1])
def test_without_a_draw_pile_one_card_is_enough(level: Level) -> None:
    table = until_the_draw_pile_is_gone(level)
    assert table.state.needed == 1
    table.play(UP_1, table.state.top(UP_1) + 1)
    table.end()
    assert table.state.draw_pile == 0


def test_who_has_no_cards_drops_out_and_the_others_go_on() -> None:
    """JA 60."""
    table = until_the_draw_pile_is_gone()
    first = table.state.turn
    assert first is not None
    while table.state.hand(first):
        table.play(UP_1, table.state.top(UP_1) + 1)
    assert table.refused(PlayCard(UP_1, 99)) == "hand_is_empty"
    table.end()
    second = table.state.turn
    assert second is not first
    table.play(UP_1, table.state.top(UP_1) + 1)
    table.end()
    assert table.state.turn is second


def test_all_98_cards_are_a_perfect_victory() -> None:
    table = until_the_draw_pile_is_gone()
    while table.state.left:
        table.play(UP_1, table.state.top(UP_1) + 1)
        if table.state.left and table.state.turn and table.state.hand(table.state.turn) == 0:
            table.end()
    assert table.events[-1] == GameEnded(Ending.ALL_LAID, 0)
    assert table.state.result is Result.PERFECT


@pytest.mark.parametrize(("left", "result"), [(9, Result.WON), (10, Result.LOST), (1, Result.WON)])
def test_nine_left_win_and_ten_lose(left: int, result: Result) -> None:
    """JA 58."""
    laid = CARDS - left
    piles = (ALL_CARDS[:laid], (), (), ())
    assert TheGame(names=("",), piles=piles, ending=Ending.STUCK).result is result


def stuck_table(**set_up: object) -> TheGameTable:
    """Two players; up piles stand at 98 and 97, down piles at 3 and 4."""
    table = TheGameTable(2, **set_up)
    table.play(UP_1, 98)
    table.play(UP_2, 97)
    table.play(DOWN_1, 3)
    table.play(DOWN_2, 4)
    table.end()
    return table


def test_the_game_ends_when_the_player_whose_turn_it_is_cannot_go_on() -> None:
    """JA 56."""
    table = stuck_table()
    table.do(GiveUp())
    assert table.events == (GameEnded(Ending.STUCK, 94),)
    assert table.state.result is Result.LOST
    assert table.refused(PlayCard(UP_1, 99)) == "game_is_over"


def test_one_card_may_be_laid_before_the_end_is_said() -> None:
    table = stuck_table()
    table.play(UP_1, 99)
    table.do(GiveUp())
    assert table.state.left == 93


def test_a_claim_that_the_open_cards_contradict_is_refused() -> None:
    table = TheGameTable(2)
    assert table.refused(GiveUp()) == "somebody_can"
    table.play(UP_1, 2, 3)
    assert table.refused(GiveUp()) == "turn_may_end"


def between(up: int, other_up: int, down: int, other_down: int) -> TheGameTable:
    """The second of two players has the turn; no pile takes what lies between the tops."""
    table = TheGameTable(2)
    for pile, card in ((UP_1, up), (UP_2, other_up), (DOWN_1, down), (DOWN_2, other_down)):
        table.play(pile, card)
    table.end()
    return table


def fitting_nowhere(state: TheGame) -> list[int]:
    unknown = sorted(set(ALL_CARDS) - state.played)
    return [card for card in unknown if not any(may_lie(p, state.top(p), card) for p in Pile)]


@pytest.mark.parametrize(("up", "dead", "is_able"), [(56, 5, True), (57, 6, False)])
def test_a_claim_is_refused_while_a_hand_of_dead_cards_would_be_too_small(
    up: int, dead: int, is_able: bool
) -> None:
    state = between(up, 98, 50, 3).state  # seven in hand, two must be laid
    assert len(fitting_nowhere(state)) == dead
    assert must_be_able(state) is is_able


@given(st.lists(st.integers(30, 70), min_size=4, max_size=4, unique=True), st.data())
def test_a_claim_is_only_refused_when_every_hand_could_go_on(
    tops: list[int], data: st.DataObject
) -> None:
    state = between(*tops).state
    dead = fitting_nowhere(state)
    rest = [card for card in ALL_CARDS if card not in state.played and card not in dead]
    worst = (*dead, *data.draw(st.permutations(rest)))[: state.hand_size]
    assert must_be_able(state) <= can_finish(state, tuple(worst))


def test_a_hand_that_is_stuck_in_one_order_is_fine_in_another() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 60)
    table.play(UP_2, 99)
    table.play(DOWN_1, 2)
    table.play(DOWN_2, 3)
    table.end()
    # 90 first leaves 70 behind; 70 goes first, or 80, and then 10 back.
    assert can_finish(table.state, (70, 90))
    assert can_finish(table.state, (89, 50))  # 50 is 10 back; then 89
    assert not can_finish(table.state, (59, 58))
    assert not can_finish(table.state, (61, 20))


def brute_force(state: TheGame, hand: tuple[int, ...]) -> bool:
    """Try every order and every pile."""
    for order in itertools.permutations(hand, state.missing):
        for piles in itertools.product(Pile, repeat=len(order)):
            tops = {pile: state.top(pile) for pile in Pile}
            if all(_lay(tops, pile, card) for pile, card in zip(piles, order, strict=True)):
                return True
    return False


def _lay(tops: dict[Pile, int], pile: Pile, card: int) -> bool:
    fits = may_lie(pile, tops[pile], card)
    tops[pile] = card
    return fits


@given(
    st.lists(st.sampled_from(ALL_CARDS), min_size=8, max_size=8, unique=True),
    st.sampled_from([Level.NORMAL, Level.EXPERT_1]),
)
def test_whether_a_hand_can_complete_the_turn_is_found_as_by_trying_all(
    cards: list[int], level: Level
) -> None:
    hand, tops = tuple(cards[:4]), cards[4:]
    piles = tuple((card,) for card in tops)
    state = TheGame(names=("",), piles=piles, needed=2 if level is Level.NORMAL else 3)
    assert can_finish(state, hand) == brute_force(state, hand)


def test_a_flag_lasts_until_its_players_turn_is_over() -> None:
    table = TheGameTable(3)
    table.do(RaiseFlag(UP_1, Wish.NOT_HERE, THREE))
    table.play(UP_2, 2, 3)
    table.end()
    table.play(UP_2, 4, 5)
    table.end()
    assert table.state.flags == (Flag(UP_1, Wish.NOT_HERE, THREE),)
    table.play(UP_1, 11, 12)
    table.end()
    assert not table.state.flags


def test_a_flag_of_the_panel_lasts_for_the_turn() -> None:
    table = TheGameTable(3)
    table.do(RaiseFlag(DOWN_1, Wish.NOT_HERE))
    table.play(UP_1, 2, 3)
    table.end()
    assert not table.state.flags


def test_a_player_has_one_flag_a_pile() -> None:
    table = TheGameTable(2)
    table.do(RaiseFlag(UP_1, Wish.NOT_HERE, TWO))
    assert table.refused(RaiseFlag(UP_1, Wish.NOT_HERE, TWO)) == "flag_is_up"
    table.do(RaiseFlag(UP_1, Wish.SMALL_STEPS, TWO))
    assert table.state.flags == (Flag(UP_1, Wish.SMALL_STEPS, TWO),)
    table.do(LowerFlag(UP_1, TWO))
    assert table.refused(LowerFlag(UP_1, TWO)) == "no_flag"


def test_flags_are_for_the_others() -> None:
    """JA 101-103."""
    table = TheGameTable(2)
    assert table.refused(RaiseFlag(UP_1, Wish.NOT_HERE, ONE)) == "own_turn_needs_no_flag"
    for pile in (DOWN_1, UP_2):
        table.do(RaiseFlag(pile, Wish.NOT_HERE, TWO))
    assert table.refused(LowerFlag(UP_1, TWO)) == "no_flag"
    assert table.refused(RaiseFlag(UP_1, Wish.NOT_HERE, THREE)) == "nobody_sits_there"


# Practice.


def test_names_are_put_right_and_each_hand_stays_with_its_seat() -> None:
    """RULING: exchanging two names is how two people who were mixed up change seats."""
    table = TheGameTable(2)
    table.play(UP_1, 2, 3)
    before = table.state
    assert table.do(CorrectNames(("Ann", "Bo"))) == (NamesCorrected(("Ann", "Bo")),)
    assert table.state == replace(before, names=("Ann", "Bo"))
    assert table.refused(CorrectNames(("Ann", "Bo"))) == "nothing_changes"
    table.do(CorrectNames(("Al", "Bo")))
    assert table.refused(CorrectNames(("Ann",))) == "everyone_needs_a_name"
    assert table.refused(CorrectNames(("Ann", "Bo", "Cy"))) == "everyone_needs_a_name"
    over = stuck_table()
    over.do(GiveUp())
    over.do(CorrectNames(("Bo", "Ann")))
    assert over.state.names == ("Bo", "Ann")
