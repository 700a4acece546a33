"""What players take, buy and spend (EN 284-324, 506-607)."""

import pytest

from companion.games.clank.commands import (
    BuyItem,
    DiscoverSecret,
    GainGold,
    NameArtifact,
    SpendGold,
    TakeArtifact,
    TakeMonkeyIdol,
    UsePotion,
)
from companion.games.clank.components import Item, Secret, Token
from companion.games.clank.words import Rulings
from tests.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable
from tests.test_clank_health import hurt


def rich() -> ClankTable:
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour in (RED, GREEN):
        table.do(GainGold(colour, 70))
    return table


def test_one_artifact_is_all_that_a_player_can_carry() -> None:
    """EN 238, 312."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    assert table.refused(TakeArtifact(RED, 7)) == "no_room_for_artifact"


def test_a_backpack_carries_one_more_artifact() -> None:
    """EN 552."""
    table = rich()
    table.do(TakeArtifact(RED, 5))
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(TakeArtifact(RED, 7))
    assert table.refused(TakeArtifact(RED, 10)) == "no_room_for_artifact"


@pytest.mark.parametrize("adds_up", [True, False])
def test_a_second_backpack_carries_another_by_ruling(adds_up: bool) -> None:
    """RULING after EN 552 (JA 601 may be read as no): on by default."""
    table = ClankTable(RED, GREEN, rulings=Rulings(backpacks_add_up=adds_up))
    table.do(GainGold(RED, 14))
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(TakeArtifact(RED, 5))
    table.do(TakeArtifact(RED, 7))
    if adds_up:
        table.do(TakeArtifact(RED, 10))
    assert table.refused(TakeArtifact(RED, 15)) == "no_room_for_artifact"


def test_each_artifact_is_there_once_and_removed_ones_are_not() -> None:
    table = ClankTable(RED, GREEN, BLUE, artifacts_out=(30,))
    table.do(TakeArtifact(RED, 5))
    assert table.refused(TakeArtifact(GREEN, 5)) == "artifact_taken"
    assert table.refused(TakeArtifact(GREEN, 30)) == "artifact_not_in_game"
    assert table.refused(TakeArtifact(GREEN, 6)) == "artifact_not_in_game"


def test_when_all_artifacts_are_gone_none_can_be_taken() -> None:
    """EN 112-113: five are left for two players."""
    table = ClankTable(RED, GREEN)
    table.do(GainGold(RED, 14))
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(BuyItem(RED, Item.BACKPACK))
    for value in (5, 7, 10):
        table.do(TakeArtifact(RED, value))
    table.do(TakeArtifact(GREEN, 15))
    table.do(GainGold(GREEN, 7))
    assert table.refused(BuyItem(GREEN, Item.BACKPACK)) == "none_left"


def test_an_artifact_may_get_its_number_later() -> None:
    table = ClankTable(RED, GREEN)
    assert table.refused(NameArtifact(RED, 5)) == "no_unnamed_artifact"
    table.do(TakeArtifact(RED))
    table.do(TakeArtifact(GREEN, 7))
    assert table.refused(NameArtifact(RED, 7)) == "artifact_taken"
    assert table.refused(NameArtifact(RED, 0)) == "artifact_not_in_game"
    table.do(NameArtifact(RED, 5))
    assert table.player(RED).artifacts == (5,)


@pytest.mark.parametrize(("secret", "gold"), [(Secret.TREASURE, 2), (Secret.GREATER_TREASURE, 5)])
def test_treasures_count_as_gold(secret: Secret, gold: int) -> None:
    """EN 525, 595."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, secret))
    assert table.player(RED).gold == gold


@pytest.mark.parametrize(
    "secret",
    [
        Secret.SKILL_BOOST,
        Secret.GREATER_SKILL_BOOST,
        Secret.FLASH_OF_BRILLIANCE,
        Secret.MAGIC_SPRING,
    ],
)
def test_secrets_with_an_effect_at_once_are_not_kept(secret: Secret) -> None:
    """EN 519, 531, 589, 601."""
    table = ClankTable(RED, GREEN)
    before = table.player(RED)
    table.do(DiscoverSecret(RED, secret))
    assert table.player(RED) == before


@pytest.mark.parametrize(
    ("secret", "token", "heals"),
    [
        (Secret.POTION_OF_HEALING, Token.POTION_OF_HEALING, 1),
        (Secret.POTION_OF_GREATER_HEALING, Token.POTION_OF_GREATER_HEALING, 2),
        (Secret.POTION_OF_STRENGTH, Token.POTION_OF_STRENGTH, 0),
        (Secret.POTION_OF_SWIFTNESS, Token.POTION_OF_SWIFTNESS, 0),
    ],
)
def test_potions_are_kept_until_used(secret: Secret, token: Token, heals: int) -> None:
    """EN 512, 568, 575, 582."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 3)
    table.do(DiscoverSecret(RED, secret))
    assert table.player(RED).tokens == (token,)
    table.do(UsePotion(RED, token))
    assert (table.player(RED).tokens, table.player(RED).meter) == ((), 3 - heals)
    assert table.refused(UsePotion(RED, token)) == "holds_none"


def test_a_potion_heals_no_more_than_there_is() -> None:
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 1)
    table.do(DiscoverSecret(RED, Secret.POTION_OF_GREATER_HEALING))
    table.do(UsePotion(RED, Token.POTION_OF_GREATER_HEALING))
    assert table.player(RED).meter == 0


def test_what_is_no_potion_cannot_be_drunk() -> None:
    table = rich()
    table.do(BuyItem(RED, Item.CROWN))
    assert table.refused(UsePotion(RED, Token.CROWN_10)) == "holds_none"


@pytest.mark.parametrize(
    ("secret", "copies"),
    [(Secret.CHALICE, 3), (Secret.DRAGON_EGG, 3), (Secret.POTION_OF_HEALING, 3)],
)
def test_secrets_run_out(secret: Secret, copies: int) -> None:
    table = ClankTable(RED, GREEN)
    for _ in range(copies):
        table.do(DiscoverSecret(RED, secret))
    assert table.refused(DiscoverSecret(GREEN, secret)) == "none_left"


def test_an_egg_raises_rage_and_stays() -> None:
    """EN 607."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.DRAGON_EGG))
    assert table.state.rage_space == 4
    assert table.player(RED).tokens == (Token.DRAGON_EGG,)


def test_there_are_three_monkey_idols() -> None:
    """EN 77, 134."""
    table = ClankTable(RED, GREEN)
    for _ in range(3):
        table.do(TakeMonkeyIdol(RED))
    assert table.refused(TakeMonkeyIdol(GREEN)) == "none_left"


def test_everything_at_the_market_costs_seven_gold() -> None:
    """EN 290."""
    table = ClankTable(RED, GREEN)
    table.do(GainGold(RED, 6))
    assert table.refused(BuyItem(RED, Item.MASTER_KEY)) == "not_enough_gold"
    table.do(GainGold(RED, 1))
    table.do(BuyItem(RED, Item.MASTER_KEY))
    assert table.player(RED).gold == 0


def test_the_best_crown_goes_first_and_the_market_runs_out() -> None:
    """EN 125-132, 560."""
    table = rich()
    for colour in (RED, GREEN, RED):
        table.do(BuyItem(colour, Item.CROWN))
    assert table.player(RED).tokens == (Token.CROWN_10, Token.CROWN_8)
    assert table.player(GREEN).tokens == (Token.CROWN_9,)
    for item in (Item.MASTER_KEY, Item.BACKPACK):
        table.do(BuyItem(RED, item))
        table.do(BuyItem(RED, item))
    for item in Item:
        assert table.refused(BuyItem(GREEN, item)) == "none_left"


def test_gold_comes_and_goes_but_never_below_nothing() -> None:
    """EN 324."""
    table = ClankTable(RED, GREEN)
    table.do(GainGold(RED, 3))
    table.do(SpendGold(RED, 2))
    assert table.player(RED).gold == 1
    assert table.refused(SpendGold(RED, 2)) == "not_enough_gold"
