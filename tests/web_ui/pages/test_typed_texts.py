"""Names, reasons and notes that people type into forms, and the sentence about what is none."""

import pytest
from flask.testing import FlaskClient

from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.values import ItemCard
from companion.games.grave_robbers.values import Seat as Robber
from companion.table.table import Table
from tests.web_ui.pages.test_pages import BLUE, GREEN, RED, page, start

LANGUAGES = ("en", "ja", "ru")
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
NAME = {"en": "Name", "ja": "名前", "ru": "Имя"}
DANGER = {"number": "danger", "value": "1"}
BAD = {"A\x07nn": "A\ufffdnn", "\u202eAnn": "\ufffdAnn", "x" * 21: "x" * 21}


def told(client: FlaskClient, path: str, language: str = "en", **sent: str) -> tuple[int, str]:
    headers = {"Accept": "application/json", "Accept-Language": language}
    answer = client.post(path, data=sent, headers=headers)
    return answer.status_code, answer.get_json().get("title", "")


def robbers_table(table: Table, *cards: ItemCard) -> None:
    table.open_game("cli", name="grave_robbers")
    seats = (Robber(RED), Robber(GREEN), Robber(BLUE))
    table.submit(robbers.StartGame(seats, RED, cards=cards), "cli")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("山田\u3000太郎", "山田 太郎"),
        ("Jean\u00a0Luc", "Jean Luc"),
        (FAMILY, FAMILY),
        ("\u3000", ""),
    ],
)
@pytest.mark.parametrize("game", ["clank", "grave_robbers", "the_game"])
def test_a_set_up_takes_names_as_people_write_them(
    game: str, typed: str, kept: str, client: FlaskClient, table: Table
) -> None:
    form = page(client, f"/new?game={game}").to("/new")[-1]
    answer = client.post("/new", data=form.sent(name1=typed, name2="Bo", name3="Cy"))
    assert answer.status_code == 303
    state = table.snapshot.state
    names = state.names if game == "the_game" else [player.name for player in state.players]
    assert names[0] == kept


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("game", ["clank", "grave_robbers", "the_game"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_refused_is_told_with_the_reason(
    language: str, game: str, bad: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    form = page(client, f"/new?game={game}").to("/new")[-1]
    status, why = told(client, "/new", language, **form.sent(name1="Ann", name2=bad, name3="Cy"))
    assert status == 400
    assert why.startswith(NAME[language])
    assert BAD[bad] in why
    assert not any(word in why for word in ("StartGame", "$", "`", "printable", bad[:1] * 41))


@pytest.mark.parametrize("name", ["\u200d", "\u200b", "\u3164"])
def test_a_name_that_nobody_sees_is_refused(name: str, client: FlaskClient, table: Table) -> None:
    start(table)
    form = page(client, "/people").to("/do/CorrectSeats")[0]
    status, why = told(client, form.action, **form.sent(name1=name))
    assert (status, "nothing of what you typed can be seen" in why) == (400, True)


@pytest.mark.parametrize("reason", ["", " ", "\u3000", "\u00a0\t"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_of_blanks_is_a_missing_reason(
    language: str, reason: str, client: FlaskClient, table: Table
) -> None:
    start(table)
    missing = told(client, "/do/CorrectNumber", language, **DANGER)
    assert missing[0] == 409
    assert told(client, "/do/CorrectNumber", language, **DANGER, reason=reason) == missing


def test_a_reason_may_hold_any_blank_and_emoji(client: FlaskClient, table: Table) -> None:
    start(table)
    reason = f"数え\u3000間違い {FAMILY}"
    assert told(client, "/do/CorrectNumber", **DANGER, reason=reason)[0] == 200
    assert f"数え 間違い {FAMILY}" in client.get("/log").text


def test_a_card_and_its_note_may_hold_any_blank_and_emoji(
    client: FlaskClient, table: Table
) -> None:
    robbers_table(table)
    sent = {"name": "長い\u3000縄", "text1": f"一度\u3000だけ {FAMILY}", "kind1": "normal"}
    assert told(client, "/do/WriteCard", **sent)[0] == 200
    card = table.snapshot.state.cards[0]
    assert (card.name, card.effects[0].text) == ("長い 縄", f"一度 だけ {FAMILY}")
    assert told(client, "/do/EraseCard", name="長い\u3000縄")[0] == 200
    assert table.snapshot.state.cards == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_refused_is_told_with_its_field(
    language: str, client: FlaskClient, table: Table
) -> None:
    robbers_table(table)
    card = {"en": "Name of the card", "ja": "カードの名前", "ru": "Название карты"}[language]
    note = {"en": "What it does", "ja": "効果の内容", "ru": "Что делает"}[language]
    for sent, label in (
        ({"name": ""}, card),
        ({"name": "x" * 31}, card),
        ({"name": "a\x07b"}, card),
        ({"name": "Rope", "kind1": "normal", "text1": "x" * 201}, note),
        ({"name": "Rope", "kind1": "normal", "text1": "a\x07b"}, note),
    ):
        status, why = told(client, "/do/WriteCard", language, **sent)
        assert (status, why.startswith(label)) == (400, True), why


def test_a_card_of_an_older_list_is_found_though_its_blanks_are_two(
    client: FlaskClient, table: Table
) -> None:
    robbers_table(table, ItemCard("Long  Rope", 3))
    form = page(client, "/cards").to("/do/WriteCard")[0]
    assert told(client, form.action, **form.sent(die="4"))[0] == 200
    assert table.snapshot.state.cards == (ItemCard("Long  Rope", 4),)
    form = page(client, "/cards").to("/do/EraseCard")[0]
    assert told(client, form.action, **form.sent())[0] == 200
    assert table.snapshot.state.cards == ()
