"""What people compare: five pictures, the same everywhere; and news of the journal."""

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.engine.codec import parse
from companion.games.clank.commands import ReportDraw
from companion.table import game_file
from companion.table.fair.pictures import PICTURES
from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.browser.conftest import until
from tests.support.games.clank_bots import command_after, first_command

Phone = Callable[..., Page]
SHORT = 16  # a game with ten attacks in some sixty commands, each of which four pages show


@pytest.fixture
def table(served: Served) -> Table:
    served.table.open_game("cli", "clank")
    served.table.submit(first_command(3, random.Random(3)), "cli")
    return served.table


@pytest.fixture
def phones(table: Table, phone: Phone) -> list[Page]:
    """The phones of all seats, each with its chain sealed."""
    pages = [phone(f"/seat/{player.colour}") for player in table.snapshot.state.players]
    until(table, lambda: len(table.snapshot.part.seals) == len(pages))
    return pages


def play_on(table: Table, draws: int = 100) -> None:
    """Let bots play so many attacks, or to the end."""
    dice = random.Random(SHORT)
    while (command := command_after(table.snapshot.state, dice, b"")) and draws:
        if isinstance(command, ReportDraw):
            table.draw("panel")
            draws -= 1
        else:
            table.submit(command, "demo")


def take_back_the_end(table: Table) -> None:
    """Undo to a turn before the end, past an attack whose sheet would cover the page."""
    while table.snapshot.game.is_over(table.snapshot.state) or table.snapshot.state.attack:
        table.undo("cli")


def checked(table: Table) -> dict[int, str]:
    """Return the pictures of each attack, 0 is the end, as the command line computes them."""
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    verdict = verify(text)
    assert verdict.wrong == ()
    return {draw: " · ".join(map(shown, places)) for draw, places in verdict.besides.pictures}


def shown(place: int) -> str:
    picture, name = PICTURES[place]
    return f"{picture} {name}"


def has_pictures(table: Table) -> bool:
    """Do the links stand fast that were asked for last? A slow phone may have missed the end."""
    return table.snapshot.part.asks[-1].has_pictures


def test_an_attack_has_the_same_pictures_on_phones_on_the_display_and_in_the_file(
    table: Table, phones: list[Page], phone: Phone
) -> None:
    display = phone("/table")
    play_on(table, draws=2)
    told = f"Attack 2: {checked(table)[2]}"
    for page in (*phones, display):
        expect(page.locator(".pictures[data-pictures]")).to_have_text(told)
    display.set_viewport_size({"width": 1280, "height": 720})
    assert display.locator("#pictures").evaluate("one => one.scrollHeight <= one.clientHeight")
    phones[0].goto(phones[0].url.partition("/seat/")[0] + "/fair")
    for number, pictures in checked(table).items():
        expect(phones[0].locator(".pictures").nth(number - 1)).to_have_text(pictures)


def test_the_end_has_pictures_of_its_own_and_they_stay(
    table: Table, phones: list[Page], phone: Phone
) -> None:
    display = phone("/table")
    play_on(table)
    until(table, lambda: has_pictures(table))
    told = f"End of the game: {checked(table)[0]}"
    for page in (*phones, display):
        pictures = page.locator(".pictures[data-pictures]")
        expect(pictures).to_have_text(told)
        expect(pictures).to_be_visible()  # however long the log above it is


def test_an_end_that_is_taken_back_is_told_on_every_phone_until_it_is_tapped(
    table: Table, phones: list[Page]
) -> None:
    play_on(table)
    take_back_the_end(table)
    for page in phones:
        expect(page.locator("#witness")).to_contain_text("The end was taken back")
    one, *others = phones
    for cross in one.locator("[data-close]:visible").all():
        cross.click()  # of the attack before, whose sheet comes back
    one.get_by_role("button", name="We know about this.").click()
    expect(one.locator("#witness")).to_be_hidden()
    one.reload()
    expect(one.locator("#story")).to_contain_text("The end was taken back")
    expect(one.locator("#witness")).to_be_hidden()
    expect(others[0].locator("#witness")).to_be_visible()


def test_phones_seal_anew_and_what_they_sent_before_must_stay_in_the_game(
    table: Table, phones: list[Page]
) -> None:
    play_on(table)
    until(table, lambda: has_pictures(table))
    while not table.snapshot.game.awaits_hand(table.snapshot.state):
        table.undo("cli")
    until(table, lambda: len(table.snapshot.part.seals) == len(phones))
    play_on(table)
    until(table, lambda: has_pictures(table))
    page = phones[0]
    mine = page.evaluate("game => localStorage.getItem(`links ${game}`)", table.snapshot.game_id)
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    assert verify(text).wrong == ()
    (before,) = json.loads(mine)["past"]
    assert before["sent"]
    found = page.evaluate(CHECK, json.dumps([parse(text), json.loads(mine)]))
    assert found["wrong"] == []
    before["sent"].append(60)
    longer = {**json.loads(mine), "past": [before]}
    found = page.evaluate(CHECK, json.dumps([parse(text), longer]))
    assert [each["why"] for each in found["wrong"]] == ["mine"]


# As one text: Playwright is slow with trees.
CHECK = """async (text) => {
  const [file, links] = JSON.parse(text);
  return (await import("/static/verify.js")).verify(file, { links });
}"""
