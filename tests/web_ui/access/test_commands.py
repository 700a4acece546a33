"""Who may do what: every command, for every kind of phone, on open and locked tables."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.errors import Rejected
from companion.engine.value import replace
from companion.games import GAMES
from companion.games.clank import commands as clank
from companion.games.clank.box import Colour, Cube, Cubes, Item, Piece, Secret, Token
from companion.games.clank.values import Number, Place, Seat, Status
from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.box import Colour as Pawn
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.values import Cell, Condition, EffectKind, ItemCard, Source
from companion.games.grave_robbers.values import Place as ItemPlace
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Level, Wish
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.web_ui.access.door import HOSTS, IN, JOIN, KINDS, NOT_YOURS, WATCHES, Door
from web_ui.access.guest_list import Phone, Policy
from web_ui.access.policy import Access, NotJoined

RED, GREEN, BOTH, ALL = ("red",), ("green",), ("green", "red"), ()
CELL = Cell(0, 1)

# Every command beside the seats that it acts for, with Red at turn.
CLANK: dict[clank.Command, tuple[str, ...]] = {
    clank.StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED): ALL,
    clank.MakeClank(Colour.GREEN): GREEN,
    clank.EveryoneMakesClank(1): RED,
    clank.RemoveClank(Colour.GREEN, 1): GREEN,
    clank.MoveClank(Colour.GREEN, Colour.RED): BOTH,
    clank.SetDanger(1): RED,
    clank.RefillRow(True): RED,
    clank.ReplaceRowCard(): RED,
    clank.ProvokeDragon(): RED,
    clank.ReportDraw(Cubes(red=1)): ALL,
    clank.TellFirstOut(Colour.GREEN): ALL,
    clank.TellDepths(Colour.GREEN, True): GREEN,
    clank.TakeTunnelDamage(Colour.GREEN): GREEN,
    clank.Heal(Colour.GREEN, 1): GREEN,
    clank.ReturnDragonCubes(1): RED,
    clank.TakeArtifact(Colour.GREEN, 5): GREEN,
    clank.NameArtifact(Colour.GREEN, 5): GREEN,
    clank.DiscoverSecret(Colour.GREEN, next(iter(Secret))): GREEN,
    clank.UsePotion(Colour.GREEN, next(iter(Token))): GREEN,
    clank.TakeMonkeyIdol(Colour.GREEN): GREEN,
    clank.BuyItem(Colour.GREEN, next(iter(Item))): GREEN,
    clank.GainGold(Colour.GREEN, 1): GREEN,
    clank.SpendGold(Colour.GREEN, 1): GREEN,
    clank.LeaveDungeon(Colour.GREEN): GREEN,
    clank.EndTurn(): RED,
    clank.RecordDeck(Colour.GREEN, ()): GREEN,
    clank.RecordDeckPoints(Colour.GREEN, 1): GREEN,
    clank.CountHoldings(Colour.GREEN, 1, (), (), ""): GREEN,
    clank.CorrectCubes(Cube.GREEN, Place.AREA, 1, Place.BAG, "x"): GREEN,
    clank.CorrectCubes(Cube.BLACK, Place.BAG, 1, Place.SET_ASIDE, "x"): ALL,
    clank.CorrectNumber(next(iter(Number)), 1, "x"): ALL,
    clank.CorrectCredit(1, "x"): RED,
    clank.CorrectTurn(Colour.GREEN, "x"): ALL,
    clank.CorrectSeats((Seat(Colour.GREEN), Seat(Colour.RED))): ALL,
    clank.CorrectStatus(Colour.GREEN, Status.LOST, "x"): GREEN,
    clank.CorrectCountdown("x", Colour.GREEN, 1): ALL,
    clank.CorrectRemovedArtifacts("x", (5,)): ALL,
    clank.CorrectRulings("x"): ALL,
    clank.CorrectGone(next(iter(Piece)), 1, "x"): ALL,
    clank.AddArrivals(): RED,
    clank.SettleOffTurn(True): ALL,
    clank.Withdraw(Colour.GREEN, "x"): GREEN,
    clank.AddPlayers((Seat(Colour.BLUE),), Colour.RED, "x"): ALL,
}
ROBBERS: dict[robbers.Command, tuple[str, ...]] = {
    robbers.StartGame((Robber(Pawn.RED), Robber(Pawn.GREEN)), Pawn.RED, CELL): ALL,
    robbers.Rest(): RED,
    robbers.Explore(CELL, next(iter(Kind))): RED,
    robbers.LayDungeonCard(CELL): RED,
    robbers.Move(CELL): RED,
    robbers.FightEnemy(): RED,
    robbers.FightPlayer(Pawn.GREEN): RED,
    robbers.OpenChest(): RED,
    robbers.LayItem(Pawn.GREEN, Source.HAND, 1): GREEN,
    robbers.ShowDie(1): ALL,
    robbers.ShowDie(1, Pawn.GREEN): GREEN,
    robbers.SetBonus(Pawn.GREEN, 1): GREEN,
    robbers.ReplaceDie(1, "x"): RED,
    robbers.ReplaceDie(1, "x", Pawn.GREEN): GREEN,
    robbers.CallOffFight("x"): RED,
    robbers.CallOffFight("x", Pawn.GREEN): GREEN,
    robbers.StopRockfall("x"): RED,
    robbers.CorrectOrder(CELL, CELL, "x"): ALL,
    robbers.CorrectFace(CELL, "x"): ALL,
    robbers.CorrectPlace(CELL, CELL, "x"): ALL,
    robbers.CorrectDungeon(CELL, True, "x"): ALL,
    robbers.CorrectTreasure(None, "x"): ALL,
    robbers.SettleFight(): ALL,
    robbers.UseItem(Pawn.GREEN, "Rope", next(iter(EffectKind)), 1, None): GREEN,
    robbers.DrawItems(Pawn.GREEN, 1): GREEN,
    robbers.DiscardItem(Pawn.GREEN, Source.HAND): GREEN,
    robbers.GiveItems(Pawn.GREEN, Pawn.RED): GREEN,
    robbers.EndTurn(None): RED,
    robbers.LetFall(CELL): RED,
    robbers.WriteCard(ItemCard("Rope", 1)): ALL,
    robbers.EraseCard("Rope"): ALL,
    robbers.ReplaceCards(()): ALL,
    robbers.CorrectPawn(Pawn.GREEN, CELL, "x"): GREEN,
    robbers.CorrectCondition(Pawn.GREEN, Condition.INJURED, "x"): GREEN,
    robbers.CorrectActionPoints(1, "x"): RED,
    robbers.CorrectTurn(Pawn.GREEN, "x"): ALL,
    robbers.CorrectSeats((Robber(Pawn.GREEN), Robber(Pawn.RED))): ALL,
    robbers.CorrectTreasure(Pawn.GREEN, "x"): ALL,
    robbers.CorrectCard(CELL, next(iter(Kind)), "x"): ALL,
    robbers.CorrectRulings("x"): ALL,
    robbers.AddPlayers((Robber(Pawn.BLUE),), Pawn.RED, "x"): ALL,
    robbers.Withdraw(Pawn.GREEN, "x"): GREEN,
    robbers.CorrectItems(ItemPlace.PILE, 1, ItemPlace.DISCARDS, "x"): ALL,
    robbers.CorrectItems(ItemPlace.HAND, 1, ItemPlace.PILE, "x", Pawn.GREEN): GREEN,
}
ONE, TWO = ("1",), ("2",)
THE_GAME: dict[the_game.Command, tuple[str, ...]] = {
    the_game.StartGame(("", "")): ALL,
    the_game.ChooseFirst(Who.SECOND): ALL,
    the_game.PlayCard(next(iter(Pile)), 10): ONE,
    the_game.PlayCard(next(iter(Pile)), 10, Who.SECOND): TWO,
    the_game.EndTurn(): ONE,
    the_game.GiveUp(): ONE,
    the_game.GiveUp(Who.SECOND): TWO,
    the_game.RaiseFlag(next(iter(Pile)), next(iter(Wish))): ALL,
    the_game.RaiseFlag(next(iter(Pile)), next(iter(Wish)), Who.SECOND): TWO,
    the_game.LowerFlag(next(iter(Pile)), Who.SECOND): TWO,
    the_game.Shuffle(()): ALL,
    the_game.CorrectNames(("Ann", "")): ALL,
    the_game.AddPlayers(("Cleo",), Who.SECOND, "x"): ALL,
    the_game.Withdraw(Who.SECOND, "x"): ALL,
    the_game.CorrectCard(2, 3, "x"): ALL,
    the_game.CorrectPile(next(iter(Pile)), (2,), "x", Who.SECOND): ALL,
    the_game.CorrectCount(1, "x", Who.SECOND): ALL,
    the_game.CorrectTurn(Who.SECOND, "x"): ALL,
    the_game.CorrectLevel(next(iter(Level)), "x"): ALL,
    the_game.CorrectRulings("x"): ALL,
    the_game.CorrectEnd("x"): ALL,
}
STARTS = {
    "clank": clank.StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED),
    "grave_robbers": robbers.StartGame(tuple(map(Robber, list(Pawn)[:3])), Pawn.RED, CELL),
    "the_game": the_game.StartGame(("", ""), Who.FIRST),
}
COMMANDS: dict[str, Mapping[Any, tuple[str, ...]]] = {
    "clank": CLANK,
    "grave_robbers": ROBBERS,
    "the_game": THE_GAME,
}
SEATS = {"clank": ("red", "green"), "grave_robbers": ("red", "green"), "the_game": ("1", "2")}


@pytest.mark.parametrize("game", GAMES)
def test_every_command_stands_in_the_table(game: str) -> None:
    assert {type(command) for command in COMMANDS[game]} == set(GAMES[game].commands)


def begun(table: Table, game: str) -> Snapshot:
    table.open_game("cli", game)
    return table.submit(STARTS[game], "cli")


def told(access: Access, phone: Phone | None, snapshot: Snapshot, command: object) -> str:
    try:
        access.check_command(phone, snapshot, command)
    except NotJoined:
        return JOIN
    except Rejected as error:
        return error.code
    return IN


def expected_of_command(seats: tuple[str, ...], kind: str, policy: Policy) -> str:
    if kind == "stranger":
        return JOIN
    if kind in HOSTS or policy is Policy.HELP:
        return IN
    if kind in ("watcher", "program"):
        return WATCHES
    return IN if all(seat == kind for seat in seats) else NOT_YOURS


def kinds_of(game: str) -> tuple[str, ...]:
    return ("stranger", "watcher", *SEATS[game], "host", "program", "host program")


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_allowed_to_whom_it_should(door: Door, game: str, policy: Policy) -> None:
    snapshot, access = begun(door.table, game), Access(door.guests)
    door.guests.choose(policy)
    for kind in kinds_of(game):
        phone = door.phone(kind)
        for command, seats in COMMANDS[game].items():
            wanted = expected_of_command(seats, kind, policy)
            assert told(access, phone, snapshot, command) == wanted, (kind, command)


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("game", GAMES)
def test_where_seats_have_secrets_nobody_acts_for_another_not_even_the_host(
    door: Door, game: str, policy: Policy
) -> None:
    snapshot = begun(door.table, game)
    secret = replace(snapshot, game=replace(snapshot.game, has_secrets=lambda state: True))
    door.guests.choose(policy)
    for kind in kinds_of(game)[1:]:
        phone = door.phone(kind)
        for command, seats in COMMANDS[game].items():
            wanted = expected_of_command(seats, kind, policy)
            if seats and any(seat != kind for seat in seats):
                wanted = NOT_YOURS
            assert told(Access(door.guests), phone, secret, command) == wanted, (kind, command)


def test_only_the_phone_that_took_a_seat_over_acts_while_it_has_secrets(door: Door) -> None:
    snapshot = begun(door.table, "clank")
    secret = replace(snapshot, game=replace(snapshot.game, has_secrets=lambda state: True))
    first, second = door.phone("red"), door.phone("red")
    make = clank.MakeClank(Colour.RED)
    assert told(Access(door.guests), first, secret, make) == NOT_YOURS
    assert told(Access(door.guests), second, secret, make) == IN


@pytest.mark.parametrize("game", GAMES)
def test_on_an_open_table_everybody_may_do_everything(table: Table, game: str) -> None:
    snapshot = begun(table, game)
    assert {told(Access(None), None, snapshot, each) for each in COMMANDS[game]} == {IN}


@pytest.mark.parametrize("kind", KINDS)
def test_form_and_program_are_answered_alike(door: Door, kind: str) -> None:
    door.guests.choose(Policy.OWN)
    client, before = door.client(kind), door.table.snapshot.version
    as_json = {"Accept": "application/json"}
    moment = {"moment": door.table.snapshot.moment_of(clank.EndTurn)}
    form = client.post("/do/EndTurn", data=moment, headers=as_json)
    program = client.post("/api/v1/commands", data='{"type": "EndTurn"}', query_string=moment)
    wanted = expected_of_command(RED, kind, Policy.OWN)
    assert (form.status_code == 200) is (wanted == IN)
    if wanted != IN:
        assert {form.get_json()["code"], program.get_json()["code"]} == {wanted}
        assert door.table.snapshot.version == before
