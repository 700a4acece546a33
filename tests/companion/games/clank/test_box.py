"""What is in the box: the numbers that every rule rests on, counted against their sources."""

from collections import Counter

import pytest

from companion.games.clank.box import (
    ARTIFACTS,
    BLACK_CUBES,
    COUNTDOWN_EXTRA,
    CUBES_PER_COLOUR,
    DANGER_CARDS,
    DUNGEON_ROW,
    HEALTH_SPACES,
    LAST_COUNTDOWN_SPACE,
    MARKET_PRICE,
    RAGE_TRACK,
    SHRINE_CUBES,
    TOKEN_COPIES,
    Cubes,
    Token,
)
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.values import CardCopies


def test_the_rage_track_has_seven_spaces_and_the_fifth_draws_four() -> None:
    """EN 364 for the fifth; the Board for the others. One public engine draws one less."""
    assert RAGE_TRACK == (2, 2, 3, 3, 4, 4, 5)


def test_the_box_holds_thirty_cubes_of_each_colour_and_twenty_four_of_the_dragon() -> None:
    """EN 52-61; one public engine has 30 black ones."""
    assert (CUBES_PER_COLOUR, BLACK_CUBES) == (30, 24)


def test_the_health_meter_has_ten_spaces() -> None:
    """Board; EN 370."""
    assert HEALTH_SPACES == 10


def test_the_countdown_track_has_five_spaces_three_of_them_with_more_cubes() -> None:
    """EN 401-402."""
    assert COUNTDOWN_EXTRA == {2: 1, 3: 2, 4: 3}
    assert LAST_COUNTDOWN_SPACE == 5


def test_seven_artifacts_from_5_to_30() -> None:
    """EN 40, 108; the values between are the Board's."""
    assert ARTIFACTS == (5, 7, 10, 15, 20, 25, 30)


def test_the_dungeon_row_the_danger_cards_the_shrine_and_the_market() -> None:
    """EN 150, 290; five Danger cards and the Shrine's three cubes are on the cards."""
    assert (DUNGEON_ROW, DANGER_CARDS, SHRINE_CUBES, MARKET_PRICE) == (6, 5, 3, 7)


def test_the_tokens_are_counted() -> None:
    """EN 65-81 and 132; the Secrets by two public lists that agree."""
    assert TOKEN_COPIES == {
        Token.MASTER_KEY: 2,
        Token.BACKPACK: 2,
        Token.CROWN_10: 1,
        Token.CROWN_9: 1,
        Token.CROWN_8: 1,
        Token.MONKEY_IDOL: 3,
        Token.CHALICE: 3,
        Token.DRAGON_EGG: 3,
        Token.POTION_OF_GREATER_HEALING: 2,
        Token.POTION_OF_HEALING: 3,
        Token.POTION_OF_STRENGTH: 2,
        Token.POTION_OF_SWIFTNESS: 2,
        Token.MASTERY: 4,
    }


def test_the_cards_with_points_are_the_printed_ones() -> None:
    """EN 409; five public lists agree: 61 cards with points on them, 194 points in all."""
    copies_by_points: Counter[int] = Counter()
    for card in POINT_CARDS.values():
        copies_by_points[card.points] += card.copies
    assert copies_by_points == {0: 4, 1: 20, 2: 15, 3: 6, 4: 3, 5: 2, 6: 2, 7: 12, 8: 1}


@pytest.mark.parametrize(
    ("name", "copies", "points"),
    [
        ("Secret Tome", 12, 7),  # EN 22
        ("Sapphire", 3, 4),
        ("Emerald", 2, 5),
        ("Ruby", 2, 6),
        ("Diamond", 1, 8),
        ("Scepter of the Ape Lord", 1, 3),
        ("Pickaxe", 2, 2),
        ("Wand of Recall", 2, 1),
    ],
)
def test_a_card_has_its_copies_and_points(name: str, copies: int, points: int) -> None:
    """EN 22, 409 and the cards."""
    card = POINT_CARDS[name]
    assert (card.name, card.copies, card.points) == (name, copies, points)


@pytest.mark.parametrize("name", ["Wizard", "The Duke", "Dwarven Peddler", "Dragon's Eye"])
def test_cards_with_conditional_points_have_none_printed(name: str) -> None:
    """One public list gives the Dwarven Peddler 2; four others and the card say 0."""
    assert (POINT_CARDS[name].copies, POINT_CARDS[name].points) == (1, 0)


def test_heaps_of_cubes_add_up_and_nothing_is_taken_that_is_not_there() -> None:
    heap = Cubes(red=2, black=1) + Cubes.only("red", 1) + Cubes(green=4, blue=5, yellow=6)
    assert heap == Cubes(red=3, green=4, blue=5, yellow=6, black=1)
    assert heap.total == 19
    assert heap.counts() == {"red": 3, "green": 4, "blue": 5, "yellow": 6, "black": 1}
    assert heap - Cubes(1, 1, 1, 1, 1) == Cubes(2, 3, 4, 5, 0)


@pytest.mark.parametrize("colour", ["red", "green", "blue", "yellow", "black"])
def test_no_heap_has_less_than_no_cube(colour: str) -> None:
    with pytest.raises(ValueError, match="negative"):
        Cubes() - Cubes.only(colour, 1)


def test_a_deck_has_at_least_one_copy_of_a_card_it_names() -> None:
    with pytest.raises(ValueError, match="copies is 0"):
        CardCopies("Ruby", 0)
