"""Corrections of The Game: what was typed wrongly is put right turns later, and no card is lost."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.engine.value import replace
from companion.games.the_game import THE_GAME
from companion.games.the_game import commands as co
from companion.games.the_game.box import ALL_CARDS, CARDS, Pile, Who
from companion.games.the_game.events import GameEnded
from companion.games.the_game.rules.turn import playable
from companion.games.the_game.values import Ending, Level, Result, Rulings
from tests.support.games.the_game_table import (
    DOWN_1,
    ONE,
    THREE,
    TWO,
    UP_1,
    UP_2,
    TheGameTable,
    on_fire,
)

WHY = "mistyped"


def later() -> TheGameTable:
    """Return a table of two, turns after 54 was typed as 45."""
    table = TheGameTable(2)
    table.play(UP_1, 40, 45)
    table.end()
    table.play(UP_1, 56, 60)
    table.end()
    return table


def test_a_mistyped_card_is_put_right_turns_later_and_its_number_is_free_again() -> None:
    table = later()
    assert table.refused(co.PlayCard(DOWN_1, 45)) == "card_lies_already"
    table.do(co.CorrectCard(45, 54, WHY))
    assert table.state.cards(UP_1) == (40, 54, 56, 60)
    table.play(DOWN_1, 45)
    assert table.refused(co.PlayCard(DOWN_1, 54)) == "card_lies_already"


def test_two_numbers_that_were_mixed_up_change_places() -> None:
    table = later()
    table.play(DOWN_1, 54)
    table.do(co.CorrectCard(45, 54, WHY))
    assert (table.state.cards(UP_1), table.state.cards(DOWN_1)) == ((40, 54, 56, 60), (45,))


def test_a_correction_may_say_that_a_card_lies_against_the_order() -> None:
    table = later()
    table.do(co.CorrectCard(45, 90, "nobody saw it"))
    assert THE_GAME.check(table.state) == ()
    table.play(UP_1, 61, 62)
    table.end()


def test_what_cannot_be_is_refused_with_its_reason() -> None:
    """JA 40."""
    table = later()
    assert table.refused(co.CorrectCard(3, 4, WHY)) == "card_lies_nowhere"
    assert table.refused(co.CorrectCard(45, 45, WHY)) == "nothing_changes"
    assert table.refused(co.CorrectCard(45, 54, " ")) == "reason_missing"
    assert table.refused(co.CorrectPile(UP_2, (40,), WHY)) == "card_lies_already"
    assert table.refused(co.CorrectPile(UP_2, (), WHY)) == "nothing_changes"
    assert table.refused(co.CorrectPile(UP_1, (40, 45, 56, 60), WHY)) == "nothing_changes"
    assert table.refused(co.CorrectPile(UP_2, (3,), WHY, THREE)) == "nobody_sits_there"
    assert table.refused(co.CorrectCount(3, WHY)) == "balance_is_another_place"
    assert table.refused(co.CorrectCount(9, WHY, ONE)) == "hand_is_full"
    assert table.refused(co.CorrectCount(90, WHY, None, ONE)) == "not_that_many_there"
    assert table.refused(co.CorrectTurn(ONE, WHY)) == "nothing_changes"
    assert table.refused(co.CorrectTurn(TWO, WHY, 9)) == "not_that_many_lie"
    assert table.refused(co.CorrectLevel(Level.NORMAL, WHY)) == "nothing_changes"


def test_a_count_that_does_not_fit_is_refused_by_one_card() -> None:
    """JA 40."""
    table = later()
    assert table.refusal(co.CorrectPile(UP_2, (45, 40), WHY)).facts == {"card": 40}
    assert table.refused(co.CorrectCount(6, WHY, ONE, TWO)) == "hand_is_full"
    assert table.refused(co.CorrectPile(UP_2, tuple(range(2, 10)), WHY, ONE)) == (
        "not_that_many_there"
    )
    table.do(co.CorrectTurn(TWO, WHY, 4))
    assert table.refused(co.CorrectTurn(TWO, WHY, 5)) == "not_that_many_lie"


def test_a_number_that_no_card_has_is_no_message() -> None:
    with pytest.raises(ValueError, match="no card 100"):
        co.CorrectPile(UP_1, (2, 100), WHY)
    with pytest.raises(ValueError, match="twice"):
        co.CorrectPile(UP_1, (2, 2), WHY)
    with pytest.raises(ValueError, match="no card 1"):
        co.CorrectCard(1, 2, WHY)


def test_the_top_card_of_a_pile_that_nobody_typed_is_added_from_a_hand() -> None:
    table = later()
    table.do(co.CorrectPile(UP_1, (40, 45, 56, 60, 61), "forgotten", ONE))
    assert (table.state.top(UP_1), table.state.hand(ONE), table.state.left) == (61, 6, 93)


def test_a_card_that_never_lay_goes_back_and_is_free() -> None:
    table = later()
    before = table.state.draw_pile
    table.do(co.CorrectPile(UP_1, (40, 45, 56), "typed twice"))
    assert (table.state.draw_pile, table.state.top(UP_1)) == (before + 1, 56)
    table.play(UP_1, 60)


def test_a_card_on_the_wrong_pile_is_moved_in_two_steps() -> None:
    table = later()
    table.do(co.CorrectPile(UP_1, (40, 45, 56), "it lies on the second"))
    table.do(co.CorrectPile(UP_2, (60,), "it lies on the second"))
    assert (table.state.top(UP_1), table.state.top(UP_2), table.state.left) == (56, 60, 94)


def test_hands_and_draw_pile_are_counted_again() -> None:
    table = later()
    table.do(co.CorrectCount(5, "drew too few", TWO))
    assert (table.state.hand(TWO), table.state.draw_pile) == (5, 82)
    table.do(co.CorrectCount(81, "one fell down", None, TWO))
    assert (table.state.hand(TWO), table.state.draw_pile) == (6, 81)
    table.do(co.CorrectCount(7, "it was in the sleeve", TWO))
    assert (table.state.hand(TWO), table.state.draw_pile) == (7, 80)


def test_a_draw_pile_that_is_really_gone_needs_one_card_only() -> None:
    table = TheGameTable(5)
    table.do(co.CorrectPile(UP_1, tuple(range(2, 70)), "typed in the end"))
    assert (table.state.draw_pile, table.state.needed) == (0, 1)
    table.do(co.CorrectPile(UP_1, tuple(range(2, 69)), "one was left"))
    assert (table.state.draw_pile, table.state.needed) == (1, 2)


def test_the_turn_is_another_players_with_what_lies_in_it() -> None:
    table = later()
    table.do(co.CorrectTurn(TWO, "skipped", 1))
    assert (table.state.turn, table.state.laid, table.state.missing) == (TWO, 1, 1)
    table.play(UP_1, 61)
    table.end()
    assert table.state.turn is ONE


def test_on_another_players_turn_the_blue_cards_that_burn_are_due() -> None:
    table = on_fire()
    table.do(co.CorrectTurn(ONE, "the same player goes on"))
    assert table.state.unmet == (44,)
    table.do(co.CorrectCard(44, 43, "it was not blue"))
    assert not table.state.duty


@pytest.mark.parametrize("who", [ONE, TWO])
def test_in_the_own_turn_a_new_blue_card_is_not_due_and_one_card_stays_enough(who: Who) -> None:
    table = TheGameTable(2, first=who, on_fire=True, rulings=Rulings(no_blue_on_top=False))
    table.play(UP_1, 44, 55)
    table.do(co.CorrectTurn(who, "one lay before", 1))
    assert (table.state.duty, table.state.missing) == ((), 1)
    table.state = replace(table.state, needed=1)  # the draw pile has cards again by a correction
    table.do(co.CorrectTurn(who, "none lay before", 0))
    assert table.state.needed == 1


@pytest.mark.parametrize(("first", "other"), [(ONE, TWO), (TWO, ONE)])
def test_in_another_players_turn_a_new_blue_card_is_due(first: Who, other: Who) -> None:
    """JA 121."""
    table = TheGameTable(2, first=first, on_fire=True)
    table.play(UP_1, 44)
    table.do(co.CorrectTurn(other, "it was theirs"))
    assert table.state.duty == (44,)


def test_a_level_put_right_later_leaves_hands_and_an_empty_draw_pile_alone() -> None:
    table = TheGameTable(2)
    table.do(co.CorrectCount(5, "drew too few", ONE))
    table.do(co.CorrectLevel(Level.EXPERT_2, "we are experts"))
    assert table.state.hands == (5, 7)
    late = TheGameTable(5)
    late.do(co.CorrectPile(UP_1, tuple(range(2, 70)), "typed in the end"))
    late.do(co.CorrectLevel(Level.EXPERT_1, "we are experts"))
    assert (late.state.draw_pile, late.state.needed) == (0, 1)


def test_the_level_is_put_right_at_the_start_and_later() -> None:
    table = TheGameTable(2)
    table.do(co.CorrectLevel(Level.EXPERT_2, "we are experts"))
    assert (table.state.hands, table.state.needed, table.state.draw_pile) == ((6, 6), 3, 86)
    table.do(co.CorrectLevel(Level.EXPERT_1, "not so much"))
    assert (table.state.hands, table.state.needed) == ((7, 7), 3)
    other = later()
    other.do(co.CorrectLevel(Level.EXPERT_2, "we are experts"))
    assert (other.state.hands, other.state.hand_size) == ((7, 7), 6)
    other.play(UP_1, 61, 62, 63)
    other.end()
    assert other.state.hand(ONE) == 6


def test_on_fire_is_put_right_too() -> None:
    table = TheGameTable(2)
    table.do(co.CorrectLevel(Level.NORMAL, "with the blue cards", on_fire=True))
    table.play(UP_1, 2, 44)
    table.end()
    assert table.state.duty == (44,)
    table.do(co.CorrectLevel(Level.NORMAL, "without them"))
    assert not table.state.duty


def test_the_house_rules_can_be_set_in_the_middle_of_a_game() -> None:
    table = TheGameTable(2, on_fire=True, rulings=Rulings(no_blue_on_top=False))
    table.play(UP_1, 2, 44)
    table.end()
    table.play(UP_1, 45, 55)
    assert not table.state.unmet, "each blue card in its own time"
    strict = Rulings(advice=True)
    table.do(co.CorrectRulings("we read it again", strict))
    assert (table.state.rulings, table.state.unmet) == (strict, (55,))
    assert table.refused(co.CorrectRulings(WHY, strict)) == "nothing_changes"
    assert table.refused(co.CorrectRulings("", Rulings())) == "reason_missing"


def test_practice_may_ask_for_advice_later_too() -> None:
    table = TheGameTable(2, practice=True)
    table.do(co.CorrectRulings("to learn", Rulings(advice=True)))
    assert table.state.rulings.advice


def test_a_correction_that_shows_the_last_card_ends_the_game() -> None:
    table = TheGameTable(2)
    half = tuple(range(2, 98))
    table.do(co.CorrectPile(UP_1, half[:84], "typed in the end"))
    table.do(co.CorrectPile(UP_1, half[:90], "typed in the end", ONE))
    table.do(co.CorrectPile(UP_1, half[:91], "typed in the end", ONE))
    table.do(co.CorrectPile(UP_1, ALL_CARDS, "typed in the end", TWO))
    assert table.events[-1] == GameEnded(Ending.ALL_LAID, 0)
    assert (table.state.ending, table.state.result) == (Ending.ALL_LAID, Result.PERFECT)
    assert table.refused(co.EndTurn()) == "game_is_over"


def test_in_practice_there_is_nothing_to_correct() -> None:
    table = TheGameTable(2, practice=True)
    table.shuffle(ALL_CARDS)
    assert table.refused(co.CorrectCount(5, WHY, ONE)) == "practice_keeps_itself"


def test_corrections_concern_the_whole_table() -> None:
    state = later().state
    for command in (co.CorrectTurn(TWO, WHY), co.CorrectCard(45, 54, WHY)):
        assert THE_GAME.acts_for(state, command) == ()


places = st.none() | st.sampled_from(list(Who)[:4])
cards = st.integers(2, 99)
corrections = st.one_of(
    st.builds(co.CorrectCard, cards, cards, st.sampled_from((WHY, ""))),
    st.builds(
        co.CorrectPile,
        st.sampled_from(Pile),
        st.lists(cards, unique=True, max_size=12).map(tuple),
        st.just(WHY),
        places,
    ),
    st.builds(co.CorrectCount, st.integers(0, 98), st.just(WHY), places, places),
    st.builds(co.CorrectTurn, st.sampled_from(Who), st.just(WHY), st.integers(0, 6)),
    st.builds(co.CorrectLevel, st.sampled_from(Level), st.just(WHY), st.booleans()),
    st.builds(co.CorrectRulings, st.just(WHY), st.builds(Rulings, st.booleans(), st.booleans())),
)


class AnyEvening(RuleBasedStateMachine):
    """Plays, corrects and takes back in any order: no impossible state, and always a way on."""

    def __init__(self) -> None:
        super().__init__()
        self.table = TheGameTable(0)
        self.kept = [THE_GAME.empty]

    def submit(self, command: object) -> None:
        try:
            self.table.do(command)
        except Rejected as refused:
            THE_GAME.refusals[refused.code].one.format(**refused.facts)
        else:
            self.kept.append(self.table.state)

    @initialize(players=st.integers(1, 5), fire=st.booleans(), strict=st.booleans())
    def begin(self, players: int, fire: bool, strict: bool) -> None:
        rulings = Rulings(no_blue_on_top=strict)
        self.submit(co.StartGame(("",) * players, Who.FIRST, on_fire=fire, rulings=rulings))

    @rule(correction=corrections)
    def correct(self, correction: object) -> None:
        self.submit(correction)

    @rule(seed=st.integers(0, 99), steps=st.integers(1, 25))
    def play(self, seed: int, steps: int) -> None:
        dice = random.Random(seed)
        for _ in range(steps):
            self.submit(co.EndTurn())
            pile = dice.choice(list(Pile))
            if found := playable(self.table.state, pile):
                self.submit(co.PlayCard(pile, found[0] if pile.is_up else found[-1]))

    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        del self.kept[max(2, len(self.kept) - steps) :]
        self.table.state = THE_GAME.recall(self.table.state, self.kept[-1])

    @invariant()
    def the_state_is_sound_and_there_is_a_way_on(self) -> None:
        state = self.table.state
        assert THE_GAME.check(state) == ()
        if not state.names or state.ending is not None or state.turn is None:
            return
        assert sum(map(len, state.piles)) + sum(state.hands) + state.draw_pile == CARDS
        other = co.CorrectTurn(state.turn, WHY, min(len(state.played), state.laid + 1))
        assert any(map(self.is_taken, (*ways_on(), other)))

    def is_taken(self, command: co.Command) -> bool:
        try:
            return bool(THE_GAME.decide(self.table.state, command))
        except Rejected:
            return False


def ways_on() -> list[co.Command]:
    plays = [co.PlayCard(pile, card) for pile in Pile for card in ALL_CARDS]
    return [*plays, co.EndTurn(), co.GiveUp()]


TestAnyEvening = AnyEvening.TestCase
TestAnyEvening.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_a_table_with_corrections_replays_from_its_events() -> None:
    table = later()
    table.do(co.CorrectCard(45, 54, WHY))
    table.do(co.CorrectLevel(Level.EXPERT_1, WHY))
    assert fold(THE_GAME, table.story) == table.state


@pytest.mark.parametrize(("first", "other"), [(TWO, ONE), (ONE, TWO)])
def test_who_has_no_cards_is_passed_over_though_others_draw(first: Who, other: Who) -> None:
    table = TheGameTable(2, first=first)
    table.do(co.CorrectCount(0, WHY, other))
    table.play(UP_1, 5, 6)
    table.do(co.EndTurn())
    assert table.state.turn is first
