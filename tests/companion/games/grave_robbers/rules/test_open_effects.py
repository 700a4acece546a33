"""Open effects count while a card lies open, each name once (GR 53-55, 226)."""

import pytest

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.state import Laid
from companion.games.grave_robbers.values import Effect, EffectKind, ItemCard
from tests.support.games.grave_robbers_table import (
    GREEN,
    HAND,
    NORTH,
    OPEN,
    PILE,
    RED,
    GraveRobbersTable,
    three,
)

SWORD = ItemCard("Sword", 4, 3, (Effect(EffectKind.OPEN, "", attack=2),))
PICK = ItemCard("Pick", 2, 2, (Effect(EffectKind.OPEN, "Opens", attack=1, opening=3),))
DRUG = ItemCard("Drug", 3, 1, (Effect(EffectKind.NORMAL, "Heals", attack=5),))
CARDS = (SWORD, PICK, DRUG)


def armed(*open_cards: str) -> GraveRobbersTable:
    """Return a table of the card list on whose turn red has these cards open."""
    table = three(cards=CARDS)
    table.end(*open_cards)
    table.end()
    table.end()
    return table


def attacking(*open_cards: str) -> GraveRobbersTable:
    table = armed(*open_cards)
    table.do(co.FightPlayer(GREEN))
    return table


def first(table: GraveRobbersTable) -> Laid:
    assert table.state.contest is not None
    assert table.state.contest.first is not None
    return table.state.contest.first


def test_items_add_what_the_card_list_says_of_open_cards() -> None:
    table = attacking("Sword", "Pick")
    table.do(co.LayItem(RED, HAND, 3))
    assert (first(table).bonus, first(table).from_open) == (3, 3)


def test_two_open_cards_of_one_name_count_once() -> None:
    """GR 53-55, 226."""
    table = attacking("Sword", "Sword", "Pick")
    table.do(co.LayItem(RED, HAND, 3))
    assert first(table).bonus == 3


def test_what_other_items_add_comes_on_top() -> None:
    table = attacking("Sword")
    table.do(co.LayItem(RED, HAND, 3, bonus=1))
    assert (first(table).bonus, first(table).from_open) == (3, 2)


def test_an_open_card_that_is_the_die_lies_open_no_more() -> None:
    """GR 53-55, 157."""
    table = attacking("Sword", "Pick")
    table.do(co.LayItem(RED, OPEN, card="Sword"))
    assert (first(table).die, first(table).bonus) == (4, 1)
    twice = attacking("Sword", "Sword")
    twice.do(co.LayItem(RED, OPEN, card="Sword"))
    assert first(twice).bonus == 2


def test_only_open_effects_count_and_only_of_listed_names() -> None:
    table = attacking("Drug", "Rope", "")
    table.do(co.LayItem(RED, HAND, 3))
    assert first(table).bonus == 0


def test_a_chest_counts_what_opens_and_an_enemy_what_attacks() -> None:
    chest, enemy = armed("Sword", "Pick"), armed("Sword", "Pick")
    chest.enter(NORTH, Kind.CHEST, rewards=1)
    chest.do(co.OpenChest())
    chest.do(co.LayItem(RED, PILE, 3))
    assert first(chest).bonus == 3
    enemy.enter(NORTH, Kind.ENEMY, rewards=1)
    enemy.do(co.FightEnemy())
    enemy.do(co.LayItem(RED, PILE, 3))
    assert first(enemy).bonus == 3


def test_both_sides_have_their_open_effects() -> None:
    table = three(cards=CARDS)
    table.end()
    table.end("Sword")
    table.end()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 5))
    table.do(co.LayItem(GREEN, HAND, 4))
    table.do(co.SettleFight())
    assert not table.player(RED).is_standing  # 5 against 4 + 2


def test_an_effect_adds_what_a_card_can_add() -> None:
    with pytest.raises(ValueError, match="adds up to"):
        Effect(EffectKind.OPEN, attack=10)
