"""Grave Robbers in three languages: the manual's words, no English left on any page."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.values import Cell, Condition, ItemCard, Seat
from companion.language.catalogues import catalogue
from companion.table.table import Table
from tests.companion.language.test_languages import OTHERS, left_over
from tests.support.games.grave_robbers_table import BLUE, FAR_NORTH, GREEN, HAND, NORTH, PILE, RED

OWN = {"GR", "AP", "Rope"}  # a line of the manual, its word for action points, a typed name
PAGES = (
    *("/", "/seat/red", "/seat/green", "/watch", "/table", "/odds", "/correct", "/cards", "/why"),
    *("/new?game=grave_robbers", "/log", "/games", "/panel", "/doctor"),
)

# English -> Japanese as printed in the manual (its line).
PRINTED = {
    "the entrance": "「入口」",  # 67
    "the treasure room": "「財宝の間」",  # 68
    "an enemy": "【敵】",  # 113
    "a chest": "【宝箱】",  # 115
    "standing": "通常状態",  # 33
    "injured": "負傷状態",  # 33
    "the pile": "アイテム山札",  # 76
    "the discards": "アイテム捨て札",  # 78
    "the hand": "手札",  # 97
    "the open cards": "公開札",  # 224
    "normal effect": "[通常]",  # 47
    "special effect": "[特殊]",
    "open effect": "[公開]",
    "Placement number": "配置枚数",  # 135
    "Reward items": "報酬枚数",  # 136
    "Die value": "ダイス値",  # 153
    "Rockfall": "落石",  # 230
    "Resting": "休憩",  # 122
    "move": "移動",  # 139
    "flip": "探索",  # 130
    "Grave Robbers": "クレイブローバーズ",  # 1
}


@pytest.mark.parametrize("english", PRINTED)
def test_a_printed_term_is_used_as_printed(english: str) -> None:
    assert catalogue("ja").gettext(english) == PRINTED[english]


@pytest.mark.parametrize(
    ("sentence", "term"),
    [
        (
            "{who} finds the treasure! From now on, a card falls at the end of every turn.",
            "【財宝】",
        ),
        ("{who} opens the chest: {first} against {second}.", "開錠"),
        ("{who} attacks {target}.", "戦闘"),
        ("A card is flipped: a chest, difficulty {n}.", "難易度"),
        ("A card is flipped: an enemy, attack {n}.", "攻撃"),
    ],
)
def test_sentences_speak_the_manuals_words(sentence: str, term: str) -> None:
    assert term in catalogue("ja").gettext(sentence)


def states(table: Table) -> Iterator[None]:
    """Lead the table through what its pages may show."""

    def do(*commands: object) -> None:
        for command in commands:
            table.submit(command, "phone:red")

    table.open_game("cli", "grave_robbers")
    yield
    do(co.StartGame((Seat(RED, "Ann"), Seat(GREEN), Seat(BLUE)), RED))
    yield
    do(co.WriteCard(ItemCard("Rope", 3)), co.UseItem(RED, "Rope", spent=HAND))
    do(co.Explore(NORTH, Kind.ENEMY, 1, 2, 1, True))
    yield
    do(co.LayDungeonCard(FAR_NORTH), co.Move(NORTH))
    yield
    do(co.FightEnemy(), co.LayItem(RED, PILE, 2))
    yield
    do(co.ShowDie(5))
    yield
    do(co.SettleFight(), co.EndTurn(("Rope",)), co.FightPlayer(BLUE), co.LayItem(GREEN, HAND, 1))
    yield
    do(co.LayItem(BLUE, PILE))
    yield
    do(co.ShowDie(6, BLUE), co.SettleFight(), co.EndTurn(), co.Rest(), co.EndTurn())
    yield
    do(co.Rest(), co.FightEnemy(), co.LayItem(RED, PILE, 6), co.ShowDie(2), co.SettleFight())
    do(co.CorrectActionPoints(9, "x"), co.CorrectCondition(BLUE, Condition.INJURED, "x"))
    for row in range(2, 11):
        do(co.Explore(Cell(0, -row), Kind.CHEST, 1, 2, 1))
        do(co.LayDungeonCard(Cell(0, -row - 1)), co.Move(Cell(0, -row)))
        do(co.CorrectActionPoints(9 - row % 2, "x"))
    yield
    do(co.Explore(Cell(0, -11), Kind.TREASURE_ROOM), co.Move(Cell(0, -11)), co.EndTurn())
    yield
    do(co.LetFall(Cell(0, -11)))
    yield
    do(co.CorrectPawn(RED, Cell(0, 0), "x"))
    yield


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.slow
def test_no_english_is_left_on_any_page(language: str, table: Table, client: FlaskClient) -> None:
    left = {}
    for moment, _ in enumerate(states(table)):
        for page in PAGES:
            html = client.get(page, headers={"Accept-Language": language}).text
            assert f'lang="{language}"' in html
            if words := set(left_over(html)) - OWN:
                left[moment, page] = words
    assert left == {}
