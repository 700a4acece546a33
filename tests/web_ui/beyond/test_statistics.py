"""Statistics over evenings: by game, by number of players, by person; who is who."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.engine.errors import Rejected
from companion.games.clank import commands as co
from companion.games.clank.box import Colour
from companion.games.clank.values import Seat
from companion.games.the_game.commands import StartGame as StartTheGame
from companion.table.table import Table
from tests.companion.table.test_verify import play
from tests.web_ui.access.door import Door
from web_ui.access import kept
from web_ui.beyond.evenings import Evening, Sat, boxes_of, evenings_of
from web_ui.beyond.people import People

RED, GREEN = Colour.RED, Colour.GREEN


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
    assert [bar.has_won for bar in first.bars] == list(won)
    assert first.bars[-1].height == 1
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


def test_a_game_without_points_shows_victories() -> None:
    games = [evening(n, Sat("red", "Ann", n == 2), game="grave_robbers") for n in (1, 2)]
    (box,) = boxes_of(games, by_name)
    assert box.people[0].tally.points is None
    assert [bar.height < 1 for bar in box.people[0].bars] == [True, False]


def test_two_anns_in_one_game_are_two_people(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    both = evening(1, ann(True, 9), Sat("blue", "Ann", has_won=False))
    assert people.who_is(both, 0) == {"red": "Ann", "blue": "Ann (2)"}
    people.rename("Ann (2)", "Ann K.", 0)
    assert people.who_is(both, 0) == {"red": "Ann", "blue": "Ann K."}


def test_who_the_host_has_named_is_nobody_else_in_that_game(tmp_path: Path) -> None:
    """Of two Anns, the one in blue is the Ann of other evenings."""
    people = People(tmp_path / "journal.sqlite")
    both = evening(1, ann(True, 9), Sat("blue", "Ann", has_won=False))
    people.assign("g1", "blue", "Ann", 0)
    assert people.who_is(both, 0) == {"red": "Ann (2)", "blue": "Ann"}


def test_the_host_tells_two_anns_apart_and_merges_two_names(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    first, second = evening(1, ann(True, 9)), evening(2, ann(False, 3), bo(True, 4))
    people.assign("g2", "red", "Ann K.", 0)
    assert people.who_is(first, 0) == {"red": "Ann"}
    assert people.who_is(second, 0) == {"red": "Ann K.", "green": "Bo"}
    people.rename("Bo", "Robert", 0)
    people.rename("Robert", "Ann", 0)
    people.rename("Ann K.", "Anna", 0)
    again = People(tmp_path / "journal.sqlite")
    assert again.who_is(second, 0) == {"red": "Anna", "green": "Ann"}


def test_a_name_can_be_given_back(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    people.rename("Ann", "Anna", 0)
    people.rename("Anna", "Ann", 0)
    assert people.who_is(evening(1, ann(True, 9)), 0) == {"red": "Ann"}


def test_the_next_group_has_its_own_names(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    people.rename("Ann", "Anna", 0)
    assert people.who_is(evening(1, ann(True, 9)), 7) == {"red": "Ann"}


def test_a_damaged_file_of_names_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "people.json").write_text("{")
    people = People(tmp_path / "journal.sqlite")
    assert people.who_is(evening(1, ann(True, 9)), 0) == {"red": "Ann"}


@pytest.mark.parametrize("name", ["", "\n", "x" * 500])
def test_a_name_that_no_screen_shows_is_refused(tmp_path: Path, name: str) -> None:
    people = People(tmp_path / "journal.sqlite")
    with pytest.raises(Rejected, match="no_such_name"):
        people.rename("Ann", name, 0)


def test_names_have_room_for_a_thousand(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    seats = {f"g{n} red": "Ann" for n in range(1000)}
    kept.write(tmp_path / "people.json", {"since": 0, "named": {}, "seats": seats})
    with pytest.raises(Rejected, match="too_many_names"):
        people.assign("more", "red", "Ann", 0)


def test_games_that_ended_are_read_once_and_practice_never(table: Table) -> None:
    play(table, 3)
    table.open_game("cli", "the_game")
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


def test_the_page_adds_the_evenings_up(table: Table, client: FlaskClient) -> None:
    assert "No game has ended here yet" in client.get("/statistics").text
    for seed in (3, 4):
        play(table, seed)
    page = client.get("/statistics").text
    assert "2 games" in page
    assert "points to win:" in page
    assert "damage:" in page


def test_a_host_renames_and_everybody_sees_it(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "clank")
    table.submit(co.StartGame((Seat(RED, "Ann"), Seat(GREEN, "Bo")), RED), "cli")
    for colour in (RED, GREEN):
        table.submit(co.Withdraw(colour, "late"), "cli")
    page = client.get("/statistics").text
    assert "<b>Ann</b>" in page
    assert page.count('class="bars"') == 2
    client.post("/statistics/rename", data={"who": "Ann", "name": "Anna"})
    game_id = table.snapshot.game_id
    client.post("/statistics/assign", data={"sat": f"{game_id} green", "name": "Chie"})
    page = client.get("/statistics").text
    assert "<b>Anna</b>" in page
    assert "<b>Chie</b>" in page
    assert client.post("/statistics/rename", data={"who": "Anna", "name": ""}).status_code == 409


def test_only_the_host_says_who_is_who(door: Door) -> None:
    guest, host = door.client("red"), door.client("host")
    assert guest.post("/statistics/rename", data={"who": "Ann", "name": "X"}).status_code == 403
    assert host.post("/statistics/rename", data={"who": "Ann", "name": "X"}).status_code == 303
