"""Damage, healing and knock-outs (EN 304, 366-379, 433, 450)."""

import pytest

from companion.games.clank.box import Cube, Cubes, Item, Secret, Token
from companion.games.clank.commands import (
    BuyItem,
    CorrectCubes,
    DiscoverSecret,
    EndTurn,
    GainGold,
    Heal,
    LeaveDungeon,
    MakeClank,
    ProvokeDragon,
    RefillRow,
    RemoveClank,
    SpendGold,
    TakeArtifact,
    TakeMonkeyIdol,
    TakeTunnelDamage,
    TellDepths,
    UsePotion,
)
from companion.games.clank.events import (
    CountdownAdvanced,
    DamageTaken,
    DepthsTold,
    Healed,
    KnockedOut,
    TunnelDamageTaken,
)
from companion.games.clank.values import Place, Status
from tests.support.games.clank_table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    ClankTable,
    fell,
    hurt,
    into_bag,
)

ATTACK = RefillRow(symbol_revealed=True)


def test_drawn_cubes_themselves_go_to_the_meter() -> None:
    """EN 372."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    table.draw(red=2, black=1)
    assert (table.player(RED).meter, table.state.bag.red) == (2, 1)
    assert table.player(RED).supply == 27


def test_damage_adds_up_on_the_meter() -> None:
    """EN 370: one cube per space, from the left (JA 378)."""
    table = ClankTable(RED, GREEN)
    for damage, meter in ((2, 2), (1, 3)):
        table.do(ProvokeDragon())
        table.draw(red=damage, black=3 - damage)
        assert table.player(RED).meter == meter
    assert table.player(RED).health == 7


def test_tunnel_damage_comes_from_the_supply() -> None:
    """EN 304, 373: monster icons less the Swords used, which need not be used (RU 312 differs)."""
    table = ClankTable(RED, GREEN)
    assert table.do(TakeTunnelDamage(RED, 2)) == (TunnelDamageTaken(RED, 2),)
    assert (table.player(RED).meter, table.player(RED).supply) == (2, 25)
    assert table.area(RED) == 3


def test_tunnel_damage_that_would_fill_the_meter_cannot_be_chosen() -> None:
    """EN 373."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 8)
    assert table.refused(TakeTunnelDamage(RED, 2)) == "would_fill_the_meter"
    assert table.refused(TakeTunnelDamage(RED, 3)) == "would_fill_the_meter"
    table.do(TakeTunnelDamage(RED, 1))
    assert table.refused(TakeTunnelDamage(RED, 1)) == "would_fill_the_meter"


def test_tunnel_damage_needs_cubes_in_the_supply() -> None:
    """EN 450."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectCubes(Cube.RED, Place.SUPPLY, 1, Place.BAG, "test"))
    assert table.refused(TakeTunnelDamage(RED, 2)) == "supply_too_small"
    table.do(TakeTunnelDamage(RED, 1))
    assert table.refused(TakeTunnelDamage(RED, 1)) == "supply_too_small"


def test_healing_returns_cubes_to_the_supply() -> None:
    """EN 374; a Fountain of Healing heals 1 (EN 433)."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 3)
    assert table.do(Heal(RED)) == (Healed(RED, 1),)
    assert (table.player(RED).meter, table.player(RED).supply) == (2, 25)


def test_healing_stops_at_no_damage() -> None:
    """EN 374: there is a cube to take back, or there is none."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 1)
    assert table.do(Heal(RED, 2)) == (Healed(RED, 1),)
    assert (table.player(RED).meter, table.player(RED).supply) == (0, 27)
    assert table.refused(Heal(RED)) == "nothing_to_heal"


def test_a_full_meter_knocks_out() -> None:
    """EN 376."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert KnockedOut(GREEN, Status.LOST) in table.events
    assert (table.player(GREEN).meter, table.player(GREEN).health) == (10, 0)


def test_a_meter_with_one_space_free_knocks_nobody_out() -> None:
    """EN 376: "completely filled"."""
    table = ClankTable(RED, GREEN)
    hurt(table, RED, 8)
    table.do(ATTACK)
    table.draw(red=1, black=2)
    assert table.player(RED).status is Status.INSIDE


def test_players_can_be_hurt_before_they_enter_the_dungeon() -> None:
    """Publisher's FAQ, 4 June 2019 (second hand): anywhere, at the starting flag too."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    table.draw(green=2, black=1)
    assert table.player(GREEN).meter == 2


def test_cubes_beyond_a_full_meter_are_set_aside() -> None:
    """RULING after EN 395: as if black. One public engine overfills the meter."""
    table = ClankTable(RED, GREEN, BLUE)
    hurt(table, GREEN, 9)
    into_bag(table, GREEN, 2)
    table.do(ProvokeDragon())
    events = table.draw(green=2)
    assert DamageTaken(GREEN, 1) in events
    assert (table.player(GREEN).meter, table.state.set_aside.green) == (10, 1)


def test_the_draw_is_finished_although_somebody_has_fallen() -> None:
    """RULING: nobody's damage depends on the order of the cubes."""
    for order in ("grr", "rrg"):
        table = ClankTable(RED, GREEN, BLUE)
        table.do(TakeArtifact(BLUE, 5))  # rage 3
        hurt(table, GREEN, 9)
        table.do(ATTACK)
        table.draw_in_order(order)
        assert table.player(RED).meter == 2
        assert table.player(GREEN).status is Status.LOST


def test_a_knock_out_without_an_artifact_is_lost_above_the_depths_too() -> None:
    """EN 379; one public engine lets such a player score."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.player(GREEN).status is Status.LOST
    assert table.do(TellDepths(GREEN, in_depths=False)) == (DepthsTold(GREEN, False, Status.LOST),)
    assert table.player(GREEN).status is Status.LOST


@pytest.mark.parametrize(("in_depths", "fate"), [(True, Status.LOST), (False, Status.RESCUED)])
def test_with_an_artifact_the_depths_decide(in_depths: bool, fate: Status) -> None:
    """EN 378-379; no Mastery token for the rescued (EN 383)."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    fell(table, GREEN)
    assert table.player(GREEN).status is Status.KNOCKED_OUT
    table.do(TellDepths(GREEN, in_depths))
    assert (table.player(GREEN).status, table.player(GREEN).in_depths) == (fate, in_depths)
    assert Token.MASTERY not in table.player(GREEN).tokens


def test_the_answer_on_the_depths_can_be_changed() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    fell(table, GREEN)
    table.do(TellDepths(GREEN, in_depths=True))
    table.do(TellDepths(GREEN, in_depths=False))
    assert table.player(GREEN).status is Status.RESCUED


def test_the_depths_can_be_told_while_the_next_attack_waits() -> None:
    """EN 378-379: the pawn's place does not wait for the dragon."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 5))
    fell(table, GREEN)
    table.do(ATTACK)
    table.do(TellDepths(GREEN, in_depths=False))
    assert table.player(GREEN).status is Status.RESCUED


def test_only_the_knocked_out_are_asked_for_the_depths() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN)
    assert table.refused(TellDepths(RED, in_depths=False)) == "not_knocked_out"
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert table.refused(TellDepths(RED, in_depths=False)) == "not_knocked_out"
    assert table.refused(TellDepths(BLUE, in_depths=False)) == "colour_not_playing"


def test_who_is_out_does_nothing_more() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(GREEN, 7))
    fell(table, GREEN)
    for command in (
        MakeClank(GREEN),
        Heal(GREEN),
        TakeTunnelDamage(GREEN),
        TakeArtifact(GREEN, 5),
        DiscoverSecret(GREEN, Secret.CHALICE),
        TakeMonkeyIdol(GREEN),
        BuyItem(GREEN, Item.CROWN),
        GainGold(GREEN),
        SpendGold(GREEN),
        UsePotion(GREEN, Token.POTION_OF_HEALING),
        LeaveDungeon(GREEN),
    ):
        assert table.refused(command) == "player_is_out"


def test_drawn_cubes_of_a_player_who_is_out_do_no_damage() -> None:
    """EN 395: treated like black cubes. One public engine counts them as damage."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    fell(table, GREEN)
    into_bag(table, GREEN, 2)
    table.do(ProvokeDragon())
    events = table.draw(green=2)
    assert not [event for event in events if isinstance(event, DamageTaken)]
    assert (table.player(GREEN).meter, table.state.set_aside) == (10, Cubes(green=2, black=1))


def test_the_active_player_knocked_out_in_mid_turn_still_refills_the_row() -> None:
    """RULING: the turn ends, and every turn's end refills the row (EN 354)."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(RemoveClank(RED, 5))
    fell(table, RED)
    assert table.events[-1] == CountdownAdvanced(RED, 1)
    assert table.player(RED).credit == 0
    table.do(ATTACK)
    table.draw_black()
    table.do(EndTurn())
    assert table.state.turn == GREEN
