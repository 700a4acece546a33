"""Bots play by the rules: never refused, never stuck, and somebody gets home."""

import random
from collections import Counter

import pytest

from companion.engine.game import fold
from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.bot import next_command
from companion.games.clank.box import Cubes
from companion.games.clank.rules.scoring import result
from companion.games.clank.values import Ending, Rulings, Status
from tests.support.games.clank_bots import BotGame, bot_game, command_after, first_command
from tests.support.games.clank_table import BLUE, GREEN, RED, ClankTable, fell

SEEDS = range(90)  # thirty games each of two, three and four


@pytest.fixture(scope="module")
def games() -> list[BotGame]:
    """Play the games once; a refused command or an impossible state fails here."""
    return [bot_game(seed) for seed in SEEDS]


def test_bots_play_lawful_games_to_a_final_score(games: list[BotGame]) -> None:
    for game in games:
        assert game.table.state.ending is not None
        assert result(game.table.state).is_final
        assert fold(CLANK, game.events) == game.table.state


def test_a_game_of_bots_has_about_as_many_rounds_as_one_of_people(games: list[BotGame]) -> None:
    states = [game.table.state for game in games]
    rounds = sorted(state.turn_number / len(state.players) for state in states)
    assert rounds[0] >= 5
    assert 8 <= rounds[len(rounds) // 2] <= 14
    assert rounds[-1] <= 20


def test_bots_end_in_every_way_and_most_get_out_alive(games: list[BotGame]) -> None:
    states = [game.table.state for game in games]
    assert {state.ending for state in states} == set(Ending)
    fates = Counter(player.status for state in states for player in state.players)
    assert set(fates) == {Status.ESCAPED, Status.RESCUED, Status.LOST}
    assert fates[Status.LOST] < fates[Status.ESCAPED] + fates[Status.RESCUED]


def test_the_same_dice_play_the_same_game() -> None:
    assert bot_game(7).events == bot_game(7).events


# Slips of a finger, and what the box's own cards do without a command.
NOT_BY_BOTS = {
    co.TellFirstOut,  # Dragonbag's own draws have their order
    co.MoveClank,
    co.ReturnDragonCubes,
    co.CountHoldings,
    co.CorrectCubes,
    co.CorrectNumber,
    co.CorrectCredit,
    co.CorrectTurn,
    co.CorrectStatus,
    co.CorrectSeats,
    co.CorrectCountdown,
    co.CorrectRemovedArtifacts,
    co.CorrectRulings,
    co.CorrectGone,
    co.AddArrivals,
    co.SettleOffTurn,
    co.Withdraw,
    co.AddPlayers,
}


def test_bots_use_every_command_of_a_game_without_slips(games: list[BotGame]) -> None:
    asked = {kind for game in games for kind in game.asked}
    assert asked == set(CLANK.commands) - NOT_BY_BOTS


@pytest.mark.parametrize("seed", range(10))
def test_bots_play_under_any_rulings(seed: int) -> None:
    dice, table = random.Random(seed), ClankTable()
    chosen = Rulings(*[dice.random() < 0.5 for _ in range(5)])
    command: co.Command | None = replace(first_command(seed, dice), rulings=chosen)
    while command is not None:
        table.do(command)
        command = command_after(table.state, dice, b"seed")
    assert result(table.state).is_final


@pytest.mark.parametrize("seed", range(10))
def test_bots_play_on_after_draws_by_hand_without_an_order(seed: int) -> None:
    dice, table = random.Random(seed), ClankTable()
    command: co.Command | None = first_command(seed, dice)
    while command is not None:
        if isinstance(command, co.ReportDraw):
            command = co.ReportDraw(command.cubes)
        table.do(command)
        command = command_after(table.state, dice, b"seed")
    assert result(table.state).is_final


def test_a_bot_answers_who_was_first_and_where_the_pawn_was() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    table.do(co.TakeArtifact(GREEN, 5))
    fell(table, GREEN, BLUE, in_order=False)
    answers = []
    for _ in range(2):
        command = next_command(table.state, random.Random(1))
        assert command is not None
        answers.append(type(command))
        table.do(command)
    assert answers == [co.TellFirstOut, co.TellDepths]


def test_a_bot_on_the_countdown_only_ends_its_turn() -> None:
    table = ClankTable(RED, GREEN)
    table.do(co.TakeArtifact(RED, 5))
    table.do(co.LeaveDungeon(RED))
    assert isinstance(next_command(table.state, random.Random(1)), co.RefillRow)
    table.do(co.EndTurn())
    table.do(co.EndTurn())
    table.do(co.ReportDraw(Cubes(black=4)))
    assert next_command(table.state, random.Random(1)) == co.EndTurn()
