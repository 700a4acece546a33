"""The rules of Nim."""

from companion.games.nim import NIM
from companion.games.nim.commands import StartGame, TakeMatches
from companion.games.shared import Colour, Seat
from tests.support.games.table import GameTable


def two() -> GameTable:
    table = GameTable(NIM)
    table.do(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED))
    return table


def test_players_take_in_turn_and_the_last_match_loses() -> None:
    table = two()
    for _ in range(7):
        table.do(TakeMatches(3))
    assert table.state.loser is Colour.RED
    assert table.refused(TakeMatches(1)) == "game_is_over"


def test_nobody_takes_more_than_there_is() -> None:
    table = two()
    for _ in range(6):
        table.do(TakeMatches(3))
    table.do(TakeMatches(2))
    assert table.refused(TakeMatches(2)) == "heap_is_smaller"
