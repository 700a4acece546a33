"""The page of luck, for real games of bots in a real journal."""

import random

from flask.testing import FlaskClient

from companion.games.clank.odds.shares import Share
from companion.table.table import Table
from tests.companion.table.test_verify import play
from tests.support.games.clank_bots import first_command
from web_ui.games.clank.luck_table import row


def test_before_the_end_the_page_says_when_to_come_back(table: Table, client: FlaskClient) -> None:
    table.open_game("cli", "clank")
    table.submit(first_command(1, random.Random(1)), "cli")
    assert "When the game is over" in client.get("/luck").text


def test_after_the_game_everybody_has_a_chart_and_a_verdict(
    table: Table, client: FlaskClient
) -> None:
    play(table, 3)
    page = client.get("/luck").text
    players = table.snapshot.state.players
    assert page.count("<svg viewBox") == len(players)
    assert page.count('class="own"') == 2 * len(players)  # the bar and its mark
    assert page.count("of 100 such games") == 2 * len(players)
    assert "Over" not in page


def test_several_evenings_are_added_up_by_player(table: Table, client: FlaskClient) -> None:
    for seed in (3, 4):
        play(table, seed)
    page = client.get("/luck").text
    assert "Over 2 games" in page


def test_the_verdict_follows_the_rank() -> None:
    unlucky = row("Ann", Share(3, (0.4, 0.3, 0.2, 0.1), 1.2816))
    assert (unlucky.verdict.one.split()[0], unlucky.verdict.facts) == ("Unluckier", {"n": 90})
    lucky = row("Bo", Share(0, (0.25, 0.5, 0.25), -0.6745))
    assert (lucky.verdict.one.split()[0], lucky.verdict.facts) == ("Luckier", {"n": 75})
    assert [bar.is_own for bar in lucky.bars] == [True, False, False]
    assert [bar.height for bar in lucky.bars] == [0.5, 1.0, 0.5]


def test_what_is_too_rare_to_see_is_left_out_unless_it_came() -> None:
    chances = (0.0001, 0.4999, 0.4999, 0.0001)
    assert [bar.cubes for bar in row("Ann", Share(1, chances, 0.0)).bars] == [1, 2]
    assert [bar.cubes for bar in row("Ann", Share(3, chances, 0.0)).bars] == [1, 2, 3]
