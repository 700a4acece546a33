"""Bots play Grave Robbers by the rules: never refused, never stuck, and somebody gets home."""

import random
from typing import NamedTuple

import pytest

from companion.engine.game import fold
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.bot import next_command
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import Against, Cell, Rulings, Seat
from tests.support.games.grave_robbers_table import RED, GraveRobbersTable, three

pytestmark = pytest.mark.slow

SEEDS = range(80)
LONGEST = 3000  # commands; a game of people has some hundred


class BotGame(NamedTuple):
    """A game played until the treasure is home."""

    table: GraveRobbersTable
    asked: tuple[type[co.Command], ...]


def bot_game(seed: int) -> BotGame:
    """Play a whole game, every event and state checked; a refusal is raised."""
    dice, table = random.Random(seed), GraveRobbersTable()
    playing = dice.sample(list(Colour), 3 + seed % 2)
    rulings = Rulings(ties_win=bool(seed % 3))
    command: co.Command | None = co.StartGame(
        tuple(map(Seat, playing)), dice.choice(playing), rulings=rulings
    )
    asked: list[type[co.Command]] = []
    while command is not None:
        assert len(asked) < LONGEST, "stuck"
        asked.append(type(command))
        table.do(command)
        command = next_command(table.state, dice)
    return BotGame(table, tuple(asked))


@pytest.fixture(scope="module")
def games() -> list[BotGame]:
    """Play the games once; a refused command or an impossible state fails here."""
    return [bot_game(seed) for seed in SEEDS]


def test_bots_play_lawful_games_until_the_treasure_is_home(games: list[BotGame]) -> None:
    for game in games:
        assert game.table.state.winner is not None
        assert fold(GRAVE_ROBBERS, game.table.story) == game.table.state


def test_in_every_game_the_treasure_is_found_once(games: list[BotGame]) -> None:
    for game in games:
        found = [
            event
            for event in game.table.story
            if isinstance(event, ev.TreasureTaken) and event.loser is None
        ]
        assert len(found) == 1


def test_the_treasure_room_is_the_eleventh_to_sixteenth_card_out(games: list[BotGame]) -> None:
    for game in games:
        state, rooms = GRAVE_ROBBERS.empty, 0
        for event in game.table.story:
            state = GRAVE_ROBBERS.evolve(state, event)
            if isinstance(event, ev.CardFlipped) and event.kind is Kind.TREASURE_ROOM:
                card = state.card(event.cell)
                assert card is not None
                assert 11 <= card.drawn_as <= 16
                rooms += 1
        assert rooms == 1


def test_bots_fight_enemies_players_and_chests_and_lose_some(games: list[BotGame]) -> None:
    fights = [
        (event.against, event.has_won)
        for game in games
        for event in game.table.story
        if isinstance(event, ev.FightSettled)
    ]
    assert set(fights) == {(against, won) for against in Against for won in (True, False)}


def test_a_game_of_bots_has_about_as_many_rounds_as_one_of_people(games: list[BotGame]) -> None:
    states = [game.table.state for game in games]
    rounds = sorted(state.turn_number / len(state.players) for state in states)
    assert rounds[0] >= 2
    assert 5 <= rounds[len(rounds) // 2] <= 15


# Slips of a finger, what only the box's own cards say, and the card list.
NOT_BY_BOTS = {
    co.WriteCard,
    co.EraseCard,
    co.ReplaceCards,
    co.CorrectPawn,
    co.CorrectCondition,
    co.CorrectActionPoints,
    co.CorrectTurn,
    co.CorrectTreasure,
    co.CorrectCard,
    co.CorrectItems,
    co.CorrectOrder,
    co.CorrectFace,
    co.CorrectPlace,
    co.CorrectDungeon,
    co.CorrectRulings,
    co.CorrectSeats,
    co.AddPlayers,
    co.Withdraw,
    co.ReplaceDie,
    co.CallOffFight,
    co.StopRockfall,
}


def test_bots_use_every_command_of_a_game_without_slips(games: list[BotGame]) -> None:
    asked = {kind for game in games for kind in game.asked}
    assert asked == set(GRAVE_ROBBERS.commands) - NOT_BY_BOTS


def test_the_same_dice_play_the_same_game() -> None:
    assert bot_game(7).table.story == bot_game(7).table.story


def test_a_bot_without_a_way_ends_its_turn() -> None:
    table = three()
    table.find_treasure(RED)
    table.put_pawn(RED, Cell(0, -2))
    table.injure(RED)
    command = next_command(table.state, random.Random(3))
    assert isinstance(command, co.EndTurn)
