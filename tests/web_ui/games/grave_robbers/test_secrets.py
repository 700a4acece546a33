"""What is laid face down in a fight reaches no other phone, no program and no stream in time.

Two evenings differ in nothing but the secret card; whatever anybody else is told must be the same.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.values import Seat
from companion.language.catalogues import LANGUAGES
from companion.table.table import Table
from tests.support.games.grave_robbers_table import BLUE, GREEN, HAND, PILE, RED
from tests.support.two_evenings import Both, Evening, bare, begun, same_for_both
from web_ui.render.render import EVERY_GAME
from web_ui.views import VIEWS

SEEN_BY_ALL = (
    *("/", "/watch", "/table", "/log", "/odds", "/correct", "/cards", "/why", "/games", "/new"),
    *(
        "/seat/red",
        "/seat/blue",
        "/api/v1/snapshot",
        "/api/v1/games",
        "/api/v1/openapi.json",
        "/panel",
    ),
)


def evening(folder: Path, laid: co.LayItem) -> Evening:
    """Return a table on which red has attacked green and laid this by the own phone."""
    folder.mkdir()
    table = Table.open(folder / "journal.sqlite")
    table.open_game("cli", "grave_robbers")
    table.submit(co.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")
    opened = begun(folder, table)
    for seat in ("red", "green", "blue", ""):
        opened.phone(seat)
    table.submit(co.FightPlayer(GREEN), "phone:red")
    form = {"colour": "red", "source": laid.source, "die": laid.die, "card": laid.card}
    meant = {"bonus": laid.bonus, "moment": table.snapshot.moment_of(laid)}
    sent = opened.phone("red").post("/do/LayItem", data={**form, **meant})
    assert sent.status_code == 303
    return opened


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as open_:
        cards = (co.LayItem(RED, HAND, 5, "Axe", 2), co.LayItem(RED, HAND, 2, "Twig", 1))
        evenings = [evening(tmp_path / card.card, card) for card in cards]
        for each in evenings:
            open_.enter_context(each.table)
        yield evenings[0], evenings[1]


def test_the_evenings_differ_in_the_secret_card_and_red_sees_it(both: Both) -> None:
    own = [bare(each.phone("red").get("/seat/red").text) for each in both]
    assert own[0] != own[1]
    assert "Axe" in own[0]
    streams = [each.streamed("red", "/live", "page=play&seat=red&lang=en") for each in both]
    assert "Twig" in streams[1]


@pytest.mark.parametrize("path", SEEN_BY_ALL)
@pytest.mark.parametrize("seat", ["green", "blue", ""])
@pytest.mark.slow
def test_no_page_and_no_answer_tells_the_card(both: Both, path: str, seat: str) -> None:
    told = same_for_both(both, lambda each: each.phone(seat).get(path).text)
    assert "Axe" not in told


@pytest.mark.parametrize("page", sorted({*EVERY_GAME, *VIEWS["grave_robbers"].live_pages}))
@pytest.mark.parametrize("asked", ["red", "green", "blue", "watch"])
@pytest.mark.slow
def test_no_stream_tells_the_card_to_another_phone(both: Both, page: str, asked: str) -> None:
    for language in LANGUAGES:
        query = f"page={page}&seat={asked}&lang={language}"
        told = same_for_both(both, lambda each, query=query: each.streamed("green", "/live", query))  # type: ignore[misc]
        assert "Axe" not in told


def test_the_stream_for_programs_tells_no_card(both: Both) -> None:
    told = same_for_both(both, lambda each: each.streamed("green", "/api/v1/stream", ""))
    assert "ItemLaid" in told


def test_undoing_and_doing_it_again_tells_no_card(both: Both) -> None:
    def stepped(each: Evening) -> str:
        undone = each.phone("green").post("/undo", headers={"Accept": "application/json"}).text
        shown = each.streamed("green", "/api/v1/stream", "")
        each.phone("green").post("/redo")
        again = each.streamed("green", "/live", "page=play&seat=green&lang=en")
        return undone + shown + again + each.streamed("green", "/api/v1/stream", "")

    assert "Axe" not in same_for_both(both, stepped)


def test_the_file_of_the_game_waits_until_it_is_over(both: Both) -> None:
    each = both[0]
    answer = each.phone("green").get(f"/api/v1/games/{each.table.snapshot.game_id}")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "secret_until_over")


def test_nobody_lays_for_another_while_a_card_is_hidden(both: Both) -> None:
    each = both[0]
    moment = each.table.snapshot.moment_of(co.LayItem)
    form = {"colour": "green", "source": "pile", "die": "3", "moment": moment}
    for seat in ("red", "blue", ""):
        assert each.phone(seat).post("/do/LayItem", data=form).status_code == 409
    assert each.table.snapshot.state.contest.second is None
    assert each.phone("green").post("/do/LayItem", data=form).status_code == 303


def test_once_both_are_in_everybody_is_told_both(both: Both) -> None:
    for each in both:
        each.table.submit(co.LayItem(GREEN, PILE, 4), "phone:green")
    told = [each.streamed("blue", "/live", "page=play&seat=blue&lang=en") for each in both]
    assert "Axe" in told[0]
    assert "Twig" in told[1]
    assert "Axe" in both[0].phone("").get("/api/v1/snapshot").text


def test_what_one_phone_may_see_is_not_kept_for_the_next(both: Both) -> None:
    """Fragments are kept between phones: the own phone looks first, then another."""
    query = "page=play&seat=red&lang=en"
    for each in both:
        each.streamed("red", "/live", query)
    assert "Axe" not in same_for_both(both, lambda each: each.streamed("green", "/live", query))
