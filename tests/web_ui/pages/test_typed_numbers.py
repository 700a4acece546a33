"""Numbers that people type into forms, and the sentence about what is none."""

import pytest
from flask.testing import FlaskClient

from companion.games.clank.box import Arrival
from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame
from companion.table.table import Table
from tests.support.pages import Page
from tests.web_ui.pages.test_pages import BLUE, GREEN, RED, STATES, page, start

LANGUAGES = ("en", "ja", "ru")
NO_NUMBERS = ["1.5", "1e9", "9" * 40, "five"]
GOLD = {"en": "Gold", "ja": "ゴールド", "ru": "Золото"}


def refusal(client: FlaskClient, path: str, language: str = "en", **sent: str) -> str:
    """Return what a reader is told; none of it is for developers."""
    headers = {"Accept": "application/json", "Accept-Language": language}
    answer = client.post(path, data=sent, headers=headers)
    assert answer.status_code == 400, answer.text
    told = str(answer.get_json()["title"])
    for word in ("Expected", "`", "$.", "CountHoldings", "LayItem", "PlayCard", "_"):
        assert word not in told
    assert told[0] == told[0].upper()
    return told


def the_game(table: Table) -> None:
    table.open_game("cli", name="the_game")
    table.submit(StartGame(("Ann", "Bo"), Who.FIRST), "cli")


@pytest.mark.parametrize("typed", ["05", "\N{FULLWIDTH DIGIT FIVE}", " 5 ", "005"])
def test_zeros_blanks_and_full_width_digits_are_read_as_the_number(
    typed: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    headers = {"Accept": "application/json"}
    sent = {"colour": "red", "gold": typed, "was.gold": "0", "reason": "miscounted"}
    assert client.post("/do/CountHoldings", data=sent, headers=headers).status_code == 200
    assert table.snapshot.state.player(RED).gold == 5


def test_a_count_that_only_looks_different_changes_nothing(
    client: FlaskClient, table: Table
) -> None:
    start(table)
    before = table.snapshot.version
    client.post("/do/CountHoldings", data={"colour": "red", "gold": "00", "was.gold": "0"})
    assert table.snapshot.version == before


def test_a_card_may_be_typed_with_its_zero(client: FlaskClient, table: Table) -> None:
    the_game(table)
    form = next(form for form in page(client, "/seat/1").forms if form.action == "/do/PlayCard")
    assert client.post(form.action, data=form.sent(card="07")).status_code == 303
    assert 7 in {card for pile in table.snapshot.state.piles for card in pile}


@pytest.mark.parametrize("card", ["1", "100", "0", "-7"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_there_is_not_is_told_with_those_that_there_are(
    card: str, language: str, client: FlaskClient, table: Table
) -> None:
    the_game(table)
    form = next(form for form in page(client, "/seat/1").forms if form.action == "/do/PlayCard")
    told = refusal(client, form.action, language, **form.sent(card=card))
    assert all(number in told for number in (card, "2", "99"))


@pytest.mark.parametrize("typed", NO_NUMBERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_number_is_told_with_the_fields_name(
    typed: str, language: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    sent = {"colour": "red", "gold": typed, "reason": "miscounted"}
    told = refusal(client, "/do/CountHoldings", language, **sent)
    assert GOLD[language] in told
    assert typed[:20] in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_field_is_asked_for(language: str, client: FlaskClient, table: Table) -> None:
    start(table, *STATES["left"])
    label = {"en": "Sum of the deck", "ja": "デッキの合計", "ru": "Сумма колоды"}[language]
    told = refusal(client, "/do/RecordDeckPoints", language, colour="red", points=" ")
    assert label in told


@pytest.mark.parametrize(
    ("game", "path", "label"),
    [
        ("clank", "/do/Withdraw", "Player"),
        ("grave_robbers", "/do/CorrectPawn", "Player"),
        ("grave_robbers", "/do/CorrectFace", "Card"),
        ("the_game", "/do/Withdraw", "Player"),
    ],
)
def test_what_was_not_chosen_is_asked_for(
    game: str, path: str, label: str, client: FlaskClient, table: Table
) -> None:
    table.open_game("cli", name=game)
    assert refusal(client, path, reason="x") == f"{label}: please fill this in."


@pytest.mark.parametrize("typed", ["-1", "1e9", "100", "1.5"])
def test_a_count_of_a_list_is_no_number_either(
    typed: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    before = table.snapshot.version
    sent = {"symbol_revealed": "false", "arrivals[overlord]": typed}
    told = refusal(client, "/do/RefillRow", **sent)
    assert "Overlord: please enter a whole number" in told
    assert typed in told
    assert table.snapshot.version == before


def test_a_count_of_a_list_may_have_a_zero_before_it(client: FlaskClient, table: Table) -> None:
    start(table)
    form = next(form for form in page(client, "/seat/red").forms if form.action == "/do/RefillRow")
    sent = form.sent() | {"symbol_revealed": "false", "arrivals[overlord]": "01"}
    assert client.post(form.action, data=sent).status_code == 303
    assert table.snapshot.state.gone == (Arrival.OVERLORD,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fewer_than_no_cubes_are_told_as_a_number_that_is_too_small(
    language: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    sent = {"cube": "red", "place": "area", "cubes": "-1", "balance": "supply", "reason": "x"}
    headers = {"Accept": "application/json", "Accept-Language": language}
    answer = client.post("/do/CorrectCubes", data=sent, headers=headers)
    told = {
        "en": "Enter a whole number from 0 to 30.",
        "ja": "0から30までの整数を入力してください。",
        "ru": "Введите целое число от 0 до 30.",
    }
    assert answer.get_json()["title"] == told[language]


def test_the_set_up_names_fields_of_its_own_game(client: FlaskClient, table: Table) -> None:
    the_game(table)
    form = Page(client.get("/new?game=clank").text).to("/new")[-1]
    sent = form.sent() | {"arrivals[shrine]": "1.5"}
    assert "Shrine: please enter" in refusal(client, "/new", **sent)


def test_a_card_of_a_deck_is_named(client: FlaskClient, table: Table) -> None:
    start(table, *STATES["left"])
    sent = {"colour": "red", "card:Archaeologist": "1.5"}
    assert refusal(client, "/do/RecordDeck", **sent).startswith("Archaeologist: please")


def test_a_zero_in_any_spelling_is_no_card_and_no_effect(client: FlaskClient, table: Table) -> None:
    start(table, *STATES["left"])
    sent = {"colour": "red", "card:Archaeologist": "00", "was.cards": "0"}
    told = client.post("/do/RecordDeck", data=sent, headers={"Accept": "application/json"})
    assert told.get_json()["code"] == "nothing_changes"
    table.open_game("cli", name="grave_robbers")
    seats = (Robber(RED), Robber(GREEN), Robber(BLUE))
    table.submit(robbers.StartGame(seats, RED), "cli")
    client.post("/do/WriteCard", data={"name": "Rope", "attack1": "00", "opening1": "-0"})
    assert table.snapshot.state.cards[0].effects == ()


def test_the_cards_of_a_pile_may_be_typed_in_full_width(client: FlaskClient, table: Table) -> None:
    the_game(table)
    sent = {"pile": "up_1", "cards": "\N{FULLWIDTH DIGIT FIVE} 09", "reason": "why"}
    client.post("/do/CorrectPile", data=sent)
    assert table.snapshot.state.piles[0] == (5, 9)


def test_a_number_of_players_that_is_none_is_refused(client: FlaskClient, table: Table) -> None:
    told = refusal(client, "/new", game_name="the_game", players="9" * 5000)
    assert told.startswith("Players: ")
