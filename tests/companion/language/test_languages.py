"""Three languages: complete catalogues, the rulebooks' words, no English left on a page."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from companion.engine.sentence import Sentence
from companion.games.clank import CLANK, commands
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.commands import (
    EndTurn,
    MakeClank,
    ProvokeDragon,
    RefillRow,
    ReportDraw,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat, Status
from companion.games.the_game import commands as the_game
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.values import Level, Rulings, Wish
from companion.language.catalogues import LANGUAGES, TRANSLATIONS, catalogue
from companion.language.speech import Speech
from companion.table.reading import Purpose, Seen, Spot
from companion.table.table import Table
from tests.support.pages import VOID

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACE = re.compile(r"\{\w+\}")


def written(language: str) -> Catalog:
    path = TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def messages(found: Catalog) -> Iterator[Message]:
    return (message for message in found if message.id)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_its_message(language: str) -> None:
    wrong = [
        (message.id, form)
        for message in messages(written(language))
        for form in forms(message.string)
        if set(PLACE.findall(form)) != set(PLACE.findall(forms(message.id)[-1]))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        compiled = read_mo(file)
    wanted = {forms(each.id): forms(each.string) for each in messages(written(language))}
    assert {forms(each.id): forms(each.string) for each in messages(compiled)} == wanted


# English as printed -> Japanese and Russian as printed in their rulebooks (lines of JA and RU).
PRINTED = {
    "Clank! Area": ("ノイズエリア", "Зона шума"),  # JA 184, RU 346
    "Dragon Bag": ("ドラゴンの袋", "Мешок дракона"),  # JA 362, RU 90
    "Health Meter": ("ヒットポイント表", "Счётчик здоровья"),  # JA 385, RU 392
    "Rage Track": ("怒りメーター", "Трек ярости"),  # JA 365, RU 143
    "Master Key": ("マスターキー", "Ключ"),  # JA 599, RU 575
    "Backpack": ("カバン", "Рюкзак"),
    "Crown": ("王冠", "Корона"),
    "Monkey Idol": ("猿の像", "Идол обезьян"),
    "Chalice": ("聖杯", "Грааль"),
    "Dragon Egg": ("ドラゴンの卵", "Яйцо Дракона"),
    "Mastery token": ("制覇トークン", "Маркер мастерства"),
    "Potion of Greater Healing": ("ポーション（大）", "Зелье Большого Исцеления"),
    "Potion of Healing": ("ポーション（小）", "Зелье Исцеления"),
    "Potion of Swiftness": ("スピードアップポーション", "Зелье Скорости"),
    "Potion of Strength": ("バーサークポーション", "Зелье Силы"),
    "Greater Treasure": ("宝箱（大）", "Великая Кража"),
    "Treasure": ("宝箱（小）", "Кража"),
    "Greater Skill Boost": ("スキルブースター（大）", "Великое Повышение Навыков"),
    "Skill Boost": ("スキルブースター（小）", "Повышение Навыков"),
    "Flash of Brilliance": ("天才のひらめき", "Вспышка Гениальности"),
    "Magic Spring": ("魔法の泉", "Волшебный Источник"),
    "personal supply": ("手持ち", "личный запас"),
    "Danger": ("危険", "Опасность"),
    "Artifact {n}": ("アーティファクト{n}", "Артефакт {n}"),
    "Gold": ("ゴールド", "Золото"),
}


@pytest.mark.parametrize("english", PRINTED)
def test_a_printed_term_is_used_as_printed(english: str) -> None:
    for language, term in zip(("ja", "ru"), PRINTED[english], strict=True):
        assert catalogue(language).gettext(english) == term


@pytest.mark.parametrize(
    ("language", "within", "term"),
    [
        ("ja", "{who}: Clank! +{n}.", "クランク!"),
        ("ru", "{who}: Clank! +{n}.", "Бздынь!"),
        ("ja", "The Dungeon Row is refilled.", "ダンジョン列"),
        ("ru", "The Dungeon Row is refilled.", "Подземелье"),
        ("ja", "Yes, in the Depths", "深部"),
        ("ru", "Yes, in the Depths", "Глубин"),
        ("ja", "{card} arrives in the Dungeon Row.", "登場"),
        ("ru", "{who} is on space {n} of the Countdown Track.", "Обратного отсчёта"),
        ("ja", "{who} is on space {n} of the Countdown Track.", "カウントダウン表"),
        ("ja", "{who} is the Greatest Thief in the Realm!", "王国で最高の盗賊"),
        ("ru", "{who} is the Greatest Thief in the Realm!", "Величайший вор в Королевстве"),
        ("ja", "The dragon attacks!", "ドラゴンの攻撃"),
        ("ru", "Dragon Attack!", "Атака дракона"),
    ],
)
def test_sentences_speak_the_rulebooks_words(language: str, within: str, term: str) -> None:
    assert term in catalogue(language).gettext(within)


def test_japanese_has_a_word_each_for_what_its_rulebook_calls_by_one() -> None:
    """JA 123, 362 and 406 say the same of Artifacts, cubes and players that are gone."""
    say = catalogue("ja").gettext
    gone = (
        ("Artifacts put back into the box", "箱に戻した"),
        ("set aside", "取り置き"),
        ("everyone is out", "離脱"),
    )
    for english, word in gone:
        assert word in say(english)
        assert "除外" not in say(english)


@pytest.mark.parametrize(
    ("n", "noun"),
    [(1, "кубик."), (2, "кубика."), (5, "кубиков."), (21, "кубик."), (11, "кубиков.")],
)
def test_russian_counts_as_russians_do(n: int, noun: str) -> None:
    speech = Speech(catalogue("ru"), CLANK, CLANK.empty)
    attack = Sentence(
        "The dragon attacks (Rage {rage}, Danger {danger}): {n} cube.",
        "The dragon attacks (Rage {rage}, Danger {danger}): {n} cubes.",
        {"rage": 2, "danger": 0, "n": n},
    )
    assert speech.say(attack).endswith(f"{n} {noun}")


READ_ALOUD = {"aria-label", "title", "alt", "placeholder"}
SILENT = {"script", "style", "code", "i"}  # hidden elements <i> tell the script what is shown


class Words(HTMLParser):
    """All text of a page that a person can read or hear; not code, nor other languages' names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        spoken = READ_ALOUD | {"data-lost", "data-waiting", "data-broken"}
        self.found += [given[name] for name in spoken & given.keys()]
        if tag not in VOID:
            self._inside.append(tag in SILENT or ("lang" in given and tag != "html"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of SVG: nothing in it."""

    def handle_endtag(self, tag: str) -> None:
        self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._inside):
            self.found.append(data)


NAMES = {
    "Dragonbag",
    "CLANK",
    *("The", "Game", "On", "Fire"),  # the Russian edition's title is not known to us
    *("VI", "VII", "VIII", "IX"),  # chapters, as the Japanese rulebook numbers them
    "QR",
    *("BoardGameGeek", "BG", "Stats"),  # where people keep their plays
    "SHA",
    "OpenCV",
    "JPEG",
    "PNG",
    "Pi",
    "HP",
    "dragonbag",
    "verify",
    "Ann",
    "Overlord",
    "Watcher",
    "Shrine",
    "Mister",
    "Whiskers",
    "Treasure",
    "Hunter",
    "http",
    "localhost",
}
NAMES |= {word for card in POINT_CARDS for word in re.findall(r"[A-Za-z]+", card)}
LATIN = re.compile(r"[A-Za-z]{2,}")
GAME_ID = re.compile(r"\b\d{4}-\d\d-\d\d-[0-9a-f]+\b|\b[0-9a-f]{8,}\b")
FILE = re.compile(r"\bdocs/[\w.]+\.md\b")
PAGES = (
    *(
        "/",
        "/seat/red",
        "/seat/green",
        "/seat/1",
        "/seat/2",
        "/records",
        "/new?game=the_game",
        "/watch",
        "/score",
        "/odds",
        "/correct",
        "/new",
        "/log",
    ),
    *(
        "/games",
        "/fair",
        "/luck",
        "/tray",
        "/tray/calibrate",
        "/table",
        "/why",
        "/board",
        "/panel",
        "/doctor",
        "/nowhere",
    ),
)


def left_over(html: str) -> list[str]:
    text = " ".join(Words(html).found)
    return sorted(set(LATIN.findall(FILE.sub("", GAME_ID.sub("", text)))) - NAMES)


def states(table: Table) -> Iterator[None]:
    """Lead the table through what its pages may show."""
    yield
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED, "Ann"), Seat(Colour.GREEN)), Colour.RED), "cli")
    yield
    table.submit(MakeClank(Colour.RED, 2), "phone:red")
    table.submit(TakeArtifact(Colour.RED, 5), "panel")
    table.undo("phone:red")
    table.redo("phone:green")
    table.submit(ProvokeDragon(), "api")
    table.see(Seen(1, Purpose.DRAW, 9, 9, (Spot("blue", 1, 1, 1),)))
    yield
    cubes = table.snapshot.state.attack.cubes_to_draw
    table.submit(ReportDraw(Cubes(black=cubes)), "cli")
    table.see(Seen(2, Purpose.BAG, 9, 9, (Spot("black", 1, 1, 1),)))
    table.submit(RefillRow(symbol_revealed=False), "cli")
    table.submit(EndTurn(), "cli")
    yield
    table.submit(commands.CorrectStatus(Colour.RED, Status.ESCAPED, "x"), "cli")
    table.submit(commands.CorrectStatus(Colour.GREEN, Status.LOST, "x"), "cli")
    yield


def states_of_the_game(table: Table) -> Iterator[None]:
    """Lead a table of The Game through what its pages may show."""
    table.open_game("cli", "the_game")
    yield
    names, rulings = ("Ann", "", "Ann"), Rulings(advice=True)
    table.submit(the_game.StartGame(names, on_fire=True, rulings=rulings), "cli")
    yield
    table.submit(the_game.ChooseFirst(Who.FIRST), "cli")
    table.submit(the_game.RaiseFlag(Pile.UP_1, Wish.NOT_HERE, Who.SECOND), "phone:2")
    table.submit(the_game.RaiseFlag(Pile.UP_2, Wish.SMALL_STEPS), "panel")
    for card in (2, 3, 44):
        table.submit(the_game.PlayCard(Pile.UP_1, card), "phone:1")
    yield
    table.submit(the_game.EndTurn(), "phone:1")
    table.submit(the_game.PlayCard(Pile.UP_2, 12), "phone:1")
    yield
    table.submit(the_game.GiveUp(), "phone:2")
    yield
    table.open_game("cli", "the_game")
    table.submit(the_game.StartGame(("",), level=Level.EXPERT_2, practice=True), "cli")
    yield
    table.draw("cli")
    yield


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("lead", [states, states_of_the_game])
@pytest.mark.slow
def test_no_english_is_left_on_any_page(
    language: str, lead: Callable[[Table], Iterator[None]], table: Table, client: FlaskClient
) -> None:
    left = {}
    for moment, _ in enumerate(lead(table)):
        for page in PAGES:
            html = client.get(page, headers={"Accept-Language": language}).text
            assert f'lang="{language}"' in html
            if words := left_over(html):
                left[moment, page] = words
    assert left == {}


def test_a_phone_keeps_the_language_that_it_chose(client: FlaskClient) -> None:
    asked = {"Accept-Language": "de, ja;q=0.8, en;q=0.1"}
    assert '<html lang="ja"' in client.get("/", headers=asked).text
    answer = client.post("/language", data={"language": "ru", "back": "/watch"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/watch")
    assert '<html lang="ru"' in client.get("/", headers=asked).text


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "javascript:alert(1)"])
def test_choosing_a_language_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    answer = client.post("/language", data={"language": "ja", "back": back})
    assert answer.headers["Location"] == "/"
    assert client.post("/language", data={"language": "xx"}).status_code == 400


def test_a_refusal_speaks_the_readers_language(table: Table, client: FlaskClient) -> None:
    refused = client.post("/undo", data={"step": 1}, headers={"Accept-Language": "ru"})
    assert "Отменять нечего." in refused.text
