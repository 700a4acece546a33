"""What somebody types as the cards of a pile: slips are told in the reader's language."""

import pytest
from flask.testing import FlaskClient

from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame
from companion.table.table import Table


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("5 100", "no_such_card", "100"),
        ("5, 1", "no_such_card", "1"),
        ("5 7 5", "card_lies_already", "5"),
    ],
)
def test_a_slip_in_the_cards_of_a_pile_is_told_in_words(
    typed: str, code: str, said: str, table: Table, client: FlaskClient
) -> None:
    table.open_game("cli", "the_game")
    table.submit(StartGame(("Ann", "Bo"), Who.FIRST), "cli")
    sent = {"pile": "up_1", "cards": typed, "reason": "why"}
    headers = {"Accept": "application/json", "Accept-Language": "ja"}
    answer = client.post("/do/CorrectPile", data=sent, headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (409, code)
    assert said in answer.get_json()["title"]
    assert "CorrectPile" not in answer.get_json()["title"]


def test_the_cards_of_a_pile_may_be_typed_with_anything_between(
    table: Table, client: FlaskClient
) -> None:
    table.open_game("cli", "the_game")
    table.submit(StartGame(("Ann", "Bo"), Who.FIRST), "cli")
    client.post("/do/CorrectPile", data={"pile": "up_1", "cards": "5, 7;09", "reason": "why"})
    assert table.snapshot.state.piles[0] == (5, 7, 9)
