"""Statistics over evenings: by game, by number of players, by person."""

from companion.games.the_game.commands import StartGame as StartTheGame
from companion.table.past.evenings import Evening, Sat, evenings_of
from companion.table.past.statistics import boxes_of
from companion.table.table import Table
from tests.companion.table.test_verify import play


def evening(number: int, *sat: Sat, game: str = "clank", minutes: int = 30) -> Evening:
    return Evening(f"g{number}", game, f"2026-01-{number:02}T20:00:00Z", minutes, sat)


def ann(has_won: bool, points: int, damage: int = 4) -> Sat:
    return Sat("red", "Ann", has_won, points, damage)


def bo(has_won: bool, points: int, damage: int = 2) -> Sat:
    return Sat("green", "Bo", has_won, points, damage)


def by_name(one: Evening) -> dict[str, str]:
    return {sat.seat: sat.name for sat in one.sat if sat.name}


def test_a_person_has_wins_points_damage_and_runs() -> None:
    won = (True, True, False, True)
    games = [evening(n, ann(has_won, 10 * n), bo(not has_won, 20)) for n, has_won in enumerate(won)]
    (box,) = boxes_of(games, by_name)
    first = box.people[0]
    assert (first.name, first.tally.wins, first.tally.games) == ("Ann", 3, 4)
    assert (first.tally.points, first.tally.best, first.tally.damage) == (15, 30, 4)
    assert (first.longest, first.run, first.tally.minutes) == (2, 1, 30)
    assert [sat.has_won for sat in first.sat] == list(won)
    assert box.people[1].tally.share == 0.25


def test_games_are_counted_by_number_of_players() -> None:
    third = Sat("blue", "Chie", has_won=False, points=1)
    games = [evening(1, ann(True, 9), bo(False, 5)), evening(2, ann(True, 7), bo(False, 1), third)]
    (box,) = boxes_of(games, by_name)
    assert [(n, tally.games, tally.points) for n, tally in box.by_players] == [(2, 1, 9), (3, 1, 7)]
    assert (box.tally.games, box.tally.best) == (2, 9)


def test_where_all_win_together_fewer_cards_left_are_better() -> None:
    games = [
        evening(n, Sat("1", "Ann", left < 10, left), game="the_game", minutes=0)
        for n, left in ((1, 12), (2, 3), (3, 8))
    ]
    (box,) = boxes_of(games, by_name)
    assert (box.is_cooperative, box.tally.best, box.tally.wins) == (True, 3, 2)
    assert box.tally.minutes is None
    assert box.people[0].run == 2


def test_a_game_without_points_has_none_on_average() -> None:
    games = [evening(n, Sat("red", "Ann", n == 2), game="grave_robbers") for n in (1, 2)]
    (box,) = boxes_of(games, by_name)
    assert (box.people[0].tally.points, box.people[0].tally.best) == (None, None)


def test_games_that_ended_are_read_once_and_practice_never(table: Table) -> None:
    play(table, 3)
    table.open_game("cli", name="the_game")
    table.submit(StartTheGame(("Ann",), practice=True), "cli")
    table.draw("cli")
    found = _read(table)
    assert [each.game for each in found] == ["clank"]
    assert _read(table) == found
    assert all(sat.damage is not None for sat in found[0].sat)


def _read(table: Table) -> tuple[Evening, ...]:
    job = evenings_of(table.journal.path)
    while True:
        try:
            next(job)
        except StopIteration as done:
            found: tuple[Evening, ...] = done.value
            return found
