"""What the log says: every event is told as it happened."""

import gettext

import pytest

from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank import events as ev
from companion.games.clank.box import Arrival, Cube, Cubes, Piece, Secret, Token
from companion.games.clank.state import Clank
from companion.games.clank.values import (
    Because,
    CardCopies,
    Cause,
    DrawnBy,
    Ending,
    Number,
    Place,
    Rulings,
    Seat,
    Status,
)
from companion.language.speech import Speech
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

WHY = "miscounted"
TABLE = ClankTable(RED, GREEN)


def speech(state: Clank) -> Speech:
    return Speech(gettext.NullTranslations(), CLANK, state)


TOLD: list[tuple[ev.Event, str]] = [
    (
        ev.GameStarted((Seat(RED), Seat(GREEN)), GREEN, 3, 0),
        "A game of 2 players begins. Green goes first.",
    ),
    (ev.ClankMade(RED, 2), "Red: Clank! +2."),
    (ev.ClankMade(RED, 2, credit_used=1), "Red: Clank! +2 (1 avoided by −Clank!)."),
    (ev.ClankMade(RED, 2, unplaced=1), "Red: Clank! +2. The supply is empty now."),
    (ev.ClankMade(RED, 0, credit_used=2), "Red: no Clank!, 2 avoided by −Clank!."),
    (ev.ClankMade(RED, 0, unplaced=2), "Red: no Clank!, the supply is empty."),
    (ev.ClankRemoved(RED, 1), "Red: Clank! −1."),
    (ev.CreditLeft(RED, 1), "Red has −1 Clank! left for this turn."),
    (ev.RageRose(4), "The Dragon marker moves to space 4 of the Rage Track."),
    (ev.DangerSet(1), "1 Danger card is in the Dungeon Row."),
    (ev.DangerSet(2), "2 Danger cards are in the Dungeon Row."),
    (ev.CardArrived(Arrival.SHRINE), "Shrine arrives in the Dungeon Row."),
    (ev.RowRefilled(True), "The Dungeon Row is refilled: a Dragon Attack symbol!"),
    (ev.RowRefilled(False), "The Dungeon Row is refilled."),
    (
        ev.AttackBegan(4, Because(3, 1), Cause.ROW),
        "The dragon attacks (Rage 3, Danger 1): 4 cubes.",
    ),
    (
        ev.AttackBegan(1, Because(3, 1), Cause.CARD),
        "The dragon attacks (Rage 3, Danger 1): 1 cube.",
    ),
    (
        ev.AttackBegan(6, Because(3, 1, 2), Cause.COUNTDOWN),
        "The dragon attacks (Rage 3, Danger 1, countdown +2): 6 cubes.",
    ),
    (
        ev.AttackBegan(1, Because(3, 1, 2), Cause.COUNTDOWN),
        "The dragon attacks (Rage 3, Danger 1, countdown +2): 1 cube.",
    ),
    (
        ev.CubesDrawn(Cubes(red=1, black=2)),
        "Drawn by hand: 1 × Red, 2 × Black.",
    ),
    (
        ev.CubesDrawn(Cubes(red=1, black=1), (Cube.BLACK, Cube.RED), DrawnBy.DRAGONBAG),
        "Drawn by Dragonbag: Black, Red.",
    ),
    (ev.DamageTaken(RED, 2), "Red takes 2 damage."),
    (ev.TunnelDamageTaken(RED, 2), "Red takes 2 damage in a tunnel."),
    (ev.Healed(RED, 1), "Red heals 1."),
    (ev.DragonCubesReturned(1), "1 dragon cube goes back into the bag."),
    (ev.DragonCubesReturned(3), "3 dragon cubes go back into the bag."),
    (ev.KnockedOut(RED, Status.LOST), "Red is knocked out."),
    (ev.DepthsTold(RED, True, Status.LOST), "Red was in the Depths: lost."),
    (ev.DepthsTold(RED, False, Status.RESCUED), "Red was above the Depths: rescued."),
    (ev.FirstOutAsked((RED, GREEN)), "Whose cube was drawn first: Red or Green?"),
    (ev.CountdownAdvanced(RED, 2), "Red is on space 2 of the Countdown Track."),
    (ev.ArtifactTaken(RED, 5), "Red takes the Artifact 5."),
    (ev.ArtifactTaken(RED, 0), "Red takes an Artifact."),
    (ev.ArtifactNamed(RED, 5), "Red's Artifact has the number 5."),
    (ev.SecretDiscovered(RED, Secret.CHALICE), "Red discovers a Secret: Chalice."),
    (ev.TokenTaken(RED, Token.MASTERY), "Red takes Mastery token."),
    (ev.TokenTaken(RED, Token.CROWN_10, 7), "Red buys Crown (10) for 7 Gold."),
    (ev.PotionUsed(RED, Token.POTION_OF_STRENGTH), "Red uses Potion of Strength."),
    (ev.GoldGained(RED, 3), "Red gains 3 Gold."),
    (ev.GoldSpent(RED, 3), "Red spends 3 Gold."),
    (ev.DungeonLeft(RED), "Red leaves the dungeon."),
    (ev.TurnEnded(RED, GREEN), "Red's turn ends. Green is next."),
    (ev.GameEnded(Ending.ALL_OUT), "The game is over: everyone is out."),
    (ev.GameEnded(Ending.COUNTDOWN), "The game is over: the countdown has run out."),
    (
        ev.DeckRecorded(RED, (CardCopies("Ruby", 2), CardCopies("Diamond"))),
        "Red's deck holds 3 cards with points.",
    ),
    (ev.DeckRecorded(RED, (CardCopies("Ruby"),)), "Red's deck holds 1 card with points."),
    (ev.DeckPointsRecorded(RED, 1), "Red's deck is worth 1 point."),
    (ev.DeckPointsRecorded(RED, 7), "Red's deck is worth 7 points."),
    (ev.HoldingsCounted(RED, 1, (), (), Status.LOST), "What Red holds was counted."),
    (
        ev.HoldingsCounted(RED, 1, (), (), Status.INSIDE, WHY),
        "Correction: what Red holds was counted again (miscounted).",
    ),
    (
        ev.CubesCorrected(Cube.RED, Place.SUPPLY, Place.METER, 2, WHY),
        "Correction: Red, 2 from personal supply to Health Meter (miscounted).",
    ),
    (
        ev.NumberCorrected(Number.DANGER, 2, WHY),
        "Correction: Danger is 2 (miscounted).",
    ),
    (ev.CreditCorrected(RED, 2, WHY), "Correction: Red has −2 Clank! left (miscounted)."),
    (ev.TurnCorrected(RED, WHY), "Correction: it is Red's turn (miscounted)."),
    (
        ev.StatusCorrected(RED, Status.RESCUED, WHY),
        "Correction: Red is rescued (miscounted).",
    ),
    (ev.AttackCorrected(1, Because(1, 0)), "So the dragon draws 1 cube (Rage 1, Danger 0)."),
    (ev.AttackCorrected(5, Because(3, 2)), "So the dragon draws 5 cubes (Rage 3, Danger 2)."),
    (
        ev.CountdownCorrected(RED, 2, WHY),
        "Correction: Red is on space 2 of the Countdown Track (miscounted).",
    ),
    (
        ev.CountdownCorrected(None, 0, WHY),
        "Correction: no pawn is on the Countdown Track (miscounted).",
    ),
    (
        ev.RemovedArtifactsCorrected((5, 7), WHY),
        "Correction: Artifacts in the box: 5, 7 (miscounted).",
    ),
    (
        ev.RemovedArtifactsCorrected((), WHY),
        "Correction: nobody knows which Artifacts are in the box (miscounted).",
    ),
    (
        ev.RulingsCorrected(Rulings(), WHY),
        "Correction: the house rules have changed (miscounted).",
    ),
    (
        ev.GoneCorrected(Piece.TREASURE, 2, WHY),
        "Correction: Treasure, 2 gone (miscounted).",
    ),
    (
        ev.OffTurnAsked(RED),
        "Red did that on another player's turn. Is this all right at your table?",
    ),
    (
        ev.OffTurnSettled(True),
        "Potions, Market and tunnels may also be logged on another player's turn.",
    ),
    (ev.OffTurnSettled(False), "Potions, the Market and tunnels count only on your own turn."),
    (ev.PlayerWithdrew(RED, "late"), "Red goes home (late)."),
    (
        ev.PlayersAdded((Seat(GREEN, "Bo"), Seat(BLUE)), RED, "in the kitchen"),
        "Correction: new at the table: Green, Blue (in the kitchen).",
    ),
    (ev.GameWentOn("a slip"), "Correction: the game is not over (a slip)."),
    (
        ev.SeatsCorrected((Seat(GREEN), Seat(RED))),
        "Correction: names and seats. Clockwise sit Green, Red.",
    ),
]


@pytest.mark.parametrize(("event", "said"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told_as_it_happened(event: ev.Event, said: str) -> None:
    assert speech(TABLE.state).tell(event) == said


def test_every_event_has_its_sentence_here() -> None:
    assert {type(event) for event, _ in TOLD} == set(CLANK.events)


def test_a_player_is_called_by_the_chosen_name_and_a_cube_by_its_colour() -> None:
    table = ClankTable()
    table.do(co.StartGame((Seat(RED, "Ann"), Seat(GREEN)), RED))
    said = speech(table.state)
    assert said.tell(ev.DamageTaken(RED, 1)) == "Ann takes 1 damage."
    assert said.tell(ev.DamageTaken(GREEN, 1)) == "Green takes 1 damage."
    assert said.tell(ev.CubesDrawn(Cubes(red=1))) == "Drawn by hand: 1 × Red."
    assert said.tell(ev.CubesDrawn(Cubes(red=1), (Cube.RED,))) == "Drawn by hand: Red."
    assert CLANK.name_of(table.state, YELLOW) == ""
