"""Advice for a player: what may be asked, and what is told."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask.testing import FlaskClient

from companion.engine.errors import Rejected
from companion.games.the_game import THE_GAME
from companion.games.the_game import commands as co
from companion.games.the_game.advice.asking import agreed_by, best_plays, view_of
from companion.games.the_game.advice.piles import Agreed
from companion.games.the_game.advice.talk import Flag
from companion.games.the_game.commands import PlayCard, RaiseFlag, StartGame
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Level, Rulings, Wish
from companion.table.table import Table
from companion.worker.work import WorkFailed
from companion.worker.worker import Worker
from tests.support.games.the_game_table import (
    DOWN_1,
    DOWN_2,
    ONE,
    THREE,
    TWO,
    UP_1,
    UP_2,
    TheGameTable,
    on_fire,
)
from tests.support.pages import create_app
from web_ui.app import Options
from web_ui.games.the_game.advice import Answer

WAIT_S = 120.0
FEW = 10  # games that an answer plays out
HAND = (12, 13, 14, 50, 60, 97, 98)


def refused(state: TheGame, hand: tuple[int, ...]) -> str:
    with pytest.raises(Rejected) as refusal:
        view_of(state, ONE, frozenset(hand))
    sentence = THE_GAME.refusals[refusal.value.code]
    assert "{" not in sentence.one.format(**refusal.value.facts)
    return refusal.value.code


def test_advice_knows_the_piles_the_hand_the_counts_and_the_flags() -> None:
    table = TheGameTable(3)
    table.do(RaiseFlag(UP_2, Wish.NOT_HERE, THREE))
    table.do(RaiseFlag(DOWN_2, Wish.SMALL_STEPS))  # at the panel: whoever it was
    table.play(UP_1, 10)
    view = view_of(table.state, ONE, frozenset(HAND[:5]))
    assert view.tops == (10, 1, 100, 100)
    assert (set(view.played), view.draw_pile, view.duty.must_play) == ({10}, 80, 1)
    quiet, steps, here = Flag.NONE, Flag.SMALL_STEPS, Flag.NOT_HERE
    assert [other.cards for other in view.others] == [6, 6]
    assert [other.flags for other in view.others] == [
        (quiet, quiet, quiet, steps),
        (quiet, here, quiet, steps),
    ]


def test_advice_knows_the_fire_and_the_level() -> None:
    state = on_fire(rulings=Rulings(no_blue_on_top=True)).state
    duty = view_of(state, TWO, frozenset(HAND)).duty
    assert (set(duty.due), duty.no_blue_on_top, 55 in duty.blue) == ({0}, True, True)
    assert agreed_by(state) == Agreed(on_fire=True, no_blue_on_top=True)
    expert = agreed_by(TheGameTable(2, level=Level.EXPERT_2).state)
    assert expert == Agreed(Level.EXPERT_2, no_blue_on_top=True)


def test_only_that_players_cards_are_taken() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 20)
    assert refused(table.state, HAND) == "hand_has_other_size"
    assert refused(table.state, (20, *HAND[:5])) == "card_lies_already"
    assert refused(table.state, (100, *HAND[:5])) == "no_such_card"
    table.play(UP_1, 21)
    table.end()
    assert refused(table.state, HAND) == "advice_on_own_turn"


def test_the_best_turn_takes_the_ten_back_in_the_right_order() -> None:
    table = TheGameTable(2)
    table.play(UP_1, 60)
    table.play(UP_2, 70)
    table.play(DOWN_1, 20)
    table.play(DOWN_2, 30)
    table.end()
    plays = best_plays(view_of(table.state, TWO, frozenset((50, 51, 3, 99, 2, 98, 4))))
    assert plays is not None
    assert plays[:2] == (PlayCard(UP_1, 50), PlayCard(UP_1, 51))


def set_up(table: Table, *, advice: bool = True, practice: bool = False) -> None:
    table.open_game("cli", "the_game")
    rulings = Rulings(advice=advice)
    table.submit(StartGame(("Ann", "Bo"), ONE, practice=practice, rulings=rulings), "cli")


def lay_most(table: Table) -> None:
    """Lay 2 to 71 in order: what is left is played out fast."""
    for card in range(2, 72):
        table.submit(PlayCard(UP_1, card), "cli")
        if card % 2:
            table.submit(co.EndTurn(), "cli")


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.fixture
def client(table: Table, worker: Worker) -> FlaskClient:
    """A phone at a table whose advice is worked out in another process."""
    app = create_app(table, Options(address=lambda: "", version="test", desk=worker))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()


def answer_at(client: FlaskClient, address: str) -> Answer:
    found = client.application.extensions["advisor"].answers[address.rpartition("/")[2]]
    assert isinstance(found, Answer)
    return found


def when_ended(client: FlaskClient, address: str) -> str:
    """Return the answer's page when all its games were played out, or it was stopped."""
    ticket = answer_at(client, address).ticket
    while not ticket.is_done:
        ticket.wait_on()  # as the page does that asks again
        with suppress(WorkFailed, TimeoutError):
            ticket.result(1)
    return client.get(address).text


def when_found(client: FlaskClient, address: str) -> str:
    """Return the answer's page as soon as it names a turn."""
    answer = answer_at(client, address)
    for _ in range(int(WAIT_S)):
        answer.ticket.wait_on()
        with suppress(TimeoutError):
            answer.ticket.result(0 if answer.found else 0.2)
        if answer.found:
            break
    return client.get(address).text


def test_advice_is_off_unless_the_table_wants_it(table: Table, client: FlaskClient) -> None:
    assert client.get("/advice?seat=1").status_code == 404
    set_up(table, advice=False)
    assert client.get("/advice?seat=1").status_code == 404
    assert client.post("/advice", data={"seat": "1"}).status_code == 404
    assert "/advice" not in client.get("/seat/1").text


@pytest.mark.slow
def test_the_answer_names_a_lawful_turn_and_the_chance_grows_to_its_end(
    table: Table, client: FlaskClient
) -> None:
    client.application.extensions["advisor"].games = FEW
    set_up(table)
    lay_most(table)
    assert table.snapshot.state.turn is TWO
    assert "Your 7 cards" in client.get("/advice?seat=2").text
    told = client.post("/advice", data={"seat": "2", "cards": "73 74 75 80 90 97 98"})
    assert 'http-equiv="refresh"' in client.get(told.location).text
    page = when_found(client, told.location)
    laid = re.findall(r"<b>(\d+)</b> →", page)
    assert len(laid) >= 2
    assert {int(card) for card in laid} <= {73, 74, 75, 80, 90, 97, 98}
    page = when_ended(client, told.location)
    assert 'http-equiv="refresh"' not in page
    assert f'value="{FEW}"' in page
    assert re.search(r"<b class=\"big\">\d+%</b> victory", page)


@pytest.mark.slow
def test_a_newer_question_ends_the_older_and_the_table_going_on_is_said(
    table: Table, client: FlaskClient
) -> None:
    set_up(table)
    asked = {"seat": "1", "cards": "12 13 14 50 60 97 98"}
    first = client.post("/advice", data=asked).location
    second = client.post("/advice", data=asked).location
    assert first != second
    page = when_ended(client, first)
    assert "someone asked a newer question" in page
    table.submit(PlayCard(UP_1, 12), "cli")
    assert "The game has gone on" in client.get(first).text


def test_advice_that_nobody_looks_at_stops_and_says_so(table: Table, client: FlaskClient) -> None:
    set_up(table)
    asked = {"seat": "1", "cards": "12 13 14 50 60 97 98"}
    told = client.post("/advice", data=asked).location
    answer_at(client, told).ticket.cancel()  # as if nobody had asked for a while
    page = when_ended(client, told)
    assert "someone asked a newer question" not in page
    assert "nobody" in page


def test_cards_that_cannot_be_are_refused_in_words(table: Table, client: FlaskClient) -> None:
    set_up(table)
    answer = client.post("/advice", data={"seat": "1", "cards": "12 13"})
    assert (answer.status_code, "Enter all of them" in answer.text) == (409, True)
    assert client.post("/advice", data={"seat": "watch", "cards": "12"}).status_code == 409
    assert client.get("/advice/guessed").status_code == 404


@pytest.mark.slow
def test_in_practice_nothing_is_typed(table: Table, client: FlaskClient) -> None:
    set_up(table, practice=True)
    table.draw("cli")
    held = table.snapshot.state.held[0]
    told = client.post("/advice", data={"seat": "1", "cards": "2 3"})
    laid = re.findall(r"<b>(\d+)</b> →", when_found(client, told.location))
    assert {int(card) for card in laid} <= set(held)


def test_on_an_open_table_the_advice_is_for_the_seat_that_was_looked_at_last(
    table: Table, client: FlaskClient
) -> None:
    set_up(table)
    nowhere = client.get("/advice?seat=").text
    assert "Take a seat first" in nowhere
    assert 'href="/">Take your seat' in nowhere
    client.get("/seat/1")
    assert "Ask for the best turn" in client.get("/advice?seat=").text
