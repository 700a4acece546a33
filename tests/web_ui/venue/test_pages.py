"""The pages of a venue: who may see what, and what they show."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.venue.database import open_database
from companion.venue.history import finished_since, night_of
from companion.venue.messages import Event, Player, Result
from companion.venue.store import Store
from tests.web_ui.venue.told import Told
from web_ui.venue.app import create_app
from web_ui.venue.pages import SCREEN, SHOWN, STAFF

ANN, BO = Player("red", "Ann <b>", True, 61), Player("green", "", False, 40)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    engine = open_database("", tmp_path)
    yield Store(engine)
    engine.dispose()


def browser(told: Told, store: Store, link: str = "") -> FlaskClient:
    """Return a browser that has followed a link."""
    client = create_app(told, store).test_client()
    if link:
        assert client.get(f"/enter/{store.link(link)}").status_code == 303
    return client


def ended(table: str, seq: int, title: str = "Clank!", *, ago: timedelta = timedelta()) -> Event:
    at = datetime.now(UTC) - ago
    result = Result(title, (at - timedelta(hours=1)).isoformat(), False, (ANN, BO))
    return Event(table, "s", seq, at.isoformat(), "command", f"game-{seq}", result, True)


def test_a_stranger_sees_no_table(told: Told, store: Store) -> None:
    told.hear("kitchen")
    client = browser(told, store)
    for path in ("/", "/staff"):
        answer = client.get(path)
        assert answer.status_code == 401
        assert "kitchen" not in answer.text
    assert client.post("/staff", data={"table": "kitchen", "answer": "done"}).status_code == 403
    assert client.get("/enter/wrong").status_code == 404
    assert not told.answered


def test_the_screen_shows_and_answers_no_call(told: Told, store: Store) -> None:
    told.hear("kitchen", called=datetime.now(UTC).isoformat())
    client = browser(told, store, SCREEN)
    shown = client.get("/").text
    assert "kitchen" in shown
    assert "Called just now" in shown
    assert client.get("/staff").status_code == 401
    assert client.post("/staff", data={"table": "kitchen", "answer": "done"}).status_code == 403
    assert not told.answered


def test_staff_see_the_oldest_call_first_and_answer_it(told: Told, store: Store) -> None:
    now = datetime.now(UTC)
    told.hear("near", called=(now - timedelta(minutes=2)).isoformat())
    told.hear("far", called=(now - timedelta(minutes=9)).isoformat())
    client = browser(told, store, STAFF)
    shown = client.get("/staff").text
    assert shown.index("Called 9 minutes ago") < shown.index("Called 2 minutes ago")
    for answer in ("coming", "done"):
        data = {"table": "far", "answer": answer}
        assert client.post("/staff", data=data).status_code == 303
    assert told.answered == [("far", "coming"), ("far", "done")]


@pytest.mark.parametrize(
    "data", [{"table": "none", "answer": "done"}, {"table": "near", "answer": "x"}, {}]
)
def test_an_answer_that_makes_no_sense_is_refused(
    told: Told, store: Store, data: dict[str, str]
) -> None:
    told.hear("near")
    assert browser(told, store, STAFF).post("/staff", data=data).status_code == 400
    assert not told.answered


def test_links_are_the_same_for_all_processes_and_not_for_all_uses(store: Store) -> None:
    assert store.link(SCREEN) == Store(store.engine).link(SCREEN)
    assert store.link(SCREEN) != store.link(STAFF)


def test_tonights_games_and_the_leaders_are_shown(told: Told, store: Store) -> None:
    store.take([ended("kitchen", 1), ended("cellar", 2), ended("cellar", 3, "The Game")])
    store.take([ended("kitchen", 4, ago=timedelta(days=2))])
    shown = browser(told, store, SCREEN).get("/").text
    assert "3 games" in shown, "the one of two days ago is of another night"
    assert "3 wins" in shown
    assert "best 61" in shown
    assert "Ann &lt;b&gt;" in shown


def test_an_end_that_was_undone_is_no_end(told: Told, store: Store) -> None:
    over = ended("kitchen", 5)
    undone = Event("kitchen", "s", 6, over.at, "undo", over.game_id, None, True)
    store.take([undone])
    store.take([over])  # by another process, later
    assert "No game has ended yet." in browser(told, store, SCREEN).get("/").text


def test_the_wall_shows_more_tables_than_fit_one_page_after_another(
    told: Told, store: Store
) -> None:
    for number in range(SHOWN + 1):
        told.hear(f"table-{number}")
    assert "/2</p>" in browser(told, store, SCREEN).get("/").text


def test_a_page_that_has_not_changed_is_not_sent_again(told: Told, store: Store) -> None:
    told.hear("kitchen")
    client = browser(told, store, STAFF)
    known = client.get("/staff").headers["ETag"]
    assert client.get("/staff", headers={"If-None-Match": known}).status_code == 304
    told.hear("cellar")
    assert client.get("/staff", headers={"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize(("language", "word"), [("ja", "テーブル"), ("ru", "Столы")])
def test_the_wall_speaks_the_language_that_was_chosen(
    told: Told, store: Store, language: str, word: str
) -> None:
    client = browser(told, store, SCREEN)
    assert client.post("/language", data={"language": language, "back": "/"}).status_code == 303
    assert f"<h1>{word}</h1>" in client.get("/").text
    assert client.post("/language", data={"language": language, "back": "//x"}).status_code == 400


def test_trouble_is_told_and_what_was_known_stays(told: Told, store: Store) -> None:
    told.hear("kitchen")
    told.trouble = "cut off"
    client = browser(told, store, SCREEN)
    shown = client.get("/").text
    assert "does not hear the tables now" in shown
    assert "kitchen" in shown
    assert client.get("/healthz").text == "trouble"


def test_a_night_goes_on_after_midnight() -> None:
    evening, late = datetime(2026, 10, 1, 20, 0), datetime(2026, 10, 2, 3, 0)
    assert night_of(evening) == night_of(late) == datetime(2026, 10, 1, 12, 0)
    assert night_of(datetime(2026, 10, 2, 12, 0)) == datetime(2026, 10, 2, 12, 0)


@pytest.mark.parametrize(
    "at", ["1970-01-01T00:00:09+00:00", "1970-01-01T00:00:09", "2046-11-23T20:30:00+00:00", "never"]
)
def test_a_table_whose_clock_is_wrong_is_on_tonights_list(store: Store, at: str) -> None:
    event = ended("kitchen", 1)
    assert event.result is not None
    begun = replace(event.result, begun=at)
    store.take([replace(event, at=at, result=begun)])
    count, (game,) = finished_since(store.engine, night_of(datetime.now(UTC)))
    assert (count, game.minutes) == (1, 0)
