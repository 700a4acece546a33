"""The list of the other players: who is next, and who is out."""

import re

from flask.testing import FlaskClient

from companion.games.clank.box import Colour
from companion.games.clank.commands import EndTurn, LeaveDungeon, StartGame, TakeArtifact
from companion.games.clank.values import Seat
from companion.table.table import Table

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


def tags(client: FlaskClient) -> dict[str, str]:
    """Return what stands beside each player's name for a watcher."""
    (section,) = re.findall(r'<section id="others".*?</section>', client.get("/watch").text, re.S)
    rows = re.findall(r'<li class="(\w+).*?</li>', section, re.S)
    told = [re.findall(r'<em class="tag">([^<]*)', row) for row in section.split("</li>")[:-1]]
    return {colour: "".join(words) for colour, words in zip(rows, told, strict=True)}


def start(table: Table) -> None:
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")


def test_the_list_says_who_is_next(table: Table, client: FlaskClient) -> None:
    start(table)
    assert tags(client) == {"red": "", "green": "next", "blue": ""}


def test_who_is_out_is_next_on_the_countdown_track(table: Table, client: FlaskClient) -> None:
    start(table)
    table.submit(TakeArtifact(RED, 5), "cli")
    table.submit(LeaveDungeon(RED), "cli")
    assert tags(client) == {"red": "escaped", "green": "next", "blue": ""}
    for _ in range(2):
        table.submit(EndTurn(), "cli")
    assert tags(client) == {"red": "next", "green": "", "blue": ""}
