"""Between players nobody knows the other's card before both are in (GR 177-188)."""

import pytest

from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.events import ItemLaid
from companion.games.grave_robbers.state import HIDDEN, Laid
from companion.games.grave_robbers.values import Source
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


def attacked() -> GraveRobbersTable:
    """Return a table on which red has laid a secret 5 with a bonus of 2 against green."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, HAND, 5, "Axe", 2))
    return table


def seen(table: GraveRobbersTable, seat: str) -> tuple[Laid | None, Laid | None]:
    """Return what a seat sees of both sides."""
    contest = GRAVE_ROBBERS.veil(table.state, seat).contest
    assert contest is not None
    return contest.first, contest.second


@pytest.mark.parametrize("seat", ["green", "blue", "watch", ""])
def test_nobody_else_sees_what_was_laid_face_down(seat: str) -> None:
    table = attacked()
    assert seen(table, seat) == (Laid(HIDDEN, HAND), None)
    assert GRAVE_ROBBERS.has_secrets(table.state)


def test_who_laid_a_card_sees_it() -> None:
    assert seen(attacked(), "red") == (Laid(5, HAND, "Axe", 2), None)


def test_once_both_are_in_everybody_sees_both() -> None:
    table = attacked()
    table.do(co.LayItem(GREEN, PILE, 3))
    assert not GRAVE_ROBBERS.has_secrets(table.state)
    assert seen(table, "watch") == (Laid(5, HAND, "Axe", 2), Laid(3, PILE))


@pytest.mark.parametrize("source", [HAND, PILE])
def test_the_attacker_lays_first_and_an_early_card_of_the_other_is_refused(source: Source) -> None:
    """GR 173-182."""
    table = three()
    table.do(co.FightPlayer(GREEN))
    assert table.refused(co.LayItem(GREEN, source, 3)) == "attacker_lays_first"
    table.do(co.LayItem(RED, HAND, 5))
    table.do(co.LayItem(GREEN, source, 3))
    assert not GRAVE_ROBBERS.has_secrets(table.state)


def test_an_open_card_lies_face_up() -> None:
    table = three()
    table.end("Rope")
    table.end()
    table.end()
    table.do(co.FightPlayer(GREEN))
    table.do(co.LayItem(RED, OPEN, 3, "Rope"))
    assert seen(table, "watch") == (Laid(3, OPEN, "Rope"), None)
    assert GRAVE_ROBBERS.public(table.events[0]) == table.events[0]


def test_the_event_and_its_sentence_tell_everybody_only_that_a_card_was_laid() -> None:
    table = attacked()
    (laid,) = table.events
    assert GRAVE_ROBBERS.public(laid) == ItemLaid(RED, HAND, HIDDEN, is_hidden=True)
    sentence = GRAVE_ROBBERS.tell(laid)
    assert sentence.one.format(**sentence.facts) == "red takes the die value from the hand."


def test_against_an_enemy_nothing_is_hidden() -> None:
    table = three()
    table.enter(NORTH, Kind.ENEMY, rewards=1)
    table.do(co.FightEnemy())
    table.do(co.LayItem(RED, HAND, 5))
    assert not GRAVE_ROBBERS.has_secrets(table.state)
    assert seen(table, "watch") == (Laid(5, HAND), None)
    assert GRAVE_ROBBERS.public(table.events[0]) == table.events[0]
