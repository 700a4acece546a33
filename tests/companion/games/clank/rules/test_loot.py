"""What players take, buy and spend (EN 284-324, 506-607)."""

import pytest

from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.box import TOKEN_COPIES, Colour, Item, Secret, Token
from companion.games.clank.commands import (
    BuyItem,
    CountHoldings,
    DiscoverSecret,
    GainGold,
    LeaveDungeon,
    NameArtifact,
    SpendGold,
    TakeArtifact,
    TakeMonkeyIdol,
    UsePotion,
)
from companion.games.clank.events import (
    ArtifactNamed,
    ArtifactTaken,
    GoldGained,
    GoldSpent,
    Healed,
    PotionUsed,
    RageRose,
    SecretDiscovered,
    TokenTaken,
)
from companion.games.clank.rules.loot import free_artifacts
from companion.games.clank.values import Rulings
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, hurt


def rich(*colours: Colour) -> ClankTable:
    """Return a table whose first two players have the Gold for the whole Market."""
    table = ClankTable(*(colours or (RED, GREEN, BLUE, YELLOW)))
    for player in table.state.players[:2]:
        table.do(GainGold(player.colour, 70))
    return table


def two_backpacks(table: ClankTable) -> None:
    for _ in range(2):
        table.do(BuyItem(RED, Item.BACKPACK))


def test_an_artifact_is_taken_and_raises_the_rage() -> None:
    """EN 308-310."""
    table = ClankTable(RED, GREEN)
    assert table.do(TakeArtifact(RED, 20)) == (ArtifactTaken(RED, 20), RageRose(4))
    assert table.player(RED).artifacts == (20,)


def test_an_artifact_is_free_unless_it_is_held_or_out_of_the_game() -> None:
    """EN 108-113."""
    table = ClankTable(RED, GREEN, artifacts_out=(5, 7))
    table.do(TakeArtifact(RED, 20))
    assert free_artifacts(table.state) == (10, 15, 25, 30)


def test_one_artifact_is_all_that_a_player_can_carry() -> None:
    """EN 238, 312."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    assert table.refused(TakeArtifact(RED, 7)) == "no_room_for_artifact"


def test_an_artifact_need_not_be_taken_on_entering_its_room() -> None:
    """Publisher's FAQ, 4 June 2019: at any point of the turn, so after buying a Backpack there."""
    table = rich(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(TakeArtifact(RED, 7))
    assert table.player(RED).artifacts == (5, 7)


def test_who_holds_too_many_artifacts_takes_no_more() -> None:
    """EN 312; a count may say that the table let it happen."""
    table = ClankTable(RED, GREEN)
    table.do(CountHoldings(RED, artifacts=(5, 7), reason="seen on the table"))
    assert table.refused(TakeArtifact(RED, 10)) == "no_room_for_artifact"


def test_no_artifact_has_a_number_below_nothing() -> None:
    """EN 108."""
    assert ClankTable(RED, GREEN).refused(TakeArtifact(RED, -5)) == "artifact_not_in_game"


def test_a_backpack_carries_one_more_artifact() -> None:
    """EN 552."""
    table = rich(RED, GREEN)
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(TakeArtifact(RED, 5))
    table.do(TakeArtifact(RED, 7))
    assert table.refused(TakeArtifact(RED, 10)) == "no_room_for_artifact"


@pytest.mark.parametrize("adds_up", [True, False])
def test_a_second_backpack_carries_another_by_ruling(adds_up: bool) -> None:
    """RULING after EN 552 (JA 601 may be read as no): on by default."""
    table = ClankTable(RED, GREEN, rulings=Rulings(backpacks_add_up=adds_up))
    table.do(GainGold(RED, 14))
    two_backpacks(table)
    table.do(TakeArtifact(RED, 5))
    table.do(TakeArtifact(RED, 7))
    if adds_up:
        table.do(TakeArtifact(RED, 10))
    assert table.refused(TakeArtifact(RED, 15)) == "no_room_for_artifact"


def test_each_artifact_is_there_once_and_removed_ones_are_not() -> None:
    """EN 108-113."""
    table = ClankTable(RED, GREEN, BLUE, artifacts_out=(30,))
    table.do(TakeArtifact(RED, 7))
    table.do(TakeArtifact(BLUE, 5))
    with pytest.raises(Rejected, match=r"artifact_taken.*blue"):
        CLANK.decide(table.state, TakeArtifact(GREEN, 5))
    assert table.refused(TakeArtifact(GREEN, 30)) == "artifact_not_in_game"
    assert table.refused(TakeArtifact(GREEN, 6)) == "artifact_not_in_game"


@pytest.mark.parametrize("value", [0, 25])
def test_when_all_artifacts_are_gone_none_can_be_taken(value: int) -> None:
    """EN 113: five are left for two players, whichever two went back unseen."""
    table = rich(RED, GREEN)
    table.do(CountHoldings(RED, 0, (5, 7, 10, 15), reason="counted more than can be carried"))
    table.do(BuyItem(GREEN, Item.BACKPACK))
    table.do(TakeArtifact(GREEN))
    assert table.refused(TakeArtifact(GREEN, value)) == "no_artifacts_left"


def test_an_artifact_may_get_its_number_later() -> None:
    """EN 308: taken by the panel's button, which knows no numbers."""
    table = ClankTable(RED, GREEN)
    assert table.do(TakeArtifact(RED))[0] == ArtifactTaken(RED, 0)
    table.do(TakeArtifact(GREEN, 7))
    assert table.refused(NameArtifact(RED, 7)) == "artifact_taken"
    assert table.refused(NameArtifact(RED, 0)) == "artifact_not_in_game"
    assert table.refused(NameArtifact(RED, 6)) == "artifact_not_in_game"
    assert table.do(NameArtifact(RED, 5)) == (ArtifactNamed(RED, 5),)
    assert table.player(RED).artifacts == (5,)


def test_only_an_artifact_without_a_number_gets_one() -> None:
    """EN 312: one is kept as it is."""
    table = ClankTable(RED, GREEN)
    assert table.refused(NameArtifact(RED, 5)) == "no_unnamed_artifact"
    table.do(TakeArtifact(RED, 5))
    assert table.refused(NameArtifact(RED, 7)) == "no_unnamed_artifact"
    assert table.refused(NameArtifact(BLUE, 7)) == "colour_not_playing"


def test_of_two_artifacts_the_one_without_a_number_gets_it_and_no_number_comes_twice() -> None:
    """EN 108, 552."""
    table = rich(RED, GREEN)
    table.do(BuyItem(RED, Item.BACKPACK))
    table.do(TakeArtifact(RED, 5))
    table.do(TakeArtifact(RED))
    assert table.refused(NameArtifact(RED, 5)) == "artifact_not_in_game"
    table.do(LeaveDungeon(RED))
    table.do(NameArtifact(RED, 30))
    assert table.player(RED).artifacts == (5, 30)


@pytest.mark.parametrize(("secret", "gold"), [(Secret.TREASURE, 2), (Secret.GREATER_TREASURE, 5)])
def test_treasures_count_as_gold(secret: Secret, gold: int) -> None:
    """EN 525, 595; RU 556 and 620 would spend them in the shop only."""
    table = ClankTable(RED, GREEN)
    assert table.do(DiscoverSecret(RED, secret)) == (
        SecretDiscovered(RED, secret),
        GoldGained(RED, gold),
    )
    assert table.player(RED).tokens == ()


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
    assert table.do(DiscoverSecret(RED, secret)) == (SecretDiscovered(RED, secret),)
    assert table.player(RED).tokens == ()


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
    healed = (Healed(RED, heals),) if heals else ()
    assert table.do(UsePotion(RED, token)) == (PotionUsed(RED, token), *healed)
    assert (table.player(RED).tokens, table.player(RED).meter) == ((), 3 - heals)
    assert table.refused(UsePotion(RED, token)) == "holds_none"


@pytest.mark.parametrize(("damage", "healed"), [(1, 1), (0, 0)])
def test_a_potion_heals_no_more_than_there_is(damage: int, healed: int) -> None:
    """EN 374, 512."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, damage)
    table.do(DiscoverSecret(RED, Secret.POTION_OF_GREATER_HEALING))
    events = table.do(UsePotion(RED, Token.POTION_OF_GREATER_HEALING))
    assert len(events) == 1 + healed
    assert table.player(RED).meter == 0


def test_a_used_potion_is_back_in_the_box_and_is_not_found_again() -> None:
    """EN 513, 569: three lie in the dungeon."""
    table = ClankTable(RED, GREEN)
    for _ in range(3):
        table.do(DiscoverSecret(RED, Secret.POTION_OF_HEALING))
        table.do(UsePotion(RED, Token.POTION_OF_HEALING))
    assert table.refused(DiscoverSecret(RED, Secret.POTION_OF_HEALING)) == "none_left"


def test_what_is_no_potion_cannot_be_drunk() -> None:
    """EN 506-582."""
    table = rich()
    table.do(BuyItem(RED, Item.CROWN))
    assert table.refused(UsePotion(RED, Token.CROWN_10)) == "holds_none"


@pytest.mark.parametrize(
    ("secret", "copies"),
    [
        (Secret.CHALICE, 3),
        (Secret.DRAGON_EGG, 3),
        (Secret.POTION_OF_HEALING, 3),
        (Secret.POTION_OF_GREATER_HEALING, 2),
        (Secret.POTION_OF_STRENGTH, 2),
        (Secret.POTION_OF_SWIFTNESS, 2),
    ],
)
def test_secrets_run_out(secret: Secret, copies: int) -> None:
    """EN 44-48 and the tokens."""
    table = ClankTable(RED, GREEN)
    for _ in range(copies):
        table.do(DiscoverSecret(RED, secret))
    assert table.refused(DiscoverSecret(GREEN, secret)) == "none_left"


def test_an_egg_raises_rage_and_stays() -> None:
    """EN 607."""
    table = ClankTable(RED, GREEN)
    assert table.do(DiscoverSecret(RED, Secret.DRAGON_EGG)) == (
        SecretDiscovered(RED, Secret.DRAGON_EGG),
        TokenTaken(RED, Token.DRAGON_EGG),
        RageRose(4),
    )
    assert table.player(RED).tokens == (Token.DRAGON_EGG,)


def test_a_chalice_stays_and_is_no_artifact() -> None:
    """EN 537."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.CHALICE))
    assert table.player(RED).tokens == (Token.CHALICE,)
    assert table.refused(LeaveDungeon(RED)) == "needs_artifact"


def test_there_are_three_monkey_idols() -> None:
    """EN 77, 134; RU 137 would put three on each space."""
    table = ClankTable(RED, GREEN)
    for _ in range(3):
        assert table.do(TakeMonkeyIdol(RED)) == (TokenTaken(RED, Token.MONKEY_IDOL),)
    assert table.refused(TakeMonkeyIdol(GREEN)) == "none_left"


def test_everything_at_the_market_costs_seven_gold() -> None:
    """EN 290."""
    for item in Item:
        table = ClankTable(RED, GREEN)
        table.do(GainGold(RED, 6))
        assert table.refused(BuyItem(RED, item)) == "not_enough_gold"
        table.do(GainGold(RED, 2))
        table.do(BuyItem(RED, item))
        assert table.player(RED).gold == 1


def test_several_things_can_be_bought_in_one_turn() -> None:
    """EN 256; fan sheet 1.2: any Market room sells everything."""
    table = rich()
    for item in Item:
        table.do(BuyItem(RED, item))
    assert table.player(RED).tokens == (Token.MASTER_KEY, Token.BACKPACK, Token.CROWN_10)
    assert table.player(RED).gold == 70 - 21


def test_the_best_crown_goes_first_and_the_market_runs_out() -> None:
    """EN 125-132, 560."""
    table = rich()
    for colour in (RED, GREEN, RED):
        table.do(BuyItem(colour, Item.CROWN))
    assert table.player(RED).tokens == (Token.CROWN_10, Token.CROWN_8)
    assert table.player(GREEN).tokens == (Token.CROWN_9,)
    for item in (Item.MASTER_KEY, Item.BACKPACK):
        for _ in range(TOKEN_COPIES[Token(item.value)]):
            table.do(BuyItem(RED, item))
    for item in Item:
        assert table.refused(BuyItem(GREEN, item)) == "none_left"


def test_gold_comes_and_goes_but_never_below_nothing() -> None:
    """EN 324."""
    table = ClankTable(RED, GREEN)
    assert table.do(GainGold(RED, 3)) == (GoldGained(RED, 3),)
    assert table.do(SpendGold(RED, 2)) == (GoldSpent(RED, 2),)
    assert table.player(RED).gold == 1
    assert table.refused(SpendGold(RED, 2)) == "not_enough_gold"
    table.do(SpendGold(RED, 1))
    assert table.player(RED).gold == 0


def test_the_bank_never_runs_out() -> None:
    """Designer's answer (second hand): Gold is unlimited; JA 92 counts 33 tokens."""
    table = ClankTable(RED, GREEN)
    table.do(GainGold(RED, 500))
    assert table.player(RED).gold == 500
