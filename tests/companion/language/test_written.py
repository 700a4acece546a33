"""How pages write numbers, lists and brackets, and what they name, in Japanese and Russian."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.games.clank.box import Colour, Item, Secret
from companion.games.clank.commands import (
    BuyItem,
    CorrectStatus,
    DiscoverSecret,
    GainGold,
    MakeClank,
    RefillRow,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat, Status
from companion.games.grave_robbers import commands as robbing
from companion.games.grave_robbers.box import Colour as Pawn
from companion.games.grave_robbers.values import Seat as Robber
from companion.games.the_game import commands as laying
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Rulings
from companion.table.table import Table
from tests.companion.language.test_languages import Words

PAGES = ("/seat/red", "/seat/1", "/table", "/odds", "/luck", "/score", "/correct", "/log", "/why",
         "/fair", "/games", "/board", "/new", "/records", "/cards", "/doctor")  # fmt: skip
NUMBERED = re.compile(r"\b\d+(?:\.\d+){2,}\b")  # versions, addresses of a network
JAPANESE = "[\u3040-\u30ff\u4e00-\u9fff]"  # kana, kanji


def evening(table: Table) -> Iterator[None]:
    """Lead a table of Clank! through what its pages may show."""
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN), Seat(Colour.BLUE))
    table.submit(StartGame(seats, Colour.RED, danger=2), "cli")
    table.submit(MakeClank(Colour.RED, 2), "phone:red")
    table.submit(TakeArtifact(Colour.RED, 5), "panel")
    table.submit(GainGold(Colour.RED, 9), "phone:red")
    table.submit(BuyItem(Colour.RED, Item.BACKPACK), "phone:red")
    table.submit(TakeArtifact(Colour.RED, 7), "panel")
    table.submit(DiscoverSecret(Colour.RED, Secret.POTION_OF_HEALING), "phone:red")
    yield
    table.submit(RefillRow(symbol_revealed=True), "phone:red")
    yield
    table.draw("phone:red")
    table.submit(CorrectStatus(Colour.RED, Status.ESCAPED, "1"), "cli")
    table.submit(CorrectStatus(Colour.GREEN, Status.LOST, "1"), "cli")
    yield
    table.submit(CorrectStatus(Colour.BLUE, Status.LOST, "1"), "cli")
    yield
    table.open_game("cli", "the_game")
    rulings = Rulings(advice=True)
    table.submit(laying.StartGame(("Ann", ""), Who.FIRST, on_fire=True, rulings=rulings), "cli")
    for pile, card in ((Pile.UP_1, 33), (Pile.UP_2, 44)):
        table.submit(laying.PlayCard(pile, card), "phone:1")
    table.submit(laying.EndTurn(), "phone:1")
    yield
    table.open_game("cli", "grave_robbers")
    robbers = tuple(Robber(colour) for colour in (Pawn.RED, Pawn.GREEN, Pawn.BLUE))
    table.submit(robbing.StartGame(robbers, Pawn.RED), "cli")
    yield


def read(table: Table, client: FlaskClient, language: str) -> Iterator[tuple[str, str]]:
    """Yield every page and what one reads there, at every moment of the evening."""
    for _ in evening(table):
        for page in PAGES:
            answer = client.get(page, headers={"Accept-Language": language})
            if answer.status_code == 200:
                for text in Words(answer.text).found:
                    yield page, re.sub("[ \n]+", " ", text).strip()


def faults(table: Table, client: FlaskClient, language: str, wrong: str) -> set[tuple[str, str]]:
    pattern = re.compile(wrong)
    texts = read(table, client, language)
    return {(page, text) for page, text in texts if pattern.search(NUMBERED.sub("", text))}


@pytest.mark.slow
def test_russian_has_a_decimal_comma_and_a_space_before_per_cent(
    table: Table, client: FlaskClient
) -> None:
    pages = list(read(table, client, "ru"))
    assert [text for _, text in pages if re.search(r"\d\.\d", NUMBERED.sub("", text))] == []
    assert [text for _, text in pages if re.search(r"\d ?%", text)] == []
    assert any(re.search(r"\d,\d\N{NO-BREAK SPACE}?%", text) for _, text in pages)


@pytest.mark.slow
def test_japanese_has_its_own_commas_colons_and_brackets(table: Table, client: FlaskClient) -> None:
    beside = rf"{JAPANESE} ?[,:] |{JAPANESE} ?\(|\){JAPANESE}|, ?{JAPANESE}|{JAPANESE}\.$"
    assert faults(table, client, "ja", beside) == set()


def test_the_rules_name_chapters_and_no_lines(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "clank")
    chapters = {"en": "Step 3: The Mark", "ja": "VI. ステップ3", "ru": "Шаг 3: Дракон"}
    for language, chapter in chapters.items():
        told = " ".join(Words(client.get("/why", headers={"Accept-Language": language}).text).found)
        assert chapter in told
        assert not re.search(r"\d{2,3}[-–]\d{2,3}|\d{3}", told)


def test_the_rules_of_grave_robbers_name_the_chapters_of_its_only_rulebook(
    table: Table, client: FlaskClient
) -> None:
    table.open_game("cli", "grave_robbers")
    html = client.get("/why", headers={"Accept-Language": "ru"}).text
    assert '<span lang="ja">戦闘(vsプレイヤー)</span>' in html
    assert "GR " not in html


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (
            "ja",
            ("秘儀の魔法書", "コボルドの商人", "反乱軍の偵察兵", "山の王"),
        ),
        ("ru", ("Книга Тайн", "Кобольд-торгаш", "Разведчик-мятежник", "Король под горой")),
    ],
)
def test_the_score_sheet_prints_the_cards_that_the_rulebook_prints(
    table: Table, client: FlaskClient, language: str, names: tuple[str, ...]
) -> None:
    """In JA 29, 350, 446 and 448, RU 21, 362, 470 and 472."""
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    table.submit(CorrectStatus(Colour.RED, Status.LOST, "1"), "cli")
    html = client.get("/score", headers={"Accept-Language": language}).text
    assert [name for name in names if name not in html] == []
    assert 'name="card:Secret Tome"' in html  # the message keeps the name that journals know
