"""The page of statistics: its bars, and who is who."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.engine.errors import BadField, Rejected
from companion.games.clank import commands as co
from companion.games.clank.box import Colour
from companion.games.clank.values import Seat
from companion.table.past.evenings import Sat
from companion.table.table import Table
from tests.companion.table.past.test_statistics import ann, bo, evening
from tests.companion.table.test_verify import play
from tests.web_ui.access.door import Door
from web_ui.access import kept
from web_ui.beyond.bars import CHART_GAMES, LOW, bars_of
from web_ui.beyond.people import People

RED, GREEN = Colour.RED, Colour.GREEN


def test_a_bar_is_a_share_of_the_best_game_and_tells_who_won() -> None:
    bars = bars_of([ann(n > 1, 10 * n) for n in range(4)])
    assert [bar.has_won for bar in bars] == [False, False, True, True]
    assert [round(bar.height, 2) for bar in bars] == [LOW, 0.33, 0.67, 1]


def test_a_game_without_points_shows_victories() -> None:
    bars = bars_of([Sat("red", "Ann", has_won) for has_won in (False, True)])
    assert [bar.height for bar in bars] == [LOW, 1]


def test_only_the_newest_games_have_a_bar() -> None:
    assert len(bars_of([ann(True, 9)] * (CHART_GAMES + 1))) == CHART_GAMES


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


@pytest.mark.parametrize("name", ["", "\n", "\u3000", "\u3164"])
def test_a_name_of_which_nothing_is_seen_is_refused(tmp_path: Path, name: str) -> None:
    people = People(tmp_path / "journal.sqlite")
    with pytest.raises(Rejected, match="no_such_name"):
        people.rename("Ann", name, 0)


@pytest.mark.parametrize(("name", "why"), [("x" * 500, "up to 20"), ("A\x07", "cannot show")])
def test_a_name_that_no_screen_shows_is_refused(tmp_path: Path, name: str, why: str) -> None:
    people = People(tmp_path / "journal.sqlite")
    with pytest.raises(BadField, match=why):
        people.assign("g1", "red", name, 0)


def test_a_person_may_have_a_name_with_any_blank(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    people.rename("Ann", "山田\u3000太郎", 0)
    assert people.who_is(evening(1, ann(True, 9)), 0) == {"red": "山田 太郎"}


def test_names_have_room_for_a_thousand(tmp_path: Path) -> None:
    people = People(tmp_path / "journal.sqlite")
    seats = {f"g{n} red": "Ann" for n in range(1000)}
    kept.write(tmp_path / "people.json", {"since": 0, "named": {}, "seats": seats})
    with pytest.raises(Rejected, match="too_many_names"):
        people.assign("more", "red", "Ann", 0)


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
