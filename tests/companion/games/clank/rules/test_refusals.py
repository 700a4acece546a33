"""Every refusal of the rules, provoked once: its sentence names who and why."""

import gettext
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import companion.games.clank as rules_package
from companion.engine.errors import Rejected
from companion.games import shared
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Item, Token
from companion.games.clank.state import Clank
from companion.games.clank.values import CardCopies, Number, Place, Seat, Status
from companion.language.speech import Speech
from tests.support.games.clank_situations import (
    WHY,
    after,
    bag_of_red,
    five_artifacts,
    green_fell,
    last_health,
    nothing,
    two,
)
from tests.support.games.clank_table import BLUE, GREEN, RED, ClankTable, hurt

ATTACK = co.RefillRow(symbol_revealed=True)


def speech(state: Clank) -> Speech:
    return Speech(gettext.NullTranslations(), CLANK, state)


def started(*colours: Seat, **more: object) -> co.StartGame:
    return co.StartGame(colours, RED, **more)  # type: ignore[arg-type]


REFUSED: list[tuple[str, Callable[[], ClankTable], co.Command, str]] = [
    (
        "no_game",
        nothing,
        co.MakeClank(RED),
        "No game has been set up yet. Start one first.",
    ),
    (
        "game_is_on",
        two,
        started(Seat(RED), Seat(BLUE)),
        "A game is going on. Start a new one to set up again.",
    ),
    (
        "game_is_over",
        after(
            co.TakeArtifact(RED, 5),
            co.CorrectStatus(GREEN, Status.LOST, WHY),
            co.LeaveDungeon(RED),
        ),
        co.EndTurn(),
        "The game is over. If it ended by mistake, undo the last step or press “The game is not "
        "over”.",
    ),
    (
        "draw_first",
        after(ATTACK),
        co.EndTurn(),
        "The dragon attacks. First draw 3 cubes, or undo the attack.",
    ),
    (
        "players_two_to_four",
        nothing,
        started(Seat(RED)),
        "Clank! is for two to four players, not 1.",
    ),
    (
        "colour_twice",
        nothing,
        started(Seat(RED), Seat(RED)),
        "You chose Red twice. Each player needs a colour of their own.",
    ),
    ("colour_not_playing", two, co.Heal(BLUE), "Nobody plays Blue at this table."),
    (
        "player_is_out",
        green_fell,
        co.MakeClank(GREEN),
        "Green is out: no Clank!, no damage, no turns.",
    ),
    (
        "artifacts_out_wrong",
        nothing,
        started(Seat(RED), Seat(GREEN), artifacts_out=(5,)),
        (
            "With this many players, you put 2 different Artifacts back into the box. "
            "Enter those, or leave it empty."
        ),
    ),
    (
        "danger_out_of_range",
        two,
        co.SetDanger(6),
        "6 Danger cards are not possible: the box has 5.",
    ),
    (
        "row_already_refilled",
        after(co.RefillRow(symbol_revealed=False)),
        ATTACK,
        "The row was already refilled on Red's turn. End the turn, or undo.",
    ),
    (
        "countdown_turn_refills_nothing",
        after(
            co.TakeArtifact(RED, 5),
            co.LeaveDungeon(RED),
            co.EndTurn(),
            co.EndTurn(),
            co.ReportDraw(Cubes(black=4)),
        ),
        ATTACK,
        "Red only moves the countdown. Do not refill the row on this turn.",
    ),
    (
        "no_attack",
        two,
        co.ReportDraw(Cubes(black=3)),
        "The dragon is not attacking, so you draw no cubes.",
    ),
    (
        "wrong_number_of_cubes",
        after(ATTACK),
        co.ReportDraw(Cubes(black=2)),
        "The dragon draws 3 cubes, not 2.",
    ),
    (
        "not_in_the_bag",
        after(ATTACK),
        co.ReportDraw(Cubes(green=3)),
        "You cannot draw 3 × Green: the bag holds 2.",
    ),
    (
        "order_differs",
        after(ATTACK),
        co.ReportDraw(Cubes(black=3), (Cube.RED,)),
        "The order of the cubes does not match their counts.",
    ),
    (
        "no_black_set_aside",
        two,
        co.ReturnDragonCubes(),
        "No dragon cube is set aside, so none can go back.",
    ),
    (
        "everyone_needs_a_seat",
        two,
        co.CorrectSeats((Seat(RED),)),
        "All 2 players of this game need a seat.",
    ),
    (
        "no_more_seats",
        two,
        co.AddPlayers((Seat(BLUE), Seat(Colour.YELLOW), Seat(BLUE)), RED, WHY),
        "At most 4 can play.",
    ),
    ("nothing_changes", two, co.MoveClank(RED, RED), "That would change nothing."),
    (
        "nobody_else_inside",
        after(co.CorrectStatus(GREEN, Status.LOST, WHY)),
        co.EveryoneMakesClank(1, RED),
        "Nobody else is inside the dungeon.",
    ),
    (
        "no_clank_in_area",
        two,
        co.MoveClank(GREEN, RED, 3),
        "Green does not have enough Clank! in the area to take back.",
    ),
    (
        "not_asked_first_out",
        two,
        co.TellFirstOut(RED),
        "Red was not knocked out together with the others.",
    ),
    ("not_knocked_out", two, co.TellDepths(RED, True), "Red was not knocked out."),
    (
        "supply_too_small",
        bag_of_red,
        co.TakeTunnelDamage(RED),
        "Red cannot take that damage: 0 cubes are left in the supply.",
    ),
    (
        "would_fill_the_meter",
        last_health,
        co.TakeTunnelDamage(RED, 2),
        "Red cannot choose that damage. It would fill the Health Meter (2 spaces free).",
    ),
    ("nothing_to_heal", two, co.Heal(RED), "Red has no damage to heal."),
    (
        "no_room_for_artifact",
        after(co.TakeArtifact(RED, 5)),
        co.TakeArtifact(RED, 7),
        "Red already carries 1 Artifact. A Backpack makes room for one more.",
    ),
    (
        "no_artifacts_left",
        five_artifacts,
        co.TakeArtifact(GREEN),
        "All Artifacts of this game are taken.",
    ),
    (
        "artifact_not_in_game",
        two,
        co.TakeArtifact(RED, 6),
        "The Artifact 6 is not in this game.",
    ),
    (
        "artifact_taken",
        after(co.TakeArtifact(RED, 5)),
        co.TakeArtifact(GREEN, 5),
        "Red already took the Artifact 5.",
    ),
    (
        "no_unnamed_artifact",
        two,
        co.NameArtifact(RED, 5),
        "Red has no Artifact without a number.",
    ),
    (
        "none_left",
        after(*[co.TakeMonkeyIdol(RED)] * 3),
        co.TakeMonkeyIdol(GREEN),
        "No Monkey Idol is left: the box has 3, all taken.",
    ),
    (
        "holds_none",
        two,
        co.UsePotion(RED, Token.POTION_OF_HEALING),
        "Red holds no Potion of Healing.",
    ),
    (
        "not_enough_gold",
        after(co.GainGold(RED, 6)),
        co.BuyItem(RED, Item.CROWN),
        "Red has 6 Gold and needs 7.",
    ),
    (
        "counts_at_the_end",
        two,
        co.RecordDeckPoints(RED, 1),
        "Red is still in the dungeon. Count the points when they are out.",
    ),
    (
        "card_unknown",
        green_fell,
        co.RecordDeck(GREEN, (CardCopies("Burgle"),)),
        "Burgle has no points, or you named it twice.",
    ),
    (
        "copies_left",
        green_fell,
        co.RecordDeck(GREEN, (CardCopies("Diamond", 2),)),
        "Diamond: with the other decks, this deck can hold 1 copy at most.",
    ),
    (
        "points_out_of_range",
        green_fell,
        co.RecordDeckPoints(GREEN, -1),
        "Enter a whole number from 0 to 999.",
    ),
    (
        "gold_out_of_range",
        green_fell,
        co.CountHoldings(GREEN, -1),
        "Enter Gold as a whole number from 0 to 999.",
    ),
    (
        "needs_artifact",
        two,
        co.LeaveDungeon(RED),
        "Red needs an Artifact to leave the dungeon or be rescued.",
    ),
    (
        "reason_missing",
        two,
        co.CorrectTurn(GREEN, ""),
        "Give a reason for the correction, in one line of up to 120 characters.",
    ),
    (
        "no_such_place",
        two,
        co.CorrectCubes(Cube.BLACK, Place.AREA, 1, Place.BAG, WHY),
        "You cannot put Black cubes there now: Clank! Area.",
    ),
    (
        "not_that_many_there",
        two,
        co.CorrectCubes(Cube.RED, Place.AREA, 4, Place.BAG, WHY),
        "Dragon Bag holds only 0 Red cubes to move.",
    ),
    (
        "number_out_of_range",
        two,
        co.CorrectNumber(Number.RAGE_SPACE, 8, WHY),
        "The Dragon marker's space can be 1 to 7.",
    ),
    (
        "nobody_on_countdown",
        two,
        co.CorrectNumber(Number.COUNTDOWN_SPACE, 1, WHY),
        "Nobody is out yet, so the countdown has no pawn.",
    ),
    (
        "pawn_on_countdown",
        green_fell,
        co.CorrectNumber(Number.COUNTDOWN_SPACE, 0, WHY),
        "Green's pawn is on the Countdown Track. Under Corrections, first say whose pawn it is.",
    ),
    (
        "only_on_the_own_turn",
        after(co.TakeTunnelDamage(GREEN), co.SettleOffTurn(is_allowed=False)),
        co.TakeTunnelDamage(GREEN),
        "It is Red's turn. At this table, Green uses potions, Market and tunnels only on their "
        "own turn.",
    ),
    (
        "all_arrived",
        two,
        co.RefillRow(False, (Arrival.OVERLORD,) * 3),
        "Overlord: the Dungeon Deck has only 2, and all have arrived. If one was logged by "
        "mistake, correct it.",
    ),
    (
        "pawn_is_inside",
        two,
        co.CorrectCountdown(WHY, GREEN, 1),
        "Green is still in the dungeon, so their pawn is not on the Countdown Track.",
    ),
    (
        "meter_is_full",
        green_fell,
        co.CorrectStatus(GREEN, Status.INSIDE, WHY),
        "Green's Health Meter is full. Heal or correct it first.",
    ),
    (
        "not_your_turn",
        two,
        co.LeaveDungeon(GREEN),
        "It is Red's turn. Green can only leave on their own turn.",
    ),
]


@pytest.mark.parametrize(
    ("code", "make", "command", "said"), REFUSED, ids=[code for code, *_ in REFUSED]
)
def test_a_refusal_says_who_and_why(
    code: str, make: Callable[[], ClankTable], command: co.Command, said: str
) -> None:
    table = make()
    with pytest.raises(Rejected) as refusal:
        CLANK.decide(table.state, command)
    assert refusal.value.code == code
    assert speech(table.state).refusal(refusal.value) == said


def test_every_refusal_of_the_rules_is_listed_here_and_has_its_sentence() -> None:
    folder = Path(rules_package.__file__).parent
    paths = [*folder.rglob("*.py"), Path(shared.__file__)]
    texts = "".join(path.read_text() for path in paths)
    raised = set(re.findall(r"""Rejected\(\s*["'](\w+)""", texts))
    assert raised == set(CLANK.refusals) == {code for code, *_ in REFUSED}


def test_a_count_of_one_is_said_in_the_singular() -> None:
    table = two()
    hurt(table, RED, 9)
    with pytest.raises(Rejected) as refusal:
        CLANK.decide(table.state, co.TakeTunnelDamage(RED))
    assert "(1 space free)" in speech(table.state).refusal(refusal.value)
