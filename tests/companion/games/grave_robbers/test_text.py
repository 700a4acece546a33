"""What the log and the next-step line say of Grave Robbers."""

import pytest

from companion.engine.sentence import Sentence
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.advice import what_next
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.state import DungeonCard
from companion.games.grave_robbers.values import Against, Cell, Place, Seat, Why
from tests.support.games.grave_robbers_table import (
    BLUE,
    EAST,
    FAR_NORTH,
    GREEN,
    HAND,
    HOME,
    NORTH,
    OPEN,
    PILE,
    RED,
    GraveRobbersTable,
    three,
)


def said(sentence: Sentence) -> str:
    facts = {name: str(fact) for name, fact in sentence.facts.items()}
    is_many = sentence.many and sentence.facts["n"] != 1
    return (sentence.many if is_many else sentence.one).format(**facts)


ENEMY, PLAYER, CHEST = Against.ENEMY, Against.PLAYER, Against.CHEST


@pytest.mark.parametrize(
    ("against", "has_won", "text"),
    [
        (ENEMY, True, "red beats the enemy: 4 + 2 = 6 against 5."),
        (ENEMY, False, "The enemy beats red: 5 against 4 + 2 = 6."),
        (PLAYER, True, "red beats green: 4 + 2 = 6 against 5."),
        (PLAYER, False, "green beats red: 5 against 4 + 2 = 6."),
        (CHEST, True, "red opens the chest: 4 + 2 = 6 against 5."),
        (CHEST, False, "The chest stays shut: 4 + 2 = 6 for red against 5."),
    ],
)
def test_the_result_is_explained_in_a_sentence(against: Against, has_won: bool, text: str) -> None:
    event = ev.FightSettled(RED, against, GREEN, has_won, (4, 5), (2, 0))
    assert said(GRAVE_ROBBERS.tell(event)) == text


@pytest.mark.parametrize(
    ("against", "has_won", "text"),
    [
        (ENEMY, True, "A 1 beats a 6: red beats the enemy."),
        (ENEMY, False, "A 1 beats a 6: the enemy beats red."),
        (PLAYER, True, "A 1 beats a 6: red beats green."),
        (PLAYER, False, "A 1 beats a 6: green beats red."),
        (CHEST, True, "A 1 beats a 6: red opens the chest."),
        (CHEST, False, "A 1 beats a 6: the chest stays shut for red."),
    ],
)
def test_a_1_that_beats_a_6_is_named_as_the_reason(
    against: Against, has_won: bool, text: str
) -> None:
    event = ev.FightSettled(RED, against, GREEN, has_won, (1, 6), (0, 0), one_beats_six=True)
    assert said(GRAVE_ROBBERS.tell(event)) == text


def test_a_smaller_sum_shows_its_minus() -> None:
    event = ev.FightSettled(RED, ENEMY, None, False, (4, 5), (-1, 3))
    assert said(GRAVE_ROBBERS.tell(event)) == "The enemy beats red: 5 + 3 = 8 against 4 − 1 = 3."


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.CardFlipped(NORTH, Kind.ENEMY, 2, 3, 1), "A card is flipped: an enemy, attack 2."),
        (ev.CardFlipped(NORTH, Kind.CHEST, 2, 3, 1), "A card is flipped: a chest, difficulty 2."),
        (ev.PawnMoved(RED, HOME), "red moves."),
        (ev.PawnMoved(RED, HOME, Why.PUSHED), "red flees from the falling card."),
        (ev.PawnMoved(RED, HOME, Why.PLACED, "rope"), "red is moved to another card (rope)."),
        (ev.TreasureTaken(RED, GREEN), "red takes the treasure from green!"),
        (ev.TreasureTaken(RED, GREEN, "slip"), "Correction: red holds the treasure (slip)."),
        (ev.CardFell(NORTH, 2), "A dungeon card falls with 2 items on it."),
        (ev.CardFell(NORTH), "A dungeon card falls."),
        (ev.TurnEnded(RED, GREEN, True), "red's turn ends. green is next and rests first."),
        (ev.CardFlipped(NORTH, Kind.PASSAGE, 0, 1, 0), "A card is flipped: passage."),
        (ev.FightBegan(RED, CHEST, None, 3), "red tries to open a chest, difficulty 3."),
        (ev.FightBegan(RED, ENEMY, None, 3), "red fights an enemy, attack 3."),
        (ev.FightBegan(RED, PLAYER, GREEN), "red attacks green."),
        (ev.ItemDiscarded(RED, HAND, 0, "Rope"), "red discards Rope."),
        (ev.ItemDiscarded(RED, HAND), "red discards an item."),
        (ev.ItemLaid(RED, OPEN, 3), "red takes the die value from an open card."),
        (
            ev.ItemsCorrected(Place.HAND, 2, Place.PILE, "slip", RED),
            "Correction: 2 items from pile to hand (slip).",
        ),
        (ev.GameEnded(RED), "red brings the treasure to the entrance and wins!"),
        (
            ev.ItemsCorrected(Place.HAND, -2, Place.PILE, "slip", RED),
            "Correction: 2 items from hand to pile (slip).",
        ),
    ],
)
def test_the_log_says_what_happened(event: ev.Event, text: str) -> None:
    assert said(GRAVE_ROBBERS.tell(event)) == text


def test_no_other_games_event_can_be_told_and_no_command_decided() -> None:
    with pytest.raises(AssertionError, match="unreachable"):
        GRAVE_ROBBERS.tell(Seat(RED))  # type: ignore[arg-type]  # that is what is shown
    with pytest.raises(AssertionError, match="unreachable"):
        GRAVE_ROBBERS.evolve(GRAVE_ROBBERS.empty, Seat(RED))  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="unreachable"):
        GRAVE_ROBBERS.decide(three().state, Seat(RED))  # type: ignore[arg-type]


def next_for(table: GraveRobbersTable) -> str:
    return said(what_next(table.state))


def test_what_next_follows_a_turn() -> None:
    assert said(what_next(GRAVE_ROBBERS.empty)).startswith("Set up")
    table = three()
    assert next_for(table) == "red plays: 3 action points left."
    table.explore(NORTH, Kind.ENEMY, number=2, rewards=1)
    assert next_for(table).startswith("Lay 1 more dungeon card")
    table.lay(FAR_NORTH)
    table.do(co.Move(NORTH))
    assert next_for(table).startswith("red is on an enemy")
    table.do(co.FightEnemy())
    assert next_for(table) == "red chooses an item as the die."
    table.do(co.LayItem(RED, PILE, 2))
    assert next_for(table).startswith("Draw the top item of the pile for the enemy")
    table.do(co.ShowDie(5))
    assert next_for(table).startswith("Both die values are known")
    table.do(co.SettleFight())
    assert next_for(table) == "red is injured. End the turn."
    table.end_round()
    assert next_for(table).startswith("red is injured. Rest first")


def test_what_next_follows_a_fight_between_players() -> None:
    table = three()
    table.do(co.FightPlayer(GREEN))
    assert next_for(table).startswith("red attacks and chooses an item first")
    table.do(co.LayItem(RED, HAND))
    assert next_for(table) == "red has chosen. Now green chooses an item in secret."
    table.do(co.LayItem(GREEN, HAND, 3))
    assert next_for(table).startswith("Turn the items face up")


def test_what_next_at_a_chest_without_points_and_at_the_end() -> None:
    table = three()
    table.build(DungeonCard(EAST, 2))
    table.enter(NORTH, Kind.CHEST, rewards=1)
    table.do(co.OpenChest())
    table.do(co.LayItem(RED, PILE, 2))
    assert next_for(table).startswith("Draw the top item of the pile for the chest")
    table.do(co.ShowDie(5))
    table.do(co.SettleFight())
    assert next_for(table).startswith("red has no action points left")
    table.find_treasure(BLUE)
    table.end()
    assert next_for(table).startswith("Rockfall: red chooses")
    table.do(co.LetFall(FAR_NORTH))
    table.build(DungeonCard(Cell(1, 0), 15, Kind.PASSAGE))
    table.do(co.CorrectPawn(BLUE, HOME, "test"))
    assert next_for(table).startswith("blue has brought the treasure home")
