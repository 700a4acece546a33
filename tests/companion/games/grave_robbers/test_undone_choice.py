"""What both have seen in a fight stays seen: undo gives nobody a better card (GR 173-188)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.errors import Rejected
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.events import DieReplaced, ItemLaid
from companion.games.grave_robbers.state import HIDDEN, GraveRobbers, Laid
from companion.games.grave_robbers.values import Seat
from companion.table.snapshot import seen_from
from companion.table.table import Table
from tests.support.games.grave_robbers_table import BLUE, GREEN, HAND, PILE, RED


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table on which red's 2 was seen against green's 4."""
    with Table.open(tmp_path / "journal.sqlite") as opened:
        opened.open_game("cli", "grave_robbers")
        opened.submit(co.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
        opened.submit(co.FightPlayer(GREEN), "cli")
        opened.submit(co.LayItem(RED, HAND, 2, "Twig"), "cli")
        opened.submit(co.LayItem(GREEN, HAND, 4), "cli")
        yield opened


def undo(table: Table, steps: int) -> None:
    for _ in range(steps):
        table.undo("cli")


def laid(table: Table) -> tuple[Laid | None, Laid | None]:
    """Return what both sides of the fight have laid."""
    state: GraveRobbers = table.snapshot.state
    assert state.contest is not None
    return state.contest.first, state.contest.second


def refused(table: Table, command: co.Command) -> str:
    with pytest.raises(Rejected) as error:
        table.submit(command, "cli")
    return error.value.code


def test_who_has_seen_the_other_card_chooses_the_same_again_after_undo(table: Table) -> None:
    """GR 173-188."""
    undo(table, 2)
    assert refused(table, co.LayItem(RED, HAND, 6)) == "choice_is_known"
    assert refused(table, co.LayItem(RED, PILE, 2)) == "choice_is_known"
    assert refused(table, co.LayItem(RED, HAND, 2, "Axe")) == "choice_is_known"
    table.submit(co.LayItem(RED, HAND, 2, "Twig"), "cli")
    assert refused(table, co.LayItem(GREEN, HAND, 1)) == "choice_is_known"
    table.submit(co.LayItem(GREEN, HAND, 4), "cli")


def test_undoing_the_attack_and_the_turn_before_it_changes_nothing(table: Table) -> None:
    undo(table, 3)
    table.submit(co.FightPlayer(GREEN), "cli")
    assert refused(table, co.LayItem(RED, HAND, 6)) == "choice_is_known"


def test_a_card_may_be_named_later_or_not_again(table: Table) -> None:
    """GR 173-188."""
    undo(table, 2)
    table.submit(co.LayItem(RED, HAND, 2), "cli")
    table.submit(co.LayItem(GREEN, HAND, 4, "Axe"), "cli")
    assert laid(table) == (Laid(2, HAND), Laid(4, HAND, "Axe"))


def test_a_card_off_the_pile_is_not_one_of_the_hand(table: Table) -> None:
    """GR 173-188."""
    undo(table, 3)
    table.submit(co.EndTurn(), "cli")
    table.submit(co.FightPlayer(BLUE), "cli")
    table.submit(co.LayItem(GREEN, PILE, 5), "cli")
    table.submit(co.LayItem(BLUE, HAND, 1), "cli")
    undo(table, 2)
    assert refused(table, co.LayItem(GREEN, HAND, 5)) == "choice_is_known"


def test_another_rival_or_another_turn_is_another_choice(table: Table) -> None:
    """GR 173-188."""
    undo(table, 3)
    table.submit(co.FightPlayer(BLUE), "cli")
    table.submit(co.LayItem(RED, HAND, 5), "cli")
    table.submit(co.LayItem(BLUE, HAND, 1), "cli")
    assert laid(table) == (Laid(5, HAND), Laid(1, HAND)), "neither is bound to what green saw"
    table.submit(co.SettleFight(), "cli")
    table.submit(co.EndTurn(), "cli")
    undo(table, 4)
    for _ in range(4):
        table.redo("cli")
    table.submit(co.FightPlayer(RED), "cli")
    table.submit(co.LayItem(GREEN, HAND, 6), "cli")
    assert laid(table) == (Laid(6, HAND), None), "green's 4 was of the turn before"


def test_each_rival_of_the_same_turn_is_remembered(table: Table) -> None:
    """GR 173-188."""
    undo(table, 3)
    table.submit(co.FightPlayer(BLUE), "cli")
    table.submit(co.LayItem(RED, HAND, 5), "cli")
    table.submit(co.LayItem(BLUE, HAND, 1), "cli")
    undo(table, 2)
    assert refused(table, co.LayItem(RED, HAND, 6)) == "choice_is_known"
    table.submit(co.LayItem(RED, HAND, 5), "cli")
    assert refused(table, co.LayItem(BLUE, HAND, 2)) == "choice_is_known"
    undo(table, 2)
    table.submit(co.FightPlayer(GREEN), "cli")
    assert refused(table, co.LayItem(RED, HAND, 5)) == "choice_is_known"
    table.submit(co.LayItem(RED, HAND, 2, "Twig"), "cli")


def test_what_was_seen_in_a_later_turn_binds_nobody_in_this_one(table: Table) -> None:
    """GR 173-188."""
    undo(table, 3)
    table.submit(co.EndTurn(), "cli")
    table.submit(co.FightPlayer(RED), "cli")
    table.submit(co.LayItem(GREEN, HAND, 5), "cli")
    table.submit(co.LayItem(RED, HAND, 3), "cli")
    undo(table, 1)
    table.submit(co.LayItem(RED, HAND, 3), "cli")
    undo(table, 4)
    table.submit(co.FightPlayer(GREEN), "cli")
    assert refused(table, co.LayItem(RED, HAND, 3)) == "choice_is_known"
    table.submit(co.LayItem(RED, HAND, 2, "Twig"), "cli")


def test_a_card_that_only_its_player_has_seen_may_be_changed(table: Table) -> None:
    table.submit(co.SettleFight(), "cli")
    table.submit(co.EndTurn(), "cli")
    table.submit(co.FightPlayer(BLUE), "cli")
    table.submit(co.LayItem(GREEN, HAND, 5), "cli")
    undo(table, 1)
    table.submit(co.LayItem(GREEN, HAND, 6), "cli")
    assert laid(table) == (Laid(6, HAND), None)


def test_a_wrong_value_is_replaced_openly(table: Table) -> None:
    undo(table, 1)
    table.submit(co.LayItem(GREEN, HAND, 4), "cli")
    table.submit(co.ReplaceDie(3, "it was a 3", RED), "cli")
    replaced = table.snapshot.story[-1].events
    assert replaced == (DieReplaced(RED, 3, "it was a 3"),)
    assert str(GRAVE_ROBBERS.tell(DieReplaced(RED, 3, "why"))).startswith("red's die counts as 3")


def test_who_has_no_such_card_any_more_is_not_stuck(table: Table) -> None:
    undo(table, 3)
    table.submit(co.GiveItems(RED, BLUE, 5), "cli")
    table.submit(co.FightPlayer(GREEN), "cli")
    table.submit(co.LayItem(RED, PILE, 6), "cli")
    assert laid(table) == (Laid(6, PILE), None)


def test_the_next_fight_is_free_again(table: Table) -> None:
    table.submit(co.SettleFight(), "cli")
    state: GraveRobbers = table.snapshot.state
    assert state.chosen == ()
    undo(table, 1)
    table.submit(co.SettleFight(), "cli")
    table.submit(co.EndTurn(), "cli")
    assert table.snapshot.state.chosen == ()


def test_a_table_that_starts_again_knows_it_still(table: Table, tmp_path: Path) -> None:
    undo(table, 2)
    before = table.snapshot.state
    table.close()
    with Table.open(tmp_path / "journal.sqlite") as again:
        assert again.snapshot.state == before
        assert refused(again, co.LayItem(RED, HAND, 6)) == "choice_is_known"
        again.submit(co.LayItem(RED, HAND, 2, "Twig"), "cli")


def test_redo_brings_the_same_cards_back(table: Table) -> None:
    undo(table, 2)
    table.redo("cli")
    table.redo("cli")
    contest = table.snapshot.state.contest
    assert contest.first.die == 2
    assert contest.second.die == 4


def test_a_step_that_was_taken_back_tells_nobody_its_hidden_card(table: Table) -> None:
    table.submit(co.SettleFight(), "cli")
    table.submit(co.EndTurn(), "cli")
    table.submit(co.FightPlayer(BLUE), "cli")
    table.submit(co.LayItem(GREEN, HAND, 5, "Axe"), "cli")
    undo(table, 1)
    seen = seen_from(table.snapshot, "blue")
    assert seen.events == (ItemLaid(GREEN, HAND, HIDDEN, is_hidden=True),)
    assert "Axe" not in str(seen.story) + str(seen.events)
