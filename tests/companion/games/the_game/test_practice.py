"""Practice with dealt cards, and whole games (Japanese rulebook, JA)."""

import random
from collections.abc import Mapping

import pytest

from companion.engine.errors import Rejected
from companion.engine.game import fold
from companion.games.the_game import THE_GAME
from companion.games.the_game.bot import next_command
from companion.games.the_game.box import ALL_CARDS, CARDS, HAND_SIZE
from companion.games.the_game.commands import CorrectNames, EndTurn, GiveUp, PlayCard, Shuffle
from companion.games.the_game.events import CardPlayed, CardsShuffled
from companion.games.the_game.rules.set_up import shuffled
from companion.games.the_game.values import Level, Rulings
from tests.support.games.the_game_table import (
    DOWN_1,
    DOWN_2,
    ONE,
    TWO,
    UP_1,
    UP_2,
    TheGameTable,
    play_out,
)


def dealt(players: int = 2, **set_up: object) -> TheGameTable:
    """Return a practice game dealt in the order of the cards."""
    table = TheGameTable(players, practice=True, **set_up)
    table.shuffle(ALL_CARDS)
    return table


def test_in_practice_the_cards_are_dealt_first() -> None:
    """JA 40."""
    table = TheGameTable(2, practice=True)
    assert table.refused(PlayCard(UP_1, 2)) == "shuffle_first"
    table.shuffle(ALL_CARDS)
    assert table.state.held == (ALL_CARDS[:7], ALL_CARDS[7:14])
    assert table.refused(Shuffle(ALL_CARDS, "dragonbag")) == "nothing_to_shuffle"


def test_only_dragonbag_shuffles_all_cards_once() -> None:
    table = TheGameTable(2, practice=True)
    assert table.refused(Shuffle(ALL_CARDS)) == "only_dragonbag_shuffles"
    assert table.refused(Shuffle(ALL_CARDS, "somebody")) == "only_dragonbag_shuffles"
    assert table.refused(Shuffle((2, 2, *ALL_CARDS[2:]), "dragonbag")) == "not_all_cards"
    assert table.refused(Shuffle((99, *ALL_CARDS[1:]), "dragonbag")) == "not_all_cards"


def test_the_shuffle_is_one_fair_draw_of_each_card_once() -> None:
    table = TheGameTable(2, practice=True)
    asked: list[object] = []

    def draw(number: int, bag: Mapping[str, int], cubes: int) -> tuple[str, ...]:
        asked.append((number, bag, cubes))
        return tuple(f"{card:02}" for card in ALL_CARDS)

    assert shuffled(table.state, draw) == Shuffle(ALL_CARDS, "dragonbag")
    assert asked == [(1, {f"{card:02}": 1 for card in ALL_CARDS}, CARDS)]
    with pytest.raises(Rejected, match="nothing_to_shuffle"):
        shuffled(dealt().state, draw)


def test_in_practice_only_cards_in_hand_are_laid_and_new_ones_are_drawn() -> None:
    table = dealt()
    assert table.refused(PlayCard(UP_1, 20, ONE)) == "card_not_held"
    assert table.refused(PlayCard(UP_1, 2)) == "say_who"
    assert table.refused(PlayCard(UP_1, 2, TWO)) == "not_your_turn"
    table.play(UP_1, 2, 3)
    table.end()
    assert table.state.holds(ONE) == (4, 5, 6, 7, 8, 16, 17)


def test_in_practice_a_claim_is_held_against_the_hand() -> None:
    table = dealt()
    table.play(DOWN_1, 8)
    table.play(DOWN_2, 7)
    table.end()
    table.play(UP_1, 15)
    assert table.refused(GiveUp()) == "say_who"
    assert table.refused(GiveUp(TWO)) == "somebody_can"


def test_in_practice_nobody_gives_up_with_cards_that_could_be_laid() -> None:
    """JA 56."""
    hands = ((3, 4, 97, 98, 5, 6, 7), (2, 99, 20, 21, 22, 23, 24))
    others = tuple(card for card in ALL_CARDS if card not in hands[0] + hands[1])
    table = TheGameTable(2, practice=True)
    table.shuffle((*hands[0], *hands[1], *others))
    for pile, card in ((UP_1, 98), (UP_2, 97), (DOWN_1, 3), (DOWN_2, 4)):
        table.play(pile, card)
    table.end()
    assert table.refused(GiveUp(TWO)) == "hand_can"


def test_a_seat_knows_its_own_hand_and_no_other_card() -> None:
    """JA 40, 99."""
    state = dealt(3).state
    seen = THE_GAME.veil(state, "2")
    assert seen.held == ((), state.held[1], ())
    assert seen.deck == ()
    assert THE_GAME.veil(state, "watch").held == ((), (), ())
    assert THE_GAME.public(CardsShuffled(ALL_CARDS)) == CardsShuffled()
    assert THE_GAME.public(CardPlayed(ONE, UP_1, 5, 1)) == CardPlayed(ONE, UP_1, 5, 1)


@pytest.mark.parametrize("players", HAND_SIZE)
@pytest.mark.parametrize("fire", [False, True])
def test_random_games_keep_the_cards_and_end(players: int, fire: bool) -> None:
    for seed in range(12):
        dice = random.Random(seed)
        level, strict = dice.choice(list(Level)), Rulings(no_blue_on_top=dice.random() < 0.5)
        table = TheGameTable(players, practice=True, level=level, on_fire=fire, rulings=strict)
        play_out(table, dice)
        assert fold(THE_GAME, table.story) == table.state
        assert table.state.result is not None


@pytest.mark.parametrize("players", HAND_SIZE)
@pytest.mark.parametrize("fire", [False, True])
@pytest.mark.slow
def test_bots_play_lawful_games_to_their_end(players: int, fire: bool) -> None:
    for seed in range(3):
        dice = random.Random(f"bots {seed}")
        level, strict = dice.choice(list(Level)), Rulings(no_blue_on_top=dice.random() < 0.5)
        table = TheGameTable(players, practice=True, level=level, on_fire=fire, rulings=strict)
        table.shuffle(tuple(dice.sample(ALL_CARDS, CARDS)))
        while (command := next_command(table.state)) is not None:
            table.do(command)
        assert table.state.result is not None


def test_nobody_peeks_at_the_next_cards_by_undoing_the_end_of_a_turn() -> None:
    table = dealt()
    table.play(UP_1, 2, 3)
    before = table.state
    table.end()
    table.state = THE_GAME.recall(table.state, before)
    for command in (PlayCard(UP_2, 4, ONE), EndTurn(), GiveUp(ONE), CorrectNames(("A", "B"))):
        assert table.refused(command) == "drawn_cards_were_seen"


def test_undone_cards_of_the_same_turn_are_played_anew() -> None:
    table = dealt()
    before = table.state
    table.play(UP_1, 2)
    table.state = THE_GAME.recall(table.state, before)
    table.play(UP_1, 4)
    assert table.state.cards(UP_1) == (4,)
    assert table.state.holds(ONE) == (2, 3, 5, 6, 7, 8)


def test_redo_draws_the_cards_again_and_the_game_goes_on() -> None:
    table = dealt()
    table.play(UP_1, 2, 3)
    before = table.state
    table.end()
    after = table.state
    table.state = THE_GAME.recall(THE_GAME.recall(after, before), after)
    assert table.state.holds(ONE) == (4, 5, 6, 7, 8, 16, 17)
    table.play(DOWN_1, 15)
    assert table.state.cards(DOWN_1) == (15,)


def test_at_a_table_with_cards_undo_hides_nothing_and_refuses_nothing() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 2, 3)
    before = table.state
    table.end()
    table.state = THE_GAME.recall(table.state, before)
    assert table.state == before
    table.play(UP_1, 4)
    assert table.state.cards(UP_1) == (2, 3, 4)
